/** Finds users named by tasks, comments or files, in slices: these tables are too large for one statement. */
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'

const SLICE_ROWS = 20_000

const namingTables = [
  { table: 'tasks', id: 'task_id', names: ['assignee', 'created_by'] },
  { table: 'task_comments', id: 'comment_id', names: ['author_id', 'created_by'] },
  { table: 'task_attachments', id: 'attachment_id', names: ['uploaded_by', 'updated_by'] },
] as const

/** Returns which of the usernames and ids of users are named by what is not deleted. */
export async function findNamedPeople(ctx: Context, orgId: string, people: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  if (people.length === 0) return found
  for (const table of namingTables)
    for (let cursor: string | null = ''; cursor !== null;) {
      const slice: NamedSlice = await readSlice(ctx, orgId, table, { people, cursor })
      for (const name of slice.named) found.add(name)
      cursor = slice.size < SLICE_ROWS ? null : slice.last
    }
  return found
}

interface NamedSlice {
  size: number
  /** Key of the last row; null at the end. */
  last: string | null
  named: string[]
}

/** Reads the next rows in the order of their key. Looks up only the tasks of rows that name one of the people. */
async function readSlice(
  ctx: Context,
  orgId: string,
  { table, id, names }: (typeof namingTables)[number],
  { people, cursor }: { people: readonly string[]; cursor: string },
): Promise<NamedSlice> {
  const key = sql.raw(`r.${id}`)
  const [one, other] = [sql.raw(`r.${names[0]}::text`), sql.raw(`r.${names[1]}::text`)]
  const [slice] = await ctx.db.query(sql<NamedSlice>`
    with slice as (
      select ${key} as id, ${one} as one, ${other} as other, r.task_id, r.deleted_at from ${sql.raw(table)} r
      where r.org_id = ${orgId} and ${key} > ${cursor} order by ${key} limit ${SLICE_ROWS}),
    named as (
      select s.one, s.other from slice s
      where (s.one = any(${people}::text[]) or s.other = any(${people}::text[])) and s.deleted_at is null
        and (select t.deleted_at is null from tasks t where t.org_id = ${orgId} and t.task_id = s.task_id))
    select (select count(*)::int from slice) as size, (select max(s.id) from slice s) as last,
      array(select n.one from named n where n.one is not null union select n.other from named n where n.other is not null)
        as named`)
  return slice!
}
