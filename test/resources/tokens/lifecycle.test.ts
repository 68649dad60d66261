import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus, type Reply } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let owner: Client, admin: Client, ben: Client, cleo: Client, robot: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ;[owner, admin, ben, cleo] = await Promise.all([
    app.signIn('ada'),
    app.signIn('agnes'),
    app.signIn('ben'),
    app.signIn('cleo'),
  ])
  org = (await createOrganization(owner)).org_id
  await addMember(owner, org, admin, 'admin')
  await addMember(owner, org, ben)
  await addMember(owner, org, cleo)
  robot = await insertServiceAccount(app, org)
})

async function mintToken(client: Client, values: object = {}) {
  const body = { org_id: org, name: 'Export', scopes: ['tasks:read', 'org:write'], ...values }
  return expectStatus(await client.post('/v1/tokens', { body }), 200)
}
const buildPath = (created: { token_id: string }) => `/v1/tokens/${created.token_id}`
const rotate = (client: Client, created: { token_id: string }, headers: Record<string, string> = {}) =>
  client.post(`${buildPath(created)}/rotate`, { headers })
const use = (secret: string) => app.createClient(secret).get('/v1/organizations')
const toProblem = (reply: Reply) => [reply.status, String(reply.body?.type ?? '').replace('urn:svc:problem:', '')]
const listEvents = (id: string) =>
  app.sql<{ type: string; before: object | null; after: object | null }>(
    'SELECT type, before, after FROM events WHERE org_id = $1 AND resource_id = $2 ORDER BY event_id',
    [org, id],
  )

describe('a token ends', () => {
  it('at its expiry, to the millisecond of the clock', async () => {
    const created = await mintToken(ben, { expires_at: new Date(app.clock.now() + 3_600_000).toISOString() })
    app.clock.advance(3_590_000)
    expect((await use(created.token)).status).toBe(200)
    app.clock.advance(10_001)
    expect(toProblem(await use(created.token))).toEqual([401, 'token-expired'])
    expect(expectStatus(await ben.get(buildPath(created)), 200)).toMatchObject({ status: 'expired', revoked_at: null })
  })

  it('with the next request after its owner or an admin revokes it', async () => {
    for (const [by, reason] of [
      [ben, 'revoked_by_user'],
      [admin, 'revoked_by_admin'],
    ] as const) {
      const created = await mintToken(ben)
      expect((await use(created.token)).status).toBe(200)
      const revoked = expectStatus(await by.delete(buildPath(created)), 200)
      expect(revoked).toMatchObject({ status: 'revoked', revoke_reason: reason, revoked_by: by.username })
      expect(toProblem(await use(created.token))).toEqual([401, 'token-revoked'])
      const [, event] = await listEvents(created.token_id)
      expect(event).toMatchObject({ type: 'token.revoked', after: { revoke_reason: reason } })
    }
  })

  it('once: revoking again changes nothing and emits no event', async () => {
    const created = await mintToken(ben)
    const first = await ben.delete(buildPath(created))
    app.clock.advance(5000)
    const again = await admin.delete(buildPath(created))
    expect(again.body).toEqual(first.body)
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(await listEvents(created.token_id)).toHaveLength(2)
  })
})

describe('a rotation', () => {
  it('creates an equal token, and keeps the old one valid for 60 seconds', async () => {
    const created = await mintToken(ben, { expires_at: new Date(app.clock.now() + 86_400_000).toISOString() })
    const next = expectStatus(await rotate(ben, created), 200)
    const { name, scopes, project_ids, expires_at, kind, grant_type, principal_user_id } = created
    expect(next).toMatchObject({ name, scopes, project_ids, expires_at, kind, grant_type, principal_user_id })
    expect(next).toMatchObject({ rotated_from: created.token_id, status: 'active', use_count: 0 })
    expect(next.token).not.toBe(created.token)
    expect(next.token_id).not.toBe(created.token_id)
    const old = expectStatus(await ben.get(buildPath(created)), 200)
    expect(old).toMatchObject({ status: 'active', revoke_reason: 'rotated', revoked_by: ben.username })
    app.clock.advance(58_000)
    expect((await use(created.token)).status).toBe(200)
    app.clock.advance(2_001)
    expect(toProblem(await use(created.token))).toEqual([401, 'token-revoked'])
    expect(expectStatus(await ben.get(buildPath(created)), 200).status).toBe('revoked')
    expect((await use(next.token)).status).toBe(200)
    expect((await listEvents(created.token_id)).at(-1)).toEqual({
      type: 'token.rotated',
      before: { token_id: created.token_id },
      after: { token_id: next.token_id },
    })
  })

  it('can be requested by the token itself', async () => {
    const created = await mintToken(ben, { expires_at: '2040-01-01T00:00:00Z' })
    const next = expectStatus(await rotate(app.createClient(created.token), created), 200)
    expectStatus(await use(next.token), 200)
  })

  it('ends immediately with a revocation', async () => {
    const created = await mintToken(ben)
    expectStatus(await rotate(ben, created), 200)
    const revoked = expectStatus(await ben.delete(buildPath(created)), 200)
    expect(revoked).toMatchObject({ status: 'revoked', revoke_reason: 'revoked_by_user' })
    expect(toProblem(await use(created.token))).toEqual([401, 'token-revoked'])
  })

  it('of a revoked, expired or rotated token returns 409', async () => {
    const [revoked, expired, rotated] = [
      await mintToken(ben),
      await mintToken(ben, { expires_at: new Date(app.clock.now() + 60_000).toISOString() }),
      await mintToken(ben),
    ]
    expectStatus(await ben.delete(buildPath(revoked)), 200)
    expectStatus(await rotate(ben, rotated), 200)
    for (const created of [revoked, rotated]) expectStatus(await rotate(ben, created), 409)
    app.clock.advance(60_001)
    for (const created of [revoked, expired, rotated]) expectStatus(await rotate(ben, created), 409)
  })

  it('creates no token for a former member', async () => {
    const gone = await insertServiceAccount(app, org)
    const created = await mintToken(admin, { principal_user_id: gone.userId })
    await app.sql('UPDATE organization_members SET is_active = false WHERE user_id = $1', [gone.userId])
    expectStatus(await rotate(admin, created), 409)
  })

  it('happens once for concurrent requests', async () => {
    const created = await mintToken(ben)
    const replies = await Promise.all(Array.from({ length: 6 }, () => rotate(ben, created)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const children = await app.sql('SELECT 1 FROM access_tokens WHERE org_id = $1 AND rotated_from = $2', [
      org,
      created.token_id,
    ])
    expect(children).toHaveLength(1)
  })

  it('requires the owner, or for a service account an admin', async () => {
    const bens = await mintToken(ben)
    const robots = await mintToken(admin, { principal_user_id: robot.userId })
    expectStatus(await rotate(cleo, bens), 404)
    expectStatus(await rotate(admin, bens), 403)
    expectStatus(await rotate(cleo, robots), 404)
    const next = expectStatus(await rotate(owner, robots), 200)
    expect(next).toMatchObject({ principal_user_id: robot.userId, grant_type: 'service_account' })
    expectStatus(await rotate(app.createClient(next.token), next), 200)
  })

  it('never extends the grants or lifetime of a token', async () => {
    const strong = await mintToken(ben, { scopes: ['tasks:write'] })
    const endless = await mintToken(ben)
    const weak = await createTokenClient(ben, org, { scopes: ['org:write', 'tasks:read'] })
    const brief = await createTokenClient(ben, org, {
      scopes: ['org:write', 'tasks:read'],
      expires_at: '2035-01-01T00:00:00Z',
    })
    const refused = expectStatus(await rotate(weak, strong), 403)
    expect(refused.errors).toMatchObject([{ required: 'tasks:write' }])
    expectStatus(await rotate(brief, endless), 403)
    expectStatus(await rotate(weak, endless), 200)
  })

  it("is rejected for an app's token", async () => {
    await createTokenClient(ben, org, { grant_type: 'authorization_code' })
    const [app_token] = await app.sql<{ token_id: string }>(
      `SELECT token_id FROM access_tokens WHERE org_id = $1 AND grant_type = 'authorization_code'`,
      [org],
    )
    expectStatus(await rotate(ben, app_token!), 409)
    expectStatus(await ben.delete(buildPath(app_token!)), 200)
  })
})

describe('a token is visible', () => {
  it('to its owner and admins; others get the same response as for a missing one', async () => {
    const created = await mintToken(ben)
    expectStatus(await ben.get(buildPath(created)), 200)
    expectStatus(await admin.get(buildPath(created)), 200)
    const outsider = await app.signIn('zoe')
    for (const client of [cleo, outsider]) {
      const [unseen, missing] = [
        await client.get(buildPath(created)),
        await client.get('/v1/tokens/TK0000000000000000'),
      ]
      expect([unseen.status, missing.status]).toEqual([404, 404])
      expect(unseen.body.detail).toBe(missing.body.detail)
      expectStatus(await client.patch(buildPath(created), { body: { name: 'Mine' } }), 404)
      expectStatus(await client.delete(buildPath(created)), 404)
    }
    expect((await use(created.token)).status).toBe(200)
  })

  it('in its own organization only', async () => {
    const created = await mintToken(owner)
    const elsewhere = (await createOrganization(owner, { name: 'Elsewhere' })).org_id
    const client = await createTokenClient(owner, elsewhere)
    expectStatus(await client.get(buildPath(created)), 404)
    expectStatus(await client.get('/v1/tokens', { query: { org_id: org } }), 403)
    expect(expectStatus(await client.get('/v1/tokens'), 200).data).toHaveLength(1)
  })

  it("a list returns a member's own tokens, and all to an admin", async () => {
    const list = async (client: Client) =>
      expectStatus(await client.get('/v1/tokens', { query: { org_id: org, limit: 1000 } }), 200).data as {
        token_id: string
        principal_user_id: string
      }[]
    const created = await mintToken(cleo)
    const cleos = await list(cleo)
    expect(cleos.map((row) => row.token_id)).toContain(created.token_id)
    expect(new Set(cleos.map((row) => row.principal_user_id))).toEqual(new Set([cleo.userId]))
    const all = await list(admin)
    expect(all.length).toBeGreaterThan(cleos.length)
    expect(all).toContainEqual(cleos.at(-1))
    expectStatus(await cleo.get('/v1/tokens'), 422)
  })

  it.each(['name', 'created_at', 'last_used_at', 'expires_at'])('paginates by %s, each row once', async (sort_by) => {
    await app.sql(`UPDATE access_tokens SET last_used_at = created_at WHERE org_id = $1 AND right(token_id, 1) < 'G'`, [
      org,
    ])
    for (const sort_order of ['asc', 'desc']) {
      const query = { org_id: org, sort_by, sort_order }
      const whole = expectStatus(await owner.get('/v1/tokens', { query: { ...query, limit: 1000 } }), 200).data
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = expectStatus(await owner.get('/v1/tokens', { query: { ...query, limit: 4, cursor } }), 200)
        ids.push(...page.data.map((row: { token_id: string }) => row.token_id))
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      expect(ids).toEqual(whole.map((row: { token_id: string }) => row.token_id))
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('rejects other sort fields', async () => {
    const refused = expectStatus(await owner.get('/v1/tokens', { query: { org_id: org, sort_by: 'token_hash' } }), 400)
    expect(refused.errors[0].allowed).toEqual(['name', 'created_at', 'last_used_at', 'expires_at'])
  })
})

describe('an update', () => {
  it('changes the name only', async () => {
    const created = await mintToken(ben)
    const body = { name: 'Weekly', scopes: ['admin'], expires_at: null, token_prefix: 'x' }
    const renamed = expectStatus(await ben.patch(buildPath(created), { body }), 200)
    expect(renamed).toMatchObject({ name: 'Weekly', scopes: created.scopes, token_prefix: created.token_prefix })
    expectStatus(await ben.patch(buildPath(created), { body: { name: 'Weekly' } }), 200)
    expect((await listEvents(created.token_id)).slice(1)).toEqual([
      { type: 'token.renamed', before: { name: 'Export' }, after: { name: 'Weekly' } },
    ])
  })

  it('with a stale If-Match returns 412; using a token does not change its ETag', async () => {
    const created = await mintToken(ben)
    const etag = (await ben.get(buildPath(created))).headers.etag!
    await use(created.token)
    await app.services.identity.flushActivity()
    const used = expectStatus(await ben.get(buildPath(created)), 200)
    expect(used.use_count).toBe(1)
    expect(used.last_used_at).not.toBeNull()
    const headers = { 'if-match': etag }
    expectStatus(await ben.patch(buildPath(created), { body: { name: 'Weekly' }, headers }), 200)
    expectStatus(await ben.patch(buildPath(created), { body: { name: 'Daily' }, headers }), 412)
    expectStatus(await rotate(ben, created, headers), 412)
    expectStatus(await ben.delete(buildPath(created), { headers }), 412)
    expect(expectStatus(await ben.get(buildPath(created)), 200)).toMatchObject({ name: 'Weekly', status: 'active' })
  })

  it('requires org:write, and reading org:read', async () => {
    const created = await mintToken(ben)
    const reader = await createTokenClient(ben, org, { scopes: ['org:read'] })
    expectStatus(await reader.get(buildPath(created)), 200)
    for (const reply of [
      await reader.patch(buildPath(created), { body: { name: 'x' } }),
      await reader.delete(buildPath(created)),
      await rotate(reader, created),
    ])
      expect(toProblem(reply)).toEqual([403, 'insufficient-scope'])
    const other = await createTokenClient(ben, org, { scopes: ['tasks:write'] })
    expect(toProblem(await other.get(buildPath(created)))).toEqual([403, 'insufficient-scope'])
  })
})

it('a list takes two statements for any page size', async () => {
  const client = await createTokenClient(owner, org, { scopes: ['org:read'] })
  for (const limit of [1, 1000]) {
    const before = app.countStatements()
    expectStatus(await client.get('/v1/tokens', { query: { limit } }), 200)
    expect(app.countStatementsSince(before, 2)).toBe(2)
  }
})
