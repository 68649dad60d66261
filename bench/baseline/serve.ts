import Fastify, { type FastifyReply } from 'fastify'
import type { TaskCreate } from '../../src/resources/work/tasks/schema.ts'
import { readPage, readTask } from './reads.ts'
import { openStore } from './store.ts'
import { createComment, createTask, updateTask, updateTasks } from './writes.ts'

/**
 * The baseline: the least code that returns the same bytes from the same rows, with Fastify, `pg`, one named statement and
 * `JSON.stringify`, without authentication or checks.
 */
const app = Fastify({ logger: false })
const run = await openStore(process.env)

const send = async (reply: FastifyReply, json: Promise<string>, status = 200) =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(await json)

type TaskParams = { Params: { id: string } }
type Body<T> = { Body: T }

app.get('/livez', async () => ({ status: 'ok' }))
app.get<TaskParams>('/task/:id', (request, reply) => send(reply, readTask(run, request.params.id)))
app.get<{ Params: { name: string }; Querystring: { v: string } }>('/page/:name', (request, reply) =>
  send(reply, readPage(run, request.params.name, JSON.parse(request.query.v) as unknown[])),
)
app.post<Body<TaskCreate>>('/task', (request, reply) => send(reply, createTask(run, request.body)))
app.patch<TaskParams & Body<{ title: string }>>('/task/:id', (request, reply) =>
  send(reply, updateTask(run, request.params.id, request.body)),
)
app.post<Body<{ task_ids: string[]; changes: { due_date: string } }>>('/bulk', (request, reply) =>
  send(reply, updateTasks(run, request.body)),
)
app.post<Body<{ task_id: string; content: string }>>('/comment', (request, reply) =>
  send(reply, createComment(run, request.body), 201),
)

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
