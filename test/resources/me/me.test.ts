import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client, zoe: Client
let alpha: string, beta: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, zoe] = [await app.signIn('ada'), await app.signIn('zoe', { email_verified: false })]
  beta = (await createOrganization(ada, { name: 'beta' })).org_id
  alpha = (await createOrganization(ada, { name: 'Alpha' })).org_id
  await app.sql(
    `INSERT INTO designations (org_id, designation_id, label, label_key, created_at, updated_at)
     VALUES ($1, 'D1', 'Harbour Master', 'harbour master', now(), now())`,
    [beta],
  )
  const body = { designation: 'harbour master' }
  expectStatus(await ada.patch(`/v1/organization-members/${ada.userId}/${beta}`, { body }), 200)
})

const readMe = async (client: Client) => expectStatus(await client.get('/v1/me'), 200)

describe('me', () => {
  it('returns the session’s user, the organizations by name and no token', async () => {
    expect(await readMe(ada)).toEqual({
      principal: {
        type: 'user',
        id: ada.userId,
        username: 'ada',
        name: 'ada',
        email: 'ada@dev.invalid',
        email_verified: true,
      },
      organizations: [
        { org_id: alpha, name: 'Alpha', role: 'owner', designation: null, second_factor_missing: false },
        { org_id: beta, name: 'beta', role: 'owner', designation: 'Harbour Master', second_factor_missing: false },
      ],
      time_zone: 'UTC',
      preferences: { time_zone: null, locale: null, theme: null, display: {} },
    })
    expect((await readMe(zoe)).principal.email_verified).toBe(false)
    expect((await readMe(zoe)).organizations).toEqual([])
  })

  it('returns the principal of a token, its organization only, and its granted scopes', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const key = await createTokenClient(ada, beta, {
      scopes: ['tasks:write'],
      project_ids: ['P1'],
      expires_at,
      kind: 'test',
    })
    expect(await readMe(key)).toEqual({
      principal: expect.objectContaining({ type: 'user', id: ada.userId }),
      organizations: [
        { org_id: beta, name: 'beta', role: 'owner', designation: 'Harbour Master', second_factor_missing: false },
      ],
      time_zone: 'UTC',
      auth: {
        kind: 'token',
        token_id: expect.stringMatching(/^TK/),
        scopes: ['tasks:write'],
        project_ids: ['P1'],
        expires_at,
        grant_type: 'personal',
        token_kind: 'test',
        client_id: null,
      },
    })
    const robot = await insertServiceAccount(app, alpha)
    const response = await readMe(
      await createTokenClient(robot, alpha, { grant_type: 'service_account', scopes: ['tasks:read'] }),
    )
    expect(response.principal).toMatchObject({
      type: 'service_account',
      id: robot.userId,
      username: robot.username,
    })
    expect(response.auth).toMatchObject({ grant_type: 'service_account', project_ids: null, expires_at: null })
  })

  it('lists active memberships of existing organizations only', async () => {
    const { org_id } = await createOrganization(ada, { name: 'Gone' })
    await addMember(ada, org_id, await app.signIn('ben'))
    const ben = await app.signIn('ben')
    expect((await readMe(ben)).organizations).toHaveLength(1)
    await ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { is_active: false } })
    expect((await readMe(ben)).organizations).toEqual([])
    await ada.delete(`/v1/organizations/${org_id}`)
    expect((await readMe(ada)).organizations).toHaveLength(2)
  })

  it('takes two statements including authentication, and returns 304 for a matching ETag', async () => {
    for (const client of [ada, await createTokenClient(ada, beta)]) {
      const before = app.countStatements()
      const { etag } = (await client.get('/v1/me')).headers
      expect(app.countStatementsSince(before, 2)).toBe(2)
      expect((await client.get('/v1/me', { headers: { 'if-none-match': etag! } })).status).toBe(304)
    }
    expect((await app.anonymous.get('/v1/me')).status).toBe(401)
  })
})
