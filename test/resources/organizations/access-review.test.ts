import { beforeAll, describe, expect, it } from 'vitest'
import { accessReviewColumns } from '../../../src/resources/people/organizations/access-review/stream.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  insertServiceAccount,
  createTokenClient,
  type TokenValues,
} from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, cleo: Client, dan: Client, robot: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  const names = ['ada', 'ben', 'cleo', 'dan']
  ;[ada, ben, cleo, dan] = (await Promise.all(names.map((name) => app.signIn(name)))) as [
    Client,
    Client,
    Client,
    Client,
  ]
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, cleo)
  await addMember(ada, org, dan, 'guest')
  robot = await insertServiceAccount(app, org)
})

const buildPath = (orgId = org) => `/v1/organizations/${orgId}/access-review`
const csv = { accept: 'text/csv' }
const readReview = async (actor = ada, orgId = org) => expectStatus(await actor.get(buildPath(orgId)), 200)
const addSeconds = (seconds: number) => new Date(app.clock.now() + seconds * 1000).toISOString()

interface Reviewed {
  members: { username: string; tokens: { token_id: string }[] }[]
  unattached_tokens: { token_id: string; principal_user_id: string }[]
}
const readUserId = async (client: Client) => {
  const prefix = client.authorization!.slice('Bearer '.length, 'Bearer '.length + 17)
  const [row] = await app.sql<{ token_id: string }>(
    'SELECT token_id FROM access_tokens WHERE starts_with($2, token_prefix) AND org_id = $1',
    [org, prefix],
  )
  return row!.token_id
}

it('lists the active members by username with their tokens, without secrets', async () => {
  const values: TokenValues = { scopes: ['tasks:read', 'org:read'], expires_at: '2099-01-01T00:00:00.000Z' }
  const client = await createTokenClient(ben, org, values)
  const before = app.clock.now()
  const reply = await ada.get(buildPath())
  const body = expectStatus(reply, 200)
  expect(Object.keys(body)).toEqual(['org_id', 'generated_at', 'members', 'unattached_tokens', 'access_hash'])
  expect(body.org_id).toBe(org)
  expect(Date.parse(body.generated_at)).toBeGreaterThanOrEqual(before)
  const facts = body.members.map((one: Record<string, unknown>) => [one.username, one.kind, one.role, one.email])
  expect(facts).toEqual([
    ['ada', 'user', 'owner', 'ada@dev.invalid'],
    ['ben', 'user', 'admin', 'ben@dev.invalid'],
    ['cleo', 'user', 'member', 'cleo@dev.invalid'],
    ['dan', 'user', 'guest', 'dan@dev.invalid'],
    [robot.username, 'service_account', 'member', expect.stringContaining('.svc.invalid')],
  ])
  expect(body.members[1]).toMatchObject({ user_id: ben.userId, designation: null })
  expect(body.members[1].tokens).toEqual([
    {
      token_id: await readUserId(client),
      name: 'test',
      token_prefix: expect.stringMatching(/^svc_live_/),
      kind: 'live',
      grant_type: 'personal',
      scopes: ['tasks:read', 'org:read'],
      project_ids: null,
      expires_at: '2099-01-01T00:00:00.000Z',
      last_used_at: null,
    },
  ])
  expect(reply.text).not.toContain(client.authorization!.slice('Bearer '.length))
  expect(JSON.stringify([body.members, body.unattached_tokens])).not.toMatch(/hash/)
})

it('lists a token only if it grants access', async () => {
  const home = (await createOrganization(ada)).org_id
  const people = [ada, ben, cleo, dan]
  for (const person of [ben, cleo, dan]) await addMember(ada, home, person)
  const account = await insertServiceAccount(app, home)
  const grants: TokenValues['grant_type'][] = ['personal', 'authorization_code']
  const ends: TokenValues[] = [
    {},
    { expires_at: addSeconds(3600) },
    { expires_at: addSeconds(200 * 24 * 3600) },
    { expires_at: addSeconds(-60) },
    { revoked_at: addSeconds(-60) },
    { revoked_at: addSeconds(3600) },
    { revoked_at: addSeconds(3600), revoke_reason: 'rotated' as const }, // in the grace of a rotation
    { kind: 'test' },
    { project_ids: ['P1'] },
  ]
  const clients: Client[] = []
  for (const person of people)
    for (const grant_type of grants)
      for (const values of ends) clients.push(await createTokenClient(person, home, { grant_type, ...values }))
  for (const values of ends)
    clients.push(await createTokenClient(account, home, { grant_type: 'service_account', ...values }))
  const settings = `/v1/organizations/${home}/settings`
  const buildMemberPath = (person: Client) => `/v1/organization-members/${person.userId}/${home}`
  const steps: (() => Promise<unknown>)[] = [
    async () => undefined,
    () => ada.patch(settings, { body: { max_token_ttl_days: 90 } }),
    () => ada.patch(settings, { body: { max_token_ttl_days: null, require_token_expiry: true } }),
    () => ada.patch(settings, { body: { require_token_expiry: false, allow_personal_tokens: false } }),
    () => ada.patch(buildMemberPath(cleo), { body: { is_active: false } }),
    () => ada.delete(buildMemberPath(dan)),
    () => ada.patch(settings, { body: { allow_personal_tokens: true } }),
    () => ada.patch(buildMemberPath(cleo), { body: { is_active: true } }),
  ]
  for (const step of steps) {
    await step()
    const statuses = await Promise.all(clients.map(async (one) => (await one.get('/v1/me')).status))
    const { members } = await readReview(ada, home)
    const listed = members.flatMap((one: Reviewed['members'][number]) => one.tokens).length
    expect(listed).toBe(statuses.filter((status) => status === 200).length)
    expect(listed).toBeGreaterThan(0)
  }
  const { unattached_tokens, members } = (await readReview(ada, home)) as Reviewed
  expect(members.map(({ username }) => username)).not.toContain('dan')
  // Dan has left: his tokens neither expired nor were revoked, and his app grants ended.
  expect(new Set(unattached_tokens.map((one) => one.principal_user_id))).toEqual(new Set([dan.userId]))
  expect(unattached_tokens).toHaveLength(6)
})

it('lists both tokens during the grace period of a rotation, then the new one', async () => {
  const home = (await createOrganization(ada)).org_id
  const body = { org_id: home, name: 'x', scopes: ['org:read'] }
  const { token_id } = expectStatus(await ada.post('/v1/tokens', { body }), 201, 200)
  const created = expectStatus(await ada.post(`/v1/tokens/${token_id}/rotate`), 200, 201)
  const listIds = async () =>
    (await readReview(ada, home)).members[0].tokens.map((one: { token_id: string }) => one.token_id)
  expect(await listIds()).toEqual([token_id, created.token_id])
  app.clock.advance(61_000)
  expect(await listIds()).toEqual([created.token_id])
})

describe('as CSV', () => {
  let home: string
  beforeAll(async () => {
    const owner = await app.signIn('=1+1', { email: '=1+1@example.com' })
    home = (await createOrganization(owner)).org_id
    await addMember(owner, home, ada, 'owner')
    await addMember(ada, home, cleo)
    await addMember(ada, home, ben)
    await createTokenClient(ada, home, { scopes: ['tasks:read', 'org:read'], project_ids: ['P1', 'P2'] })
    await createTokenClient(ada, home, { kind: 'test', expires_at: '2099-01-01T00:00:00.000Z' })
    await createTokenClient(ben, home)
    await app.sql(`UPDATE access_tokens SET name = '@SUM(A1), "all"' WHERE org_id = $1 AND kind = 'test'`, [home])
    await app.sql('UPDATE organization_members SET is_active = false WHERE org_id = $1 AND user_id = $2', [
      home,
      ben.userId,
    ])
  })
  const readLines = async () => {
    const reply = await ada.get(buildPath(home), { headers: csv })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    return reply.text.split('\r\n')
  }

  it('has a line per token, one for a member without any, and unattached tokens last', async () => {
    const rows = await readLines()
    expect(rows[0]).toBe(
      'user_id,username,email,kind,role,designation,last_active_at,token_id,token_name,token_prefix,token_kind,' +
        'grant_type,scopes,project_ids,expires_at,last_used_at',
    )
    expect(rows.at(-1)).toBe('')
    const cells = rows.slice(1, -1).map((row) => row.split(','))
    expect(cells.map((row) => row[0])).toEqual([
      expect.any(String), // =1+1, whose username begins with its digit
      ada.userId,
      ada.userId,
      cleo.userId,
      ben.userId,
    ])
    expect(cells[1]!.slice(10, 15)).toEqual(['live', 'personal', 'tasks:read org:read', 'P1 P2', ''])
    expect(cells[3]!.slice(7)).toEqual(Array(9).fill(''))
    expect(cells[4]!.slice(1, 7)).toEqual(Array(6).fill(''))
    expect(cells[4]!.slice(8, 12)).toEqual(['test', expect.stringMatching(/^svc_live_/), 'live', 'personal'])
  })

  it('begins with a byte order mark', async () => {
    const reply = await fetch(`${app.url}${buildPath(home)}`, {
      headers: { ...csv, authorization: ada.authorization! },
    })
    expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toMatch(/^\xef\xbb\xbfuser_id,/)
  })

  it('escapes formulas', async () => {
    const text = (await readLines()).join('\n')
    expect(text).toContain(",'=1+1@example.com,")
    expect(text).toContain(`,"'@SUM(A1), ""all""",`)
    for (const cell of text.split(/[,\n]/)) expect(cell).not.toMatch(/^"?[=+@]/)
  })

  it('equals the JSON response', async () => {
    const body = await readReview(ada, home)
    const rows = (await readLines()).slice(1, -1)
    const listIds = (tokens: { token_id: string }[]) => tokens.map(({ token_id }) => token_id)
    const expected = body.members.flatMap((one: Reviewed['members'][number]) =>
      one.tokens.length === 0 ? [''] : listIds(one.tokens),
    )
    const found = rows.map((row) => row.replaceAll(/"[^"]*"/g, 'x').split(',')[accessReviewColumns.indexOf('token_id')])
    expect(found).toEqual([...expected, ...listIds(body.unattached_tokens)])
  })
})

describe('its ETag', () => {
  it('changes with the content only; JSON and CSV have different ones', async () => {
    const home = (await createOrganization(ada)).org_id
    const read = (headers = {}) => ada.get(buildPath(home), { headers })
    const [json, table] = [await read(), await read(csv)]
    expect(json.headers.etag).not.toBe(table.headers.etag)
    expect(json.headers.vary).toMatch(/Accept/)
    app.clock.advance(5000)
    expect((await read()).headers.etag).toBe(json.headers.etag)
    expect((await read({ 'if-none-match': json.headers.etag! })).status).toBe(304)
    expect((await read({ ...csv, 'if-none-match': table.headers.etag! })).status).toBe(304)
    expect((await read({ ...csv, 'if-none-match': json.headers.etag! })).status).toBe(200)
    await createTokenClient(ada, home, { expires_at: addSeconds(60) })
    const changed = await read({ 'if-none-match': json.headers.etag! })
    expect(changed.status).toBe(200)
    app.clock.advance(61_000)
    expect((await read({ 'if-none-match': json.headers.etag! })).status).toBe(304)
  })

  it('differs between organizations with equal content', async () => {
    const tags = []
    for (let i = 0; i < 2; i++)
      tags.push((await ada.get(buildPath((await createOrganization(ada)).org_id))).headers.etag)
    expect(tags[0]).not.toBe(tags[1])
  })
})

describe('access to it', () => {
  it('requires an owner or admin', async () => {
    const statuses = await Promise.all([ada, ben, cleo, dan].map(async (one) => (await one.get(buildPath())).status))
    expect(statuses).toEqual([200, 200, 403, 403])
    const outsider = await app.signIn('eve')
    expect((await outsider.get(buildPath())).status).toBe(403)
    expect((await outsider.get(buildPath('0199a3f2-7c1e-7d00-8a55-2f6d1b7c9e10'))).status).toBe(403)
  })

  it('is granted to tokens with org:read that are not limited to projects', async () => {
    const readStatus = async (values: TokenValues) =>
      (await (await createTokenClient(ada, org, values)).get(buildPath())).status
    expect(await readStatus({ scopes: ['org:read'] })).toBe(200)
    expect(await readStatus({ scopes: ['org:read'], kind: 'test' })).toBe(200)
    expect(await readStatus({ scopes: ['tasks:write'] })).toBe(403)
    expect(await readStatus({ scopes: ['org:read'], project_ids: ['P1'] })).toBe(403)
    expect(await (await (await createTokenClient(cleo, org, { scopes: ['org:read'] })).get(buildPath())).status).toBe(
      403,
    )
  })
})

it('says how each member signs in, and whether they have a second factor', async () => {
  const beside = await startApp({ database: app, env: { ACCOUNTS: 'beside' } })
  const mine = (await createOrganization(ada)).org_id
  await addMember(ada, mine, ben)
  await addMember(ada, mine, cleo)
  await insertServiceAccount(app, mine)
  const addAccount = async (user: Client, disabled: boolean, credentials: [kind: string, confirmed: boolean][]) => {
    await app.sql(
      `INSERT INTO accounts (account_id, user_id, email, email_key, email_verified, disabled_at, created_at, updated_at)
       VALUES ($1, $1, $2, $2, true, CASE WHEN $3 THEN now() END, now(), now())`,
      [user.userId, `${user.username}@accounts.invalid`, disabled],
    )
    for (const [kind, confirmed] of credentials)
      await app.sql(
        `INSERT INTO account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
         VALUES ($1::uuid, $2::text || $1::uuid::text, $2::text, 'x', CASE WHEN $3 THEN now() END, now(), now())`,
        [user.userId, kind, confirmed],
      )
  }
  const pick = async (at = beside) =>
    (await readReview(at.createClient(ada.authorization!.slice('Bearer '.length)), mine)).members.map(
      (one: Record<string, unknown>) => [one.kind, one.sign_in, one.has_second_factor, one.passkeys],
    )
  const robotRow = ['service_account', [], null, null]
  const atProvider = ['user', ['identity_provider'], null, null]
  expect(await pick()).toEqual([atProvider, atProvider, atProvider, robotRow])
  await addAccount(ada, false, [
    ['password', true],
    ['totp', false],
  ])
  await addAccount(ben, false, [
    ['password', true],
    ['passkey', true],
    ['totp', true],
  ])
  await addAccount(cleo, true, [['password', true]])
  expect(await pick()).toEqual([
    ['user', ['password', 'identity_provider'], false, 0],
    ['user', ['password', 'passkey', 'identity_provider'], true, 1],
    ['user', [], false, 0],
    robotRow,
  ])
  // `app` accepts no accounts.
  expect(await pick(app)).toEqual([
    ['user', ['identity_provider'], false, 0],
    ['user', ['identity_provider'], true, 1],
    ['user', [], false, 0],
    robotRow,
  ])
  await app.sql('DELETE FROM account_credentials')
  await app.sql('DELETE FROM accounts')
})

describe('signing', () => {
  const buildAuditQuery = (orgId: string) => ({ org_id: orgId, action: 'access_review.signed' })
  const sign = (orgId: string, body: object, client = ada) => client.post(`${buildPath(orgId)}/sign`, { body })

  it('is recorded for admins with the hash of what was reviewed, and refused after the access changed', async () => {
    const mine = (await createOrganization(ada)).org_id
    await addMember(ada, mine, ben)
    const { access_hash } = await readReview(ada, mine)
    const signed = expectStatus(await sign(mine, { access_hash, note: 'Quarterly review.' }), 200)
    expect(signed).toMatchObject({ org_id: mine, access_hash, members: 2, note: 'Quarterly review.' })
    const { data } = expectStatus(await ada.get('/v1/audit', { query: buildAuditQuery(mine) }), 200)
    expect(data).toMatchObject([
      { actor_username: 'ada', after: { access_hash, members: 2, tokens: signed.tokens, note: 'Quarterly review.' } },
    ])
    await addMember(ada, mine, cleo)
    expect(expectStatus(await sign(mine, { access_hash }), 409).detail).toContain('Get the access review again.')
    expect((await readReview(ada, mine)).access_hash).not.toBe(access_hash)
    expect((await sign(mine, { access_hash }, ben)).status).toBe(403)
  })

  it.each<[change: string, make: (orgId: string) => Promise<unknown>, isSame: boolean]>([
    ['a request of a member', (orgId) => ben.get(`/v1/organizations/${orgId}`), true],
    [
      'a role',
      (orgId) => ada.patch(`/v1/organization-members/${ben.userId}/${orgId}`, { body: { role: 'guest' } }),
      false,
    ],
    ['a new token of a member', (orgId) => createTokenClient(ben, orgId, { scopes: ['tasks:read'] }), false],
    ['a token of an app', (orgId) => createAppToken(orgId), false],
  ])('the hash after %s', async (_change, make, isSame) => {
    const mine = (await createOrganization(ada)).org_id
    await addMember(ada, mine, ben)
    const before = (await readReview(ada, mine)).access_hash
    await make(mine)
    expect((await readReview(ada, mine)).access_hash === before).toBe(isSame)
  })

  it('a token of an app that replaces another with the same rights does not change the hash', async () => {
    const mine = (await createOrganization(ada)).org_id
    await addMember(ada, mine, ben)
    await createAppToken(mine)
    await createTokenClient(ben, mine, { scopes: ['tasks:read'] })
    const before = await readReview(ada, mine)
    await app.sql(
      `UPDATE access_tokens SET revoked_at = now() WHERE org_id = $1 AND grant_type = 'authorization_code'`,
      [mine],
    )
    await createAppToken(mine)
    const after = await readReview(ada, mine)
    expect(JSON.stringify(after.members)).not.toBe(JSON.stringify(before.members))
    expect(after.access_hash).toBe(before.access_hash)
  })
})

const createAppToken = (orgId: string) =>
  createTokenClient(ben, orgId, { scopes: ['tasks:read'], grant_type: 'authorization_code' })
