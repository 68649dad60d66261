import { Problem } from '../core/errors.ts'
import { refuseHeader } from './refused-header.ts'

/** Generations of the claims that the caller holds, by task id; null for a task without such a claim. */
export type HeldClaims = Map<string, number | null>

/** Required generations: of single tasks, and of all others. */
interface RequiredClaims {
  ofTasks: Map<string, number>
  ofOthers: number | undefined
}

const MEMBER = /^(?:([\w.-]+)\s*=\s*)?(\d{1,9})$/

/** Parses `If-Claim`: a generation, or `task_id=generation` for each of several tasks. Throws 400 for anything else. */
function parseIfClaim(header: string): RequiredClaims {
  const required: RequiredClaims = { ofTasks: new Map(), ofOthers: undefined }
  for (const member of header.split(',')) {
    const [, taskId, generation] = MEMBER.exec(member.trim()) ?? []
    if (generation === undefined) throw malformed()
    if (taskId !== undefined) required.ofTasks.set(taskId, Number(generation))
    else if (required.ofOthers === undefined) required.ofOthers = Number(generation)
    else throw malformed()
  }
  return required
}

const malformed = () =>
  refuseHeader(
    'If-Claim',
    'If-Claim must be the generation of a claim, or a list of `task_id=generation` for several tasks.',
  )

/** Returns 400 for `If-Claim` on an operation that writes no task, since it would not be checked. */
export const ifClaimNotSupported = () =>
  refuseHeader('If-Claim', 'This operation does not accept If-Claim. Remove the header.')

/** Returns 412 for a claim that the caller does not hold or no longer holds. */
export const claimLost = (detail = 'The claim has ended or belongs to another user. Nothing was written.') =>
  new Problem(412, detail, { type: 'urn:svc:problem:precondition-failed' })

/** Evaluates `If-Claim`. Throws 412 unless the caller holds the claim of every task in the required generation. */
export function requireHeldClaims(header: string, held: HeldClaims): void {
  const { ofTasks, ofOthers } = parseIfClaim(header)
  for (const [taskId, generation] of held)
    if (generation === null || generation !== (ofTasks.get(taskId) ?? ofOthers))
      throw claimLost(`The claim of task ${taskId} has ended, or If-Claim names an earlier claim. Nothing was written.`)
}
