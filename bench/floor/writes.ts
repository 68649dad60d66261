import { newId } from '../../src/core/ids.ts'
import { normalizeForSearch, toSortKey } from '../../src/core/text.ts'
import {
  applyTaskUpdate,
  buildBlankTask,
  writableColumns,
  toColumnValues,
} from '../../src/resources/work/tasks/rules.ts'
import type { TaskCreate } from '../../src/resources/work/tasks/schema.ts'
import { toGramsArray, buildSearchContent } from '../../src/resources/work/tasks/queries/search.ts'
import { columns, seen, text } from './settings.ts'
import type { Run } from './store.ts'

const org = text(seen.org_id)

/** An event of tasks that a statement writes beside the change, as parts of its WITH; `from` gives the tasks. */
const told = (type: string, eventId: string, taskId: string, after: string, at: string, from = '') => `
  insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, after, created_at)
  select ${org}, ${eventId}, '${type}', 'task', ${taskId}, 'user', ${after}, ${at} ${from}`

// What a create leaves behind: the task, its search text, its event, its kept answer.
const taskColumns = ['task_id', 'created_by', 'updated_by', 'created_at', 'updated_at'] as const
const names = [...taskColumns, ...writableColumns]
const more = (n: number) => `$${names.length + n}`
const insertSql = `
  with made as (insert into tasks (org_id, ${names.join(', ')})
      values (${org}, ${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *),
    searched as (insert into task_search (org_id, task_id, content, grams)
      values (${org}, $1, ${more(1)}, ${more(2)})),
    told as (${told('task.created', '$1', '$1', `${more(3)}::jsonb`, '$4::timestamptz')}),
    kept as (insert into idempotency_keys (principal, key, fingerprint, status, headers, body, created_at)
      values (${text(seen.user_id)}, $1, $1, 200, '{}', ${more(3)}, $4))
  select ${columns(seen.task)} from made t`

/** Creates a task, and gives it as JSON. */
export async function createTask(run: Run, body: TaskCreate): Promise<string> {
  const now = new Date()
  const blank = buildBlankTask(seen.org_id, newId('T', now.getTime()), seen.username, now.toISOString())
  const task = applyTaskUpdate(blank, body, true)
  const content = buildSearchContent(task)
  const values = [...taskColumns.map((name) => task[name]), ...toColumnValues(task)]
  const all = [...values, content, toGramsArray(content), JSON.stringify(body)]
  const [row] = await run('insert', insertSql, all)
  return JSON.stringify(row)
}

// What a change of a title leaves behind: the task, its search text, its event.
const updateSql = `
  with made as (update tasks set title = $2, title_key = $3, version = version + 1,
      updated_by = ${text(seen.username)}, updated_at = $4 where org_id = ${org} and task_id = $1 returning *),
    searched as (update task_search set content = $5, grams = $6 where org_id = ${org} and task_id = $1),
    told as (${told('task.updated', '$7', '$1', '$8::jsonb', '$4::timestamptz')})
  select ${columns(seen.task)} from made t`

type Said = Parameters<typeof buildSearchContent>[0]
const saidSql = `select task_id, title, description, tags from tasks where org_id = ${org} and task_id = $1`
/** What tasks say beside their title; it is asked once, so that a change is one statement. */
const said = new Map<string, Said>()

/** Changes the title of a task, and gives it as JSON. */
export async function updateTask(run: Run, taskId: string, body: { title: string }): Promise<string> {
  const known = said.get(taskId) ?? ((await run('said', saidSql, [taskId]))[0] as Said)
  said.set(taskId, known)
  const now = new Date()
  const content = buildSearchContent({ ...known, title: body.title })
  const values = [
    taskId,
    body.title,
    toSortKey(body.title),
    now.toISOString(),
    content,
    toGramsArray(content),
  ]
  const all = [...values, newId('EV', now.getTime()), JSON.stringify(body)]
  const [row] = await run('update', updateSql, all)
  return JSON.stringify(row)
}

// What a change of many due dates leaves behind: the tasks, and an event of each.
const bulkSql = `
  with made as (update tasks set due_date = $2, version = version + 1, updated_by = ${text(seen.username)},
      updated_at = $3 where org_id = ${org} and task_id = any($1::text[]) returning *),
    told as (${told('task.updated', 'n.event_id', 'n.task_id', '$5::jsonb', '$3::timestamptz', 'from unnest($1::text[], $4::text[]) n (task_id, event_id)')})
  select ${columns(seen.task)} from made t`

/** Changes the due date of many tasks, and gives them as JSON. */
export async function updateTasks(
  run: Run,
  { task_ids, changes }: { task_ids: string[]; changes: { due_date: string } },
): Promise<string> {
  const now = new Date()
  const events = task_ids.map(() => newId('EV', now.getTime()))
  const values = [task_ids, changes.due_date, now.toISOString(), events, JSON.stringify(changes)]
  const tasks = await run('bulk', bulkSql, values)
  return JSON.stringify({ ok: true, updated: tasks.length, tasks })
}

// What a comment leaves behind: itself, one more in the count of its task, its event.
const commentSql = `
  with made as (insert into task_comments (org_id, comment_id, task_id, content, content_key, author_id, created_by,
        created_at, updated_at)
      values (${org}, $1, $2, $3, $4, ${text(seen.user_id)}, ${text(seen.username)}, $5, $5) returning *),
    counted as (update tasks set comments = comments + 1 where org_id = ${org} and task_id = $2),
    told as (${told('task.comment_added', '$6', '$2', '$7::jsonb', '$5::timestamptz')})
  select comment_id, task_id, content, created_by, created_at, updated_at, version from made`

/** Writes a comment, and gives it as JSON. */
export async function createComment(
  run: Run,
  { task_id, content }: { task_id: string; content: string },
): Promise<string> {
  const now = new Date()
  const comment_id = newId('C', now.getTime())
  const event = newId('EV', now.getTime())
  const values = [comment_id, task_id, content, normalizeForSearch(content), now.toISOString(), event]
  const [row] = await run('comment', commentSql, [...values, JSON.stringify({ comment_id })])
  return JSON.stringify({ ...row, replies: [] })
}
