import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization } from '../../support/factories.ts'

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
