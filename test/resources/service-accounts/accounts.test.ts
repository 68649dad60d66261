import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type Reply } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization } from '../../support/factories.ts'

const app = await startApp()
/** A second server on the same PostgreSQL; the embedded database is locked by one process. */
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
let ada: Client, adaThere: Client, agnes: Client, ben: Client
let org: string

beforeAll(async () => {
  ;[ada, adaThere, agnes, ben] = await Promise.all([
    app.signIn('ada'),
    otherApp.signIn('ada'),
    app.signIn('agnes'),
    app.signIn('ben'),
  ])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, agnes, 'admin')
  await addMember(ada, org, ben)
})

interface Account {
  user_id: string
  username: string
  email: string
  active_tokens: number
}

const buildPath = (account?: Account) =>
  `/v1/organizations/${org}/service-accounts${account ? `/${account.user_id}` : ''}`
const create = (body: object, client = ada) => client.post(buildPath(), { body })
const createAccount = async (body: object = { name: 'Build Bot' }, client = ada): Promise<Account> =>
  expectStatus(await create(body, client), 200)
const mint = async (account: Account, values: object = {}) =>
  expectStatus(
    await ada.post('/v1/tokens', {
      body: {
        org_id: org,
        name: 'Bot',
        scopes: ['tasks:write', 'org:write'],
        principal_user_id: account.user_id,
        ...values,
      },
    }),
    200,
  )
const use = (secret: string, at = app): Promise<Reply> => at.createClient(secret).get('/v1/me')
const toProblemKind = (reply: Reply) => [reply.status, String(reply.body?.type ?? '').replace('urn:svc:problem:', '')]
const listEvents = (account: Account) =>
  app.sql<{ type: string; before: object | null; after: object | null }>(
    `SELECT type, before, after FROM events WHERE org_id = $1 AND resource_id = $2 ORDER BY event_id`,
    [org, account.user_id],
  )

describe('a service account', () => {
  test('is a member with its own type, and a username and email derived from its name', async () => {
    const account = await createAccount({ name: 'Über-Bot № 7!', designation: 'devops' }, agnes)
    expect(account).toEqual({
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org,
      username: 'sa-uber-bot-no-7',
      email: `uber-bot-no-7@service.${org}.svc.invalid`,
      name: 'Über-Bot № 7!',
      kind: 'service_account',
      role: 'member',
      designation: 'DevOps Engineer',
      is_active: true,
      created_at: expect.any(String),
      active_tokens: 0,
      version: 1,
    })
    expect(expectStatus(await ada.get(buildPath(account)), 200)).toEqual(account)
    const listed = expectStatus(await ada.get(`/v1/organization-members/${org}`), 200).data
    expect(listed.find((row: Account) => row.user_id === account.user_id)).toMatchObject({
      kind: 'service_account',
      role: 'member',
      username: account.username,
      designation: 'DevOps Engineer',
      is_active: true,
    })
    expect(await listEvents(account)).toMatchObject([
      { type: 'service_account.created', after: { username: account.username } },
    ])
  })

  test.each([
    ['D0000000000000309', 'Embedded Engineer'],
    ['sre', 'Site Reliability Engineer'],
  ])('gets a designation by %s', async (designation, label) => {
    expect(await createAccount({ name: 'Designated', designation })).toMatchObject({ designation: label })
  })

  test.each([
    [{ name: 'Bot', designation: 'Wizard' }, 'designation'],
    [{ name: 'Bot', designation: '' }, 'designation'],
    [{ name: 'Bot', designation: 'x'.repeat(201) }, 'designation'],
    [{ name: 'Bot', org_id: '0190b0a0-0000-7000-8000-000000000001' }, 'org_id'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{}, 'name'],
  ])('is rejected for %j', async (body, field) => {
    expect(expectStatus(await create(body), 422).errors[0].loc).toEqual(['body', field])
  })

  test('gets a numbered username when it is taken, also by lookalike names', async () => {
    const usernames: string[] = []
    for (const name of ['Twin Bot', 'twin-bot', 'TWIN  BOT', 'Twín Bot', 'Twin Bot 2'])
      usernames.push((await createAccount({ name })).username)
    expect(usernames).toEqual(['sa-twin-bot', 'sa-twin-bot-2', 'sa-twin-bot-3', 'sa-twin-bot-4', 'sa-twin-bot-2-2'])
    expect((await createAccount({ name: '机器人' })).username).toBe('sa-account')
    const other = (await createOrganization(ada)).org_id
    const elsewhere = await ada.post(`/v1/organizations/${other}/service-accounts`, {
      body: { name: 'Twin Bot' },
    })
    expect(elsewhere.body.username).toBe('sa-twin-bot')
  })

  test('gets unique usernames for concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => create({ name: 'Crowd' }, i % 2 ? ada : adaThere)),
    )
    const usernames = replies.map((reply) => expectStatus(reply, 200).username)
    expect(new Set(usernames).size).toBe(8)
    expect(usernames).toContain('sa-crowd-8')
  })

  test('keeps its username when renamed', async () => {
    const account = await createAccount({ name: 'Old Name' })
    const { etag } = (await ada.get(buildPath(account))).headers
    const renamed = await ada.patch(buildPath(account), { body: { name: 'New Name' } })
    expect(renamed.body).toEqual({ ...account, name: 'New Name', version: 2 })
    expect((await ada.get(buildPath(account))).headers.etag).toBe(renamed.headers.etag)
    const stale = { body: { name: 'Other' }, headers: { 'if-match': etag! } }
    expectStatus(await ada.patch(buildPath(account), stale), 412)
    expectStatus(await ada.patch(buildPath(account), { body: { name: 'New Name' } }), 200)
    expect((await listEvents(account)).slice(1)).toEqual([
      { type: 'service_account.renamed', before: { name: 'Old Name' }, after: { name: 'New Name' } },
    ])
  })

  test('requires an owner or admin; a user is not a service account', async () => {
    const account = await createAccount({ name: 'Secret' })
    expectStatus(await ben.get(buildPath()), 403)
    expectStatus(await ben.get(buildPath(account)), 403)
    expectStatus(await create({ name: 'Mine' }, ben), 403)
    for (const user_id of [ben.userId, 'nobody', '0190b0a0-0000-7000-8000-000000000001'])
      expectStatus(await ada.get(`${buildPath()}/${user_id}`), 404)
    const robot = app.createClient((await mint(account, { scopes: ['admin'] })).token)
    expectStatus(await robot.get(buildPath()), 403)
  })

  test('keeps its role and activity, and cannot be changed as a member', async () => {
    const account = await createAccount({ name: 'Steady' })
    const asMember = `/v1/organization-members/${account.user_id}/${org}`
    for (const body of [{ role: 'admin' }, { is_active: false }]) expectStatus(await ada.patch(asMember, { body }), 409)
    expectStatus(await ada.delete(asMember), 409)
    expectStatus(await ada.patch(asMember, { body: { designation: 'Tester' } }), 200)
    expect((await ada.get(buildPath(account))).body).toMatchObject({ role: 'member', designation: 'QA Engineer' })
    expectStatus(await ada.delete(buildPath(account)), 200)
    expectStatus(await ada.patch(asMember, { body: { is_active: true } }), 409)
  })
})

describe('its tokens', () => {
  test('act as the account, and are counted while valid', async () => {
    const account = await createAccount({ name: 'Counting' })
    const [first, , brief] = [
      await mint(account),
      await mint(account, { kind: 'test' }),
      await mint(account, { expires_at: new Date(app.clock.now() + 1000).toISOString() }),
    ]
    expect(first).toMatchObject({ grant_type: 'service_account', principal_display: 'sa-counting' })
    const me = expectStatus(await use(first.token), 200)
    expect(me).toMatchObject({
      principal: { type: 'service_account', id: account.user_id, username: 'sa-counting' },
      auth: { grant_type: 'service_account' },
    })
    const readCount = async () => (await ada.get(buildPath(account))).body.active_tokens
    expect(await readCount()).toBe(3)
    app.clock.advance(1001)
    expect(await readCount()).toBe(2)
    expectStatus(await ada.post(`/v1/tokens/${first.token_id}/rotate`), 200)
    expect(await readCount()).toBe(3)
    app.clock.advance(60_001)
    expect(await readCount()).toBe(2)
    expectStatus(await ada.delete(`/v1/tokens/${brief.token_id}`), 200)
    expect(await readCount()).toBe(2)
  })

  test('write within their scopes, as the account', async () => {
    const account = await createAccount({ name: 'Filing' })
    const robot = app.createClient((await mint(account)).token)
    const task = expectStatus(await robot.post('/v1/tasks', { body: { org_id: org, title: 'Nightly' } }), 200)
    expect(task).toMatchObject({ created_by: 'sa-filing', org_id: org })
    const audit = await ada.get('/v1/audit', { query: { org_id: org, actor: 'sa-filing' } })
    expect(audit.body.data[0]).toMatchObject({ actor_kind: 'service_account', resource_id: task.task_id })
  })

  test('are counted for any number of accounts by one statement besides authentication', async () => {
    const client = app.createClient((await mintOwn()).token)
    for (const limit of [1, 1000]) {
      const before = app.countStatements()
      expectStatus(await client.get(buildPath(), { query: { limit } }), 200)
      expect(app.countStatementsSince(before, 2)).toBe(2)
    }
  })

  const mintOwn = async () =>
    expectStatus(await ada.post('/v1/tokens', { body: { org_id: org, name: 'Own', scopes: ['org:read'] } }), 200)
})

describe('a deactivated service account', () => {
  test('has its tokens rejected from the next request in every process, and keeps its record', async () => {
    const account = await createAccount({ name: 'Leaving' })
    const [plain, rotated] = [await mint(account), await mint(account)]
    const next = expectStatus(await ada.post(`/v1/tokens/${rotated.token_id}/rotate`), 200)
    for (const at of [app, otherApp]) expectStatus(await use(plain.token, at), 200)
    const gone = expectStatus(await ada.delete(buildPath(account)), 200)
    expect(gone).toEqual({ ...account, is_active: false, active_tokens: 0, version: 2 })
    for (const { token, token_id } of [plain, rotated, next]) {
      for (const at of [app, otherApp]) expect(toProblemKind(await use(token, at))).toEqual([401, 'token-revoked'])
      const displayed = expectStatus(await ada.get(`/v1/tokens/${token_id}`), 200)
      expect(displayed).toMatchObject({ status: 'revoked', revoke_reason: 'service_account_deactivated' })
    }
    expect(expectStatus(await ada.get(buildPath(account)), 200)).toEqual(gone)
    const listed = expectStatus(await ada.get(buildPath(), { query: { limit: 1000 } }), 200).data
    expect(listed).toContainEqual(gone)
    expect((await listEvents(account)).at(-1)).toEqual({
      type: 'service_account.deactivated',
      before: {
        is_active: true,
        projects: 0,
        teams: 0,
        milestones: 0,
        restricted_tasks: 0,
        projects_passed: 0,
        teams_passed: 0,
        tasks_passed: 0,
        watches: 0,
        notifications: 0,
        reminders: 0,
        passed_to: null,
      },
      after: { is_active: false, tokens_revoked: 3 },
    })
  })

  test('can be deactivated again without effect', async () => {
    const account = await createAccount({ name: 'Gone' })
    const first = await ada.delete(buildPath(account))
    const again = await agnes.delete(buildPath(account))
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(await listEvents(account)).toHaveLength(2)
  })

  test('gets no more tokens, and keeps its name reserved', async () => {
    const account = await createAccount({ name: 'Retired' })
    expectStatus(await ada.delete(buildPath(account)), 200)
    const body = { org_id: org, name: 'New', scopes: ['tasks:read'], principal_user_id: account.user_id }
    expectStatus(await ada.post('/v1/tokens', { body }), 422)
    expect((await createAccount({ name: 'Retired' })).username).toBe('sa-retired-2')
  })

  test('leaves no valid token when tokens are created, rotated and used concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const account = await createAccount({ name: `Racing ${round}` })
      const [one, two] = [await mint(account), await mint(account)]
      const secrets: string[] = [one.token, two.token]
      let over = false
      const keep = async (reply: Promise<Reply>) => {
        const { status, body } = await reply
        if (status === 200) secrets.push(body.token)
        else expect([409, 422]).toContain(status)
      }
      const body = { org_id: org, name: 'Late', scopes: ['tasks:read'], principal_user_id: account.user_id }
      const using = Promise.all(
        [app, otherApp].map(async (at) => {
          for (;;) {
            const late = over
            const found = toProblemKind(await use(one.token, at))
            if (late) expect(found).toEqual([401, 'token-revoked'])
            if (found[0] === 401) return
          }
        }),
      )
      await Promise.all([
        keep(ada.post('/v1/tokens', { body })),
        keep(adaThere.post('/v1/tokens', { body })),
        keep(adaThere.post(`/v1/tokens/${two.token_id}/rotate`)),
        adaThere.delete(buildPath(account)).then((reply) => {
          over = true
          return expectStatus(reply, 200)
        }),
        keep(ada.post('/v1/tokens', { body })),
      ])
      await using
      for (const secret of secrets) expect(toProblemKind(await use(secret, otherApp))).toEqual([401, 'token-revoked'])
      const left = await app.sql(
        'SELECT 1 FROM access_tokens WHERE org_id = $1 AND principal_user_id = $2 AND revoked_at IS NULL',
        [org, account.user_id],
      )
      expect(left).toEqual([])
    }
  })
})
