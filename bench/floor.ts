import Fastify from 'fastify'
import { Pool } from 'pg'
import { newId } from '../src/kernel/values/ids.ts'
import { sortKey } from '../src/kernel/text.ts'
import { types } from '../src/db/types.ts'
import { applyUpdate, blankTask, writtenColumns, writtenValues } from '../src/resources/tasks/rules.ts'
import type { TaskCreate } from '../src/resources/tasks/schemas.ts'
import { gramsOf, searchContent } from '../src/resources/tasks/search.ts'

/**
 * The least that could answer the same bytes from the same rows: Fastify, pg, a named statement, JSON.stringify. It knows
 * nobody, checks nothing, and is told the shape of the answers and what the caller sees when it starts (`FLOOR`).
 */
export interface FloorSettings {
  org_id: string
  user_id: string
  username: string
  /** Attributes of one task, and of a task in a list, in their order. */
  task: string[]
  card: string[]
  hidden: string[]
  owned: string[]
  editable: string[]
  joined: string[]
}

const seen = JSON.parse(process.env.FLOOR ?? '{}') as FloorSettings
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const array = (values: string[]) => `array[${values.map(text).join()}]::text[]`

const own = `t.created_by = ${text(seen.username)} or t.assignee = ${text(seen.username)}`
const special: Record<string, string> = {
  has_access: 'true',
  has_edit_access: `coalesce(${own} or t.project_id = any(${array(seen.editable)})
    or t.project_id is null and t.team_id = any(${array(seen.joined)}), false)`,
  restricted_to_user_ids: 'case when t.restricted then t.restricted_to_user_ids end',
  section_id: 'null',
  section_position: 'null',
}
const columns = (names: string[]) =>
  names.map((name) => `${special[name] ?? `t.${name}`} as ${name}`).join(', ')

const oneSql = `select ${columns(seen.task)} from tasks t
  where t.org_id = ${text(seen.org_id)} and t.task_id = $1 and t.deleted_at is null`

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types,
  // A statement whose plan is kept serves every project alike; one of the two ways is the faster for each page.
  options: `-c TimeZone=UTC -c plan_cache_mode=${process.env.PLANS ?? 'auto'}`,
})

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

const app = Fastify({ logger: false })
const json = 'application/json; charset=utf-8'
// As long as a cursor with its seal.
const seal = '.0123456789012345678901'

// What a create leaves behind, written by one statement: the task, its search text, its event, its kept answer.
const taskColumns = ['task_id', 'created_by', 'updated_by', 'created_at', 'updated_at'] as const
const names = [...taskColumns, ...writtenColumns]
const insertSql = `
  with made as (insert into tasks (org_id, ${names.join(', ')})
      values (${text(seen.org_id)}, ${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *),
    searched as (insert into task_search (org_id, task_id, content, grams)
      values (${text(seen.org_id)}, $1, $${names.length + 1}, $${names.length + 2})),
    told as (insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, after, created_at)
      values (${text(seen.org_id)}, $1, 'task.created', 'task', $1, 'user', $${names.length + 3}, $4)),
    kept as (insert into idempotency_keys (principal, key, fingerprint, status, headers, body, created_at)
      values (${text(seen.user_id)}, $1, $1, 200, '{}', $${names.length + 3}, $4))
  select ${columns(seen.task)} from made t`

app.post<{ Body: TaskCreate }>('/task', async (request, reply) => {
  const now = new Date()
  const blank = blankTask(seen.org_id, newId('T', now.getTime()), seen.username, now.toISOString())
  const task = applyUpdate(blank, request.body, true)
  const content = searchContent(task)
  const values = [...taskColumns.map((name) => task[name]), ...writtenValues(task)]
  const all = [...values, content, gramsOf(content), JSON.stringify(request.body)]
  const { rows } = await pool.query({ name: 'insert', text: insertSql, values: all })
  return reply.header('content-type', json).send(JSON.stringify(rows[0]))
})

app.get('/livez', async () => ({ status: 'ok' }))

app.get<{ Params: { id: string } }>('/task/:id', async (request, reply) => {
  const { rows } = await pool.query({ name: 'task', text: oneSql, values: [request.params.id] })
  return reply.header('content-type', json).send(JSON.stringify(rows[0]))
})

app.get<{ Params: { name: string }; Querystring: { v: string } }>('/page/:name', async (request, reply) => {
  const { name } = request.params
  const values = JSON.parse(request.query.v) as unknown[]
  const { rows } = await pool.query({ name, text: pages[name]!, values })
  const last = rows.at(-1) as { title: string; due_date: string; task_id: string }
  const key = name.startsWith('title') ? sortKey(last.title) : last.due_date
  const next_cursor = Buffer.from(JSON.stringify([key, last.task_id])).toString('base64url') + seal
  return reply.header('content-type', json).send(JSON.stringify({ data: rows, next_cursor }))
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
