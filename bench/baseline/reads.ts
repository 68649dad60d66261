import { toSortKey } from '../../src/core/text.ts'
import { isOwnSql, quote, quoteArray, selectFields, settings } from './settings.ts'
import type { RunStatement } from './store.ts'

const taskSql = `select ${selectFields(settings.taskFields)} from tasks t
  where t.org_id = ${quote(settings.org_id)} and t.task_id = $1 and t.deleted_at is null`

const isVisibleSql = `(t.project_id <> all(${quoteArray(settings.hiddenProjects)})
    or t.project_id is null and (t.team_id is not null or ${isOwnSql}))
  and (not t.restricted or ${quote(settings.user_id)}::uuid = any(t.restricted_to_user_ids)
    or t.project_id = any(${quoteArray(settings.ownedProjects)}))`

const buildPageSql = (condition: string, key: string) => `select ${selectFields(settings.listFields)} from tasks t
  where t.org_id = ${quote(settings.org_id)} and t.deleted_at is null and ${isVisibleSql} and ${condition}
  order by t.${key}, t.task_id limit 100`

const inProjectSql = 't.project_id = $1 and t.status = any($2::text[])'
/** Statements by name; the last two parameters are the keyset cursor. */
const pages: Record<string, string> = {
  title: buildPageSql('true', 'title_key'),
  title_after: buildPageSql('(t.title_key, t.task_id) > ($1, $2)', 'title_key'),
  due: buildPageSql(inProjectSql, 'due_date'),
  due_none: buildPageSql(`${inProjectSql} and t.due_date is null and t.task_id > $3`, 'due_date'),
  due_after: buildPageSql(`${inProjectSql} and (t.due_date, t.task_id) > ($3::date, $4)`, 'due_date'),
}

/** Has the length of a cursor's signature. */
const fakeSignature = '.0123456789012345678901'

export async function readTask(run: RunStatement, taskId: string): Promise<string> {
  const [row] = await run('task', taskSql, [taskId])
  return JSON.stringify(row)
}

export async function readPage(run: RunStatement, name: string, values: unknown[]): Promise<string> {
  const rows = await run(name, pages[name]!, values)
  const last = rows.at(-1) as { title: string; due_date: string; task_id: string }
  const key = name.startsWith('title') ? toSortKey(last.title) : last.due_date
  const next_cursor = Buffer.from(JSON.stringify([key, last.task_id])).toString('base64url') + fakeSignature
  return JSON.stringify({ data: rows, next_cursor })
}
