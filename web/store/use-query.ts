import { useSignal } from '@preact/signals'
import type { Svc } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { createApiClient } from '../api/client.ts'
import { isTemporaryId } from './row-store.ts'
import { getStore, findStore } from './current-store.ts'
import type { DataStore } from './types.ts'

/** Result of a request that a component sends itself, since its data is not in the store. */
export interface QueryResult<T> {
  value: T | undefined
  problem: unknown
  refetch(): void
}

let client: { store: DataStore; svc: Svc } | undefined

/** Returns an API client of the organization, for reads only: mutations go through the store, which persists them. */
export function getApiClient(): Svc {
  const store = getStore()
  if (client?.store !== store) client = { store, svc: createApiClient(store.org) }
  return client.svc
}

/** Sends a request again whenever `key` changes: space-separated, all that the response depends on. */
export function useQuery<T>(key: string, load: (svc: Svc) => PromiseLike<T>): QueryResult<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal<unknown>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    // The user may have left the organization since rendering, and the server does not have rows that are still to be sent.
    if (!findStore() || key.split(' ').some(isTemporaryId)) return undefined
    let isCurrent = true
    const finish = (response: T | undefined, failure: unknown) => {
      if (!isCurrent) return
      if (response !== undefined) value.value = response
      problem.value = failure
    }
    load(getApiClient()).then(
      (response) => finish(response, undefined),
      (error: unknown) => finish(undefined, error),
    )
    return () => void (isCurrent = false)
  }, [key, attempt.value])
  return { value: value.value, problem: problem.value, refetch: () => void (attempt.value += 1) }
}
