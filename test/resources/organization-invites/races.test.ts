import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'

let app: TestApp
let ada: Client, adaThere: Client, zoe: Client, zoeThere: Client
const rounds = 12

beforeAll(async () => {
  app = await startApp()
  // A second server on the same PostgreSQL; the embedded database is locked by one process.
  const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
  ;[ada, zoe] = [await app.signIn('ada'), await app.signIn('zoe')]
  ;[adaThere, zoeThere] = [await otherApp.signIn('ada'), await otherApp.signIn('zoe')]
})

const path = '/v1/organization-invites'
const email = 'zoe@dev.invalid'

describe('of concurrent responses to an invitation', () => {
  it('exactly one succeeds: accepted, rejected or cancelled', async () => {
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada)
      const { id } = expectStatus(await ada.post(path, { body: { org_id, email } }), 200)
      const replies = await Promise.all([
        zoe.put(`${path}/${id}/accept`),
        ada.delete(`${path}/${id}`),
        zoeThere.put(`${path}/${id}/accept`),
        adaThere.patch(`${path}/${id}`, { body: { is_cancelled: true } }),
        zoeThere.delete(`${path}/${id}/reject`),
      ])
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409])
      const accepted = replies[0]!.status === 200 || replies[2]!.status === 200
      const invite = (await ada.get(`${path}/${id}`)).body
      expect(invite.invite_status).toBe(accepted ? 'accepted' : 'cancelled')
      const member = await ada.get(`/v1/organization-members/${zoe.userId}/${org_id}`)
      expect(member.status).toBe(accepted ? 200 : 404)
      const events = await app.sql<{ type: string }>(
        `SELECT type FROM events WHERE org_id = $1 AND type NOT IN ('org.created', 'invite.created')`,
        [org_id],
      )
      expect(events).toHaveLength(accepted ? 2 : 1)
    }
  })
})

describe('of concurrent invitations of one address', () => {
  it('exactly one is created', async () => {
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada)
      const replies = await Promise.all(
        [ada, adaThere, ada, adaThere].map((actor, i) =>
          actor.post(path, { body: { org_id, email: i % 2 ? email : email.toUpperCase() } }),
        ),
      )
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409])
      expect((await ada.get(`${path}/org/${org_id}`)).body.data).toHaveLength(1)
    }
  })
})

describe('an admin who is removed concurrently', () => {
  it('cannot create an invitation afterwards', async () => {
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada)
      const joining = expectStatus(await ada.post(path, { body: { org_id, email, role: 'owner' } }), 200)
      expectStatus(await zoe.put(`${path}/${joining.id}/accept`), 200)
      const [removed, invited] = await Promise.all([
        ada.delete(`/v1/organization-members/${zoe.userId}/${org_id}`),
        zoeThere.post(path, { body: { org_id, email: 'thief@dev.invalid', role: 'owner' } }),
      ])
      expect(removed.status).toBe(200)
      expect([200, 403]).toContain(invited.status)
      const order = await app.sql<{ type: string }>(
        `SELECT type FROM events WHERE org_id = $1 AND type IN ('member.removed', 'invite.created')
           AND resource_id <> $2 ORDER BY xmin::text::bigint`,
        [org_id, joining.id],
      )
      const types = order.map((row) => row.type)
      expect(types).toEqual(invited.status === 200 ? ['invite.created', 'member.removed'] : ['member.removed'])
    }
  })
})
