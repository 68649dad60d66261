import { randomUUID } from 'node:crypto'
import { beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  insertServiceAccount,
  createTokenClient,
  type OrgRole,
} from '../../support/factories.ts'

let app: TestApp
let ada: Client, olga: Client, ben: Client, bob: Client, cleo: Client, gus: Client, eve: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, olga, ben, bob, cleo, gus, eve] = await Promise.all([
    app.signIn('ada'),
    app.signIn('olga'),
    app.signIn('ben'),
    app.signIn('bob'),
    app.signIn('cleo'),
    app.signIn('gus'),
    app.signIn('eve'),
  ])
})

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, bob, 'admin')
  await addMember(ada, org, cleo)
  await addMember(ada, org, gus, 'guest')
})

const buildMemberPath = (member: Client) => `/v1/organization-members/${member.userId}/${org}`
const change = (actor: Client, member: Client, body: object, headers = {}) =>
  actor.patch(buildMemberPath(member), { body, headers })
const listEvents = (member: Client) =>
  app.sql<{ type: string; before: object; after: object; actor_username: string }>(
    `SELECT type, before, after, actor_username FROM events
     WHERE org_id = $1 AND resource_id = $2 AND resource_type = 'member' AND type <> 'member.added' ORDER BY event_id`,
    [org, member.userId],
  )
async function insertDesignation(
  label: string,
  values: { aliases?: string[]; global?: boolean; is_active?: boolean } = {},
) {
  const id = `D${randomUUID().slice(0, 12)}`
  await app.sql(
    `INSERT INTO designations (org_id, designation_id, label, label_key, aliases, is_active, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
    [
      values.global ? '00000000-0000-7000-8000-000000000000' : org,
      id,
      label,
      label.toLowerCase(),
      values.aliases ?? [],
      values.is_active ?? true,
    ],
  )
  return id
}

describe('updating a member', () => {
  it('changes only the fields sent, with one event', async () => {
    const reply = await change(ben, cleo, {
      role: 'admin',
      username: 'mallory',
      deleted_at: '2020-01-01T00:00:00Z',
    })
    expect(expectStatus(reply, 200)).toMatchObject({
      role: 'admin',
      username: 'cleo',
      deleted_at: null,
      is_active: true,
      updated_by: 'ben',
    })
    expect(reply.headers.etag).toMatch(/^"2-/)
    const again = await change(ben, cleo, { role: 'admin', is_active: null })
    expect(again.headers.etag).toBe(reply.headers.etag)
    expect(await listEvents(cleo)).toEqual([
      {
        type: 'member.role_changed',
        before: { role: 'member' },
        after: { role: 'admin' },
        actor_username: 'ben',
      },
    ])
  })

  it('honors If-Match, and accepts PUT as deprecated', async () => {
    const { etag } = (await ada.get(buildMemberPath(cleo))).headers
    const put = await ada.put(buildMemberPath(cleo), { body: { role: 'guest' }, headers: { 'if-match': etag! } })
    expect(put.status).toBe(200)
    expect(put.headers.deprecation).toBeDefined()
    expect((await change(ada, cleo, { role: 'admin' }, { 'if-match': etag! })).status).toBe(412)
    expect((await ada.delete(buildMemberPath(cleo), { headers: { 'if-match': etag! } })).status).toBe(412)
    expect((await ada.get(buildMemberPath(cleo))).body.role).toBe('guest')
  })

  it('accepts a whole member, and rejects that of another user', async () => {
    const whole = (await ada.get(buildMemberPath(cleo))).body
    expect((await change(ada, cleo, { ...whole, role: 'guest' })).body.role).toBe('guest')
    for (const other of [{ org_id: ada.userId }, { user_id: ben.userId }, { user_id: { toString: 1 } }]) {
      const reply = await change(ada, cleo, { ...whole, ...other })
      expect([reply.status, reply.body.errors[0].loc]).toEqual([422, ['body', Object.keys(other)[0]]])
    }
    expect((await ada.get(buildMemberPath(cleo))).body.role).toBe('guest')
  })

  it('rejects values that are no role or boolean', async () => {
    for (const body of [{ role: 'boss' }, { role: ['owner'] }, { is_active: 'false' }, { role: 'Owner' }])
      expect((await change(ada, cleo, body)).status).toBe(422)
  })
})

describe('the caller’s role', () => {
  const roles: OrgRole[] = ['owner', 'admin', 'member', 'guest']

  it('limits the roles that can be granted, and protects owners from non-owners', async () => {
    await addMember(ada, org, olga, 'owner')
    const actors: [Client, number][] = [
      [ada, 4],
      [ben, 3],
      [cleo, 0],
      [gus, 0],
    ]
    for (const [actor, most] of actors) {
      for (const role of roles) {
        const allowed = most > 0 && roles.indexOf(role) >= roles.length - most
        const status = (await change(actor, bob, { role })).status
        expect([actor.username, role, status]).toEqual([
          actor.username,
          role,
          allowed ? 200 : actor === gus ? 404 : 403,
        ])
        await app.sql(`UPDATE organization_members SET role = 'admin' WHERE org_id = $1 AND user_id = $2`, [
          org,
          bob.userId,
        ])
      }
    }
    for (const body of [{ role: 'member' }, { is_active: false }, { designation: null }, {}])
      expect((await change(ben, olga, body)).status).toBe(403)
    expect((await ben.delete(buildMemberPath(olga))).status).toBe(403)
    expect((await change(ada, olga, { role: 'member' })).status).toBe(200)
  })

  it('applies to a token like to its user, for any scopes', async () => {
    const weak = await createTokenClient(cleo, org, { scopes: ['admin'] })
    expect((await change(weak, gus, { role: 'admin' })).status).toBe(403)
    expect((await change(weak, cleo, { role: 'admin' })).status).toBe(403)
    const strong = await createTokenClient(ada, org, { scopes: ['org:read'] })
    expect((await change(strong, gus, { role: 'admin' })).body.type).toBe('urn:svc:problem:insufficient-scope')
  })

  it('has no effect in another organization', async () => {
    const other = (await createOrganization(eve, { name: 'Elsewhere' })).org_id
    expect((await change(eve, cleo, { role: 'guest' })).status).toBe(403)
    expect((await eve.patch(`/v1/organization-members/${cleo.userId}/${other}`, { body: {} })).status).toBe(404)
    expect((await eve.delete(`/v1/organization-members/${cleo.userId}/${other}`)).status).toBe(404)
  })
})

describe('the last owner', () => {
  it('cannot be demoted, deactivated or removed, nor leave', async () => {
    for (const body of [{ role: 'admin' }, { is_active: false }, { role: 'guest', is_active: false }])
      expect((await change(ada, ada, body)).status).toBe(409)
    expect((await ada.delete(buildMemberPath(ada))).status).toBe(409)
    expect((await ada.get(buildMemberPath(ada))).body).toMatchObject({ role: 'owner', is_active: true })
    expect(await listEvents(ada)).toEqual([])
  })

  it('cannot be demoted while the other owner is deactivated', async () => {
    await addMember(ada, org, olga, 'owner')
    expect((await change(ada, olga, { is_active: false })).status).toBe(200)
    expect((await change(ada, ada, { role: 'admin' })).status).toBe(409)
    expect((await change(ada, olga, { is_active: true })).status).toBe(200)
    expect((await change(ada, ada, { role: 'admin' })).status).toBe(200)
    expect((await olga.delete(buildMemberPath(olga))).status).toBe(409)
  })
})

describe('a designation', () => {
  it('is accepted by id, label or alias in any case, and returned as both', async () => {
    const id = await insertDesignation('Crane Driver', { aliases: ['Hoist'] })
    for (const body of [
      { designation: 'crane DRIVER' },
      { designation: 'HOIST' },
      { designation_id: id },
      { designation: 'Crane Driver', designation_id: id },
      { designation: 'hoist', designation_id: null },
    ]) {
      expect((await change(ada, cleo, { designation: null })).body).toMatchObject({
        designation: null,
        designation_id: null,
      })
      expect((await change(ada, cleo, body)).body).toMatchObject({
        designation: 'Crane Driver',
        designation_id: id,
      })
    }
    expect((await listEvents(cleo)).every((event) => event.type === 'member.designation_changed')).toBe(true)
    expect((await listEvents(cleo))[0]).toMatchObject({
      before: { designation: null, designation_id: null },
      after: { designation: 'Crane Driver', designation_id: id },
    })
  })

  it('may be global; custom ones win, and those of other organizations are rejected', async () => {
    const word = `Pilot ${randomUUID()}`
    const global = await insertDesignation(word, { global: true })
    expect((await change(ada, cleo, { designation: word })).body.designation_id).toBe(global)
    const own = await insertDesignation(word)
    expect((await change(ada, cleo, { designation: word })).body.designation_id).toBe(own)
    org = (await createOrganization(ada)).org_id
    await addMember(ada, org, cleo)
    for (const body of [{ designation_id: own }, { designation_id: 'D0' }, { designation: 'No such' }]) {
      const reply = await change(ada, cleo, body)
      expect(reply.status).toBe(422)
      expect(reply.body.errors[0].loc).toEqual(['body', Object.keys(body)[0]])
    }
  })

  it('that was deactivated stays assigned, but cannot be assigned', async () => {
    const id = await insertDesignation('Stoker')
    expect((await change(ada, cleo, { designation_id: id })).status).toBe(200)
    await app.sql('UPDATE designations SET is_active = false WHERE org_id = $1', [org])
    const unchanged = await change(ada, cleo, { designation: 'Stoker', designation_id: id, role: 'guest' })
    expect(unchanged.body).toMatchObject({ designation: 'Stoker', role: 'guest' })
    expect((await change(ada, ben, { designation_id: id })).status).toBe(422)
    expect((await change(ada, ben, { designation: 'Stoker' })).status).toBe(422)
  })

  it('rejects an id and a label that differ', async () => {
    const id = await insertDesignation('Winch')
    await insertDesignation('Rope')
    const reply = await change(ada, cleo, { designation: 'Rope', designation_id: id })
    expect(reply.body.errors[0].loc).toEqual(['body', 'designation'])
    expect((await ada.get(buildMemberPath(cleo))).body.designation_id).toBeNull()
  })
})

describe('a service account', () => {
  it('accepts a designation, but no other role or deactivation', async () => {
    const account = await insertServiceAccount(app, org)
    const id = await insertDesignation('Robot')
    expect((await change(ada, account, { designation_id: id, role: 'member' })).status).toBe(200)
    expect((await change(ada, account, { role: 'admin' })).status).toBe(409)
    expect((await change(ada, account, { is_active: false })).status).toBe(409)
    expect((await ada.delete(buildMemberPath(account))).status).toBe(409)
    expect((await ada.get(buildMemberPath(account))).body).toMatchObject({
      kind: 'service_account',
      role: 'member',
      is_active: true,
      designation: 'Robot',
    })
  })
})
