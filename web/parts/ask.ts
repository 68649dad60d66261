import { useSignal } from '@preact/signals'
import type { Svc } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { createClient } from '../api/client.ts'
import { isMade } from '../data/store.ts'
import { data, dataIfAny } from '../data/current.ts'
import type { Data } from '../data/data.ts'

/** Result of a request that a component sends itself, since its data is not in the store. */
export interface Asked<T> {
  value: T | undefined
  problem: unknown
  again(): void
}

let client: { store: Data; svc: Svc } | undefined

/** Returns an API client of the organization, for reads only: mutations go through the store, which persists them. */
export function api(): Svc {
  const store = data()
  if (client?.store !== store) client = { store, svc: createClient(store.org) }
  return client.svc
}

/**
 * Sends a request, and again whenever `key` changes, a space-separated list of what the response depends on. Returns the
 * previous response until the next one arrives.
 */
export function useAsk<T>(key: string, load: (svc: Svc) => PromiseLike<T>): Asked<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal<unknown>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    // The user may have left the organization since rendering, and the server does not have rows that are still to be sent.
    if (!dataIfAny() || key.split(' ').some(isMade)) return undefined
    let isCurrent = true
    const finish = (response: T | undefined, failure: unknown) => {
      if (!isCurrent) return
      if (response !== undefined) value.value = response
      problem.value = failure
    }
    load(api()).then(
      (response) => finish(response, undefined),
      (error: unknown) => finish(undefined, error),
    )
    return () => void (isCurrent = false)
  }, [key, attempt.value])
  return { value: value.value, problem: problem.value, again: () => void (attempt.value += 1) }
}
