import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus, type Reply } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
/** A second server on the same PostgreSQL; the embedded database is locked by one process. */
let otherApp: TestApp
let ada: Client, ben: Client, robot: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
  ;[ada, ben] = await Promise.all([app.signIn('ada'), app.signIn('ben')])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben)
  robot = await insertServiceAccount(app, org)
})
beforeEach(() => setPolicy({ allow_personal_tokens: true, require_token_expiry: false, max_token_ttl_days: null }))

const setPolicy = async (settings: object) =>
  expectStatus(await ada.patch(`/v1/organizations/${org}/settings`, { body: settings }), 200)
const addDays = (days: number) => new Date(app.clock.now() + days * day).toISOString()
const mint = (client: Client, values: object = {}) =>
  client.post('/v1/tokens', {
    body: { org_id: org, name: 'Export', scopes: ['tasks:read', 'org:write'], ...values },
  })
const mintToken = async (client: Client, values: object = {}) => expectStatus(await mint(client, values), 200)
const rotate = (client: Client, { token_id }: { token_id: string }) => client.post(`/v1/tokens/${token_id}/rotate`)
const use = (secret: string, at = app) => at.createClient(secret).get('/v1/tasks', { query: { org_id: org } })

function expectRefused(reply: Reply, status: 403 | 422, rule: string, words: string): void {
  expect([reply.status, reply.body.type]).toEqual([status, 'urn:svc:problem:token-policy'])
  expect(reply.body.detail).toContain(words)
  expect(reply.body.errors[0]).toMatchObject({ type: rule, msg: reply.body.detail })
}

describe('a ban on personal tokens', () => {
  it('rejects them in every process from the next request, until it is lifted', async () => {
    const created = await mintToken(ben)
    for (let round = 0; round < 3; round++) {
      for (const at of [app, otherApp]) expectStatus(await use(created.token, at), 200)
      await setPolicy({ allow_personal_tokens: false })
      for (const at of [app, otherApp])
        expectRefused(await use(created.token, at), 403, 'allow_personal_tokens', 'does not allow personal tokens')
      await setPolicy({ allow_personal_tokens: true })
    }
  })

  it('rejects creating and rotating them', async () => {
    const created = await mintToken(ben)
    await setPolicy({ allow_personal_tokens: false })
    const reply = await mint(ben)
    expectRefused(reply, 422, 'allow_personal_tokens', 'a token of a service account')
    expect(reply.body.errors[0].loc).toEqual(['body', 'principal_user_id'])
    expectRefused(await rotate(ben, created), 422, 'allow_personal_tokens', 'does not allow personal tokens')
    expect((await ben.get(`/v1/tokens/${created.token_id}`)).body).toMatchObject({
      status: 'active',
      revoked_at: null,
    })
    expectStatus(await ben.delete(`/v1/tokens/${created.token_id}`), 200)
  })

  it('does not affect sessions, service accounts and apps', async () => {
    const connected = await createTokenClient(ben, org, { grant_type: 'authorization_code', scopes: ['tasks:read'] })
    await setPolicy({ allow_personal_tokens: false })
    const robots = await mintToken(ada, { principal_user_id: robot.userId })
    expectStatus(await use(robots.token), 200)
    expectStatus(await rotate(ada, robots), 200)
    expectStatus(await connected.get('/v1/tasks'), 200)
    expectStatus(await ben.get('/v1/tasks', { query: { org_id: org } }), 200)
  })
})

describe('a required expiry', () => {
  const rule = 'require_token_expiry'

  it('rejects tokens without one on create, rotate and use, for any owner', async () => {
    const bens = await mintToken(ben)
    const robots = await mintToken(ada, { principal_user_id: robot.userId })
    await setPolicy({ require_token_expiry: true })
    for (const [client, made, values] of [
      [ben, bens, {}],
      [ada, robots, { principal_user_id: robot.userId }],
    ] as const) {
      expectRefused(await use(made.token), 403, rule, 'requires an expiry for tokens')
      expectRefused(await rotate(client, made), 422, rule, 'requires an expiry for tokens')
      for (const without of [{}, { expires_at: null }]) {
        const reply = await mint(client, { ...values, ...without })
        expectRefused(reply, 422, rule, 'requires an expiry for tokens')
        expect(reply.body.errors[0].loc).toEqual(['body', 'expires_at'])
      }
      const made2 = await mintToken(client, { ...values, expires_at: addDays(3000) })
      expectStatus(await use(made2.token), 200)
      expectStatus(await rotate(client, made2), 200)
    }
    await setPolicy({ require_token_expiry: false })
    for (const created of [bens, robots]) expectStatus(await use(created.token), 200)
  })
})

describe('a maximum lifetime', () => {
  const rule = 'max_token_ttl_days'

  it('rejects longer or unlimited tokens, and returns the latest expiry', async () => {
    const [endless, long, brief] = [
      await mintToken(ben),
      await mintToken(ben, { expires_at: addDays(31) }),
      await mintToken(ben, { expires_at: addDays(30) }),
    ]
    await setPolicy({ max_token_ttl_days: 30 })
    for (const created of [endless, long]) {
      const reply = await use(created.token)
      expectRefused(reply, 403, rule, 'limits the lifetime of tokens to 30 days')
      const latest = Date.parse(created.created_at) + 30 * day
      expect(reply.body.detail).toContain(new Date(latest).toISOString())
      expectRefused(await rotate(ben, created), 422, rule, 'limits the lifetime of tokens to 30 days')
    }
    expectStatus(await use(brief.token), 200)
    expectStatus(await rotate(ben, brief), 200)
    for (const expires_at of [null, addDays(30.01), '9999-12-31T23:59:59Z'])
      expectRefused(await mint(ben, { expires_at }), 422, rule, 'limits the lifetime of tokens to 30 days')
    for (const expires_at of [addDays(29.99), addDays(0.001)]) await mintToken(ben, { expires_at })
    await setPolicy({ max_token_ttl_days: 31 })
    expectStatus(await use(long.token), 200)
    expectRefused(await use(endless.token), 403, rule, 'limits the lifetime of tokens to 31 days')
  })

  it('counts from the creation of a token', async () => {
    const created = await mintToken(ben, { expires_at: addDays(40) })
    await setPolicy({ max_token_ttl_days: 30 })
    app.clock.advance(15 * day)
    expectRefused(await use(created.token), 403, rule, 'limits the lifetime of tokens to 30 days')
    const next = expectStatus(await rotate(ben, created), 200)
    expect(next.expires_at).toBe(created.expires_at)
    expectStatus(await use(next.token), 200)
  })

  it('applies to service accounts too', async () => {
    const created = await mintToken(ada, { principal_user_id: robot.userId })
    await setPolicy({ max_token_ttl_days: 1 })
    expectRefused(await use(created.token), 403, rule, 'limits the lifetime of tokens to 1 day')
    expectRefused(
      await mint(ada, { principal_user_id: robot.userId }),
      422,
      rule,
      'limits the lifetime of tokens to 1 day',
    )
  })
})

describe('a rejection by the policy', () => {
  it('comes after those of the token itself, and before all others', async () => {
    const expires_at = addDays(1)
    const [plain, expired, revoked] = [await mintToken(ben), await mintToken(ben, { expires_at }), await mintToken(ben)]
    const test = await mintToken(ben, { kind: 'test' })
    expectStatus(await ben.delete(`/v1/tokens/${revoked.token_id}`), 200)
    app.clock.advance(day + 1)
    await setPolicy({ allow_personal_tokens: false })
    expect((await use(expired.token)).body.type).toBe('urn:svc:problem:token-expired')
    expect((await use(revoked.token)).body.type).toBe('urn:svc:problem:token-revoked')
    const requests: ((client: Client) => Promise<Reply>)[] = [
      (client) => client.post('/v1/organizations', { body: { name: 'No' } }), // not for tokens
      (client) => client.get('/v1/audit'), // lacking the scope
      (client) => client.post('/v1/tasks', { body: 'nonsense' }),
      (client) => client.get('/v1/tasks/T0'),
      (client) => client.get('/v1/me'),
    ]
    for (const created of [plain, test])
      for (const request of requests)
        expectRefused(
          await request(app.createClient(created.token)),
          403,
          'allow_personal_tokens',
          'does not allow personal tokens',
        )
  })

  it('does not count for the rate limit', async () => {
    const limited = await startApp({ env: { RATE_LIMIT_LIVE: '2' } })
    const dora = await limited.signIn('dora')
    const { org_id } = await createOrganization(dora)
    const setPersonalTokens = (allow_personal_tokens: boolean) =>
      dora.patch(`/v1/organizations/${org_id}/settings`, { body: { allow_personal_tokens } })
    const client = await createTokenClient(dora, org_id)
    expectStatus(await setPersonalTokens(false), 200)
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await client.get('/v1/me')
      expect([status, headers['x-ratelimit-remaining']]).toEqual([403, undefined])
    }
    expectStatus(await setPersonalTokens(true), 200)
    expect((await client.get('/v1/me')).headers['x-ratelimit-remaining']).toBe('1')
  })

  it('takes no statement besides the lookup of the token', async () => {
    const created = await mintToken(ben)
    const count = async (expected: number) => {
      const before = app.countStatements()
      // This request would prefetch the task together with the token.
      await app.createClient(created.token).get('/v1/task-history', { query: { task_id: 'T0' } })
      return app.countStatementsSince(before, expected)
    }
    expect(await count(2)).toBe(2)
    await setPolicy({ allow_personal_tokens: false })
    expect(await count(1)).toBe(1)
  })

  it('does not affect other organizations', async () => {
    const elsewhere = (await createOrganization(ben)).org_id
    const there = await createTokenClient(ben, elsewhere)
    await setPolicy({ allow_personal_tokens: false, require_token_expiry: true, max_token_ttl_days: 1 })
    expectStatus(await there.get('/v1/tasks'), 200)
  })

  it('prevents a token from creating its successor', async () => {
    const created = await mintToken(ben)
    await setPolicy({ max_token_ttl_days: 7 })
    const client = app.createClient(created.token)
    expectRefused(
      await mint(client, { expires_at: addDays(1) }),
      403,
      'max_token_ttl_days',
      'limits the lifetime of tokens to 7 days',
    )
    expectRefused(await rotate(client, created), 403, 'max_token_ttl_days', 'limits the lifetime of tokens to 7 days')
  })
})
