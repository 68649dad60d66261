import { sql, type Sql } from '../../db/sql.ts'
import { query, type Running } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { systemOrganization } from '../../kernel/values/ids.ts'
import { assignments } from '../../kernel/sql.ts'
import { fold, slugOf, sortKey } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import type { DesignationValues } from './rules.ts'

/** What a designation answers to. */
export interface DesignationNames {
  org_id: string
  designation_id: string
  label_key: string
  aliases: string[]
  is_active: boolean
  hidden: boolean
}

/** The designation with this id, and those that may answer to this folded name: the organization's and global ones. */
export function findDesignations(
  ctx: Context,
  orgId: string,
  id: string | null,
  nameKey: string | null,
): Promise<DesignationNames[]> {
  // Aliases are compared by the caller: lower() of the database depends on its locale.
  return query<DesignationNames>(
    ctx.db,
    `SELECT d.org_id, d.designation_id, d.label_key, d.aliases, d.is_active, coalesce(v.hidden, false) AS hidden
     FROM designations d
     LEFT JOIN designation_visibility v ON v.org_id = $1 AND v.designation_id = d.designation_id
     WHERE d.org_id IN ($1, '${systemOrganization}')
       AND (d.designation_id = $2 OR d.label_key = $3 OR ($3::text IS NOT NULL AND d.aliases <> '{}'))`,
    [orgId, id, nameKey],
  )
}

/** An expression: the label of the designation that a row of this table alias points at, the organization's or global. */
export const designationLabel = (alias: string): string => `
  (SELECT d.label FROM designations d WHERE d.org_id IN (${alias}.org_id, '${systemOrganization}')
    AND d.designation_id = ${alias}.designation_id LIMIT 1)`

/** A designation, with what the organization it is looked at from made of it. */
export interface DesignationRow extends DesignationValues {
  org_id: string
  designation_id: string
  slug: string | null
  legacy_value: string | null
  is_system: boolean
  /** Null: not looked at from an organization. */
  hidden: boolean | null
  pinned: boolean | null
  /** Who last hid, pinned or showed it there, and when. */
  shown_by: string | null
  shown_at: string | null
  /** Of the row and of its visibility in the organization, together: either's change makes it rise. */
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

/** The columns of a designation `d` and of its visibility `v`. */
export const columns = `d.org_id, d.designation_id, d.label, d.slug, d.category, d.aliases, d.legacy_value, d.is_system,
  d.is_active, d.sort_order, d.metadata, d.created_by, d.updated_by, d.created_at, d.updated_at, v.hidden, v.pinned,
  v.updated_by AS shown_by, v.updated_at AS shown_at, d.version + coalesce(v.version, 0) AS version`

/** As an organization sees it that made nothing of it yet. */
export const seen = <R extends DesignationRow>(row: R): R => ({
  ...row,
  hidden: row.hidden ?? false,
  pinned: row.pinned ?? false,
})

const find = `SELECT ${columns} FROM designations d
  LEFT JOIN designation_visibility v ON v.org_id = coalesce($3, d.org_id) AND v.designation_id = d.designation_id
  WHERE d.org_id = ANY($1::uuid[]) AND d.designation_id = $2`

/** A designation of these organizations or a global one, as seen from `from`, or else from where it belongs. */
export async function findDesignation(
  ctx: Context,
  orgIds: readonly string[],
  id: string,
  from: string | null,
): Promise<DesignationRow | undefined> {
  const [row] = await query<DesignationRow>(ctx.db, find, [[...orgIds, systemOrganization], id, from])
  return row && (from !== null || !row.is_system) ? seen(row) : row
}

const stored = (values: Partial<DesignationValues>): Record<string, unknown> => ({
  ...values,
  ...(values.label !== undefined && { label_key: fold(values.label) }),
  ...(values.category !== undefined && { category_key: sortKey(values.category) }),
  ...(values.metadata && { metadata: JSON.stringify(values.metadata) }),
})

const taken = 'The organization has an active designation with this label already.'

/** Stores a new designation of an organization; 409 when an active one has its label. */
export async function insertDesignation(
  ctx: Context,
  orgId: string,
  values: DesignationValues,
): Promise<DesignationRow> {
  const row = {
    designation_id: ctx.newId('D'),
    ...stored(values),
    slug: slugOf(values.label) || null,
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  return one(
    ctx,
    sql`with d as (insert into designations (org_id, ${sql.join(Object.keys(row).map((name) => sql.raw(name)))})
      values (${orgId}, ${sql.join(Object.values(row))}) returning *)`,
  )
}

/** Changes an organization's own designation; its version rises. 409 when an active one has its label. */
export function updateDesignation(
  ctx: Context,
  { org_id, designation_id }: DesignationRow,
  set: Partial<DesignationValues>,
): Promise<DesignationRow> {
  const changed = { ...stored(set), updated_by: ctx.user.username, updated_at: ctx.now }
  return one(
    ctx,
    sql`with d as (update designations set ${assignments(changed)}, version = version + 1
      where org_id = ${org_id} and designation_id = ${designation_id} returning *)`,
    { plan: 'custom' },
  )
}

/** Runs a write that gives one row as `d`. */
async function one(ctx: Context, write: Sql, how?: Running): Promise<DesignationRow> {
  const statement = sql<DesignationRow>`${write} select ${sql.raw(columns)} from d
    left join designation_visibility v on v.org_id = d.org_id and v.designation_id = d.designation_id`
  const [row] = await uniquely('designations_label', taken, ctx.db.query(statement, how))
  return seen(row!)
}

export interface Visibility {
  hidden: boolean
  pinned: boolean
}

/** Stores what an organization made of a designation. */
export async function storeVisibility(
  ctx: Context,
  orgId: string,
  designationId: string,
  { hidden, pinned }: Visibility,
): Promise<void> {
  await query(
    ctx.db,
    `INSERT INTO designation_visibility AS v (org_id, designation_id, hidden, pinned, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (org_id, designation_id) DO UPDATE SET hidden = excluded.hidden, pinned = excluded.pinned,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = v.version + 1`,
    [orgId, designationId, hidden, pinned, ctx.user.username, ctx.now],
  )
}
