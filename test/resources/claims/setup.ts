import type { TestApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import { endLapsedClaims } from '../../../src/resources/work/claims/jobs.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

export const buildClaimPath = (id: string, action = '') => `/v1/tasks/${id}/claim${action}`

export const claimTask = (client: Client, id: string, body: object = {}): Promise<Reply> =>
  client.post(buildClaimPath(id), { body })
export const renewClaim = (client: Client, id: string, generation: number, body: object = {}): Promise<Reply> =>
  client.post(buildClaimPath(id, '/renew'), { body: { generation, ...body } })
export const releaseClaim = (client: Client, id: string, body: object): Promise<Reply> =>
  client.post(buildClaimPath(id, '/release'), { body })
export const claimNext = (client: Client, body: object, headers = {}): Promise<Reply> =>
  client.post('/v1/tasks/claim-next', { body, headers })

export const readTask = async (client: Client, id: string): Promise<ResponseBody> =>
  expectStatus(await client.get(`/v1/tasks/${id}`), 200)

/** Claims a task and returns its new state. */
export const createClaim = async (client: Client, id: string, body: object = {}): Promise<ResponseBody> =>
  expectStatus(await claimTask(client, id, body), 200)

/** Moves the end of a claim into the past, as if its time had passed. */
export const moveClaimEndToPast = (app: TestApp, id: string): Promise<unknown> =>
  app.sql(`UPDATE task_claims SET until = statement_timestamp() - interval '1 second' WHERE task_id = $1`, [id])

/** Lets a claim lapse and runs the job that ends it. */
export async function expireClaim(app: TestApp, id: string): Promise<void> {
  await moveClaimEndToPast(app, id)
  await endLapsedClaims(app.services)
}

export interface ClaimEvent {
  type: string
  actor_kind: string
  cause: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Returns the events of a task in their order. */
export const listEvents = (app: TestApp, id: string): Promise<ClaimEvent[]> =>
  app.sql<ClaimEvent>(
    `SELECT type, actor_kind, cause, before, after FROM events WHERE resource_id = $1 ORDER BY tx, ord`,
    [id],
  )
