import type { RunOptions } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { systemOrganization } from '../../kernel/values/ids.ts'
import { assignments } from '../../kernel/sql.ts'
import { fold, slugOf } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import type { DesignationValues } from './rules.ts'

/** A designation with the names that it answers to. */
export interface DesignationNames {
  org_id: string
  designation_id: string
  label_key: string
  aliases: string[]
  is_active: boolean
  hidden: boolean
}

const systemId = sql.raw(`'${systemOrganization}'`)

/**
 * The designations of an organization and the global ones that have this id or may answer to this folded name. Those with
 * aliases are all among them: the caller compares these, since lower() of the database depends on its locale.
 */
export const findDesignations = (
  ctx: Context,
  orgId: string,
  id: string | null,
  nameKey: string | null,
): Promise<DesignationNames[]> =>
  ctx.db.query(sql<DesignationNames>`
    select d.org_id, d.designation_id, d.label_key, d.aliases, d.is_active, coalesce(v.hidden, false) as hidden
    from designations d
    left join designation_visibility v on v.org_id = ${orgId} and v.designation_id = d.designation_id
    where d.org_id in (${orgId}, ${systemId})
      and (d.designation_id = ${id} or d.label_key = ${nameKey} or (${nameKey}::text is not null and d.aliases <> '{}'))`)

/**
 * The label of the designation that a row of the table by this alias points at, its organization's or global: an
 * expression.
 */
export const designationLabel = (alias: string): Sql =>
  sql.raw(`(select d.label from designations d where d.org_id in (${alias}.org_id, '${systemOrganization}')
    and d.designation_id = ${alias}.designation_id limit 1)`)

/** A designation, with what the organization that it is looked at from made of it. */
export interface DesignationRow extends DesignationValues {
  org_id: string
  designation_id: string
  slug: string | null
  legacy_value: string | null
  is_system: boolean
  /** Null when it is not looked at from an organization. */
  hidden: boolean | null
  pinned: boolean | null
  /** Who last hid, pinned or showed it there, and when. */
  shown_by: string | null
  shown_at: string | null
  /** It rises with a change of the row, and with one of what the organization made of it. */
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

/** The columns of `DesignationRow`: of a designation `d` and its visibility `v`. */
export const designationColumns = sql`d.org_id, d.designation_id, d.label, d.slug, d.category, d.aliases, d.legacy_value,
  d.is_system, d.is_active, d.sort_order, d.metadata, d.created_by, d.updated_by, d.created_at, d.updated_at, v.hidden,
  v.pinned, v.updated_by as shown_by, v.updated_at as shown_at, d.version + coalesce(v.version, 0) as version`

/** A designation as an organization sees it: neither hidden nor pinned while it has made nothing of it. */
export const asSeen = <R extends DesignationRow>(row: R): R => ({
  ...row,
  hidden: row.hidden ?? false,
  pinned: row.pinned ?? false,
})

/**
 * A designation of these organizations or a global one, as the organization `from` sees it, or else the one it belongs
 * to.
 */
export async function findDesignation(
  ctx: Context,
  orgIds: readonly string[],
  id: string,
  from: string | null,
): Promise<DesignationRow | undefined> {
  const [row] = await ctx.db.query(sql<DesignationRow>`
    select ${designationColumns} from designations d
    left join designation_visibility v on v.org_id = coalesce(${from}::uuid, d.org_id)
      and v.designation_id = d.designation_id
    where d.org_id = any(${[...orgIds, systemOrganization]}::uuid[]) and d.designation_id = ${id}`)
  return row && (from !== null || !row.is_system) ? asSeen(row) : row
}

const stored = (values: Partial<DesignationValues>): Record<string, unknown> => ({
  ...values,
  ...(values.label !== undefined && { label_key: fold(values.label) }),
  ...(values.category !== undefined && { category_key: fold(values.category) }),
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
  { org_id, designation_id, label }: DesignationRow,
  set: Partial<DesignationValues>,
): Promise<DesignationRow> {
  const { label_key, ...others } = stored(set)
  const renamed = set.label === undefined || set.label === label ? {} : { label_key }
  const changed = { ...others, ...renamed, updated_by: ctx.user.username, updated_at: ctx.now }
  return one(
    ctx,
    sql`with d as (update designations set ${assignments(changed)}, version = version + 1
      where org_id = ${org_id} and designation_id = ${designation_id} returning *)`,
    { plan: 'custom' },
  )
}

/** Runs a write, the beginning of a WITH that gives one row as `d`. */
async function one(ctx: Context, write: Sql, how?: RunOptions): Promise<DesignationRow> {
  const statement = sql<DesignationRow>`${write} select ${designationColumns} from d
    left join designation_visibility v on v.org_id = d.org_id and v.designation_id = d.designation_id`
  const [row] = await uniquely('designations_label', taken, ctx.db.query(statement, how))
  return asSeen(row!)
}

/** What an organization can make of a designation. */
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
  await ctx.db.query(sql`
    insert into designation_visibility as v (org_id, designation_id, hidden, pinned, updated_by, updated_at)
    values (${orgId}, ${designationId}, ${hidden}, ${pinned}, ${ctx.user.username}, ${ctx.now})
    on conflict (org_id, designation_id) do update set hidden = excluded.hidden, pinned = excluded.pinned,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = v.version + 1`)
}
