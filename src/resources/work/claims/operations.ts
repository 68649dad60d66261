import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { taskChangeEvents, taskUpdatedEvent } from '../tasks/events.ts'
import { lockTaskClaim } from '../tasks/policy.ts'
import { respondWithTask, respondWithVisibleTask } from '../tasks/presenter.ts'
import { taskSchema } from '../tasks/schema.ts'
import { claimTask, renewClaim } from './commands/claim.ts'
import { claimNextTask } from './commands/claim-next.ts'
import { releaseClaim } from './commands/release.ts'
import { taskClaimed, taskClaimExpired, taskClaimReleased } from './events.ts'
import { loadClaimQuery, loadTaskForRelease, loadTaskToClaim } from './policy.ts'
import { MAX_CLAIMS } from './rules.ts'
import { claimCreateSchema, claimNextSchema, claimReleaseSchema, claimRenewSchema, claimParams } from './schema.ts'

const quotaProblem = `The access token, or the user through sessions, holds ${MAX_CLAIMS} claims.`

export const claimNextTaskOperation = defineOperation({
  id: 'claims.next',
  method: 'POST',
  path: '/v1/tasks/claim-next',
  summary: 'Claim the next task',
  description:
    'Claims the first task of a list that is neither completed, archived nor claimed, whose readable dependencies are ' +
    'completed or archived, and that the caller can edit. Returns 204 if there is none. Concurrent workers get different ' +
    'tasks. A claim keeps other workers from claiming the task, and ends by itself; it does not keep users from editing. ' +
    'Write under it with `If-Claim`. Send an `Idempotency-Key`, so that a retry returns the same task.',
  scope: 'tasks:write',
  body: claimNextSchema,
  reply: { status: 200, schema: taskSchema, empty: 'No task can be claimed.' },
  emits: { ...taskClaimed, ...taskUpdatedEvent },
  problems: {
    400: { type: 'urn:svc:problem:invalid-parameter', when: 'The task list does not accept `query`.' },
    404: 'The project in `query` does not exist, or the caller cannot read it.',
    409: quotaProblem,
  },
  example: {
    body: {
      query: { project_id: 'P1JM6SW2Z0A1B2C3D', status: 'not_started' },
      seconds: 1800,
      set: { status: 'in_progress' },
    },
  },
  authorize: loadClaimQuery,
  async handle({ ctx, target, body }) {
    const task = await claimNextTask(ctx, target, body)
    return task ? respondWithVisibleTask(ctx, target.visibility, task) : { ...respond(null), status: 204 }
  },
})

export const createClaimOperation = defineOperation({
  id: 'claims.create',
  method: 'POST',
  path: '/v1/tasks/{task_id}/claim',
  summary: 'Claim a task',
  description:
    'Claims a task for a limited time. Claiming it again with the same access token renews the claim. Open dependencies do ' +
    'not matter here. Requires: edit access to the task.',
  scope: 'tasks:write',
  params: claimParams,
  body: claimCreateSchema,
  bodyOptional: true,
  reply: { status: 200, schema: taskSchema },
  emits: { ...taskClaimed, ...taskClaimExpired, ...taskUpdatedEvent },
  problems: { 409: `The task is claimed, completed or archived. ${quotaProblem}` },
  example: { body: { seconds: 1800, note: 'Greasing' } },
  authorize: loadTaskToClaim,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target, body }) {
    return respondWithTask(ctx, await claimTask(ctx, target, body))
  },
})

export const renewClaimOperation = defineOperation({
  id: 'claims.renew',
  method: 'POST',
  path: '/v1/tasks/{task_id}/claim/renew',
  summary: 'Renew a claim',
  description:
    'Extends a claim, counted from now. Emits no event. Returns 412 once the claim has ended, even if the task is free. ' +
    'Requires: holder of the claim, with edit access to the task.',
  scope: 'tasks:write',
  params: claimParams,
  body: claimRenewSchema,
  reply: { status: 200, schema: taskSchema },
  problems: {
    412: {
      type: 'urn:svc:problem:precondition-failed',
      when: 'The claim has ended, or `generation` is that of an earlier claim.',
    },
  },
  example: { body: { generation: 3, seconds: 1800 } },
  authorize: loadTaskToClaim,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target, body }) {
    return respondWithTask(ctx, await renewClaim(ctx, target, body))
  },
})

export const releaseClaimOperation = defineOperation({
  id: 'claims.release',
  method: 'POST',
  path: '/v1/tasks/{task_id}/claim/release',
  summary: 'Release a claim',
  description:
    'Ends a claim, together with an update of the task: `{"set": {"status": "completed"}}` finishes it. A forced release of ' +
    "a task without a claim changes nothing else. Requires: holder of the claim; with `force`, owner of the task's project " +
    'or organization admin; with `set`, edit access to the task.',
  scope: 'tasks:write',
  params: claimParams,
  body: claimReleaseSchema,
  reply: { status: 200, schema: taskSchema },
  emits: { ...taskClaimReleased, ...taskChangeEvents },
  problems: {
    409: 'The changes in `set` conflict with links or containers of the task.',
    412: {
      type: 'urn:svc:problem:precondition-failed',
      when: 'The claim has ended, or `generation` is that of an earlier claim.',
    },
  },
  example: { body: { generation: 3, set: { status: 'completed' } } },
  authorize: loadTaskForRelease,
  lockClaims: lockTaskClaim,
  async handle({ ctx, target, body }) {
    return respondWithTask(ctx, await releaseClaim(ctx, target, body))
  },
})
