import { beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, cleo: Client, gus: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben, cleo, gus] = await Promise.all([
    app.signIn('ada'),
    app.signIn('ben'),
    app.signIn('cleo'),
    app.signIn('gus'),
  ])
})

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, cleo)
  await addMember(ada, org, gus, 'guest')
})

const buildMemberPath = (member: Client) => `/v1/organization-members/${member.userId}/${org}`
const listOrganizations = async (member: Client): Promise<string[]> =>
  expectStatus(await member.get('/v1/me'), 200).organizations.map((one: { org_id: string }) => one.org_id)
const listTokens = (member: Client) =>
  app.sql<{
    revoked_at: string | null
    revoked_by: string | null
    revoke_reason: string | null
    grant_type: string
  }>(
    'SELECT revoked_at, revoked_by, revoke_reason, grant_type FROM access_tokens WHERE org_id = $1 AND principal_user_id = $2',
    [org, member.userId],
  )
async function createInvite(member: Client, role = 'member'): Promise<string> {
  const body = { org_id: org, email: `${member.username}@dev.invalid`, role }
  return expectStatus(await ada.post('/v1/organization-invites', { body }), 200).id
}
const accept = (member: Client, id: string) => member.put(`/v1/organization-invites/${id}/accept`)
const readProblemType = async (client: Client) => (await client.get('/v1/me')).body.type

describe('a removed member', () => {
  it('is gone for all users immediately', async () => {
    const reply = await ben.delete(buildMemberPath(cleo))
    expect(reply.body).toEqual({ ok: true })
    expect(reply.headers.etag).toMatch(/^"2-/)
    expect((await ada.get(buildMemberPath(cleo))).status).toBe(404)
    expect((await ada.patch(buildMemberPath(cleo), { body: { is_active: true } })).status).toBe(404)
    expect((await ada.delete(buildMemberPath(cleo))).status).toBe(404)
    expect((await cleo.get(buildMemberPath(cleo))).status).toBe(403)
    expect(await listOrganizations(cleo)).not.toContain(org)
    const { data } = (await ada.get(`/v1/organization-members/${org}`)).body
    expect(data.map((row: { username: string }) => row.username)).toEqual(['ada', 'ben', 'gus'])
    const [row] = await app.sql('SELECT * FROM organization_members WHERE org_id = $1 AND user_id = $2', [
      org,
      cleo.userId,
    ])
    expect(row).toMatchObject({ is_active: false, deleted_by: 'ben', deleted_at: expect.any(String) })
  })

  it('leaves its projects and teams, and raises the versions of projects', async () => {
    const { project_id } = await createProject(cleo, org, { visibility: 'private' })
    const before = (await ada.get(`/v1/projects/detail/${project_id}`)).headers.etag!
    await app.sql(
      `INSERT INTO teams (org_id, team_id, name, name_key, created_at, updated_at)
       VALUES ($1, 'TM0', 'Quay', 'quay', now(), now())`,
      [org],
    )
    await app.sql(
      `INSERT INTO team_members (org_id, team_id, user_id, username, team_role, created_at, updated_at)
       VALUES ($1, 'TM0', $2, 'cleo', 'owner', now(), now())`,
      [org, cleo.userId],
    )
    await ada.delete(buildMemberPath(cleo))
    for (const table of ['project_members', 'team_members'])
      expect(
        await app.sql(`SELECT is_active FROM ${table} WHERE org_id = $1 AND user_id = $2`, [org, cleo.userId]),
      ).toEqual([{ is_active: false }])
    const body = { description: 'Ours now' }
    const stale = await ada.patch(`/v1/projects/${project_id}`, { body, headers: { 'if-match': before } })
    expect(stale.status).toBe(412)
    expect((await ada.patch(`/v1/projects/${project_id}`, { body })).status).toBe(200)
    const [event] = await app.sql<{ before: object }>(
      `SELECT before, after FROM events WHERE org_id = $1 AND type = 'member.removed'`,
      [org],
    )
    expect(event).toEqual({
      before: {
        username: 'cleo',
        role: 'member',
        projects: 1,
        teams: 1,
        milestones: 0,
        restricted_tasks: 0,
        watches: 0,
        notifications: 0,
        reminders: 0,
        projects_passed: 1,
        teams_passed: 1,
        tasks_passed: 0,
        passed_to: 'ada',
      },
      after: null,
    })
    // Simulates an insert into the project concurrent with the removal.
    await app.sql('UPDATE project_members SET is_active = true WHERE org_id = $1 AND user_id = $2', [org, cleo.userId])
    await accept(cleo, await createInvite(cleo))
    expect((await cleo.get(`/v1/projects/detail/${project_id}`)).status).toBe(404)
  })

  it('may remove itself in any role; members cannot remove others', async () => {
    for (const actor of [cleo, gus])
      expect((await actor.delete(buildMemberPath(ben))).status).toBe(actor === gus ? 404 : 403)
    const own = await createTokenClient(cleo, org, { scopes: ['org:write'] })
    expect((await own.delete(buildMemberPath(cleo))).status).toBe(200)
    expect((await gus.delete(buildMemberPath(gus))).status).toBe(200)
    expect((await ben.delete(buildMemberPath(ben))).status).toBe(200)
    expect((await ada.get(`/v1/organization-members/${org}`)).body.data).toHaveLength(1)
  })

  it('has its tokens rejected and still listed, and its app connections ended', async () => {
    const own = await createTokenClient(cleo, org)
    const connected = await createTokenClient(cleo, org, { grant_type: 'authorization_code' })
    await ada.delete(buildMemberPath(cleo))
    expect(await readProblemType(own)).toBe('urn:svc:problem:token-invalid')
    expect(await readProblemType(connected)).toBe('urn:svc:problem:token-revoked')
    const tokens = await listTokens(cleo)
    expect(tokens.find((row) => row.grant_type === 'personal')!.revoked_at).toBeNull()
    expect(tokens.find((row) => row.grant_type !== 'personal')!.revoke_reason).toBe('org_exit')
  })

  it('leaves the tokens it created for service accounts valid', async () => {
    const accounts = `/v1/organizations/${org}/service-accounts`
    const account = expectStatus(await ben.post(accounts, { body: { name: 'Robot' } }), 200)
    const body = { org_id: org, name: 'Robot', scopes: ['org:read'], principal_user_id: account.user_id }
    const { token: secret, token_id } = expectStatus(await ben.post('/v1/tokens', { body }), 200)
    expectStatus(await ada.delete(buildMemberPath(ben)), 200)
    expect((await app.createClient(secret).get('/v1/me')).status).toBe(200)
    expectStatus(await ada.post(`/v1/tokens/${token_id}/rotate`), 200)
    expect((await ben.post(`/v1/tokens/${token_id}/rotate`)).status).toBe(404)
  })

  it('has tokens that only admins can see and revoke, not rotate', async () => {
    const body = { org_id: org, name: 'Left', scopes: ['tasks:read'] }
    const { token: secret, token_id } = expectStatus(await cleo.post('/v1/tokens', { body }), 200)
    expectStatus(await ada.delete(buildMemberPath(cleo)), 200)
    const path = `/v1/tokens/${token_id}`
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const)
      expect((await cleo.send(method, `${path}${suffix}`)).status).toBe(404)
    expect((await ada.get(path)).body).toMatchObject({ status: 'active', principal_user_id: cleo.userId })
    expect((await ada.post(`${path}/rotate`)).status).toBe(403)
    expect(await readProblemType(app.createClient(secret))).toBe('urn:svc:problem:token-invalid')
    expect((await ada.delete(path)).body).toMatchObject({ revoke_reason: 'revoked_by_admin' })
    expect(await readProblemType(app.createClient(secret))).toBe('urn:svc:problem:token-revoked')
  })

  it('can return by invitation with the new role, without its tokens; its version goes on counting', async () => {
    const own = await createTokenClient(cleo, org)
    const elsewhere = (await createOrganization(ada)).org_id
    await addMember(ada, elsewhere, cleo)
    const other = await createTokenClient(cleo, elsewhere)
    await ada.delete(buildMemberPath(cleo))
    expect((await accept(cleo, await createInvite(cleo, 'guest'))).status).toBe(200)
    const reply = await ada.get(buildMemberPath(cleo))
    expect(reply.body).toMatchObject({
      role: 'guest',
      is_active: true,
      deleted_at: null,
      deleted_by: null,
      delete_reason: null,
      invited_by: 'ada',
    })
    expect(reply.headers.etag).toMatch(/^"3-/)
    expect(await readProblemType(own)).toBe('urn:svc:problem:token-revoked')
    expect(await listTokens(cleo)).toMatchObject([{ revoke_reason: 'revoked_by_admin', revoked_by: 'ada' }])
    expect((await other.get('/v1/me')).status).toBe(200)
    const [event] = await app.sql<{ after: object }>(
      `SELECT after FROM events WHERE org_id = $1 AND type = 'member.added' ORDER BY event_id DESC LIMIT 1`,
      [org],
    )
    expect(event!.after).toEqual({ username: 'cleo', role: 'guest', designation_id: null, tokens_revoked: 1 })
  })
})

describe('a deactivated member', () => {
  it('is rejected immediately, with its tokens, keeps its projects, and can be reactivated', async () => {
    const { project_id } = await createProject(cleo, org, { visibility: 'private' })
    const own = await createTokenClient(cleo, org)
    const connected = await createTokenClient(cleo, org, { grant_type: 'authorization_code' })
    expect((await ada.patch(buildMemberPath(cleo), { body: { is_active: false } })).body.is_active).toBe(false)
    expect(await readProblemType(own)).toBe('urn:svc:problem:token-invalid')
    expect(await readProblemType(connected)).toBe('urn:svc:problem:token-revoked')
    expect((await cleo.get(buildMemberPath(cleo))).status).toBe(403)
    expect((await ada.get(`/v1/organization-members/${org}?is_active=false`)).body.data).toHaveLength(1)
    expect((await ada.patch(buildMemberPath(cleo), { body: { is_active: true } })).status).toBe(200)
    expect((await own.get('/v1/me')).status).toBe(200)
    expect(await readProblemType(connected)).toBe('urn:svc:problem:token-revoked')
    expect((await cleo.get(`/v1/projects/detail/${project_id}`)).status).toBe(200)
  })

  it('cannot return by an invitation, old or new', async () => {
    const other = await app.signIn('dora')
    await addMember(ada, org, other)
    // The invitation is created before the deactivated user has this email, and accepted afterwards.
    const body = { org_id: org, email: 'dora.new@dev.invalid', role: 'admin' }
    const { id } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    await ada.patch(buildMemberPath(other), { body: { is_active: false } })
    const again = await ada.post('/v1/organization-invites', {
      body: { org_id: org, email: 'dora@dev.invalid' },
    })
    expect(again.status).toBe(409)
    await app.sql('UPDATE users SET email = $2, email_key = $2, profile_at = $3 WHERE user_id = $1', [
      other.userId,
      'dora.new@dev.invalid',
      new Date(Date.now() + 60_000).toISOString(),
    ])
    expect((await accept(other, id)).status).toBe(409)
    expect((await ada.get(buildMemberPath(other))).body).toMatchObject({ is_active: false, role: 'member' })
  })
})
