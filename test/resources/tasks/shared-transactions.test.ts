import { beforeAll, describe, expect, test } from 'vitest'
import { beginRequest } from '../../support/slow-request.ts'
import { startApp, type Client, type Reply, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { isSharded } from '../../support/databases.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  ben = await app.signIn('ben')
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
})

const create = (client: Client, title: string, values: object = {}, headers: Record<string, string> = {}) =>
  client.post('/v1/tasks', { headers, body: { org_id, title, ...values } })
const postComment = (client: Client, task_id: string, content: string) =>
  client.post('/v1/task-comments', { body: { task_id, content } })

/** Holds the transactions of the requests until all have come that far and `during` has ended, so that they share one. */
async function runTogether<T>(
  requests: () => Promise<T>[],
  during: () => Promise<void> = async () => {},
): Promise<T[]> {
  const { database } = app.services
  const transaction = database.transaction.bind(database)
  const held: (() => void)[] = []
  database.transaction = (work, group) =>
    group
      ? new Promise((resolve, reject) => held.push(() => transaction(work, group).then(resolve, reject)))
      : transaction(work)
  try {
    let answered = 0
    const replies = requests().map((reply) => reply.finally(() => answered++))
    await expect.poll(() => held.length + answered).toBe(replies.length)
    await during()
    for (const begin of held.splice(0)) begin()
    return await Promise.all(replies)
  } finally {
    database.transaction = transaction
  }
}

const listEvents = (type: string, ids: string[]) =>
  app.sql<{ resource_id: string; tx: string; ord: number; created_at: string; part_id: string }>(
    `select resource_id, tx::text, ord, created_at, part_id from events
     where org_id = $1 and type = $2 and resource_id = any($3::text[]) order by events.tx, ord, event_id`,
    [org_id, type, ids],
  )

const getIds = (replies: Reply[]): string[] => replies.map((reply) => expectStatus(reply, reply.status).task_id)

test('creates and comments of several users share a transaction, and each event has a position of its own', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const replies = await runTogether(() => [
    ...[1, 2, 3, 4].map((n) => create(ada, `shared ${n}`, { project_id })),
    ...[5, 6].map((n) => create(ben, `shared ${n}`)),
    postComment(ben, task_id, 'Shared.'),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201])
  const ids = getIds(replies)
  const events = [
    ...(await listEvents('task.created', ids.slice(0, 6))),
    ...(await listEvents('task.comment_added', ids)),
  ]
  expect(events).toHaveLength(7)
  expect(new Set(events.map(({ tx, ord }) => `${tx} ${ord}`)).size).toBe(7)
  // Requests to sharded tables have a transaction each.
  expect(new Set(events.map(({ tx }) => tx)).size).toBe(isSharded ? 7 : 1)
  const numbers = replies.slice(0, 4).map(({ body }) => body.key)
  expect(new Set(numbers).size).toBe(4)
  for (const [i, id] of ids.slice(0, 6).entries())
    expect(expectStatus(await ada.get(`/v1/tasks/${id}`), 200).title).toBe(`shared ${i + 1}`)
})

test('each of several requests gets its own problem, and the others are done once', async () => {
  const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
  const open = await createProject(ada, org_id)
  await addProjectMember(ada, open.project_id, ben, 'viewer')
  const parent = await createTask(ada, org_id, { project_id: open.project_id })
  const taken = await createTask(ada, org_id, { title: 'taken' })
  await create(ada, 'family', { sub_tasks: [taken.task_id] })
  const replies = await runTogether(() => [
    create(ada, 'mixed 0', { project_id: open.project_id }),
    create(ben, 'mixed 1', { project_id }),
    create(ben, 'mixed 2', { project_id: open.project_id }),
    create(ada, 'mixed 3', { assignee: 'nobody-here' }),
    create(ada, 'mixed 4', { sub_tasks: [taken.task_id] }),
    create(ada, 'mixed 5', { sprint_id: 'SP0' }, { 'idempotency-key': 'mixed 5' }),
    create(ben, 'mixed 6', {}, { 'idempotency-key': 'mixed 6' }),
    postComment(ada, 'T0', 'mixed 7'),
    postComment(ben, parent.task_id, 'mixed 8'),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 403, 422, 409, 422, 200, 404, 201])
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, search: 'mixed' } }), 200)
  expect(data.map((row: { title: string }) => row.title).sort()).toEqual(['mixed 0', 'mixed 6'])
  const again = await create(ada, 'mixed 5', { sprint_id: 'SP0' }, { 'idempotency-key': 'mixed 5' })
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([422, 'true'])
  const repeated = await create(ben, 'mixed 6', {}, { 'idempotency-key': 'mixed 6' })
  expect([repeated.body.task_id, repeated.headers['idempotent-replayed']]).toEqual([replies[6]!.body.task_id, 'true'])
})

test('a repeated Idempotency-Key creates one task, also beside other requests', async () => {
  const withKey = (key: string, title = key) => create(ada, title, {}, { 'idempotency-key': key })
  const replies = await runTogether(() => [
    withKey('twice'),
    withKey('once'),
    withKey('twice'),
    withKey('twice', 'another request'),
    create(ben, 'twice', {}, { 'idempotency-key': 'twice' }),
  ])
  const twice = [0, 2, 3].map((i) => replies[i]!)
  for (const i of [1, 4]) expectStatus(replies[i]!, 200)
  const [won, ...others] = twice.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  for (const { status, headers } of twice.filter((reply) => reply !== won))
    expect([status, headers['retry-after']]).toEqual([409, '1'])
  const { task_id, title } = expectStatus(won!, 200)
  expect(expectStatus(await withKey('twice', title), 200).task_id).toBe(task_id)
  const created = await app.sql<{ task_id: string }>(
    `select task_id from tasks where org_id = $1 and created_by = 'ada' and title in ('twice', 'another request')`,
    [org_id],
  )
  expect(created).toEqual([{ task_id }])
})

test('comments on one task have increasing times, and all are counted', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const replies = await runTogether(() =>
    [1, 2, 3, 4, 5, 6].map((n) => postComment(n % 2 ? ada : ben, task_id, `${n}`)),
  )
  for (const reply of replies) expectStatus(reply, 201)
  const events = await listEvents('task.comment_added', [task_id])
  const times = events.map(({ created_at }) => created_at)
  expect(new Set(times).size).toBe(6)
  expect(times).toEqual([...times].sort())
  expect((await app.sql('select comments from tasks where task_id = $1', [task_id]))[0]).toEqual({ comments: 6 })
})

test('tasks that enter one section have different positions', async () => {
  const { project_id } = await createProject(ada, org_id, { preset: 'simple' })
  const replies = await runTogether(() => [1, 2, 3, 4, 5, 6].map((n) => create(ada, `placed ${n}`, { project_id })))
  const rows = await app.sql<{ position: number }>(
    `select position from task_sections where org_id = $1 and task_id = any($2::text[]) order by position`,
    [org_id, getIds(replies)],
  )
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a client that disconnects does not disturb the others, and can retry with its key', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'left' }
  const body = Buffer.from(JSON.stringify({ org_id, title: 'left' }))
  const leaving = beginRequest(ada, '/v1/tasks', { ...headers, 'content-length': String(body.length) })
  const left = leaving.reply.catch(() => undefined)
  const replies = await runTogether(
    () => {
      leaving.raw.end(body)
      return [create(ada, 'stays 1'), create(ben, 'stays 2'), left as Promise<undefined>]
    },
    async () => void leaving.raw.destroy(),
  )
  for (const reply of replies.slice(0, 2)) expectStatus(reply!, 200)
  await expect.poll(async () => (await create(ada, 'left', {}, headers)).status).toBe(200)
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, search: 'left' } }), 200)
  expect(data).toHaveLength(1)
})

// Requests to sharded tables do not wait for a shared transaction.
describe.skipIf(isSharded)('while requests wait for their transaction', () => {
  test('a project that is deleted refuses its creates and no others', async () => {
    const { project_id } = await createProject(ada, org_id)
    const replies = await runTogether(
      () => [create(ben, 'kept'), create(ada, 'gone 1', { project_id }), create(ada, 'gone 2', { project_id })],
      async () => void expectStatus(await ada.delete(`/v1/projects/${project_id}`), 200),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  test('an organization that is deleted shows none of their tasks', async () => {
    const former = org_id
    org_id = (await createOrganization(ada)).org_id
    const doomed = org_id
    const replies = await runTogether(
      () => [create(ada, 'doomed 1'), create(ada, 'doomed 2')],
      async () => void expectStatus(await ada.delete(`/v1/organizations/${doomed}`), 200),
    )
    org_id = former
    for (const { status } of replies) expect([200, 403, 404]).toContain(status)
    expect((await ada.get('/v1/tasks', { query: { org_id: doomed } })).status).toBe(403)
  })
})
