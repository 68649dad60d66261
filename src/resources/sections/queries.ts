import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { endOf } from '../../kernel/lists/end.ts'
import { hasName, type NameQuery } from '../../kernel/lists/named.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { assignments, timeAfter } from '../../kernel/sql.ts'
import { uniqueKey } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import type { Holder, HolderType } from '../holders/access.ts'
import type { Reach } from '../projects/access.ts'
import { namesCaller, readsRestricted } from '../projects/roll-ups.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { sectionColumns, type SectionRow } from './rows.ts'

/** A section and how many tasks the caller can read in it. */
export interface SectionCounted extends SectionRow {
  task_count: number
}

const columns = sectionColumns('s')

/**
 * The condition "task t still lies where the place l says": what has left a project or team is in none of its sections,
 * however it left.
 */
export const stillThere = (orgId: string): Sql => sql`case l.scope_type
  when 'project' then t.project_id = l.scope_id
  when 'team' then t.team_id = l.scope_id or exists (select from projects h
    where h.org_id = ${orgId} and h.project_id = t.project_id and h.team_id = l.scope_id)
  else true end`

/**
 * How many tasks the caller can read in the section `s`. In sections of projects it is kept which tasks everybody counts
 * who reads the project, and which are restricted.
 */
const taskCount = (ctx: Context, reach: Reach): Sql => sql`
  case s.scope_type when 'project' then ${countInProject(ctx, reach)} else
    (select count(*)::int from task_sections l join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
      where l.org_id = ${reach.org_id} and l.section_id = s.section_id and t.deleted_at is null
        and ${stillThere(reach.org_id)} and ${visibleTasks(ctx, reach)}) end as task_count`

const countInProject = (ctx: Context, reach: Reach): Sql => sql`
  (select count(*)::int from task_sections l where l.org_id = ${reach.org_id} and l.section_id = s.section_id
    and l.scope_type = 'project' and l.counts)
  + (select count(*)::int from task_sections l where l.org_id = ${reach.org_id} and l.section_id = s.section_id
    and l.scope_type = 'project' and l.counts is null
    and (${readsRestricted(reach, sql`s.scope_id`)}
      or l.task_id in (select t.task_id from tasks t where t.org_id = ${reach.org_id} and ${namesCaller(ctx)})))`

const key = (name: string, type: 'text' | 'float8' | 'timestamptz') => ({ sql: `s.${name}`, type })
const scope = { sql: 's.scope_rank', type: 'integer' } as const

/** Sections of several scopes come scope by scope, in the order asked. */
export const sectionSorts: ListSpec = {
  sorts: {
    position: [scope, key('position', 'float8')],
    name: [scope, key('name_key', 'text')],
    created_at: [scope, key('created_at', 'timestamptz')],
  },
  natural: [scope, key('position', 'float8')],
  id: key('section_id', 'text'),
  defaultLimit: 1000,
}

/** A page of the sections of some projects, some teams or a person, which the caller can read. */
export function listSections(
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  type: HolderType,
  ids: string[],
  named: NameQuery = {},
): Promise<SectionCounted[]> {
  // The scopes keep the order asked when the rows are turned round.
  const sign = sql.raw(page.keys[0]!.desc ? '-' : '')
  return selectPage<SectionCounted>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<SectionCounted>`
      select ${columns}, ${taskCount(ctx, reach)}, ${sorts}
      from (select s.*, ${sign}array_position(${ids}::text[], s.scope_id) as scope_rank from sections s
        where s.org_id = ${reach.org_id} and s.scope_type = ${type} and s.scope_id = any(${ids}::text[])) s
      where ${hasName('s.name', named, uniqueKey)} and ${where} ${order} ${limit}`,
  )
}

/** The sections of an organization that meet a condition on `s`, in their order. */
export const selectSections = (ctx: Context, reach: Reach, condition: Sql): Promise<SectionCounted[]> =>
  ctx.db.query(sql<SectionCounted>`select ${columns}, ${taskCount(ctx, reach)} from sections s
      where s.org_id = ${reach.org_id} and ${condition} order by s.position, s.section_id`)

const nameTaken = 'A section of this scope has this name already.'

/** Stores a new section, after the others without a position; 409 when another of the scope has the name. */
export async function insertSection(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  name: string,
  position: number | null,
): Promise<SectionRow> {
  const { username } = ctx.user
  const end = () =>
    endOf(
      ctx.db,
      sql`sections where org_id = ${org_id} and scope_type = ${scope_type} and scope_id = ${scope_id}`,
    )
  const inserted = ctx.db.query(sql<SectionRow>`
    insert into sections as s (org_id, section_id, scope_type, scope_id, name, name_key, position, created_by,
      updated_by, created_at, updated_at)
    values (${org_id}, ${ctx.newId('SE')}, ${scope_type}, ${scope_id}, ${name}, ${uniqueKey(name)},
      ${position ?? (await end())}, ${username}, ${username}, ${ctx.now}, ${ctx.now})
    returning ${columns}`)
  return (await uniquely('sections_name', nameTaken, inserted))[0]!
}

/** Changes name and position of a section; 409 when another of the scope has the name. */
export async function updateSection(
  ctx: Context,
  { org_id, section_id, name: before }: SectionRow,
  { name, position }: Pick<SectionRow, 'name' | 'position'>,
): Promise<SectionRow> {
  const renamed = name === before ? {} : { name, name_key: uniqueKey(name) }
  const set = { ...renamed, position, updated_by: ctx.user.username, updated_at: ctx.now }
  const updated = ctx.db
    .query(sql<SectionRow>`update sections s set ${assignments(set)}, version = s.version + 1
      where s.org_id = ${org_id} and s.section_id = ${section_id} returning ${columns}`)
  return (await uniquely('sections_name', nameTaken, updated))[0]!
}

/** The sections of a scope in their order, locked. */
export const lockSections = (ctx: Context, { org_id, scope_type, scope_id }: Holder): Promise<SectionRow[]> =>
  ctx.db.query(sql<SectionRow>`
    select * from (select ${columns} from sections s
      where s.org_id = ${org_id} and s.scope_type = ${scope_type} and s.scope_id = ${scope_id}
      order by s.section_id for no key update) s
    order by s.position, s.section_id`)

/** Gives sections of an organization their places. */
export async function placeSections(
  ctx: Context,
  orgId: string,
  places: Pick<SectionRow, 'section_id' | 'position'>[],
): Promise<void> {
  await ctx.db.query(sql`
    update sections s set position = c.position, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 's.updated_at')},
      version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as c(section_id text, position double precision)
    where s.org_id = ${orgId} and s.section_id = c.section_id`)
}

/** The organization among the caller's in which one of these is a lane of its own. */
export async function findLaneOrganization(ctx: Context, sectionIds: string[]): Promise<string | undefined> {
  const [row] = await ctx.db.query(sql<{ org_id: string }>`
    select org_id from sections where ${sql.among('org_id', ctx.caller.orgIds)}
      and section_id = any(${sectionIds}::text[])
      and scope_type = 'user' and scope_id = ${ctx.user.username} limit 1`)
  return row?.org_id
}
