import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { buildReadableProjectsCondition } from '../organizations/readable-projects.ts'
import type { QueryOptions } from '../../../db/database.ts'
import { sql, type Sql, buildAssignments, and } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { SYSTEM_ORG_ID } from '../../../core/ids.ts'
import { normalizeForSearch, toSlug } from '../../../core/text.ts'
import { conflictOnDuplicate } from '../../../core/unique-violation.ts'
import type { DesignationFields } from './rules.ts'

export interface DesignationNames {
  org_id: string
  designation_id: string
  label_key: string
  aliases: string[]
  is_active: boolean
  hidden: boolean
}

const systemId = sql.raw(`'${SYSTEM_ORG_ID}'`)

/** Includes all with aliases, which the caller compares, since lower() depends on the locale of the database. */
export const findDesignationCandidates = (ctx: Context, orgId: string, id: string | null, nameKey: string | null) =>
  ctx.db.query(sql<DesignationNames>`
    select d.org_id, d.designation_id, d.label_key, d.aliases, d.is_active, coalesce(v.hidden, false) as hidden
    from designations d
    left join designation_visibility v on v.org_id = ${orgId} and v.designation_id = d.designation_id
    where d.org_id in (${orgId}, ${systemId})
      and (d.designation_id = ${id} or d.label_key = ${nameKey} or (${nameKey}::text is not null and d.aliases <> '{}'))`)

/** Builds an expression for the label of the designation that a row of this table alias refers to. */
export const buildDesignationLabel = (alias: string): Sql =>
  sql.raw(`(select d.label from designations d where d.org_id in (${alias}.org_id, '${SYSTEM_ORG_ID}')
    and d.designation_id = ${alias}.designation_id limit 1)`)

export interface DesignationRow extends DesignationFields, AuditColumns {
  org_id: string
  designation_id: string
  slug: string | null
  legacy_value: string | null
  is_system: boolean
  /** Null without an organization. */
  hidden: boolean | null
  pinned: boolean | null
  /** User and time of the last change of its visibility. */
  shown_by: string | null
  shown_at: string | null
  /** Sum of the versions of the designation and of its visibility. */
  version: number
}

const designationColumns = sql`d.org_id, d.designation_id, d.label, d.slug, d.category, d.aliases, d.legacy_value,
  d.is_system, d.is_active, d.sort_order, d.metadata, d.created_by, d.updated_by, d.created_at, d.updated_at, v.hidden,
  v.pinned, v.updated_by as shown_by, v.updated_at as shown_at, d.version + coalesce(v.version, 0) as version`

/** Defaults `hidden` and `pinned` to false for an organization that has not set them. */
const withDefaultVisibility = <R extends DesignationRow>(row: R): R => ({
  ...row,
  hidden: row.hidden ?? false,
  pinned: row.pinned ?? false,
})

/** Finds a designation of these organizations or a global one, with its visibility in `from` or in its organization. */
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
    where d.org_id = any(${[...orgIds, SYSTEM_ORG_ID]}::uuid[]) and d.designation_id = ${id}`)
  return row && (from !== null || !row.is_system) ? withDefaultVisibility(row) : row
}

const toColumns = (values: Partial<DesignationFields>): Record<string, unknown> => ({
  ...values,
  ...(values.label !== undefined && { label_key: normalizeForSearch(values.label) }),
  ...(values.category !== undefined && { category_key: normalizeForSearch(values.category) }),
  ...(values.metadata && { metadata: JSON.stringify(values.metadata) }),
})

const labelTaken = 'The organization already has an active designation with this label. Choose another label.'

/** Throws 409 when an active designation of the organization has the label. */
export async function insertDesignation(
  ctx: Context,
  orgId: string,
  values: DesignationFields,
): Promise<DesignationRow> {
  const row = {
    designation_id: ctx.newId('D'),
    ...toColumns(values),
    slug: toSlug(values.label) || null,
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  return runWrite(
    ctx,
    sql`with d as (insert into designations (org_id, ${sql.join(Object.keys(row).map((name) => sql.raw(name)))})
      values (${orgId}, ${sql.join(Object.values(row))}) returning *)`,
  )
}

export function saveDesignation(
  ctx: Context,
  { org_id, designation_id, label }: DesignationRow,
  values: Partial<DesignationFields>,
): Promise<DesignationRow> {
  const { label_key, ...others } = toColumns(values)
  const renamed = values.label === undefined || values.label === label ? {} : { label_key }
  const changed = { ...others, ...renamed, updated_by: ctx.user.username, updated_at: ctx.now }
  return runWrite(
    ctx,
    sql`with d as (update designations set ${buildAssignments(changed)}, version = version + 1
      where org_id = ${org_id} and designation_id = ${designation_id} returning *)`,
    { plan: 'custom' },
  )
}

/** Runs a write that starts with a CTE `d` of one row. */
async function runWrite(ctx: Context, write: Sql, options?: QueryOptions): Promise<DesignationRow> {
  const statement = sql<DesignationRow>`${write} select ${designationColumns} from d
    left join designation_visibility v on v.org_id = d.org_id and v.designation_id = d.designation_id`
  const [row] = await conflictOnDuplicate('designations_label', labelTaken, ctx.db.query(statement, options))
  return withDefaultVisibility(row!)
}

interface DesignationVisibility {
  hidden: boolean
  pinned: boolean
}

export const saveDesignationVisibility = (
  ctx: Context,
  orgId: string,
  designationId: string,
  { hidden, pinned }: DesignationVisibility,
) =>
  ctx.db.query(sql`
    insert into designation_visibility as v (org_id, designation_id, hidden, pinned, updated_by, updated_at)
    values (${orgId}, ${designationId}, ${hidden}, ${pinned}, ${ctx.user.username}, ${ctx.now})
    on conflict (org_id, designation_id) do update set hidden = excluded.hidden, pinned = excluded.pinned,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = v.version + 1`)

export interface DesignationUsage {
  members: number
  invites: number
  project_members: number
}

const canListInvitations = (ctx: Context, orgId: string): boolean =>
  ctx.caller.isOrgAdmin(orgId) && !ctx.caller.allowedProjectIds

/** Builds columns and joins that count the uses of designations that the caller can read, with one scan per table. */
const countUsage = (ctx: Context, orgId: string) => ({
  counts: sql`coalesce(um.n, 0) as members, coalesce(ui.n, 0) as invites, coalesce(up.n, 0) as project_members`,
  joins: sql`
    left join (select designation_id, count(*)::int as n from organization_members
      where org_id = ${orgId} and designation_id is not null and deleted_at is null group by 1) um
      on um.designation_id = d.designation_id
    left join (select designation_id, count(*)::int as n from organization_invites
      where org_id = ${orgId} and designation_id is not null and status = 'pending' and expires_at > ${ctx.now}
        and ${canListInvitations(ctx, orgId)}
      group by 1) ui on ui.designation_id = d.designation_id
    left join (select pm.designation_id, count(*)::int as n from project_members pm
      join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id and ${buildReadableProjectsCondition(ctx)}
      where pm.org_id = ${orgId} and pm.designation_id is not null and pm.deleted_at is null group by 1) up
      on up.designation_id = d.designation_id`,
})

export interface DesignationFilter {
  /** Null lists only global designations. */
  orgId: string | null
  usage: boolean
  hidden: boolean
  inactive: boolean
}

export type ListedDesignation = DesignationRow & Partial<DesignationUsage>

export async function listDesignations(
  ctx: Context,
  filter: DesignationFilter,
  page: PageRequest,
): Promise<ListedDesignation[]> {
  const { orgId } = filter
  const owners = [SYSTEM_ORG_ID, ...(orgId === null ? [] : [orgId])]
  const conditions = [sql`d.org_id = any(${owners}::uuid[])`]
  if (!filter.inactive) conditions.push(sql`d.is_active`)
  if (!filter.hidden) conditions.push(sql`v.hidden is not true`)
  const usage = filter.usage && orgId !== null ? countUsage(ctx, orgId) : null
  const found = await selectPage<ListedDesignation>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ListedDesignation>`
      select ${designationColumns}, ${usage ? sql`${usage.counts}, ${sorts}` : sorts}
      from designations d
      left join designation_visibility v on v.org_id = ${orgId}::uuid and v.designation_id = d.designation_id
      ${usage ? usage.joins : sql``}
      where ${and(conditions)} and ${where} ${order} ${limit}`,
  )
  return orgId === null ? found : found.map(withDefaultVisibility)
}
