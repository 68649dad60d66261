import { beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredResponses, fingerprintRequest } from '../../../src/http/idempotency.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { query } from '../../support/sql-text.ts'

let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

async function createToken(): Promise<string> {
  const body = { org_id: org, name: 'Export', scopes: ['tasks:read'] }
  return expectStatus(await owner.post('/v1/tokens', { body }), 200).token_id
}

const keepAnswer = `
  INSERT INTO idempotency_keys (principal, key, fingerprint, status, headers, body, created_at)
  VALUES ($1, $2, $3, 200, '{"content-type": "application/json"}', '{"answered":"elsewhere"}', $4)`

describe("a response that another process stored after this one's lookup", () => {
  test.each([
    ['a second execution', false],
    ['an error', true],
  ])('is returned instead of %s', async (_, rotated) => {
    const id = await createToken()
    const url = `/v1/tokens/${id}/rotate`
    if (rotated) expectStatus(await owner.post(url), 200)
    const key = `meanwhile-${rotated}`
    let reply: ReturnType<Client['post']> | undefined
    await app.services.database.transaction(async (other) => {
      await query(other, 'SELECT FROM access_tokens WHERE org_id = $1 AND token_id = $2 FOR UPDATE', [org, id])
      reply = owner.post(url, { headers: { 'idempotency-key': key } })
      await pause(400)
      const now = new Date(app.clock.now()).toISOString()
      await query(other, keepAnswer, [owner.userId, key, fingerprintRequest('POST', url, undefined), now])
    })
    const { status, body, headers } = await reply!
    expect([status, body, headers['idempotent-replayed']]).toEqual([200, { answered: 'elsewhere' }, 'true'])
    const created = await app.sql('SELECT 1 FROM access_tokens WHERE org_id = $1 AND rotated_from = $2', [org, id])
    expect(created).toHaveLength(rotated ? 1 : 0)
  })
})

test('timestamps follow the order of changes, however long one waited for the other', async () => {
  let reply: ReturnType<Client['patch']> | undefined
  let released = 0
  await app.services.database.transaction(async (other) => {
    await query(other, 'SELECT FROM organizations WHERE org_id = $1 FOR UPDATE', [org])
    reply = owner.patch(`/v1/organizations/${org}`, { body: { name: 'Later' } })
    await pause(400)
    released = app.clock.now()
  })
  const { updated_at } = expectStatus(await reply!, 200)
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(released)
})

test('stored responses past 24 hours are deleted in one run, younger ones stay', async () => {
  const add = (prefix: string, age: number, count: number) =>
    app.sql(
      `INSERT INTO idempotency_keys (principal, key, fingerprint, status, headers, body, created_at)
       SELECT $1, $2 || i, '', 200, '{}', '', $3::timestamptz FROM generate_series(1, $4::int) i`,
      [owner.userId, prefix, new Date(app.clock.now() - age * 3_600_000).toISOString(), count],
    )
  await add('old-', 25, 11_000)
  await add('young-', 23, 3)
  expect(await deleteExpiredResponses(app.services.database, app.clock.now())).toBe(11_000)
  expect(await app.sql("SELECT 1 FROM idempotency_keys WHERE key LIKE 'young-%'")).toHaveLength(3)
})

test('a name that a thousand items share gets a free variant immediately', async () => {
  await app.sql(
    `INSERT INTO users (user_id, issuer, subject, username, username_key, created_at, updated_at)
     SELECT gen_random_uuid(), 'elsewhere', i::text, n, n, now(), now()
     FROM generate_series(1, 1200) i, LATERAL (SELECT 'info' || CASE WHEN i > 1 THEN '-' || i ELSE '' END AS n) name`,
  )
  const before = app.countStatements()
  const { username } = await app.signIn('info')
  expect(username).toMatch(/^info-\d+$/)
  expect(app.countStatements() - before).toBeLessThan(40)
})
