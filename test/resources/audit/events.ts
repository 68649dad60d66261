import { newId } from '../../../src/core/ids.ts'
import type { TestApp } from '../../support/app.ts'

export interface EventValues {
  type?: string
  resource_type?: string
  resource_id?: string
  project_id?: string | null
  from_project_id?: string | null
  actor_username?: string
  user_agent?: string
  before?: object | null
  after?: object | null
  created_at?: string
}

/** Inserts past events, which no request can create, and returns their ids. */
export async function insertEvents(app: TestApp, orgId: string, events: EventValues[]): Promise<string[]> {
  const rows = events.map((event) => ({
    type: 'task.updated',
    resource_type: 'task',
    resource_id: 'T0',
    actor_kind: 'user',
    created_at: new Date(app.clock.now()).toISOString(),
    ...event,
    event_id: newId('EV', Date.now()),
  }))
  await app.sql(
    `INSERT INTO events (org_id, event_id, type, resource_type, resource_id, project_id, from_project_id, actor_kind,
       actor_username, before, after, user_agent, created_at)
     SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r(event_id text, type text, resource_type text,
       resource_id text, project_id text, from_project_id text, actor_kind text, actor_username text, before jsonb,
       after jsonb, user_agent text, created_at timestamptz)`,
    [orgId, JSON.stringify(rows)],
  )
  return rows.map((row) => row.event_id)
}
