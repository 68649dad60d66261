import { useSignal } from '@preact/signals'
import type { Svc } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { createClient } from '../api/client.ts'
import { isMade } from '../data/store.ts'
import { data, dataIfAny } from '../data/current.ts'
import type { Data } from '../data/data.ts'

/** An answer that a part asks for itself, since nobody else shows it. */
export interface Asked<T> {
  value: T | undefined
  problem: unknown
  again(): void
}

let client: { of: Data; svc: Svc } | undefined

/** The API as the person, in the organization looked at. Reads only: writes go through the data, which keeps them. */
export function api(): Svc {
  const of = data()
  if (client?.of !== of) client = { of, svc: createClient(of.org) }
  return client.svc
}

/**
 * Asks the API, and again whenever `key` is another: put into it what the answer depends on, ids among it, with spaces
 * between. Until the next answer is there the one before stays.
 */
export function useAsk<T>(key: string, ask: (svc: Svc) => PromiseLike<T>): Asked<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal<unknown>(undefined)
  const turn = useSignal(0)
  useEffect(() => {
    // The organization may have been left between drawing and this; and of what is still to be sent the server has nothing.
    if (!dataIfAny() || key.split(' ').some(isMade)) return undefined
    let wanted = true
    const told = (answer: T | undefined, refused: unknown) => {
      if (!wanted) return
      if (answer !== undefined) value.value = answer
      problem.value = refused
    }
    ask(api()).then(
      (answer) => told(answer, undefined),
      (error: unknown) => told(undefined, error),
    )
    return () => void (wanted = false)
  }, [key, turn.value])
  return { value: value.value, problem: problem.value, again: () => void (turn.value += 1) }
}
