import { SvcProblem } from '@svc/sdk'
import { isFault } from '../api/faults.ts'

/** Creates an error found by the client, in the form of the server's. */
export const refusalOf = (status: number, title: string, detail: string): SvcProblem =>
  new SvcProblem({ type: 'about:blank', title, status, detail, instance: '', request_id: '' }, new Headers())

/** Returns whether a failure is transient: no response, or one that says to retry. Bugs of the page are not. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof SvcProblem)) return !isFault(error)
  const { status, type } = error
  if (status >= 500 || status === 408 || status === 429) return true
  return type === 'urn:svc:problem:idempotency-key-in-flight'
}

/** Returns the delay before a retry, with jitter. */
export const soon = (): number => 1000 + Math.random() * 3000
