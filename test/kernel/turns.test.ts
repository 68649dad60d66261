import { beforeAll, expect, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { joinDirectly, organization, task } from '../support/factories.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string
let task_id: string

beforeAll(async () => {
  app = await startApp({ databaseUrl: await copyTemplate(), env: { DATABASE_POOL: '12' } })
  ada = await app.session('ada')
  ben = await app.session('ben')
  org_id = (await organization(ada)).org_id
  await joinDirectly(ben, org_id, 'member')
  task_id = (await task(ada, org_id)).task_id
})

const rename = (client: Client, title: string) => client.patch(`/v1/tasks/${task_id}`, { body: { title } })
const listed = (client: Client) => client.get('/v1/tasks', { query: { org_id } })

/** Keeps transactions of ada's under way; gives what ends each. */
function hold(count: number): (() => Promise<void>)[] {
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
const all = (ends: (() => Promise<void>)[]) => Promise.all(ends.map((end) => end()))

// Of the twelve connections two are for look-ups, and two are left to others.
const most = 8

test('of more transactions of one person than leave two connections the others wait in order, and nobody else does', async () => {
  const [end, ...others] = hold(most)
  const order: string[] = []
  const waiting: Promise<unknown>[] = []
  for (const title of ['first', 'second', 'third']) {
    waiting.push(rename(ada, title).then(({ status }) => order.push(status === 200 ? title : String(status))))
    // By the time ben is answered, ada's request has come.
    for (let i = 0; i < 3; i++) expectStatus(await listed(ben), 200)
  }
  expect(order).toEqual([])
  await end!()
  await Promise.all(waiting)
  await all(others)
  expect(order).toEqual(['first', 'second', 'third'])
})

test('up to four statements run at once, and as many transactions as leave two connections', async () => {
  const held = hold(3)
  expectStatus(await listed(ada), 200)
  held.push(...hold(most - 4))
  expectStatus(await rename(ada, 'beside seven'), 200)
  await all(held)
})

test('a read waits while four run, and what comes after it waits behind it', async () => {
  const held = hold(4)
  const order: string[] = []
  const waiting = [listed(ada).then(() => order.push('read'))]
  for (let i = 0; i < 3; i++) expectStatus(await listed(ben), 200)
  waiting.push(rename(ada, 'behind a read').then(() => order.push('write')))
  for (let i = 0; i < 3; i++) expectStatus(await listed(ben), 200)
  expect(order).toEqual([])
  await all(held)
  await Promise.all(waiting)
  expect(order).toEqual(['read', 'write'])
})

test('who has waited five seconds is told to send fewer at once, and nothing is written', async () => {
  const held = hold(most)
  const reply = await rename(ada, 'too late')
  await all(held)
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
  expect(reply.body).toMatchObject({
    type: 'urn:svc:problem:too-many-at-once',
    title: 'Too many requests at once',
    detail: expect.stringMatching(/Nothing was written\. Send at most 4 requests at once.* after Retry-After seconds/),
  })
  expectStatus(await listed(ada), 200)
  expect((await ada.get(`/v1/tasks/${task_id}`)).body.title).not.toBe('too late')
})
