import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, zoe: Client
let org: string
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben, zoe] = await Promise.all([app.signIn('ada'), app.signIn('ben'), app.signIn('zoe')])
})

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
})

const path = '/v1/organization-invites'
async function createInvite(values: object = {}): Promise<string> {
  const body = { org_id: org, email: 'zoe@dev.invalid', ...values }
  return expectStatus(await ada.post(path, { body }), 200).id
}
const listOwnInvites = async (client: Client): Promise<string[]> =>
  expectStatus(await client.get(`${path}/user`), 200)
    .data.filter((row: { org_id: string }) => row.org_id === org)
    .map((row: { id: string }) => row.id)
const accept = (client: Client, id: string) => client.put(`${path}/${id}/accept`)
const reject = (client: Client, id: string) => client.delete(`${path}/${id}/reject`)
const listEventTypes = async () =>
  (
    await app.sql<{ type: string }>(
      `SELECT type FROM events WHERE org_id = $1 AND type <> 'org.created' ORDER BY event_id`,
      [org],
    )
  ).map((row) => row.type)

describe('accepting an invitation', () => {
  it('adds the user as a member with the role and designation of the invitation', async () => {
    await app.sql(
      `INSERT INTO designations (org_id, designation_id, label, label_key, created_at, updated_at)
       VALUES ($1, 'D1', 'Rigger', 'rigger', now(), now())`,
      [org],
    )
    const id = await createInvite({ role: 'admin', designation: 'rigger', email: 'ZOE@Dev.Invalid' })
    expect(await listOwnInvites(zoe)).toEqual([id])
    const reply = await accept(zoe, id)
    expect(expectStatus(reply, 200)).toMatchObject({
      id,
      invite_status: 'accepted',
      accepted_by: 'zoe',
      accepted_at: expect.any(String),
      is_cancelled: false,
    })
    expect(reply.headers.etag).toMatch(/^"2-/)
    expect((await zoe.get(`/v1/organization-members/${zoe.userId}/${org}`)).body).toMatchObject({
      role: 'admin',
      designation: 'Rigger',
      invited_by: 'ada',
      accepted_at: reply.body.accepted_at,
      invited_at: reply.body.created_at,
    })
    expect((await zoe.get('/v1/me')).body.organizations).toContainEqual({
      org_id: org,
      name: 'Harbour Works',
      role: 'admin',
      designation: 'Rigger',
      second_factor_missing: false,
    })
    expect(await listOwnInvites(zoe)).toEqual([])
    expect(await listEventTypes()).toEqual(['invite.created', 'invite.accepted', 'member.added'])
    for (const again of [accept, reject]) expect((await again(zoe, id)).status).toBe(409)
  })

  it('is rejected for cancelled, rejected or expired invitations, and for members', async () => {
    const cancelled = await createInvite()
    await ada.delete(`${path}/${cancelled}`)
    const rejected = await createInvite()
    expect((await reject(zoe, rejected)).body).toEqual({ ok: true })
    expect((await ada.get(`${path}/${rejected}`)).body).toMatchObject({
      invite_status: 'cancelled',
      is_cancelled: true,
      updated_by: 'zoe',
    })
    const expired = await createInvite()
    app.clock.advance(7 * day)
    expect(await listOwnInvites(zoe)).toEqual([])
    for (const id of [cancelled, rejected, expired])
      for (const response of [accept, reject]) expect((await response(zoe, id)).status).toBe(409)
    expect((await zoe.get('/v1/me')).body.organizations).not.toContainEqual(expect.objectContaining({ org_id: org }))
    expect(await listEventTypes()).toContain('invite.rejected')
    const two = [await createInvite(), await createInvite({ email: 'zoe.two@dev.invalid' })]
    expect((await accept(zoe, two[0]!)).status).toBe(200)
    await app.sql(
      `UPDATE users SET email = 'zoe.two@dev.invalid', email_key = 'zoe.two@dev.invalid', profile_at = $2
      WHERE user_id = $1`,
      [zoe.userId, new Date(Date.now() + 60_000).toISOString()],
    )
    expect((await accept(zoe, two[1]!)).status).toBe(409)
    await app.sql(`UPDATE users SET email = 'zoe@dev.invalid', email_key = 'zoe@dev.invalid' WHERE user_id = $1`, [
      zoe.userId,
    ])
  })

  it('honors If-Match', async () => {
    const id = await createInvite()
    const { etag } = (await zoe.get(`${path}/${id}`)).headers
    await ada.patch(`${path}/${id}`, { body: { role: 'guest' } })
    const headers = { 'if-match': etag! }
    expect((await zoe.put(`${path}/${id}/accept`, { headers })).status).toBe(412)
    expect((await zoe.delete(`${path}/${id}/reject`, { headers })).status).toBe(412)
    expect(await listOwnInvites(zoe)).toEqual([id])
  })

  it('requires a session, not a token', async () => {
    const id = await createInvite()
    const elsewhere = (await createOrganization(zoe)).org_id
    const key = await createTokenClient(zoe, elsewhere)
    for (const response of [accept, reject]) {
      const reply = await response(key, id)
      expect(reply.status).toBe(403)
      expect(reply.body.errors[0].required).toBeNull()
    }
    expect((await accept(app.anonymous, id)).status).toBe(401)
    expect(await listOwnInvites(zoe)).toEqual([id])
  })

  it('is rejected after the organization is deleted', async () => {
    const id = await createInvite()
    expect((await ada.delete(`/v1/organizations/${org}`)).status).toBe(200)
    expect(await listOwnInvites(zoe)).toEqual([])
    for (const response of [accept, reject]) expect((await response(zoe, id)).status).toBe(404)
  })
})

describe('an invitation cannot be accepted', () => {
  it('with an unverified email address', async () => {
    const thief = await app.signIn('thief-1', { email: 'zoe@dev.invalid', email_verified: false })
    const id = await createInvite({ role: 'owner' })
    expect(await listOwnInvites(thief)).toEqual([])
    expect((await thief.get(`${path}/${id}`)).status).toBe(404)
    for (const response of [accept, reject]) expect((await response(thief, id)).status).toBe(404)
    expect(await listOwnInvites(zoe)).toEqual([id])
  })

  it('with an address that looks alike or folds to the same letters', async () => {
    const id = await createInvite({ email: 'kiki@dev.invalid', role: 'owner' })
    // The first is a Kelvin sign, which Unicode lower-cases to k; the second is a Cyrillic letter.
    const addresses = [
      '\u212Aiki@dev.invalid',
      '\u043Aiki@dev.invalid',
      'k\u0131k\u0131@dev.invalid',
      'kiki@dev.invalid.example',
      'kiki@dev.invalid.',
      'ｋiki@dev.invalid',
      'kiki@dev\u3002invalid',
      'k\u200Biki@dev.invalid',
      'kiki+1@dev.invalid',
      'ki.ki@dev.invalid',
    ]
    for (const [i, email] of addresses.entries()) {
      const thief = await app.signIn(`thief-2-${i}`, { email })
      expect((await thief.get('/v1/me')).body.principal).toMatchObject({ email, email_verified: true })
      expect(await listOwnInvites(thief)).toEqual([])
      expect((await thief.get(`${path}/${id}`)).status).toBe(404)
      for (const response of [accept, reject]) expect((await response(thief, id)).status).toBe(404)
    }
    expect((await accept(await app.signIn('kiki'), id)).status).toBe(200)
  })

  it('after another account with the same verified address has responded', async () => {
    const id = await createInvite({ email: 'Shared@Dev.Invalid', role: 'owner' })
    const [one, two] = await Promise.all([
      app.signIn('sharing-1', { email: 'SHARED@dev.INVALID' }),
      app.signIn('sharing-2', { email: 'shared@dev.invalid' }),
    ])
    expect([await listOwnInvites(one), await listOwnInvites(two)]).toEqual([[id], [id]])
    const replies = await Promise.all([accept(one, id), accept(two, id)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    const members = await app.sql(
      `SELECT 1 FROM organization_members WHERE org_id = $1 AND username LIKE 'sharing-%'`,
      [org],
    )
    expect(members).toHaveLength(1)
  })

  it('after the user’s address has changed or is no longer verified', async () => {
    const id = await createInvite({ email: 'moved@dev.invalid', role: 'owner' })
    const person = await app.signIn('moving', { email: 'moved@dev.invalid' })
    expect(await listOwnInvites(person)).toEqual([id])
    for (const [email, verified] of [
      ['elsewhere@dev.invalid', true],
      ['moved@dev.invalid', false],
    ]) {
      await app.sql(
        'UPDATE users SET email = $2, email_key = $2, email_verified = $3, profile_at = $4 WHERE user_id = $1',
        [person.userId, email, verified, new Date(Date.now() + 60_000).toISOString()],
      )
      expect(await listOwnInvites(person)).toEqual([])
      for (const response of [accept, reject]) expect((await response(person, id)).status).toBe(404)
    }
  })

  it('by an admin of the organization or another user who knows its id', async () => {
    await addMember(ada, org, ben, 'admin')
    const id = await createInvite({ role: 'owner' })
    for (const other of [ada, ben, await app.signIn('yuri')])
      for (const response of [accept, reject]) expect((await response(other, id)).status).toBe(404)
    expect((await ada.get(`${path}/${id}`)).body.invite_status).toBe('pending')
  })
})

describe('the user’s own invitations', () => {
  it('are listed for every organization with a session, and for its own with a token', async () => {
    const first = await createInvite()
    const other = (await createOrganization(ada, { name: 'Other' })).org_id
    const body = { org_id: other, email: 'zoe@dev.invalid' }
    const second = expectStatus(await ada.post(path, { body }), 200).id
    const own = (await createOrganization(zoe)).org_id
    const page = expectStatus(await zoe.get(`${path}/user`, { query: { sort_order: 'desc', limit: 2 } }), 200)
    expect(page.data.map((row: { id: string }) => row.id)).toEqual([second, first])
    expect(page.data[0].org_name).toBe('Other')
    const all = await createTokenClient(zoe, own, { scopes: ['org:read'] })
    expect((await all.get(`${path}/user`)).body).toEqual({ data: [], next_cursor: null })
    expect((await all.get(`${path}/${first}`)).status).toBe(404)
    const limited = await createTokenClient(zoe, own, { project_ids: ['P0'] })
    expect((await limited.get(`${path}/user`)).status).toBe(403)
    const robot = await createTokenClient(await insertServiceAccount(app, own), own, { grant_type: 'service_account' })
    expect((await robot.get(`${path}/user`)).body.data).toEqual([])
    expect((await zoe.get(`${path}/user?sort_by=email`)).status).toBe(400)
    expect((await zoe.patch(`${path}/user`, { body: {} })).status).toBe(405)
  })
})
