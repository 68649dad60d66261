import { SvcProblem } from '@svc/sdk'
import { isFault } from '../api/faults.ts'

/** A refusal that is found here, told like one of the server. */
export const refusalOf = (status: number, title: string, detail: string): SvcProblem =>
  new SvcProblem({ type: 'about:blank', title, status, detail, instance: '', request_id: '' }, new Headers())

/** Returns whether a failure is transient: no response, or one that says to retry. Bugs of the page are not. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof SvcProblem)) return !isFault(error)
  const { status, type } = error
  if (status >= 500 || status === 408 || status === 429) return true
  return type === 'urn:svc:problem:idempotency-key-in-flight'
}

/** Milliseconds until something that failed in passing is tried again; not all pages at once. */
export const soon = (): number => 1000 + Math.random() * 3000
