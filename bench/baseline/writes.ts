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
import { quote, selectFields, settings } from './settings.ts'
import type { RunStatement } from './store.ts'

const org = quote(settings.org_id)

/** Inserts an event of tasks; `from` selects several tasks. */
const buildEventSql = (type: string, eventId: string, taskId: string, after: string, at: string, from = '') => `
  insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, after, created_at)
  select ${org}, ${eventId}, '${type}', 'task', ${taskId}, 'user', ${after}, ${at} ${from}`

// A create writes the task, its search text, its event and the stored response.
const taskColumns = ['task_id', 'created_by', 'updated_by', 'created_at', 'updated_at'] as const
const columns = [...taskColumns, ...writableColumns]
const extra = (n: number) => `$${columns.length + n}`
const insertSql = `
  with written as (insert into tasks (org_id, ${columns.join(', ')})
      values (${org}, ${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning *),
    searched as (insert into task_search (org_id, task_id, content, grams)
      values (${org}, $1, ${extra(1)}, ${extra(2)})),
    event as (${buildEventSql('task.created', '$1', '$1', `${extra(3)}::jsonb`, '$4::timestamptz')}),
    stored as (insert into idempotency_keys (principal, key, fingerprint, status, headers, body, created_at)
      values (${quote(settings.user_id)}, $1, $1, 200, '{}', ${extra(3)}, $4))
  select ${selectFields(settings.taskFields)} from written t`

export async function createTask(run: RunStatement, body: TaskCreate): Promise<string> {
  const now = new Date()
  const blank = buildBlankTask(settings.org_id, newId('T', now.getTime()), settings.username, now.toISOString())
  const task = applyTaskUpdate(blank, body, true)
  const content = buildSearchContent(task)
  const values = [...taskColumns.map((name) => task[name]), ...toColumnValues(task)]
  const all = [...values, content, toGramsArray(content), JSON.stringify(body)]
  const [row] = await run('insert', insertSql, all)
  return JSON.stringify(row)
}

// A change of a title writes the task, its search text and its event.
const updateSql = `
  with written as (update tasks set title = $2, title_key = $3, version = version + 1,
      updated_by = ${quote(settings.username)}, updated_at = $4 where org_id = ${org} and task_id = $1 returning *),
    searched as (update task_search set content = $5, grams = $6 where org_id = ${org} and task_id = $1),
    event as (${buildEventSql('task.updated', '$7', '$1', '$8::jsonb', '$4::timestamptz')})
  select ${selectFields(settings.taskFields)} from written t`

type SearchText = Parameters<typeof buildSearchContent>[0]
const searchTextSql = `select task_id, title, description, tags from tasks where org_id = ${org} and task_id = $1`
/** Caches the other searchable fields, so that a change is one statement. */
const searchTexts = new Map<string, SearchText>()

export async function updateTask(run: RunStatement, taskId: string, body: { title: string }): Promise<string> {
  const cached = searchTexts.get(taskId) ?? ((await run('search-text', searchTextSql, [taskId]))[0] as SearchText)
  searchTexts.set(taskId, cached)
  const now = new Date()
  const content = buildSearchContent({ ...cached, title: body.title })
  const values = [taskId, body.title, toSortKey(body.title), now.toISOString(), content, toGramsArray(content)]
  const all = [...values, newId('EV', now.getTime()), JSON.stringify(body)]
  const [row] = await run('update', updateSql, all)
  return JSON.stringify(row)
}

// A bulk change writes the tasks and an event each.
const bulkSql = `
  with written as (update tasks set due_date = $2, version = version + 1, updated_by = ${quote(settings.username)},
      updated_at = $3 where org_id = ${org} and task_id = any($1::text[]) returning *),
    event as (${buildEventSql('task.updated', 'n.event_id', 'n.task_id', '$5::jsonb', '$3::timestamptz', 'from unnest($1::text[], $4::text[]) n (task_id, event_id)')})
  select ${selectFields(settings.taskFields)} from written t`

export async function updateTasks(
  run: RunStatement,
  { task_ids, changes }: { task_ids: string[]; changes: { due_date: string } },
): Promise<string> {
  const now = new Date()
  const events = task_ids.map(() => newId('EV', now.getTime()))
  const values = [task_ids, changes.due_date, now.toISOString(), events, JSON.stringify(changes)]
  const tasks = await run('bulk', bulkSql, values)
  return JSON.stringify({ ok: true, updated: tasks.length, tasks })
}

// A comment writes itself, the comment count of its task and its event.
const commentSql = `
  with written as (insert into task_comments (org_id, comment_id, task_id, content, content_key, author_id, created_by,
        created_at, updated_at)
      values (${org}, $1, $2, $3, $4, ${quote(settings.user_id)}, ${quote(settings.username)}, $5, $5) returning *),
    counted as (update tasks set comments = comments + 1 where org_id = ${org} and task_id = $2),
    event as (${buildEventSql('task.comment_added', '$6', '$2', '$7::jsonb', '$5::timestamptz')})
  select comment_id, task_id, content, created_by, created_at, updated_at, version from written`

export async function createComment(
  run: RunStatement,
  { task_id, content }: { task_id: string; content: string },
): Promise<string> {
  const now = new Date()
  const comment_id = newId('C', now.getTime())
  const event = newId('EV', now.getTime())
  const values = [comment_id, task_id, content, normalizeForSearch(content), now.toISOString(), event]
  const [row] = await run('comment', commentSql, [...values, JSON.stringify({ comment_id })])
  return JSON.stringify({ ...row, replies: [] })
}
