import { sql, type Sql, buildAssignments, listColumns } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../http/pagination/pagination.ts'
import { toSortKey } from '../../../core/text.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import type { FieldOption, FieldType } from './kinds.ts'

export interface FieldRow {
  org_id: string
  field_id: string
  key: string
  name: string
  description: string | null
  type: FieldType
  unit: string | null
  decimals: number | null
  min: number | null
  max: number | null
  options: FieldOption[]
  project_ids: string[] | null
  on_card: boolean
  position: number
  is_active: boolean
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

const names: readonly (keyof FieldRow)[] = [
  'org_id',
  'field_id',
  'key',
  'name',
  'description',
  'type',
  'unit',
  'decimals',
  'min',
  'max',
  'options',
  'project_ids',
  'on_card',
  'position',
  'is_active',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]
const columns = listColumns(names)('f')

export const fieldSorts: ListSpec = {
  sorts: {
    position: [{ sql: 'f.position', type: 'float8' }],
    name: [{ sql: 'f.name_key', type: 'text' }],
    created_at: [{ sql: 'f.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'f.position', type: 'float8' }],
  id: { sql: 'f.field_id', type: 'text' },
  defaultLimit: 1000,
}

/** Returns the condition that the caller can read field `f`, as `canReadField` does. */
function buildReadableFieldCondition({ isOrgAdmin, includesTasksWithoutProject, projects }: OrgVisibility): Sql {
  if (projects.kind === 'all' || (isOrgAdmin && includesTasksWithoutProject)) return sql`true`
  const ids = sql`${projects.ids}::text[]`
  return projects.kind === 'only'
    ? sql`(f.project_ids is null or f.project_ids && ${ids})`
    : sql`(f.project_ids is null or not f.project_ids <@ ${ids})`
}

export const selectFieldPage = (
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  { project_id, include_archived = false }: { project_id?: string; include_archived?: boolean },
): Promise<FieldRow[]> => {
  const inProject =
    project_id === undefined ? sql`true` : sql`(f.project_ids is null or f.project_ids @> array[${project_id}::text])`
  const active = include_archived ? sql`true` : sql`f.is_active`
  return selectPage<FieldRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<FieldRow>`
      select ${columns}, ${sorts} from task_fields f where f.org_id = ${visibility.org_id} and ${active} and ${inProject}
        and ${buildReadableFieldCondition(visibility)} and ${where} ${order} ${limit}`,
  )
}

/** Finds a field among the caller's organizations, locked on writes, without checking access. */
export async function findField(ctx: Context, fieldId: string): Promise<FieldRow | undefined> {
  const [row] = await ctx.db.query(sql<FieldRow>`
    select ${columns} from task_fields f
    where ${sql.orgIn('f.org_id', ctx.caller.orgIds)} and f.field_id = ${fieldId}
    ${ctx.inTransaction ? sql`for no key update` : sql``}`)
  return row
}

/** Serializes changes that count fields or choose keys in an organization. */
export const lockOrgFields = (ctx: Context, orgId: string): void =>
  ctx.ignoreRejection(ctx.db.query(sql`select from organizations where org_id = ${orgId} for no key update`))

/** The part of a field that limits and keys depend on. */
export type FieldUsage = Pick<FieldRow, 'field_id' | 'key' | 'project_ids' | 'position' | 'is_active'>

export const listFieldUsage = (ctx: Context, orgId: string): Promise<FieldUsage[]> =>
  ctx.db.query(sql<FieldUsage>`
    select field_id, key, project_ids, position, is_active from task_fields where org_id = ${orgId}`)

const toColumns = ({ name, options, ...rest }: Partial<FieldRow>): Record<string, unknown> => ({
  ...rest,
  ...(name !== undefined && { name, name_key: toSortKey(name) }),
  ...(options !== undefined && { options: JSON.stringify(options) }),
})

export async function insertField(ctx: Context, { org_id, ...row }: FieldRow): Promise<void> {
  const values = Object.entries(toColumns(row))
  await ctx.db.query(
    sql`insert into task_fields (org_id, ${sql.raw(values.map(([name]) => name).join(', '))})
      values (${org_id}, ${sql.join(values.map(([, value]) => value))})`,
  )
}

/** Saves attributes; `quiet` keeps version and time, for a change that some readers cannot see. */
export async function saveField(
  ctx: Context,
  stored: FieldRow,
  changes: Partial<FieldRow>,
  quiet = false,
): Promise<FieldRow> {
  const author = quiet ? {} : { updated_by: ctx.user.username, updated_at: ctx.now, version: stored.version + 1 }
  await ctx.db.query(
    sql`update task_fields set ${buildAssignments(toColumns({ ...changes, ...author }))}
      where org_id = ${stored.org_id} and field_id = ${stored.field_id}`,
    { plan: 'custom' },
  )
  return { ...stored, ...changes, ...author }
}

/** Returns fields by key with all columns, share-locked on writes so that they are not archived concurrently. */
export const listFieldsByKey = (ctx: Context, orgId: string, keys: readonly string[]): Promise<FieldRow[]> =>
  ctx.db.query(sql<FieldRow>`
    select ${columns} from task_fields f where f.org_id = ${orgId} and f.key = any(${keys}::text[])
    ${ctx.inTransaction ? sql`for share` : sql``}`)

/** Lists the fields of an organization with these ids. */
export const listFieldsById = (ctx: Context, orgId: string, ids: readonly string[]): Promise<FieldRow[]> =>
  ctx.db.query(sql<FieldRow>`
    select ${columns} from task_fields f where f.org_id = ${orgId} and f.field_id = any(${ids}::text[])
    ${ctx.inTransaction ? sql`for share` : sql``}`)

/** The part of a field that decides in which tasks its values are shown. */
export type FieldScope = Pick<FieldRow, 'key' | 'project_ids' | 'position' | 'is_active'>

export const listFieldScopes = (ctx: Context, orgId: string, keys: readonly string[]): Promise<FieldScope[]> =>
  ctx.db.query(sql<FieldScope>`
    select f.key, f.project_ids, f.position, f.is_active from task_fields f
    where f.org_id = ${orgId} and f.key = any(${keys}::text[])`)

/** Returns the keys of active fields that tasks of a project, or without one, have. */
export async function listActiveFieldKeys(ctx: Context, orgId: string, projectId: string | null): Promise<string[]> {
  const found = await ctx.db.query(sql<{ key: string }>`
    select f.key from task_fields f where f.org_id = ${orgId} and f.is_active
      and (f.project_ids is null or ${projectId}::text = any(f.project_ids)) order by f.position, f.field_id`)
  return found.map((row) => row.key)
}

/**
 * Stores that a job removes all values of a field, or replaces those of an option; false if it does already. `option` is
 * empty for all values.
 */
export async function insertValueChange(
  ctx: Context,
  { org_id, field_id }: Pick<FieldRow, 'org_id' | 'field_id'>,
  option: string,
  replaceBy: string | null,
): Promise<boolean> {
  const stored = await ctx.db.query(sql`
    insert into field_value_changes as c (org_id, field_id, option, replace_by, requested_at)
    values (${org_id}, ${field_id}, ${option}, ${replaceBy}, ${ctx.now})
    on conflict (org_id, field_id, option) do update
      set replace_by = excluded.replace_by, requested_at = excluded.requested_at
      where c.replace_by is distinct from excluded.replace_by
    returning c.option`)
  return stored.length > 0
}

export async function hasValueChange(
  ctx: Context,
  { org_id, field_id }: Pick<FieldRow, 'org_id' | 'field_id'>,
  option: string,
): Promise<boolean> {
  const found = await ctx.db.query(sql`
    select from field_value_changes where org_id = ${org_id} and field_id = ${field_id} and option = ${option}`)
  return found.length > 0
}
