import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Server } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { findFreePort } from '../support/postgres.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'
import { startHttpReader } from './stream-http-readers.ts'
import { startWriters } from './stream-writers.ts'

const millis = chooseSize(4_000, 300_000)

test.skipIf(!inject('svc').postgresUrl)(
  'readers of two servers, one of which is killed repeatedly, receive each event once and in order',
  { timeout: millis + 300_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const port = await findFreePort()
    const steady = await spawnServer({ databaseUrl })
    let mortal = await spawnServer({ databaseUrl, port })
    const target: Server = { url: mortal.url, dispatcher: mortal.dispatcher }
    const ada = await steady.signIn('ada')
    const { org_id: orgId } = await createOrganization(ada)
    const through = await mortal.signIn('ada')
    Object.assign(through, { server: target })
    const { next_cursor: cursor } = expectStatus(await ada.get('/v1/events', { query: { org_id: orgId } }), 200)
    const { task_id: first } = await createTask(ada, orgId)

    const readers = createRange(6).map((i) =>
      startHttpReader({
        clients: [[ada, through], [ada], [through]][i % 3]!,
        orgId,
        cursor,
        maxStreamMs: [200, 1000, 5000][i % 3]!,
        readsPages: i > 3,
      }),
    )
    const writers = startWriters({ clients: [ada, ada, through, through], raw: 4, databaseUrl, orgId })
    for (const end = performance.now() + millis; performance.now() < end;) {
      await sleep(1000 + Math.random() * 3000)
      await mortal.stop('SIGKILL')
      mortal = await spawnServer({ databaseUrl, port, dataDir: mortal.dataDir })
      Object.assign(target, { dispatcher: mortal.dispatcher })
    }
    await writers.stop()

    const database = new Connection(databaseUrl)
    await database.connect()
    const { rows } = await database.query<{ event_id: string; resource_id: string }>(
      'select event_id, resource_id from events where org_id = $1 and lineage > 0 order by lineage, tx, ord, event_id',
      [orgId],
    )
    await database.end()
    const from = rows.findIndex((row) => row.resource_id === first)
    const all = rows.slice(from).map((row) => row.event_id)
    const before = new Set(rows.slice(0, from).map((row) => row.event_id))
    const listNewIds = () => readers.map(({ ids }) => ids.filter((id) => !before.has(id)))
    // Readers that often disconnect are behind by then; a reader that stays silent for long will receive nothing more.
    const countMissing = () => listNewIds().reduce((sum, ids) => sum + Math.max(0, all.length - ids.length), 0)
    let [left, since] = [countMissing(), performance.now()]
    while (left > 0 && performance.now() - since < 20_000) {
      await sleep(50)
      if (countMissing() < left) [left, since] = [countMissing(), performance.now()]
    }
    await Promise.all(readers.map((reader) => reader.stop()))
    const times = readers.map((reader) => reader.resumeCount).join(', ')
    process.stderr.write(`${all.length} events; readers went on ${times} times\n`)
    expect(all.length).toBeGreaterThan(200)
    for (const ids of listNewIds()) expect(ids).toEqual(all)
    await Promise.all([steady, mortal].map((server) => server.stop('SIGTERM')))
  },
)
