import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, cleo: Client, eve: Client
let org: string
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben, cleo, eve] = await Promise.all([
    app.signIn('ada'),
    app.signIn('ben'),
    app.signIn('cleo'),
    app.signIn('eve'),
  ])
})

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, cleo)
})

const path = '/v1/organization-invites'
const invite = (actor: Client, values: object = {}, headers = {}) =>
  actor.post(path, { body: { org_id: org, email: 'zoe@example.com', ...values }, headers })
const createInvite = async (values: object = {}, actor = ada) => expectStatus(await invite(actor, values), 200)
const list = async (query = {}, actor = ben) =>
  expectStatus(await actor.get(`${path}/org/${org}`, { query }), 200).data.map((row: { email: string }) => row.email)
const listEvents = (id: string) =>
  app.sql<{ type: string; actor_kind: string; actor_username: string | null; before: object; after: object }>(
    `SELECT type, actor_kind, actor_username, before, after FROM events WHERE org_id = $1 AND resource_id = $2
     ORDER BY event_id`,
    [org, id],
  )
const addDays = (days: number) => new Date(app.clock.now() + days * day).toISOString()

describe('inviting', () => {
  it('creates a pending invitation of a member for seven days, with the inviter’s name', async () => {
    const before = app.clock.now()
    const values = {
      invited_by: 'mallory',
      org_name: 'Evil',
      sent_at: '2000-01-01T00:00:00Z',
      is_cancelled: false,
    }
    const reply = await invite(ben, { ...values, invite_status: 'pending', email: 'Zoe@Example.com' })
    const created = expectStatus(reply, 200)
    expect(created).toMatchObject({
      id: expect.stringMatching(/^I/),
      org_id: org,
      org_name: 'Harbour Works',
      email: 'Zoe@Example.com',
      role: 'member',
      designation: null,
      designation_id: null,
      invite_status: 'pending',
      is_cancelled: false,
      invited_by: 'ben',
      accepted_at: null,
      accepted_by: null,
      cancel_date: null,
    })
    expect(Date.parse(created.expires_at) - Date.parse(created.sent_at)).toBe(7 * day)
    expect(Date.parse(created.sent_at)).toBeGreaterThanOrEqual(before)
    const { accept_url, ...lasting } = created
    expect(accept_url).toBe(null)
    expect((await ada.get(`${path}/${created.id}`)).text).toBe(JSON.stringify(lasting))
    const after = {
      email: 'Zoe@Example.com',
      role: 'member',
      designation_id: null,
      expires_at: created.expires_at,
    }
    expect(await listEvents(created.id)).toEqual([
      { type: 'invite.created', actor_kind: 'user', actor_username: 'ben', before: null, after },
    ])
  })

  it('is idempotent with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await invite(ada, {}, headers), await invite(ada, {}, headers)]
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await list()).toEqual(['zoe@example.com'])
  })

  it('requires an owner or admin, and grants no role above their own', async () => {
    expect((await invite(cleo)).status).toBe(403)
    expect((await invite(eve)).status).toBe(403)
    expect((await invite(eve, { org_id: randomUUID() })).status).toBe(403)
    expect((await invite(ben, { role: 'owner' })).status).toBe(403)
    expect((await invite(await createTokenClient(ada, org, { project_ids: ['P0'] }))).status).toBe(403)
    expect((await invite(await createTokenClient(ada, org, { kind: 'test' }))).status).toBe(403)
    expect(await list()).toEqual([])
    expect((await invite(ben, { role: 'admin' })).status).toBe(200)
    expect((await invite(ada, { role: 'owner', email: 'yuri@example.com' })).status).toBe(200)
  })

  it('rejects invalid fields with their location, and writes nothing', async () => {
    const invalid: [object, string][] = [
      [{ email: 'zoe' }, 'email'],
      [{ email: 'zoë\u200b@example.com' }, 'email'],
      [{ email: '\u212aate@example.com' }, 'email'],
      [{ email: 'zoe@exa mple.com' }, 'email'],
      [{ email: 'zoe@mün/chen.example' }, 'email'],
      [{ email: ['zoe@example.com', 'eve@example.com'] }, 'email'],
      [{ email: null }, 'email'],
      [{ email: `robot@service.${org}.svc.invalid` }, 'email'],
      [{ org_id: 'mine' }, 'org_id'],
      [{ role: 'boss' }, 'role'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ invite_status: 'accepted' }, 'invite_status'],
      [{ is_cancelled: true }, 'is_cancelled'],
      [{ designation: 'No such' }, 'designation'],
      [{ designation_id: 'D0' }, 'designation_id'],
    ]
    for (const [body, field] of invalid) {
      const reply = await invite(ada, body)
      expect([reply.status, field, reply.body.errors?.[0].loc]).toEqual([422, field, ['body', field]])
    }
    expect(await list()).toEqual([])
  })

  it('accepts internationalized addresses, and treats both forms of a domain alike', async () => {
    const { email, id } = await createInvite({ email: 'Zoë@münchen.example' })
    expect(email).toBe('Zoë@münchen.example')
    for (const same of ['zoË@MÜNCHEN.example', 'zoë@xn--mnchen-3ya.example', 'zoe\u0308@münchen.example'])
      expect([same, (await invite(ada, { email: same })).status]).toEqual([same, 409])
    expect(await list({ email: 'zoë@xn--mnchen-3ya.example' })).toEqual([email])
    expect(await list({ search: 'münchen' })).toEqual([email])
    const zoe = await app.signIn('zoe-abroad', { email: 'zoë@xn--mnchen-3ya.example' })
    expectStatus(await zoe.put(`${path}/${id}/accept`), 200)
    expect((await invite(ada, { email })).status, 'a member has it').toBe(409)
    expect((await invite(ada, { email: 'zoe@münchen.example' })).status, 'somebody else').toBe(200)
    expect((await invite(ada, { email: 'робот@пошта.укр' })).status).toBe(200)
  })

  it('is rejected for an invited address or a member’s, in any case', async () => {
    await createInvite()
    expect((await invite(ben, { email: 'ZOE@example.COM' })).status).toBe(409)
    expect((await invite(ada, { email: 'CLEO@dev.invalid' })).status).toBe(409)
    const account = await insertServiceAccount(app, org)
    const [row] = await app.sql<{ email: string }>('SELECT email FROM users WHERE user_id = $1', [account.userId])
    expect((await invite(ada, { email: row!.email })).status).toBe(422)
    const other = (await createOrganization(ada)).org_id
    expect((await invite(ada, { org_id: other })).status).toBe(200)
  })

  it('accepts a designation by either name', async () => {
    await app.sql(
      `INSERT INTO designations (org_id, designation_id, label, label_key, created_at, updated_at)
       VALUES ($1, 'D1', 'Rigger', 'rigger', now(), now())`,
      [org],
    )
    const created = await createInvite({ designation: 'RIGGER' })
    expect(created).toMatchObject({ designation: 'Rigger', designation_id: 'D1' })
    const changed = await ada.patch(`${path}/${created.id}`, { body: { designation: null } })
    expect(changed.body).toMatchObject({ designation: null, designation_id: null })
  })
})

describe('an expired invitation', () => {
  it('reads as expired immediately, blocks nothing, and emits one event', async () => {
    const created = await createInvite({ expires_at: addDays(1) })
    expect(await list()).toEqual(['zoe@example.com'])
    app.clock.advance(day)
    expect((await ada.get(`${path}/${created.id}`)).body).toMatchObject({
      invite_status: 'expired',
      is_cancelled: false,
    })
    expect(await list()).toEqual([])
    for (const [method, body] of [['PATCH', { role: 'admin' }], ['PATCH', { is_cancelled: true }], ['DELETE']] as const)
      expect((await ada.send(method, `${path}/${created.id}`, { body })).status).toBe(409)
    const next = await createInvite()
    expect(next.id).not.toBe(created.id)
    expect((await listEvents(created.id)).at(-1)).toEqual({
      type: 'invite.expired',
      actor_kind: 'system',
      actor_username: null,
      before: { invite_status: 'pending' },
      after: { invite_status: 'expired' },
    })
    expect((await ada.post(`${path}/${created.id}/resend`)).status).toBe(409)
  })

  it('can be resent like a pending one, for seven more days', async () => {
    const created = await createInvite({ expires_at: addDays(1) })
    for (const [days, was] of [
      [1 / 24, 'pending'],
      [8, 'expired'],
    ] as const) {
      app.clock.advance(days * day)
      expect((await ada.get(`${path}/${created.id}`)).body.invite_status).toBe(was)
      const reply = await ben.post(`${path}/${created.id}/resend`)
      expect(reply.body.invite_status).toBe('pending')
      expect(Date.parse(reply.body.expires_at) - app.clock.now()).toBeGreaterThan(7 * day - 60_000)
      expect(Date.parse(reply.body.expires_at) - Date.parse(reply.body.sent_at)).toBe(7 * day)
      expect((await listEvents(created.id)).at(-1)!.type).toBe('invite.resent')
    }
    expect(await list()).toEqual(['zoe@example.com'])
  })
})

describe('a pending invitation', () => {
  it('can be updated with PATCH and PUT, with If-Match on its version', async () => {
    const created = await createInvite()
    const { etag } = (await ada.get(`${path}/${created.id}`)).headers
    const until = addDays(30)
    const headers = { 'if-match': etag! }
    const changed = await ben.patch(`${path}/${created.id}`, {
      body: { role: 'guest', expires_at: until },
      headers,
    })
    expect(changed.body).toMatchObject({ role: 'guest', expires_at: until, updated_by: 'ben' })
    expect((await ben.put(`${path}/${created.id}`, { body: { role: 'admin' }, headers })).status).toBe(412)
    expect((await ben.delete(`${path}/${created.id}`, { headers })).status).toBe(412)
    const put = await ben.put(`${path}/${created.id}`, { body: { ...changed.body, role: 'admin' } })
    expect(put.body).toMatchObject({ role: 'admin', expires_at: until })
    expect(put.headers.deprecation).toBeUndefined()
    const same = await ben.patch(`${path}/${created.id}`, { body: { role: 'admin', expires_at: null } })
    expect(same.headers.etag).toBe(put.headers.etag)
    expect((await listEvents(created.id)).map((event) => event.type)).toEqual([
      'invite.created',
      'invite.updated',
      'invite.updated',
    ])
    for (const body of [{ invite_status: 'accepted' }, { invite_status: 'expired' }])
      expect((await ada.patch(`${path}/${created.id}`, { body })).status).toBe(409)
    expect((await ada.patch(`${path}/${created.id}`, { body: { expires_at: addDays(-1) } })).status).toBe(422)
  })

  it('can be cancelled in three ways, once, and keeps its record', async () => {
    const ways = [
      (id: string) => ben.delete(`${path}/${id}`),
      (id: string) => ben.patch(`${path}/${id}`, { body: { invite_status: 'cancelled' } }),
      (id: string) => ben.patch(`${path}/${id}`, { body: { is_cancelled: true } }),
    ]
    for (const way of ways) {
      const { id } = await createInvite()
      expect((await way(id)).status).toBe(200)
      expect((await ada.get(`${path}/${id}`)).body).toMatchObject({
        invite_status: 'cancelled',
        is_cancelled: true,
        cancel_date: expect.any(String),
      })
      for (const again of ways) expect((await again(id)).status).toBe(409)
      expect((await ada.post(`${path}/${id}/resend`)).status).toBe(409)
      expect((await listEvents(id)).map((event) => event.type)).toEqual(['invite.created', 'invite.revoked'])
    }
    expect(await list()).toEqual([])
  })

  it('to become an owner requires an owner', async () => {
    const created = await createInvite({ role: 'owner' })
    expect((await ben.get(`${path}/${created.id}`)).status).toBe(200)
    expect((await ben.patch(`${path}/${created.id}`, { body: { role: 'guest' } })).status).toBe(403)
    expect((await ben.post(`${path}/${created.id}/resend`)).status).toBe(403)
    expect((await ben.delete(`${path}/${created.id}`)).status).toBe(403)
    const lower = await createInvite({ email: 'yuri@example.com' })
    expect((await ben.patch(`${path}/${lower.id}`, { body: { role: 'owner' } })).status).toBe(403)
    expect((await ada.patch(`${path}/${lower.id}`, { body: { role: 'owner' } })).status).toBe(200)
  })

  it('returns 404 to users other than admins and the invited user', async () => {
    const { id } = await createInvite({ email: 'zoe@dev.invalid' })
    const zoe = await app.signIn('zoe')
    const missing = await eve.get(`${path}/I0`)
    for (const other of [cleo, eve, await app.signIn('zoe-two', { email: 'zoe@dev.invalid', email_verified: false })]) {
      const reply = await other.get(`${path}/${id}`)
      expect({ ...reply.body, instance: '', request_id: '' }).toEqual({
        ...missing.body,
        instance: '',
        request_id: '',
      })
      for (const [method, suffix] of [
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/resend'],
        ['PUT', '/accept'],
        ['DELETE', '/reject'],
      ] as const)
        expect((await other.send(method, `${path}/${id}${suffix}`, { body: {} })).status).toBe(404)
    }
    expect((await zoe.get(`${path}/${id}`)).status).toBe(200)
    expect((await zoe.patch(`${path}/${id}`, { body: { role: 'owner' } })).status).toBe(403)
    expect((await (await createTokenClient(ada, org, { project_ids: ['P0'] })).get(`${path}/${id}`)).status).toBe(403)
    const elsewhere = await createTokenClient(ada, (await createOrganization(ada)).org_id)
    expect((await elsewhere.get(`${path}/${id}`)).status).toBe(404)
    expect((await elsewhere.delete(`${path}/${id}`)).status).toBe(404)
  })
})

describe('the list of invitations', () => {
  it('requires an owner or admin; matches parts of the address literally; sorts and paginates', async () => {
    for (const name of ['yuri', 'zoe', 'anna_b', 'xeno'])
      await createInvite({ email: `${name}@example.com`, expires_at: addDays(name.length) })
    expect(await list()).toEqual(['yuri', 'zoe', 'anna_b', 'xeno'].map((name) => `${name}@example.com`))
    expect(await list({ search: 'NA_' })).toEqual(['anna_b@example.com'])
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ email: 'ZOE@example.com' })).toEqual(['zoe@example.com'])
    expect(await list({ email: 'zoe' })).toEqual([])
    expect((await list({ sort_by: 'email' }))[0]).toBe('anna_b@example.com')
    expect((await list({ sort_by: 'expires_at' }))[0]).toBe('zoe@example.com')
    expect((await list({ sort_by: 'created_at', sort_order: 'desc' }))[0]).toBe('xeno@example.com')
    const first = await ben.get(`${path}/org/${org}`, { query: { limit: 3, sort_by: 'email' } })
    const { next_cursor } = first.body
    const query = { limit: 3, sort_by: 'email', cursor: next_cursor }
    const second = await ben.get(`${path}/org/${org}`, { query })
    expect(second.body).toMatchObject({ data: [{ email: 'zoe@example.com' }], next_cursor: null })
    for (const actor of [cleo, eve, await createTokenClient(ada, org, { project_ids: ['P0'] })])
      expect((await actor.get(`${path}/org/${org}`)).status).toBe(403)
    expect((await ben.get(`${path}/org/${org}?sort_by=role`)).status).toBe(400)
    const before = app.countStatements()
    await list()
    expect(app.countStatements() - before).toBeLessThanOrEqual(3)
  })
})
