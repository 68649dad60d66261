import type { Database, Db } from '../../../db/database.ts'
import type { NamedStatement } from '../../../db/named-statements.ts'
import { sql, type Sql, joinSql } from '../../../db/sql.ts'

export interface NewDelivery {
  org_id: string
  delivery_id: string
  subscription_id: string
  event_id: string | null
  event_type: string
  message_id: string
  replay_of: string | null
  body: string
  /** User and projects that the body was built for. */
  made_for: string
  made_for_projects: string[] | null
  project_id: string | null
  max_attempts: number
  created_at: string
}

export interface QueuedDelivery extends NewDelivery {
  /** By the wall clock, with which workers compare it; `created_at` may be later if clocks differ. */
  due_at: string
}

const COLUMN_TYPES = `org_id uuid, delivery_id text, subscription_id text, event_id text, event_type text, message_id text,
  replay_of text, body text, made_for uuid, made_for_projects text[], project_id text, max_attempts integer, created_at timestamptz`
const typedColumns = sql.raw(COLUMN_TYPES)
const COLUMN_NAMES = COLUMN_TYPES.split(',').map((column) => column.trim().split(' ')[0]) as (keyof NewDelivery)[]
const columnList = sql.raw(COLUMN_NAMES.join(', '))

/** Builds VALUES rows, which a sharded database routes to the server of the organization. */
const buildValues = (deliveries: readonly QueuedDelivery[], names: readonly (keyof QueuedDelivery)[]): Sql =>
  joinSql(deliveries.map((delivery) => sql`(${joinSql(names.map((name) => sql`${delivery[name]}`))})`))

export const buildEnqueueStatements = (
  deliveries: readonly QueuedDelivery[],
  sharded: boolean,
): [NamedStatement, NamedStatement] => [
  {
    name: 'inserted_deliveries',
    statement: sql`insert into webhook_deliveries (${columnList}, next_attempt_at) ${
      sharded
        ? sql`values ${buildValues(deliveries, [...COLUMN_NAMES, 'due_at'])}`
        : sql`select ${columnList}, due_at
            from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as delivery(${typedColumns}, due_at timestamptz)
            returning org_id, subscription_id, next_attempt_at, delivery_id`
    }`,
  },
  {
    name: 'inserted_queue_entries',
    statement: sql`insert into webhook_queue (org_id, subscription_id, due_at, delivery_id) ${
      sharded
        ? sql`values ${buildValues(deliveries, ['org_id', 'subscription_id', 'due_at', 'delivery_id'])}`
        : sql`select org_id, subscription_id, next_attempt_at, delivery_id from inserted_deliveries`
    }`,
  },
]

export interface OrgDue {
  org_id: string
  due_at: string
}

export const buildUpsertDue = (dueOrgs: readonly OrgDue[]): Sql => sql`
  insert into webhook_waiting as w (org_id, due_at)
  select n.org_id, n.due_at from jsonb_to_recordset(${JSON.stringify(dueOrgs)}::jsonb) as n(org_id uuid, due_at timestamptz)
  order by n.org_id
  on conflict (org_id) do update set due_at = least(w.due_at, excluded.due_at), notes = w.notes + 1`

/** Marks an organization as due, in the transaction that queues a delivery. Does nothing unless sharded. */
export async function markOrgDue({ sharded }: Database, db: Db, dueOrgs: OrgDue): Promise<void> {
  if (sharded) await db.query(buildUpsertDue([dueOrgs]))
}
