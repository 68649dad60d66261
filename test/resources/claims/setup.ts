import type { TestApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import { endLapsedClaims } from '../../../src/resources/work/claims/jobs.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Made = any

export const claimPath = (id: string, action = '') => `/v1/tasks/${id}/claim${action}`

export const claim = (client: Client, id: string, body: object = {}): Promise<Reply> =>
  client.post(claimPath(id), { body })
export const renew = (client: Client, id: string, generation: number, body: object = {}): Promise<Reply> =>
  client.post(claimPath(id, '/renew'), { body: { generation, ...body } })
export const release = (client: Client, id: string, body: object): Promise<Reply> =>
  client.post(claimPath(id, '/release'), { body })
export const claimNext = (client: Client, body: object, headers = {}): Promise<Reply> =>
  client.post('/v1/tasks/claim-next', { body, headers })

export const readTask = async (client: Client, id: string): Promise<Made> =>
  expectStatus(await client.get(`/v1/tasks/${id}`), 200)

/** Claims a task and returns its new state. */
export const createClaim = async (client: Client, id: string, body: object = {}): Promise<Made> =>
  expectStatus(await claim(client, id, body), 200)

/** Moves the end of a claim into the past, as if its time had passed. */
export const expireClaim = (app: TestApp, id: string): Promise<unknown> =>
  app.sql(`UPDATE task_claims SET until = clock_timestamp() - interval '1 second' WHERE task_id = $1`, [id])

/** Lets a claim lapse and runs the job that ends it. */
export async function expire(app: TestApp, id: string): Promise<void> {
  await expireClaim(app, id)
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
