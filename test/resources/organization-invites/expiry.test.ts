import { beforeAll, expect, it } from 'vitest'
import { expireInvitations } from '../../../src/resources/people/invites/expiry-job.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'

let app: TestApp
let ada: Client
let org: string
const path = '/v1/organization-invites'

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  org = (await createOrganization(ada)).org_id
})

const createInvite = async (email: string, days: number) => {
  const expires_at = new Date(app.clock.now() + days * 24 * 60 * 60 * 1000).toISOString()
  return expectStatus(await ada.post(path, { body: { org_id: org, email, expires_at } }), 200)
}

it('emits one system event, and reads the same before and after', async () => {
  const created = await createInvite('zoe@example.com', 1)
  const unexpired = await createInvite('yan@example.com', 9)
  app.clock.advance(25 * 60 * 60 * 1000)
  const readInviteStatus = async (id: string) => (await ada.get(`${path}/${id}`)).body.invite_status
  expect([await readInviteStatus(created.id), await readInviteStatus(unexpired.id)]).toEqual(['expired', 'pending'])
  expect(await expireInvitations(app.services)).toBe(1)
  expect(await expireInvitations(app.services)).toBe(0)
  expect([await readInviteStatus(created.id), await readInviteStatus(unexpired.id)]).toEqual(['expired', 'pending'])
  const { data } = expectStatus(await ada.get('/v1/audit', { query: { org_id: org, action: 'invite.expired' } }), 200)
  expect(data).toEqual([
    expect.objectContaining({
      resource_type: 'invite',
      resource_id: created.id,
      actor_kind: 'system',
      actor_user_id: null,
      actor_username: null,
      token_id: null,
      request_id: null,
      before: { invite_status: 'pending' },
      after: { invite_status: 'expired' },
    }),
  ])
  expect(Math.abs(Date.parse(data[0].created_at) - app.clock.now())).toBeLessThan(60_000)
})

it('runs once per invitation for concurrent processes', async () => {
  await app.sql(
    `INSERT INTO organization_invites (org_id, invite_id, email, email_key, role, sent_at, expires_at, invited_by,
       created_at, updated_at)
     SELECT $1, 'IRACE' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', 'member', now(), now(), 'ada',
       now(), now() FROM generate_series(1, 500) n`,
    [org],
  )
  app.clock.advance(1000)
  const counts = await Promise.all([1, 2, 3].map(() => expireInvitations(app.services)))
  expect(counts.reduce((a, b) => a + b)).toBe(500)
  const [facts] = await app.sql(
    `SELECT count(*)::int AS rows, count(DISTINCT e.resource_id)::int AS invitations,
       min(i.version)::int AS lowest, max(i.version)::int AS highest
     FROM organization_invites i LEFT JOIN events e ON e.org_id = i.org_id AND e.resource_id = i.invite_id
     WHERE i.org_id = $1 AND i.invite_id LIKE 'IRACE%' AND i.status = 'expired' AND e.type = 'invite.expired'`,
    [org],
  )
  expect(facts).toEqual({ rows: 500, invitations: 500, lowest: 2, highest: 2 })
})

it('ignores invitations accepted or cancelled in time', async () => {
  const zoe = await app.signIn('zoe')
  const accepted = await createInvite('zoe@dev.invalid', 1)
  expectStatus(await zoe.put(`${path}/${accepted.id}/accept`), 200)
  const cancelled = await createInvite('xia@example.com', 1)
  expectStatus(await ada.delete(`${path}/${cancelled.id}`), 200)
  app.clock.advance(48 * 60 * 60 * 1000)
  expect(await expireInvitations(app.services)).toBe(0)
})
