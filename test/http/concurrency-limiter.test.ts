import { beforeAll, expect, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { insertMembership, createOrganization, createTask } from '../support/factories.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string
let task_id: string

beforeAll(async () => {
  app = await startApp({ databaseUrl: await copyTemplate(), env: { DATABASE_POOL: '12' } })
  ada = await app.signIn('ada')
  ben = await app.signIn('ben')
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
  task_id = (await createTask(ada, org_id)).task_id
})

const rename = (client: Client, title: string) => client.patch(`/v1/tasks/${task_id}`, { body: { title } })
const requestTasks = (client: Client) => client.get('/v1/tasks', { query: { org_id } })

/** Opens transactions of ada; returns functions that end them. */
function openTransactions(count: number): (() => Promise<void>)[] {
  const database = app.services.concurrencyLimiter.forUser(ada.userId)
  return Array.from({ length: count }, () => {
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    const over = database.transaction(() => held)
    return () => {
      end()
      return over
    }
  })
}
const endAll = (ends: (() => Promise<void>)[]) => Promise.all(ends.map((end) => end()))

// Of the twelve connections two are reserved for lookups, and two for other users.
const max = 8

test('queues transactions of a user beyond the limit in order, without delaying other users', async () => {
  const [end, ...others] = openTransactions(max)
  const order: string[] = []
  const waiting: Promise<unknown>[] = []
  for (const title of ['first', 'second', 'third']) {
    waiting.push(rename(ada, title).then(({ status }) => order.push(status === 200 ? title : String(status))))
    // The request of ada has arrived by the time ben gets his response.
    for (let i = 0; i < 3; i++) expectStatus(await requestTasks(ben), 200)
  }
  expect(order).toEqual([])
  await end!()
  await Promise.all(waiting)
  await endAll(others)
  expect(order).toEqual(['first', 'second', 'third'])
})

test('allows four concurrent statements, and transactions up to the limit', async () => {
  const held = openTransactions(3)
  expectStatus(await requestTasks(ada), 200)
  held.push(...openTransactions(max - 4))
  expectStatus(await rename(ada, 'beside seven'), 200)
  await endAll(held)
})

test('queues a read while four transactions are open, and later requests behind it', async () => {
  const held = openTransactions(4)
  const order: string[] = []
  const waiting = [requestTasks(ada).then(() => order.push('read'))]
  for (let i = 0; i < 3; i++) expectStatus(await requestTasks(ben), 200)
  waiting.push(rename(ada, 'behind a read').then(() => order.push('write')))
  for (let i = 0; i < 3; i++) expectStatus(await requestTasks(ben), 200)
  expect(order).toEqual([])
  await endAll(held)
  await Promise.all(waiting)
  expect(order).toEqual(['read', 'write'])
})

test('returns 503 after five seconds in the queue, without writing', async () => {
  const held = openTransactions(max)
  const reply = await rename(ada, 'too late')
  await endAll(held)
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
  expect(reply.body).toMatchObject({
    type: 'urn:svc:problem:too-many-at-once',
    title: 'Too many requests at once',
    detail: expect.stringMatching(/Nothing was written\. Send at most 4 requests at once.* after Retry-After seconds/),
  })
  expectStatus(await requestTasks(ada), 200)
  expect((await ada.get(`/v1/tasks/${task_id}`)).body.title).not.toBe('too late')
})
