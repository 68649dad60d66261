import type { TestApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply, type RequestOptions } from '../../support/client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type View = any
type Query = NonNullable<RequestOptions['query']>

/** Posts a view, in the user's own scope by default. */
export const postView = (client: Client, org_id: string, values: object = {}): Promise<Reply> =>
  client.post('/v1/views', { body: { org_id, name: 'Open work', ...values } })

export const createView = async (client: Client, org_id: string, values: object = {}): Promise<View> =>
  expectStatus(await postView(client, org_id, values), 201)

export const readView = (client: Client, { view_id }: View): Promise<Reply> => client.get(`/v1/views/${view_id}`)
export const patchView = (client: Client, { view_id }: View, body: object): Promise<Reply> =>
  client.patch(`/v1/views/${view_id}`, { body })
export const duplicateView = (client: Client, { view_id }: View, body: object = {}): Promise<Reply> =>
  client.post(`/v1/views/${view_id}/duplicate`, { body })
export const getViewRows = (client: Client, { view_id }: View, query: Query = {}): Promise<Reply> =>
  client.get(`/v1/views/${view_id}/rows`, { query })

export const listViewNames = async (client: Client, org_id: string, query: Query = {}): Promise<string[]> =>
  expectStatus(await client.get('/v1/views', { query: { org_id, ...query } }), 200).data.map((one: View) => one.name)

export const listViewEvents = (app: TestApp, orgId: string) =>
  app.sql<{ type: string; resource_id: string; project_id: string | null; before: unknown; after: unknown }>(
    `SELECT type, resource_id, project_id, before, after FROM events WHERE org_id = $1 AND resource_type = 'view'
     ORDER BY created_at, event_id`,
    [orgId],
  )
