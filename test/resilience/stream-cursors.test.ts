import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { startApp, type Client } from '../support/app.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startPostgres, type TestServer } from '../support/postgres.ts'
import { spawnServer, unpackDatabase } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'
import { consumeIds } from './consumed-ids.ts'

const servers: TestServer[] = []
const folders: string[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function startServer(): Promise<TestServer> {
  const server = (await startPostgres())!
  servers.push(server)
  return server
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cursors-'))
  folders.push(folder)
  return folder
}

/** Waits until the server has reconnected. */
async function waitUntilReconnected(client: Client): Promise<void> {
  for (let tries = 0; (await client.get('/v1/me')).status !== 200; tries++) {
    if (tries === 400) throw new Error('the service did not come back')
    await sleep(25)
  }
}

const readPage = (client: Client, query: Record<string, string>): Promise<Reply> => client.get('/v1/events', { query })

/** Returns the tasks of the events after a cursor, and the cursor that follows. */
async function readOn(client: Client, org_id: string, from: string, count: number) {
  const tasks: string[] = []
  let cursor = from
  for (let tries = 0; tasks.length < count; tries++) {
    if (tries === 100) throw new Error(`received ${tasks.length} of ${count}`)
    const { data, next_cursor } = expectStatus(await readPage(client, { org_id, cursor, wait: '1' }), 200)
    for (const event of data) tasks.push(event.data.resource_id)
    cursor = next_cursor
  }
  return { tasks, cursor }
}

const readHeadCursor = async (client: Client, org_id: string): Promise<string> =>
  expectStatus(await readPage(client, { org_id }), 200).next_cursor

const make = async (client: Client, org_id: string): Promise<string> => (await createTask(client, org_id)).task_id

/** Expects 410 for a cursor in all ways to send it. */
async function expectGone(client: Client, org_id: string, cursor: string): Promise<void> {
  const request = { query: { org_id, cursor } }
  const replies = [
    await client.get('/v1/events', request),
    await client.get('/v1/events', { query: { ...request.query, wait: '1' } }),
    await client.get('/v1/events', { ...request, headers: { accept: 'text/event-stream' } }),
    await client.get('/v1/events', {
      query: { org_id },
      headers: { accept: 'text/event-stream', 'last-event-id': cursor },
    }),
  ]
  for (const { status, body } of replies) expect([status, body.type]).toEqual([410, 'urn:svc:problem:cursor-expired'])
}

/** Expects a stream that resumes at a cursor to send exactly these tasks, in this order. */
async function expectStream(client: Client, org_id: string, cursor: string, tasks: string[]): Promise<void> {
  const stream = await openStream(client, { org_id }, { 'last-event-id': cursor })
  await stream.waitForTypes(tasks.length)
  await sleep(300)
  expect(stream.events.map(({ data }) => data.resource_id)).toEqual(tasks)
  stream.close()
}

describe.skipIf(!inject('svc').postgresUrl)('a reader with a cursor after a restore of PostgreSQL', () => {
  test('into another cluster receives the events of the dump and then the new ones', async () => {
    const [from, to] = await Promise.all([startServer(), startServer()])
    const old = await startApp({ databaseUrl: await from.createDatabase('svc') })
    const ada = await old.signIn('ada')
    const { org_id } = await createOrganization(ada)
    // Transaction ids of the other cluster begin far below those of the cursors.
    await consumeIds(old, 20_000)
    const start = await readHeadCursor(ada, org_id)
    const firstTask = await make(ada, org_id)
    const first = await readOn(ada, org_id, start, 1)
    expect(first.tasks).toEqual([firstTask])
    const dumped = [await make(ada, org_id), await make(ada, org_id)]
    const dump = join(createFolder(), 'dump')
    execFileSync(join(from.bin, 'pg_dump'), ['-Fc', '-f', dump, from.url('svc')])
    const lost = await make(ada, org_id)
    const second = await readOn(ada, org_id, first.cursor, 3)
    expect(second.tasks).toEqual([...dumped, lost])
    await old.stop()

    const databaseUrl = await to.createDatabase('svc')
    execFileSync(join(to.bin, 'pg_restore'), ['--no-owner', '-d', databaseUrl, dump])
    const fresh = await startApp({ databaseUrl })
    const again = await fresh.signIn('ada')
    await expectGone(again, org_id, second.cursor)
    const third = await readOn(again, org_id, first.cursor, 2)
    expect(third.tasks).toEqual(dumped)
    await expectStream(again, org_id, first.cursor, dumped)
    const stream = await openStream(again, { org_id }, { 'last-event-id': first.cursor })
    const here = []
    for (const _ of createRange(3)) here.push(await make(again, org_id))
    await stream.waitForTypes(5)
    expect(stream.events.map(({ data }) => data.resource_id)).toEqual([...dumped, ...here])
    stream.close()
    expect((await readOn(again, org_id, first.cursor, 5)).tasks).toEqual([...dumped, ...here])
    expect((await readOn(again, org_id, third.cursor, 3)).tasks).toEqual(here)
    await expectStream(again, org_id, first.cursor, [...dumped, ...here])
    await expectGone(again, org_id, second.cursor)
  })

  test('to an older data folder is notified in an open stream, and resumes before', async () => {
    const server = await startServer()
    const app = await startApp({ databaseUrl: await server.createDatabase('svc') })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const start = await readHeadCursor(ada, org_id)
    const stored = [await make(ada, org_id), await make(ada, org_id)]
    const first = await readOn(ada, org_id, start, 2)
    expect(first.tasks).toEqual(stored)
    await server.restart((data) => execFileSync('cp', ['-a', data, `${data}.past`]))
    await waitUntilReconnected(ada)
    const stream = await openStream(ada, { org_id }, { 'last-event-id': first.cursor })
    const lost = []
    for (const _ of createRange(10)) lost.push(await make(ada, org_id))
    await stream.waitForTypes(10)
    const waiting = readPage(ada, { org_id, cursor: stream.lastId, wait: '30' })
    const second = await readOn(ada, org_id, first.cursor, 10)
    expect(second.tasks).toEqual(lost)

    await server.restart((data) => {
      execFileSync('rm', ['-rf', data])
      execFileSync('mv', [`${data}.past`, data])
    })
    await stream.waitUntil(({ endReason: end, isClosed: over }) => end !== undefined && over)
    expect([stream.endReason, stream.events.length]).toEqual(['reset', 10])
    expect((await waiting).status).toBe(410)
    await waitUntilReconnected(ada)
    await expectGone(ada, org_id, second.cursor)
    await expectGone(ada, org_id, stream.lastId)
    // As many as were lost, so that their transaction ids repeat.
    const instead = []
    for (const _ of createRange(10)) instead.push(await make(ada, org_id))
    expect((await readOn(ada, org_id, first.cursor, 10)).tasks).toEqual(instead)
    await expectStream(ada, org_id, first.cursor, instead)
    await expectGone(ada, org_id, second.cursor)
  })
})

// Only in the long tests: starting a server three times takes a CPU for a quarter of a minute.
test.each(createRange(chooseSize(0, 1)))(
  'a reader resumes before the restore after the folder of the embedded database is replaced by an older one',
  async () => {
    const dataDir = createFolder()
    unpackDatabase(dataDir)
    const past = `${dataDir}.past`
    folders.push(past)
    const startSession = async () => {
      const server = await spawnServer({ dataDir })
      return { server, ada: await server.signIn('ada') }
    }
    const one = await startSession()
    const { org_id } = await createOrganization(one.ada)
    const start = await readHeadCursor(one.ada, org_id)
    const stored = await make(one.ada, org_id)
    const first = await readOn(one.ada, org_id, start, 1)
    expect(first.tasks).toEqual([stored])
    const between = await make(one.ada, org_id)
    await one.server.stop('SIGTERM')
    cpSync(dataDir, past, { recursive: true, preserveTimestamps: true })

    const two = await startSession()
    const stream = await openStream(two.ada, { org_id }, { 'last-event-id': first.cursor })
    const lost = [await make(two.ada, org_id), await make(two.ada, org_id)]
    await stream.waitForTypes(3)
    expect(stream.events.map(({ data }) => data.resource_id)).toEqual([between, ...lost])
    const second = await readOn(two.ada, org_id, first.cursor, 3)
    await two.server.stop('SIGTERM')
    await stream.waitUntil(({ endReason: end, isClosed: over }) => end === 'stopping' && over)
    rmSync(dataDir, { recursive: true })
    cpSync(past, dataDir, { recursive: true, preserveTimestamps: true })

    const three = await startSession()
    await expectGone(three.ada, org_id, second.cursor)
    await expectGone(three.ada, org_id, stream.lastId)
    const instead = [await make(three.ada, org_id), await make(three.ada, org_id)]
    expect((await readOn(three.ada, org_id, first.cursor, 3)).tasks).toEqual([between, ...instead])
    await expectStream(three.ada, org_id, first.cursor, [between, ...instead])
    await expectGone(three.ada, org_id, second.cursor)
    await three.server.stop('SIGTERM')
  },
  120_000,
)
