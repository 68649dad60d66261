import { toSortKey } from '../../src/core/text.ts'
import { array, columns, own, seen, text } from './settings.ts'
import type { Run } from './store.ts'

const oneSql = `select ${columns(seen.task)} from tasks t
  where t.org_id = ${text(seen.org_id)} and t.task_id = $1 and t.deleted_at is null`

const visible = `(t.project_id <> all(${array(seen.hidden)})
    or t.project_id is null and (t.team_id is not null or ${own}))
  and (not t.restricted or ${text(seen.user_id)}::uuid = any(t.restricted_to_user_ids)
    or t.project_id = any(${array(seen.owned)}))`

const pageSql = (condition: string, key: string) => `select ${columns(seen.card)} from tasks t
  where t.org_id = ${text(seen.org_id)} and t.deleted_at is null and ${visible} and ${condition}
  order by t.${key}, t.task_id limit 100`

const inProject = 't.project_id = $1 and t.status = any($2::text[])'
/** Pages by name: each is one statement; the last two parameters say after which row. */
const pages: Record<string, string> = {
  title: pageSql('true', 'title_key'),
  title_after: pageSql('(t.title_key, t.task_id) > ($1, $2)', 'title_key'),
  due: pageSql(inProject, 'due_date'),
  due_none: pageSql(`${inProject} and t.due_date is null and t.task_id > $3`, 'due_date'),
  due_after: pageSql(`${inProject} and (t.due_date, t.task_id) > ($3::date, $4)`, 'due_date'),
}

// As long as a cursor with its seal.
const seal = '.0123456789012345678901'

/** One task, as JSON. */
export async function readTask(run: Run, taskId: string): Promise<string> {
  const [row] = await run('task', oneSql, [taskId])
  return JSON.stringify(row)
}

/** A page of a hundred, as JSON. */
export async function readPage(run: Run, name: string, values: unknown[]): Promise<string> {
  const rows = await run(name, pages[name]!, values)
  const last = rows.at(-1) as { title: string; due_date: string; task_id: string }
  const key = name.startsWith('title') ? toSortKey(last.title) : last.due_date
  const next_cursor = Buffer.from(JSON.stringify([key, last.task_id])).toString('base64url') + seal
  return JSON.stringify({ data: rows, next_cursor })
}
