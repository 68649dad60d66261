import { sql, type Sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { assignments } from '../../kernel/sql.ts'
import { fold } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import type { Holder, HolderType } from '../holders/access.ts'
import type { Reach } from '../projects/access.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { sectionColumns, type SectionRow } from './rows.ts'

/** A section and how many tasks the caller can read in it. */
export interface SectionCounted extends SectionRow {
  task_count: number
}

const columns = sql.raw(sectionColumns('s'))

/**
 * The condition "task t still lies where the place l says": what has left a project or team is in none of its sections,
 * however it left.
 */
export const stillThere = `CASE l.scope_type
  WHEN 'project' THEN t.project_id = l.scope_id
  WHEN 'team' THEN t.team_id = l.scope_id OR EXISTS (SELECT FROM projects h
    WHERE h.org_id = t.org_id AND h.project_id = t.project_id AND h.team_id = l.scope_id)
  ELSE true END`

const taskCount = (ctx: Context, reach: Reach): Sql => sql`
  (select count(*)::int from task_sections l join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
    where l.org_id = s.org_id and l.section_id = s.section_id and t.deleted_at is null and ${sql.raw(stillThere)}
      and ${visibleTasks(ctx, reach)}) as task_count`

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
      where ${where} ${order} ${limit}`,
  )
}

/** The sections of an organization that meet a condition on `s`, in their order. */
export const selectSections = (ctx: Context, reach: Reach, condition: Sql): Promise<SectionCounted[]> =>
  ctx.db.query(sql<SectionCounted>`select ${columns}, ${taskCount(ctx, reach)} from sections s
      where s.org_id = ${reach.org_id} and ${condition} order by s.position, s.section_id`)

const nameTaken = 'A section of this scope has this name already.'
const returned = sectionColumns('s')

const insertSql = `
  INSERT INTO sections AS s (org_id, section_id, scope_type, scope_id, name, name_key, position, created_by, updated_by,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, (SELECT max(o.position) FROM sections o
    WHERE o.org_id = $1 AND o.scope_type = $3 AND o.scope_id = $4) + 1, 1), $8, $8, $9, $9)
  RETURNING ${returned}`

/** Stores a new section, after the others without a position; 409 when another of the scope has the name. */
export async function insertSection(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  name: string,
  position: number | null,
): Promise<SectionRow> {
  const { username } = ctx.user
  const values = [
    org_id,
    ctx.newId('SE'),
    scope_type,
    scope_id,
    name,
    fold(name),
    position,
    username,
    ctx.now,
  ]
  const inserted = query<SectionRow>(ctx.db, insertSql, values)
  return (await uniquely('sections_name', nameTaken, inserted))[0]!
}

/** Changes name and position of a section; 409 when another of the scope has the name. */
export async function updateSection(
  ctx: Context,
  { org_id, section_id }: SectionRow,
  { name, position }: Pick<SectionRow, 'name' | 'position'>,
): Promise<SectionRow> {
  const set = { name, name_key: fold(name), position, updated_by: ctx.user.username, updated_at: ctx.now }
  const updated = ctx.db
    .query(sql<SectionRow>`update sections s set ${assignments(set)}, version = s.version + 1
      where s.org_id = ${org_id} and s.section_id = ${section_id} returning ${sql.raw(returned)}`)
  return (await uniquely('sections_name', nameTaken, updated))[0]!
}

/** The sections of a scope in their order, locked. */
export const lockSections = (ctx: Context, { org_id, scope_type, scope_id }: Holder): Promise<SectionRow[]> =>
  query<SectionRow>(
    ctx.db,
    `SELECT * FROM (SELECT ${returned} FROM sections s
       WHERE s.org_id = $1 AND s.scope_type = $2 AND s.scope_id = $3 ORDER BY s.section_id FOR NO KEY UPDATE) s
     ORDER BY s.position, s.section_id`,
    [org_id, scope_type, scope_id],
  )

/** Gives sections of an organization their places. */
export async function placeSections(
  ctx: Context,
  orgId: string,
  places: Pick<SectionRow, 'section_id' | 'position'>[],
): Promise<void> {
  await query(
    ctx.db,
    `UPDATE sections s SET position = c.position, updated_by = $3, updated_at = $4, version = s.version + 1
     FROM jsonb_to_recordset($2::jsonb) AS c(section_id text, position double precision)
     WHERE s.org_id = $1 AND s.section_id = c.section_id`,
    [orgId, JSON.stringify(places), ctx.user.username, ctx.now],
  )
}

/** The organization among the caller's in which one of these is a lane of its own. */
export async function findLaneOrganization(ctx: Context, sectionIds: string[]): Promise<string | undefined> {
  const [row] = await query<{ org_id: string }>(
    ctx.db,
    `SELECT org_id FROM sections WHERE org_id = ANY($1::uuid[]) AND section_id = ANY($2::text[])
       AND scope_type = 'user' AND scope_id = $3 LIMIT 1`,
    [ctx.caller.orgIds, sectionIds, ctx.user.username],
  )
  return row?.org_id
}
