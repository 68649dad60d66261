import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const [ada, ben, zoe] = await Promise.all([app.signIn('ada'), app.signIn('ben'), app.signIn('zoe')])
const path = '/v1/organization-invites'
let org: string

beforeEach(async () => {
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
})

const invite = async (role: string, actor = ben): Promise<string> =>
  expectStatus(await actor.post(path, { body: { org_id: org, email: 'zoe@dev.invalid', role } }), 200).id
const accept = (id: string) => zoe.put(`${path}/${id}/accept`)
const buildMemberPath = (person = ben) => `/v1/organization-members/${person.userId}/${org}`
const changeBen = (body: object) => ada.patch(buildMemberPath(), { body })

describe('an invitation', () => {
  it.each([
    ['is removed', () => ada.delete(buildMemberPath())],
    ['has left', () => ben.delete(buildMemberPath())],
    ['is demoted', () => changeBen({ role: 'member' })],
    ['is deactivated', () => changeBen({ is_active: false })],
  ])('cannot be accepted after its inviter %s, until an admin resends it', async (_, change) => {
    const id = await invite('admin')
    expectStatus(await change(), 200)
    const refused = await accept(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The user who sent the invitation can no longer grant its role. Ask an owner or admin of the organization to resend it.',
    ])
    expect((await zoe.get(`/v1/organization-members/${org}`)).status).toBe(403)
    expectStatus(await ada.post(`${path}/${id}/resend`), 200)
    expectStatus(await accept(id), 200)
  })

  it('cannot be accepted as owner after its inviter is no longer one', async () => {
    expectStatus(await changeBen({ role: 'owner' }), 200)
    const id = await invite('owner')
    expectStatus(await changeBen({ role: 'admin' }), 200)
    expect((await accept(id)).status).toBe(409)
  })

  it('loses a role that was raised by an admin who is removed later', async () => {
    const id = await invite('member', ada)
    expectStatus(await ben.patch(`${path}/${id}`, { body: { role: 'admin' } }), 200)
    expectStatus(await ada.delete(buildMemberPath()), 200)
    expect((await accept(id)).status).toBe(409)
  })

  it('can still be accepted after its inviter is deactivated and reactivated', async () => {
    const id = await invite('member')
    expectStatus(await changeBen({ is_active: false }), 200)
    expectStatus(await changeBen({ is_active: true }), 200)
    expectStatus(await accept(id), 200)
  })
})

describe('a token without the scope admin', () => {
  const needsAdmin = [403, 'urn:svc:problem:insufficient-scope', 'admin', 'The token lacks the scope admin.']
  const createScript = (grant_type: 'personal' | 'authorization_code' = 'personal') =>
    createTokenClient(ada, org, { scopes: ['org:write'], grant_type })
  const readRefusal = ({ status, body }: Awaited<ReturnType<typeof accept>>) => [
    status,
    body.type,
    body.errors?.[0].required,
    body.detail,
  ]

  it.each(['personal', 'authorization_code'] as const)('cannot invite an owner or admin: %s', async (kind) => {
    const script = await createScript(kind)
    for (const role of ['owner', 'admin']) {
      const body = { org_id: org, email: 'zoe@dev.invalid', role }
      expect(readRefusal(await script.post(path, { body }))).toEqual(needsAdmin)
    }
    const id = await invite('member', script)
    for (const role of ['owner', 'admin'])
      expect(readRefusal(await script.patch(`${path}/${id}`, { body: { role } }))).toEqual(needsAdmin)
    expectStatus(await script.patch(`${path}/${id}`, { body: { role: 'guest' } }), 200)
    expectStatus(await script.post(`${path}/${id}/resend`), 200)
  })

  it('cannot resend or extend the invitation of an admin, but cancel it', async () => {
    const script = await createScript()
    const id = await invite('admin')
    expect(readRefusal(await script.post(`${path}/${id}/resend`))).toEqual(needsAdmin)
    const expires_at = new Date(app.clock.now() + 9 * 86_400_000).toISOString()
    expect(readRefusal(await script.patch(`${path}/${id}`, { body: { expires_at } }))).toEqual(needsAdmin)
    expectStatus(await script.patch(`${path}/${id}`, { body: { is_cancelled: true } }), 200)
    expectStatus(await script.delete(`${path}/${await invite('admin')}`), 200)
  })

  it('cannot make a member an owner or admin, or reactivate one', async () => {
    const script = await createScript()
    await addMember(ada, org, zoe)
    for (const role of ['owner', 'admin'])
      expect(readRefusal(await script.patch(buildMemberPath(zoe), { body: { role } }))).toEqual(needsAdmin)
    expect(readRefusal(await script.patch(buildMemberPath(), { body: { role: 'owner' } }))).toEqual(needsAdmin)
    expectStatus(await script.patch(buildMemberPath(), { body: { is_active: false } }), 200)
    expect(readRefusal(await script.patch(buildMemberPath(), { body: { is_active: true } }))).toEqual(needsAdmin)
    expectStatus(await script.patch(buildMemberPath(), { body: { role: 'member' } }), 200)
    expectStatus(await script.patch(buildMemberPath(), { body: { is_active: true } }), 200)
  })

  it('cannot end the second factor or let users join without approval', async () => {
    const script = await createScript()
    const admin = await createTokenClient(ada, org)
    const settings = `/v1/organizations/${org}/settings`
    const instant = { domain_join_mode: 'instant' }
    expect(readRefusal(await script.patch(settings, { body: instant }))).toEqual(needsAdmin)
    expectStatus(await admin.patch(settings, { body: instant }), 200)
    // Values that are stored already change nothing.
    expectStatus(await script.patch(settings, { body: { ...instant, require_second_factor: false } }), 200)
    await app.sql('UPDATE organization_settings SET require_second_factor = true WHERE org_id = $1', [org])
    const optional = { require_second_factor: false }
    expect(readRefusal(await script.patch(settings, { body: optional }))).toEqual(needsAdmin)
    expectStatus(await script.patch(settings, { body: { domain_join_mode: 'approval' } }), 200)
    expectStatus(await admin.patch(settings, { body: optional }), 200)
  })
})
