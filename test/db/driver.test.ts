import type { EventEmitter } from 'node:events'
import { Client as PgClient, Query, type Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { sql } from '../../src/db/sql.ts'
import { sendTransactionCommand, sendBatched } from '../../src/db/driver/batch.ts'
import { isSelect, sendStatement } from '../../src/db/driver/statement.ts'
import { findBinaries, startPostgres, type TestServer } from '../support/postgres.ts'

/**
 * Tests the internals of pg that the driver relies on and that its documentation does not promise. Each has its own
 * test, so that an upgrade that changes one says which.
 */
describe('the internals of pg that the driver relies on', () => {
  const prototype = Query.prototype as unknown as Record<string, { length: number } | undefined>

  test.each([
    ['requiresPreparation', 0],
    ['submit', 1],
    ['prepare', 1],
    ['handleRowDescription', 1],
    ['handleDataRow', 1],
    ['handleCommandComplete', 2],
    ['handleReadyForQuery', 1],
    ['handleError', 2],
  ])('Query.prototype.%s exists, with %i parameters', (name, parameters) => {
    expect(prototype[name]?.length).toBe(parameters)
  })

  test('Query.prototype.prepare requests the rows of a statement by a single call of describe', () => {
    const messages: string[] = []
    const recordMessage = (name: string) => () => void messages.push(name)
    const names = ['parse', 'bind', 'describe', 'execute', 'sync', 'close', 'flush']
    const connection = { parsedStatements: {}, submittedNamedStatements: {} }
    Object.assign(connection, Object.fromEntries(names.map((name) => [name, recordMessage(name)])))
    const query = new Query('select $1', ['x']) as unknown as { name: string; prepare(to: object): void }
    query.name = 's1'
    query.prepare(connection)
    query.prepare(connection)
    expect(messages.join(' ')).toBe('parse bind describe execute sync bind describe execute sync')
  })

  test('Client.prototype.getStartupConf returns the session settings', () => {
    const client = new PgClient({ user: 'u', database: 'd' }) as unknown as { getStartupConf(): object }
    expect(client.getStartupConf()).toMatchObject({ user: 'u', database: 'd' })
  })

  test("a client connects to the host that was set last, and reports the server's parameters", async () => {
    const server = (await startPostgres({ fsync: false }))!
    const client = new PgClient({ host: '127.0.0.1', port: 1, user: 'postgres', database: 'postgres' })
    Object.assign(client, { host: '127.0.0.1', port: server.port })
    const parameters = new Map<string, string>()
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.on('parameterStatus', (said) => parameters.set(said.parameterName, said.parameterValue))
    await client.connect()
    expect(parameters.get('in_hot_standby')).toBe('off')
    await client.end()
    await server.stop()
  })

  test('a query passed to a client reports its failure to `callback`', () => {
    const query = new Query('select 1') as unknown as {
      callback: (error: Error | null) => void
      handleError(error: Error, connection: object): void
    }
    query.callback = vi.fn<(error: Error | null) => void>()
    const error = new Error('x')
    query.handleError(error, {})
    expect(query.callback).toHaveBeenCalledExactlyOnceWith(error)
  })
})

interface Stream {
  writableCorked: number
  isPaused(): boolean
  write(bytes: Buffer): boolean
}
interface Connection {
  stream: Stream
  on(event: string, listener: () => void): void
  removeListener(event: string, listener: () => void): void
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
}
const getConnection = (client: Client) => (client as unknown as { connection: Connection }).connection

describe.skipIf(findBinaries() === undefined)('a connection of the driver', () => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = (await startPostgres({ fsync: false }))!
    client = new PgClient({ connectionString: server.url(), pipeline: true } as object)
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await server?.stop()
  })
  afterEach(() => vi.restoreAllMocks())

  const find = (n: number) => sql<{ n: number; name: string }>`select ${n}::int as n, 'driver' as name`
  const spyOnMessage = (name: 'parse' | 'bind' | 'describe') => vi.spyOn(getConnection(client), name)

  test('parses and describes a named statement once, an unnamed one each time', async () => {
    const [parse, bind, describe] = [spyOnMessage('parse'), spyOnMessage('bind'), spyOnMessage('describe')]
    for (let n = 0; n < 3; n++) expect((await sendStatement(client, find(n))).rows).toEqual([{ n, name: 'driver' }])
    expect([parse, bind, describe].map((spy) => spy.mock.calls.length)).toEqual([1, 3, 1])
    for (let n = 0; n < 3; n++) await sendStatement(client, find(n), { plan: 'custom' })
    expect([parse, bind, describe].map((spy) => spy.mock.calls.length)).toEqual([4, 6, 4])
  })

  test('sends the statements of one tick as one message, before the first response', async () => {
    const bind = spyOnMessage('bind')
    const { stream } = getConnection(client)
    const sending = [sendStatement(client, find(1)), sendStatement(client, find(2)), sendStatement(client, find(3))]
    expect(bind).toHaveBeenCalledTimes(3)
    expect(stream.writableCorked).toBe(1)
    await new Promise<void>((resolve) => process.nextTick(resolve))
    expect(stream.writableCorked).toBe(0)
    const responses = await Promise.all(sending)
    expect(responses).toMatchObject([1, 2, 3].map((n) => ({ rows: [{ n }], command: 'SELECT' })))
  })

  test('sends the statements of a transaction in one tick as one message, with one response', async () => {
    const [write, ready] = [vi.spyOn(getConnection(client).stream, 'write'), vi.fn<() => void>()]
    getConnection(client).on('readyForQuery', ready)
    for (let run = 0; run < 2; run++) {
      const sent = [sendBatched(client, find(1)), sendBatched(client, find(2), { plan: 'custom' })]
      const commands = [sendTransactionCommand(client, 'begin'), sendTransactionCommand(client, 'commit')]
      const rows = [1, 2].map((n) => ({ rows: [{ n, name: 'driver' }], command: 'SELECT' }))
      expect(await Promise.all(sent)).toEqual(rows)
      expect(await Promise.all(commands)).toEqual(['BEGIN', 'COMMIT'])
      expect([write, ready].map((spy) => spy.mock.calls.length)).toEqual([run + 1, run + 1])
    }
    getConnection(client).removeListener('readyForQuery', ready)
  })

  test('fails the statements behind a failed one with its error, and runs them when sent again', async () => {
    const failing = sql`select 1 / ${0}::int as never`
    const behind = sql<{ n: number }>`select ${7}::int as n, 'behind' as name`
    const together = [find(1), failing, behind].map((one) => sendBatched(client, one))
    const [before, failed, after] = await Promise.allSettled([...together, sendTransactionCommand(client, 'begin')])
    expect(before).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(after).toEqual(failed)
    expect(await sendBatched(client, behind)).toMatchObject({ rows: [{ n: 7 }] })
  })

  test('skips the statements behind one with an unserializable value, and stays usable', async () => {
    const value = { toPostgres: () => JSON.parse('{') as string }
    const sent = [find(1), sql`select ${value}::text`, find(2)].map((one) => sendBatched(client, one))
    const [before, failed, after] = await Promise.allSettled(sent)
    expect(before).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
    expect([failed!.status, after!.status]).toEqual(['rejected', 'rejected'])
    expect(await sendBatched(client, find(3))).toMatchObject({ rows: [{ n: 3 }] })
  })

  test('keeps the error of PostgreSQL, and runs the other statements sent with a failed one', async () => {
    const [before, failed, after] = await Promise.allSettled([
      sendStatement(client, find(1)),
      sendStatement(client, sql`select 1 / ${0}::int`),
      sendStatement(client, find(2)),
    ])
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012', severity: 'ERROR' } })
  })

  test('refuses a statement whose columns a migration changed instead of misreading its rows', async () => {
    await sendStatement(client, sql`create table changing (id int)`)
    const selectAll = () => sendStatement(client, sql`select * from changing`)
    expect((await selectAll()).rows).toEqual([])
    await sendStatement(client, sql`alter table changing add column more int`)
    await expect(selectAll()).rejects.toMatchObject({ code: '0A000' })
  })

  test('distinguishes reads, which may be sent twice, from other statements', () => {
    const texts = [
      sql` select 1`,
      sql`SELECT 1`,
      sql`with a as (select 1) select 1`,
      sql`update a set b = 1`,
      sql`selects`,
    ]
    expect(texts.map(isSelect)).toEqual([true, true, false, false, false])
  })

  test('has its session settings from the start, without a round trip', async () => {
    const database = await openDatabase({ databaseUrl: server.url(), dataDir: '', pool: 1 })
    const names = ['TimeZone', 'DateStyle', 'jit', 'work_mem', 'max_parallel_workers_per_gather', 'statement_timeout']
    const [row] = await database.db.query(sql<Record<string, string>>`
      select ${sql.join(names.map((name) => sql`current_setting(${name}) as ${sql.raw(name.toLowerCase())}`))}`)
    await database.close()
    expect(row).toMatchObject({ timezone: 'UTC', jit: 'off', work_mem: '16MB', statement_timeout: '5s' })
    expect(row).toMatchObject({
      datestyle: expect.stringContaining('ISO'),
      max_parallel_workers_per_gather: '0',
    })
  })
})
