import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/core/scopes.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'
import { insertProject } from './insert-project.ts'

let app: TestApp
let owner: Client, admin: Client, ben: Client, guest: Client, robot: Client
let org: string, elsewhere: string
let open: string, closed: string, foreign: string

beforeAll(async () => {
  app = await startApp()
  ;[owner, admin, ben, guest] = await Promise.all([
    app.signIn('ada'),
    app.signIn('agnes'),
    app.signIn('ben'),
    app.signIn('gus'),
  ])
  org = (await createOrganization(owner)).org_id
  elsewhere = (await createOrganization(owner, { name: 'Elsewhere' })).org_id
  await addMember(owner, org, admin, 'admin')
  await addMember(owner, org, ben)
  await addMember(owner, org, guest, 'guest')
  robot = await insertServiceAccount(app, org)
  open = await insertProject(app, org, { visibility: 'public' })
  closed = await insertProject(app, org, { visibility: 'private' })
  foreign = await insertProject(app, elsewhere, { visibility: 'public' })
})

const buildBody = (values: object = {}) => ({
  org_id: org,
  name: 'Nightly export',
  scopes: ['tasks:read'],
  ...values,
})
const mint = (client: Client, values: object = {}, headers: Record<string, string> = {}) =>
  client.post('/v1/tokens', { body: buildBody(values), headers })

describe('a created token', () => {
  it('is returned once, works immediately, and has the requested grants', async () => {
    const expires_at = new Date(app.clock.now() + 86_400_000).toISOString()
    const created = expectStatus(
      await mint(ben, { scopes: ['tasks:read', 'org:write', 'tasks:read'], project_ids: null, expires_at }),
      200,
    )
    expect(created).toMatchObject({
      org_id: org,
      name: 'Nightly export',
      kind: 'live',
      grant_type: 'personal',
      principal_user_id: ben.userId,
      principal_display: ben.username,
      created_by: ben.username,
      scopes: ['tasks:read', 'org:write'],
      project_ids: null,
      status: 'active',
      expires_at,
      use_count: 0,
      revoked_at: null,
    })
    expect(created.token).toMatch(/^svc_live_[0-9A-Za-z]{38}$/)
    expect(created.token_prefix).toBe(created.token.slice(0, 13))
    const read = expectStatus(await app.createClient(created.token).get(`/v1/tokens/${created.token_id}`), 200)
    const { token: _, ...shown } = created
    expect(read).toEqual(shown)
  })

  it('of kind test reads and never writes', async () => {
    const created = expectStatus(await mint(ben, { kind: 'test', scopes: ['org:write'] }), 200)
    expect(created.token).toMatch(/^svc_test_/)
    const client = app.createClient(created.token)
    expectStatus(await client.get('/v1/tokens'), 200)
    const refused = expectStatus(await mint(client, {}), 403)
    expect(refused.type).toBe('urn:svc:problem:test-token-read-only')
  })

  it('emits an event without the secret', async () => {
    const created = expectStatus(await mint(ben, { name: 'Traced' }), 200)
    const [event] = await app.sql<{ type: string; after: object }>(
      'SELECT * FROM events WHERE org_id = $1 AND resource_id = $2',
      [org, created.token_id],
    )
    expect(event).toMatchObject({ type: 'token.created', after: { name: 'Traced', scopes: ['tasks:read'] } })
    expect(JSON.stringify(event)).not.toContain(created.token.slice(13))
  })
})

describe('the request is validated', () => {
  const addHour = () => new Date(app.clock.now() + 3_600_000).toISOString()
  const cases: [string, () => object, (string | number)[]][] = [
    ['an unknown scope', () => ({ scopes: ['tasks:read', 'tasks:eat'] }), ['body', 'scopes', 1]],
    ['no scope', () => ({ scopes: [] }), ['body', 'scopes']],
    ['a blank name', () => ({ name: ' ' }), ['body', 'name']],
    ['an overlong name', () => ({ name: 'x'.repeat(101) }), ['body', 'name']],
    ['an unknown kind', () => ({ kind: 'prod' }), ['body', 'kind']],
    ['no projects at all', () => ({ project_ids: [] }), ['body', 'project_ids']],
    ['a project that is not there', () => ({ project_ids: [open, 'P0'] }), ['body', 'project_ids', 1]],
    ["another's private project", () => ({ project_ids: [closed] }), ['body', 'project_ids', 0]],
    ["another organization's project", () => ({ project_ids: [foreign] }), ['body', 'project_ids', 0]],
    ['an expiry in the past', () => ({ expires_at: '2026-01-01T00:00:00Z' }), ['body', 'expires_at']],
    ['a date for an expiry', () => ({ expires_at: addHour().slice(0, 10) }), ['body', 'expires_at']],
    ['a principal that is no id', () => ({ principal_user_id: 'ada' }), ['body', 'principal_user_id']],
  ]
  it.each(cases)('returns 422 for %s', async (_, values, loc) => {
    const before = await count()
    const problem = expectStatus(await mint(ben, values()), 422)
    expect(problem.errors[0].loc).toEqual(loc)
    expect(await count()).toBe(before)
  })

  it('a guest cannot name a public project without membership, a member can', async () => {
    expectStatus(await mint(ben, { project_ids: [open] }), 200)
    expectStatus(await mint(guest, { project_ids: [open] }), 422)
  })

  it('a hidden and a missing project get the same message', async () => {
    const [unseen, missing] = await Promise.all([
      mint(ben, { project_ids: [closed] }),
      mint(ben, { project_ids: ['P0'] }),
    ])
    expect(unseen.body.errors).toEqual(missing.body.errors)
  })

  it('returns 403 for an organization of others, existing or not', async () => {
    for (const org_id of [elsewhere, '0190b0a0-0000-7000-8000-000000000001', 'nothing'])
      expectStatus(await mint(ben, { org_id }), 403)
  })

  it('a session has to name its organization, a token does not', async () => {
    expectStatus(await mint(ben, { org_id: undefined }), 422)
    const client = await createTokenClient(ben, org, { scopes: ['org:write', 'tasks:read'] })
    expect(expectStatus(await mint(client, { org_id: undefined }), 200).org_id).toBe(org)
  })

  const count = async () =>
    (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM access_tokens WHERE org_id = $1', [org]))[0]!.n
})

describe('a token for a service account', () => {
  it('requires an owner or admin', async () => {
    const created = expectStatus(await mint(admin, { principal_user_id: robot.userId.toUpperCase() }), 200)
    expect(created).toMatchObject({
      principal_user_id: robot.userId,
      principal_display: robot.username,
      grant_type: 'service_account',
      created_by: admin.username,
    })
  })

  it('is rejected for members, with any account', async () => {
    for (const principal_user_id of [robot.userId, admin.userId, ben.userId])
      expectStatus(await mint(ben, { principal_user_id }), 403)
  })

  it('requires an active service account of the organization', async () => {
    const gone = await insertServiceAccount(app, org)
    await app.sql('UPDATE organization_members SET is_active = false WHERE user_id = $1', [gone.userId])
    const other = await insertServiceAccount(app, elsewhere)
    for (const principal_user_id of [ben.userId, owner.userId, gone.userId, other.userId]) {
      const problem = expectStatus(await mint(owner, { principal_user_id }), 422)
      expect(problem.errors[0]).toMatchObject({
        loc: ['body', 'principal_user_id'],
        type: 'unknown_reference',
      })
    }
  })
})

describe('a token created with a token never exceeds or outlives it', () => {
  const addHour = () => new Date(app.clock.now() + 3_600_000).toISOString()
  const addTwoHours = () => new Date(app.clock.now() + 7_200_000).toISOString()
  type Case = [string, Scope[], string | null, object, 200 | 403]
  const until = '2030-01-01T00:00:00Z'
  const cases: Case[] = [
    ['the same scope', ['org:write', 'tasks:read'], null, {}, 200],
    ['read out of write', ['org:write', 'tasks:write'], null, { scopes: ['tasks:read', 'org:read'] }, 200],
    ['a scope it lacks', ['org:write'], null, {}, 403],
    ['write out of read', ['org:write', 'tasks:read'], null, { scopes: ['tasks:write'] }, 403],
    ['one too many among several', ['org:write', 'tasks:read'], null, { scopes: ['tasks:read', 'teams:read'] }, 403],
    ['admin out of all but admin', ['org:write', 'webhooks:write'], null, { scopes: ['admin'] }, 403],
    ['anything out of admin', ['admin'], null, { scopes: ['webhooks:write', 'admin'] }, 200],
    ['no org:write', ['org:read', 'tasks:read'], null, {}, 403],
    ['an earlier end', ['admin'], until, { expires_at: '2029-12-31T23:59:59Z' }, 200],
    ['the same end in another zone', ['admin'], until, { expires_at: '2030-01-01T02:00:00+02:00' }, 200],
    ['a later end', ['admin'], until, { expires_at: '2030-01-01T00:00:00.001Z' }, 403],
    ['no end', ['admin'], until, { expires_at: null }, 403],
    ['no expiry requested', ['admin'], until, {}, 403],
  ]
  it.each(cases)('%s: from %j until %s', async (_, scopes, expires_at, values, status) => {
    const client = await createTokenClient(owner, org, { scopes, expires_at })
    expectStatus(await mint(client, values), status)
  })

  it('returns the missing scope', async () => {
    const client = await createTokenClient(ben, org, { scopes: ['org:write'] })
    const problem = expectStatus(await mint(client), 403)
    expect(problem).toMatchObject({
      type: 'urn:svc:problem:insufficient-scope',
      errors: [{ required: 'tasks:read' }],
    })
  })

  it('the scope admin requires an owner or admin, even with a session', async () => {
    expectStatus(await mint(ben, { scopes: ['admin'] }), 403)
    expectStatus(await mint(await createTokenClient(ben, org, { scopes: ['admin'] }), { scopes: ['admin'] }), 403)
    expectStatus(await mint(admin, { scopes: ['admin'] }), 200)
  })

  it('a token limited to projects cannot access tokens', async () => {
    const client = await createTokenClient(owner, org, { scopes: ['admin'], project_ids: [open] })
    const created = expectStatus(await mint(owner), 200)
    expectStatus(await mint(client, { project_ids: [open] }), 403)
    expectStatus(await client.get('/v1/tokens'), 403)
    for (const id of [created.token_id, 'TK0']) {
      expectStatus(await client.get(`/v1/tokens/${id}`), 403)
      expectStatus(await client.patch(`/v1/tokens/${id}`, { body: { name: 'x' } }), 403)
      expectStatus(await client.post(`/v1/tokens/${id}/rotate`), 403)
      expectStatus(await client.delete(`/v1/tokens/${id}`), 403)
    }
  })

  it("an app's token cannot create or rotate tokens", async () => {
    const client = await createTokenClient(ben, org, {
      scopes: ['org:write', 'tasks:read'],
      grant_type: 'authorization_code',
    })
    const created = expectStatus(await mint(ben, { expires_at: addHour() }), 200)
    expectStatus(await mint(client, { expires_at: addHour() }), 403)
    expectStatus(await client.post(`/v1/tokens/${created.token_id}/rotate`), 403)
  })

  it('a token of another organization is rejected by name', async () => {
    const client = await createTokenClient(owner, elsewhere)
    expectStatus(await mint(client, { expires_at: addTwoHours() }), 403)
  })
})
