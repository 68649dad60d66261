import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { sql } from '../../src/db/sql.ts'
import { comparePositions, type EventPosition } from '../../src/events/reader/position.ts'
import { createEventLogReader } from '../../src/events/reader/reader.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization } from '../support/factories.ts'
import type { Server } from '../support/client.ts'
import { findFreePort } from '../support/postgres.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'
import { startNaiveReader, startReader } from './stream-readers.ts'
import { startWriters } from './stream-writers.ts'

const millis = chooseSize(4_000, 300_000)

test.skipIf(!inject('svc').postgresUrl)(
  'readers receive each event once and in order while writers race, roll back and are killed',
  { timeout: millis + 300_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const port = await findFreePort()
    const steady = await spawnServer({ databaseUrl })
    let mortal = await spawnServer({ databaseUrl, port })
    // Survives a restart: the next server replaces its URL.
    const target: Server = { url: mortal.url, dispatcher: mortal.dispatcher }
    const ada = await steady.signIn('ada')
    const { org_id: orgId } = await createOrganization(ada)
    const through = await mortal.signIn('ada')
    Object.assign(through, { server: target })

    // Each has its own pool, as in its own process.
    const databases = await Promise.all(createRange(2).map(() => openDatabase({ databaseUrl, dataDir: '', pool: 4 })))
    const tails = databases.map((database) => createEventLogReader(database))
    const [database, tail] = [databases[0]!, tails[0]!]
    const start = await tail.currentPosition()
    const readers = await Promise.all(
      createRange(6).map((i) => startReader(tails[i % 2]!, databases[i % 2]!, orgId, [100, 1000, Infinity][i % 3]!)),
    )
    const naive = startNaiveReader(database, orgId)
    const clients = createRange(8).map((i) => (i % 2 ? through : ada))
    const writers = startWriters({ clients, raw: 8, databaseUrl, orgId })
    for (const end = performance.now() + millis; performance.now() < end;) {
      await sleep(Math.random() * 4000)
      await mortal.stop('SIGKILL')
      mortal = await spawnServer({ databaseUrl, port, dataDir: mortal.dataDir })
      Object.assign(target, { dispatcher: mortal.dispatcher })
    }
    const seen = await naive.stop()
    await writers.stop()

    type Row = EventPosition & { settled: boolean }
    const storedEvents = (
      await database.db.query(
        sql<Row>`select lineage, tx, ord, event_id from events
          where org_id = ${orgId} and lineage > 0 order by lineage, tx, ord, event_id`,
      )
    ).filter((row) => comparePositions(row, start) > 0)
    for (let tries = 0; readers.some((reader) => reader.ids.length < storedEvents.length) && tries < 500; tries++)
      await sleep(20)
    await Promise.all(readers.map((reader) => reader.stop()))
    const all = storedEvents.map((row) => row.event_id)
    const missed = all.slice(0, -100).filter((id) => !seen.has(id)).length
    const times = readers.map((reader) => reader.resumed).join(', ')
    process.stderr.write(
      `${all.length} events, ${writers.rolledBack.size} rolled back; readers went on ${times} times and missed none; ` +
        `"later than the last" missed ${missed}\n`,
    )
    expect(all.length).toBeGreaterThan(500)
    for (const reader of readers) expect(reader.ids).toEqual(all)
    // Proves that reading by id alone misses events.
    expect(missed).toBeGreaterThan(0)
    expect(all.filter((id) => writers.rolledBack.has(id))).toEqual([])
    await Promise.all(tails.map((one) => one.close()))
    await Promise.all(databases.map((one) => one.close()))
    await Promise.all([steady, mortal].map((server) => server.stop('SIGTERM')))
  },
)
