import { sql, type Sql, buildAssignments, buildUpdatedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { findEndPosition } from '../../../core/end-position.ts'
import { hasName, type NameQuery } from '../../../http/pagination/name-filter.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { conflictOnDuplicate } from '../../../core/unique-violation.ts'
import type { ScopeOwner, ScopeType } from '../scopes/policy.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildNamesCallerCondition, buildReadsRestrictedCondition } from '../projects/queries/task-counts.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import type { SectionAttributes } from './rules.ts'
import type { TaskRow } from '../tasks/queries/rows.ts'
import { sectionColumns, type SectionRow } from './section-row.ts'

/** A section and the number of its tasks that the caller can read. */
export interface SectionWithTaskCount extends SectionRow {
  task_count: number
}

const columns = sectionColumns('s')

/** Builds the condition that task `t` still belongs to the scope of its section assignment `l`. */
export const buildInScopeCondition = (orgId: string): Sql => sql`case l.scope_type
  when 'project' then t.project_id = l.scope_id
  when 'team' then t.team_id = l.scope_id or exists (select from projects h
    where h.org_id = ${orgId} and h.project_id = t.project_id and h.team_id = l.scope_id)
  else true end`

/**
 * Counts the tasks of section `s` that the caller can read. In projects, `counts` marks tasks readable by all project
 * readers, so that only restricted tasks need a check.
 */
const selectTaskCount = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  case s.scope_type when 'project' then ${countInProject(ctx, visibility)} else
    (select count(*)::int from task_sections l join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
      where l.org_id = ${visibility.org_id} and l.section_id = s.section_id and t.deleted_at is null
        and ${buildInScopeCondition(visibility.org_id)} and ${buildVisibleTasksCondition(ctx, visibility)}) end as task_count`

const countInProject = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  (select count(*)::int from task_sections l where l.org_id = ${visibility.org_id} and l.section_id = s.section_id
    and l.scope_type = 'project' and l.counts)
  + (select count(*)::int from task_sections l where l.org_id = ${visibility.org_id} and l.section_id = s.section_id
    and l.scope_type = 'project' and l.counts is null
    and (${buildReadsRestrictedCondition(visibility, sql`s.scope_id`)}
      or l.task_id in (select t.task_id from tasks t where t.org_id = ${visibility.org_id} and ${buildNamesCallerCondition(ctx)})))`

const buildKey = (name: string, type: 'text' | 'float8' | 'timestamptz') => ({ sql: `s.${name}`, type })
const scope = { sql: 's.scope_rank', type: 'integer' } as const

/** Sorts sections within their scope; scopes keep the order of the request. */
export const sectionSorts: ListSpec = {
  sorts: {
    position: [scope, buildKey('position', 'float8')],
    name: [scope, buildKey('name_key', 'text')],
    created_at: [scope, buildKey('created_at', 'timestamptz')],
  },
  defaultOrder: [scope, buildKey('position', 'float8')],
  id: buildKey('section_id', 'text'),
  defaultLimit: 1000,
}

/** Selects a page of the sections of scopes that the caller can read. */
export function selectSectionPage(
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  type: ScopeType,
  ids: string[],
  named: NameQuery = {},
): Promise<SectionWithTaskCount[]> {
  // Keeps the order of the scopes when the sort is descending.
  const sign = sql.raw(page.keys[0]!.desc ? '-' : '')
  return selectPage<SectionWithTaskCount>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<SectionWithTaskCount>`
      select ${columns}, ${selectTaskCount(ctx, visibility)}, ${sorts}
      from (select s.*, ${sign}array_position(${ids}::text[], s.scope_id) as scope_rank from sections s
        where s.org_id = ${visibility.org_id} and s.scope_type = ${type} and s.scope_id = any(${ids}::text[])) s
      where ${hasName('s.name', named, toUniqueKey)} and ${where} ${order} ${limit}`,
  )
}

/** Selects the sections of an organization that match a condition on `s`, by position. */
export const selectSections = (ctx: Context, visibility: OrgVisibility, condition: Sql) =>
  ctx.db.query(sql<SectionWithTaskCount>`select ${columns}, ${selectTaskCount(ctx, visibility)} from sections s
      where s.org_id = ${visibility.org_id} and ${condition} order by s.position, s.section_id`)

const nameConflict = 'Another section of this scope has this name. Choose another name.'

interface NewSection extends Omit<SectionAttributes, 'position'> {
  position: number | null
}

/** Inserts a section, by default as the last. Throws 409 for a duplicate name. */
export async function insertSection(
  ctx: Context,
  { org_id, scope_type, scope_id }: ScopeOwner,
  { name, position, status, color, wip_limit }: NewSection,
): Promise<SectionRow> {
  const { username } = ctx.user
  const end = () =>
    findEndPosition(
      ctx.db,
      sql`sections where org_id = ${org_id} and scope_type = ${scope_type} and scope_id = ${scope_id}`,
    )
  const inserted = ctx.db.query(sql<SectionRow>`
    insert into sections as s (org_id, section_id, scope_type, scope_id, name, name_key, position, status, color,
      wip_limit, created_by, updated_by, created_at, updated_at)
    values (${org_id}, ${ctx.newId('SE')}, ${scope_type}, ${scope_id}, ${name}, ${toUniqueKey(name)},
      ${position ?? (await end())}, ${status}, ${color}, ${wip_limit}, ${username}, ${username}, ${ctx.now}, ${ctx.now})
    returning ${columns}`)
  return (await conflictOnDuplicate('sections_name', nameConflict, inserted))[0]!
}

/** Updates the attributes. Throws 409 for a duplicate name. */
export async function saveSection(
  ctx: Context,
  { org_id, section_id, name: previousName }: SectionRow,
  { name, ...others }: SectionAttributes,
): Promise<SectionRow> {
  const nameColumns = name === previousName ? {} : { name, name_key: toUniqueKey(name) }
  const set = { ...nameColumns, ...others, updated_by: ctx.user.username, updated_at: ctx.now }
  const updated = ctx.db.query(sql<SectionRow>`update sections s set ${buildAssignments(set)}, version = s.version + 1
      where s.org_id = ${org_id} and s.section_id = ${section_id} returning ${columns}`)
  return (await conflictOnDuplicate('sections_name', nameConflict, updated))[0]!
}

/** Number of tasks in a section above which its status cannot be changed. */
export const MAX_FOLLOWING_TASKS = 5000

type LockedTask = Pick<TaskRow, 'task_id' | 'project_id' | 'status' | 'updated_at'>

/** Locks the live tasks of a section, ordered by id. Two statements, since a join of thousands of rows can be planned badly. */
export async function lockSectionTasks(ctx: Context, { org_id, section_id }: SectionRow): Promise<LockedTask[]> {
  const placed = await ctx.db.query(sql<{ task_id: string }>`
    select l.task_id from task_sections l where l.org_id = ${org_id} and l.section_id = ${section_id}`)
  const ids = placed.map((row) => row.task_id)
  return ctx.db.query(sql<LockedTask>`
    select t.task_id, t.project_id, t.status, t.updated_at from tasks t
    where t.org_id = ${org_id} and t.task_id = any(${ids}::text[]) and t.deleted_at is null
    order by t.task_id for no key update`)
}

/** Records that sections of a locked project may mean a status; tasks of other projects need no lookup of sections. */
export const markStatusSections = (ctx: Context, { org_id, scope_id }: ScopeOwner) =>
  ctx.db.query(sql`
    update projects set has_status_sections = true
    where org_id = ${org_id} and project_id = ${scope_id} and not has_status_sections`)

/** Locks the sections of a scope and returns them by position. */
export const lockSections = (ctx: Context, { org_id, scope_type, scope_id }: ScopeOwner) =>
  ctx.db.query(sql<SectionRow>`
    select * from (select ${columns} from sections s
      where s.org_id = ${org_id} and s.scope_type = ${scope_type} and s.scope_id = ${scope_id}
      order by s.section_id for no key update) s
    order by s.position, s.section_id`)

export const saveSectionPositions = (
  ctx: Context,
  orgId: string,
  positions: Pick<SectionRow, 'section_id' | 'position'>[],
) =>
  ctx.db.query(sql`
    update sections s set position = c.position, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 's.updated_at')},
      version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as c(section_id text, position double precision)
    where s.org_id = ${orgId} and s.section_id = c.section_id`)

/** Finds the organization in which one of the sections is a personal section of the caller. */
export async function findPersonalSectionOrg(ctx: Context, sectionIds: string[]): Promise<string | undefined> {
  const [row] = await ctx.db.query(sql<{ org_id: string }>`
    select org_id from sections where ${sql.orgIn('org_id', ctx.caller.orgIds)}
      and section_id = any(${sectionIds}::text[])
      and scope_type = 'user' and scope_id = ${ctx.user.username} limit 1`)
  return row?.org_id
}

/** Puts tasks into sections of the team of their project, one each; returns the sections by task. */
export async function putInTeamSections(
  ctx: Context,
  orgId: string,
  places: readonly { task_id: string; section_id: string; position: number }[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map()
  const rows = await ctx.db.query(sql<{ task_id: string; section_id: string }>`
    insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
    select distinct on (u.task_id) ${orgId}::uuid, 'team', s.scope_id, u.task_id, s.section_id, u.position
    from unnest(${places.map((one) => one.task_id)}::text[], ${places.map((one) => one.section_id)}::text[],
        ${places.map((one) => one.position)}::double precision[]) with ordinality as u(task_id, section_id, position, ord)
      join sections s on s.org_id = ${orgId} and s.section_id = u.section_id and s.scope_type = 'team'
      join tasks t on t.org_id = ${orgId} and t.task_id = u.task_id
      join projects p on p.org_id = ${orgId} and p.project_id = t.project_id and p.team_id = s.scope_id
    order by u.task_id, u.ord
    on conflict (org_id, scope_type, scope_id, task_id)
      do update set section_id = excluded.section_id, position = excluded.position
    returning task_id, section_id`)
  return new Map(rows.map(({ task_id, section_id }) => [task_id, section_id]))
}

/** Finds the sections in which tasks are in the team of their project, by task. */
export async function findTeamSections(
  ctx: Context,
  orgId: string,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db.query(sql<{ task_id: string; section_id: string }>`
    select l.task_id, l.section_id from task_sections l
      join tasks t on t.org_id = ${orgId} and t.task_id = l.task_id
      join projects p on p.org_id = ${orgId} and p.project_id = t.project_id and p.team_id = l.scope_id
    where l.org_id = ${orgId} and l.scope_type = 'team' and l.task_id = any(${taskIds}::text[])`)
  return new Map(rows.map(({ task_id, section_id }) => [task_id, section_id]))
}

/** Removes a task from its section of a team. */
export const removeFromTeamSection = (ctx: Context, orgId: string, taskId: string, sectionId: string) =>
  ctx.db.query(sql`
    delete from task_sections where org_id = ${orgId} and scope_type = 'team' and task_id = ${taskId}
      and section_id = ${sectionId}`)
