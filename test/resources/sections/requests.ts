import type { TestApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply, type RequestOptions } from '../../support/client.ts'

type Query = NonNullable<RequestOptions['query']>
// oxlint-disable-next-line typescript/no-explicit-any
export type Section = any
export type Scope = ['project' | 'team' | 'user', string]

export const toScopeFields = ([scope_type, scope_id]: Scope) => ({ scope_type, scope_id })

export const postSection = (client: Client, org_id: string, scope: Scope, name: string, more: object = {}) =>
  client.post('/v1/sections', { body: { org_id, ...toScopeFields(scope), name, ...more } })

export const createSection = async (
  client: Client,
  org_id: string,
  scope: Scope,
  name: string,
  more: object = {},
): Promise<Section> => expectStatus(await postSection(client, org_id, scope, name, more), 201)

export const getSections = (client: Client, org_id: string, query: Query): Promise<Reply> =>
  client.get('/v1/sections', { query: { org_id, ...query } })

export const listSections = async (client: Client, org_id: string, scope: Scope): Promise<Section[]> =>
  expectStatus(await getSections(client, org_id, toScopeFields(scope)), 200).data

export const listOwnSections = async (client: Client, org_id: string): Promise<Section[]> =>
  expectStatus(await client.get('/v1/sections/mine', { query: { org_id } }), 200).data

export const putTask = (client: Client, task_id: string, scope: Scope, more: object): Promise<Reply> =>
  client.put(`/v1/tasks/${task_id}/section`, { body: { ...toScopeFields(scope), ...more } })

export const placeTask = async (
  client: Client,
  task_id: string,
  scope: Scope,
  section_id: string | null,
  position?: number,
): Promise<Section> =>
  expectStatus(await putTask(client, task_id, scope, { section_id, ...(position !== undefined && { position }) }), 200)

export const listSectionNames = (sections: Section[]): string[] => sections.map((one) => one.name)
export const listSectionIds = (sections: Section[]): string[] => sections.map((one) => one.section_id)

/** Lists the types of section events in an organization, in their order. */
export const listSectionEvents = (app: TestApp, orgId: string) =>
  app.sql<{ type: string; resource_id: string; project_id: string | null; before: unknown; after: unknown }>(
    `SELECT type, resource_id, project_id, before, after FROM events WHERE org_id = $1 AND resource_type = 'section'
     ORDER BY created_at, event_id`,
    [orgId],
  )
