import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { request } from 'undici'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import type { Client } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'

const members = 10_000
const tokens = 50_000
const unattached = 500

describe.skipIf(!inject('svc').postgresUrl)('an access review of 10,000 members and 50,000 tokens', () => {
  let server: ServerProcess
  let connection: Connection
  let owner: Client
  let path: string

  beforeAll(async () => {
    const databaseUrl = await copyTemplate()
    // The heap fits batches of the review, not all of its rows. The limit also bounds garbage that is not collected
    // yet.
    server = await spawnServer({ databaseUrl, env: { NODE_OPTIONS: '--max-old-space-size=72' } })
    owner = await server.signIn('ada')
    const { org_id } = await createOrganization(owner)
    path = `/v1/organizations/${org_id}/access-review`
    connection = new Connection(databaseUrl)
    await connection.connect()
    await insertMembers(connection, org_id)
    for (let i = 0; i < 20; i++) await owner.get('/v1/me')
  }, 120_000)

  /** Reads the review twice, until no last activity was recorded in between. */
  async function readUnchanged() {
    for (let tries = 1; ; tries++) {
      const { headers } = await owner.head(path)
      const { status } = await owner.get(path, { headers: { 'if-none-match': headers.etag! } })
      if (status === 304 || tries === 3) return { status, etag: headers.etag, length: headers['content-length'] }
    }
  }

  test('is complete, in bounded memory', async () => {
    const before = readPeakMemory(server)
    const reply = await owner.get(path)
    const { members: found, unattached_tokens } = reply.body
    expect([found.length, unattached_tokens.length]).toEqual([members, unattached])
    const listed = found.flatMap((one: { tokens: { token_id: string }[] }) => one.tokens)
    expect(new Set(listed.map((one: { token_id: string }) => one.token_id)).size).toBe(tokens - unattached)
    const names = found.map((one: { username: string }) => one.username)
    expect(names).toEqual(names.toSorted())
    const table = await owner.get(path, { headers: { accept: 'text/csv' } })
    const lines = table.text.split('\r\n')
    const without = found.filter((one: { tokens: unknown[] }) => one.tokens.length === 0).length
    expect(lines).toHaveLength(1 + tokens + without + 1)
    // The response has 14 MB; buffering its rows took 190 MB.
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(13e6)
    expect(readPeakMemory(server) - before).toBeLessThan(120e6)
    const { status, etag, length } = await readUnchanged()
    expect([status, etag]).toEqual([304, expect.stringMatching(/^"0-/)])
    expect(Number(length)).toBeGreaterThan(13e6)
    expect(await listLeftovers(server)).toEqual([])
  })

  test('requested concurrently uses little more memory and delays no other request', async () => {
    const before = readPeakMemory(server)
    const reviews = Array.from({ length: 3 }, () => request(`${server.url}${path}`, buildRequest(server, owner)))
    const waits: number[] = []
    const running = new AbortController()
    const others = (async () => {
      while (!running.signal.aborted) {
        const started = performance.now()
        await owner.get('/v1/me')
        waits.push(performance.now() - started)
      }
    })()
    const sizes = await Promise.all(
      reviews.map(async (reply) => {
        let size = 0
        for await (const chunk of (await reply).body) size += (chunk as Buffer).length
        return size
      }),
    )
    running.abort()
    await others
    for (const size of sizes) expect(size).toBeGreaterThan(13e6)
    expect(readPeakMemory(server) - before).toBeLessThan(80e6)
    expect(Math.max(...waits)).toBeLessThan(2000)
    expect(await listLeftovers(server)).toEqual([])
  })

  test('leaves no statement or file open when it is read slowly or partially', async () => {
    const { body } = await request(`${server.url}${path}`, buildRequest(server, owner))
    await sleep(300) // reads nothing yet
    const { rows } = await connection.query(
      `SELECT state FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'svc' AND state <> 'idle'`,
    )
    expect(rows).toEqual([])
    expect(await listLeftovers(server)).toEqual([])
    body.on('error', () => undefined)
    body.destroy()
    expect((await owner.get('/v1/me')).status).toBe(200)
  })
})

const buildRequest = (server: ServerProcess, client: Client) => ({
  dispatcher: server.dispatcher,
  headers: { authorization: client.authorization! },
})

/** Returns the server's peak memory in bytes. */
function readPeakMemory({ child }: ServerProcess): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}

const listLeftovers = ({ dataDir }: ServerProcess) =>
  readdir(join(dataDir, 'files', 'incoming')).catch(() => ['no such folder'])

/** Inserts users with about five tokens each; every tenth has none, and the last few have left. */
async function insertMembers(connection: Connection, orgId: string): Promise<void> {
  const buildId = (n: string) => `('00000000-0000-7000-8000-' || lpad(${n}::text, 12, '0'))::uuid`
  const people = members - 1 + 100
  await connection.query(
    `INSERT INTO users (user_id, kind, issuer, subject, username, username_key, email, email_key, created_at, updated_at)
     SELECT ${buildId('n')}, 'user', 'test', n::text, 'person-' || n, 'person-' || n, 'person-' || n || '@example.com',
       'person-' || n || '@example.com', now(), now() FROM generate_series(1, ${people}) n`,
  )
  await connection.query(
    `INSERT INTO organization_members (org_id, user_id, kind, username, username_key, role, is_active, created_at, updated_at)
     SELECT $1, ${buildId('n')}, 'user', 'person-' || n, 'person-' || n, 'member', n < ${members}, now(), now()
     FROM generate_series(1, ${people}) n`,
    [orgId],
  )
  await connection.query(
    `INSERT INTO access_tokens (org_id, token_id, token_hash, token_prefix, principal_user_id, created_by, name, name_key,
       kind, grant_type, scopes, created_at, updated_at)
     SELECT $1, 'TKLOAD' || n, sha256(n::text::bytea), 'svc_live_12345678', who, who, 'Export of the day', 'export', 'live',
       'personal', '{tasks:read,projects:write,org:read}', now(), now()
     FROM generate_series(1, ${tokens}) n CROSS JOIN LATERAL (SELECT ${buildId(
       `CASE WHEN n <= ${unattached} THEN ${members} + n % 100
             ELSE (n % (${members} / 10 - 1)) * 10 + 1 + n / ${members} END`,
     )} AS who) p`,
    [orgId],
  )
  await connection.query('ANALYZE')
}
