import { useEffect } from 'preact/hooks'
import type { Svc } from '@svc/sdk'
import { useQuery, type QueryResult } from '../../../store/use-query.ts'

const POLL_MS = 1000

/** Sends a request again every second until its result is final, also after failures of the connection. */
export function usePolling<T>(
  key: string,
  load: (svc: Svc) => PromiseLike<T>,
  isFinal: (value: T) => boolean,
): QueryResult<T> {
  const query = useQuery(key, load)
  const { value, problem, refetch } = query
  useEffect(() => {
    if (value === undefined || isFinal(value)) return undefined
    const timer = setTimeout(refetch, POLL_MS)
    return () => clearTimeout(timer)
  }, [value, problem])
  return query
}
