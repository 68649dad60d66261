import Fastify from 'fastify'
import { Pool } from 'pg'
import { sortKey } from '../src/kernel/text.ts'
import { types } from '../src/db/types.ts'

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
