import { Client as Connection } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { Client, expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'

/** Sends requests over keep-alive connections, some concurrently; returns their statuses. */
async function sendBurst(client: Client, requests: number, onResponse: (count: number) => void = () => undefined) {
  const statuses: number[] = []
  let sent = 0
  const sendRequest = async () => {
    while (sent++ < requests) {
      const reply = await client.get('/v1/me').catch(() => undefined)
      if (!reply) return // the server has stopped
      statuses.push(reply.status)
      onResponse(statuses.length)
    }
  }
  await Promise.all(Array.from({ length: 32 }, sendRequest))
  return statuses
}

describe.skipIf(!inject('svc').postgresUrl)('recorded uses of a token', () => {
  async function prepareLoad() {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const owner = await server.signIn('ada')
    const { org_id } = await createOrganization(owner)
    const body = { org_id, name: 'Export', scopes: ['org:read'] }
    const { token, token_id } = expectStatus(await owner.post('/v1/tokens', { body }), 200, 201)
    /** Returns the recorded activity once all servers have stopped, and the number of writes. */
    const readRecorded = async () => {
      const connection = new Connection(databaseUrl)
      await connection.connect()
      const { rows } = await connection.query(
        `SELECT t.use_count::int, t.last_used_at, m.last_active_at, (SELECT n_tup_upd::int FROM pg_stat_user_tables
           WHERE relname = 'access_tokens') AS writes
         FROM access_tokens t JOIN organization_members m ON m.org_id = t.org_id AND m.user_id = t.principal_user_id
         WHERE t.org_id = $1 AND t.token_id = $2`,
        [org_id, token_id],
      )
      await connection.end()
      return rows[0]
    }
    const connectClient = (one: ServerProcess) => new Client(one, token)
    return { databaseUrl, server, connectClient, readRecorded }
  }

  test('are complete for 10,000 uses and a graceful stop, in a few writes', async () => {
    const { server, connectClient: at, readRecorded: recorded } = await prepareLoad()
    const start = Date.now()
    const statuses = await sendBurst(at(server), 10_000)
    const ended = Date.now()
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await server.stop('SIGTERM')).toBe(0)
    const { use_count, last_used_at, last_active_at, writes } = await recorded()
    expect(use_count).toBe(10_000)
    expect(last_used_at.getTime()).toBeGreaterThan(start)
    expect(last_used_at.getTime()).toBeLessThanOrEqual(ended)
    // The last use, not the first: the burst took longer than this.
    expect(ended - last_used_at.getTime()).toBeLessThan(1000)
    expect(last_active_at).toEqual(last_used_at)
    expect(writes).toBeLessThanOrEqual(2 + (ended - start) / 30_000)
  })

  test('add up for two concurrent processes, also when one stops in between', async () => {
    const { databaseUrl, server, connectClient: at, readRecorded: recorded } = await prepareLoad()
    const other = await spawnServer({ databaseUrl })
    let stopping: Promise<number | null> | undefined
    const [cut, whole] = await Promise.all([
      sendBurst(at(server), 2000, (count) => {
        if (count === 500) stopping = server.stop('SIGTERM')
      }),
      sendBurst(at(other), 1000),
    ])
    expect(await stopping).toBe(0)
    expect(await other.stop('SIGTERM')).toBe(0)
    const answered = [...cut, ...whole].filter((status) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(1500)
    expect((await recorded()).use_count).toBe(answered)
  })
})
