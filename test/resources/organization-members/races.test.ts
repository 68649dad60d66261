import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type Reply, type TestApp } from '../../support/app.ts'
import { addMember, createOrganization } from '../../support/factories.ts'

let app: TestApp
/** A second server on the same PostgreSQL; the embedded database is locked by one process. */
let otherApp: TestApp
const rounds = 12

beforeAll(async () => {
  app = await startApp()
  otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
})

const buildMemberPath = (org: string, member: Client) => `/v1/organization-members/${member.userId}/${org}`
const listOwners = (org: string) =>
  app.sql<{ username: string }>(
    `SELECT username FROM organization_members WHERE org_id = $1 AND role = 'owner' AND is_active
       AND deleted_at IS NULL`,
    [org],
  )
/** Opens a session of the same user on either server. */
const openBothSessions = (name: string) => Promise.all([app.signIn(name), otherApp.signIn(name)])

describe('an organization keeps an active owner', () => {
  it('when all owners leave or remove each other concurrently', async () => {
    const people = await Promise.all(['ada', 'ben', 'cleo'].map(openBothSessions))
    const [ada] = people[0]!
    const ways: ((actor: Client, member: Client, org: string) => Promise<Reply>)[] = [
      (actor, member, org) => actor.delete(buildMemberPath(org, member)),
      (actor, member, org) => actor.patch(buildMemberPath(org, member), { body: { role: 'guest' } }),
      (actor, member, org) => actor.patch(buildMemberPath(org, member), { body: { is_active: false } }),
    ]
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada)
      for (const [person] of people.slice(1)) await addMember(ada, org_id, person, 'owner')
      const way = ways[round % ways.length]!
      // Every owner leaves and removes the next one, each through another server.
      const replies = await Promise.all(
        people.flatMap(([here, there], i) => {
          const [next] = people[(i + 1) % people.length]!
          return [way(here, here, org_id), way(there, next, org_id)]
        }),
      )
      expect((await listOwners(org_id)).length).toBeGreaterThanOrEqual(1)
      for (const reply of replies) expect([200, 403, 404, 409]).toContain(reply.status)
      // One change succeeded per lost owner: none was lost or reverted.
      const done = replies.filter((reply) => reply.status === 200).length
      const events = await app.sql(
        `SELECT 1 FROM events WHERE org_id = $1 AND type IN ('member.removed', 'member.role_changed')`,
        [org_id],
      )
      expect(events.length).toBe(3 - (await listOwners(org_id)).length)
      expect(done).toBeGreaterThanOrEqual(events.length)
    }
  })

  it('and rejects requests of users who lost their role while waiting for a lock', async () => {
    const [[ada], [ben, benThere], [cleo]] = await Promise.all([
      openBothSessions('ada'),
      openBothSessions('ben'),
      openBothSessions('cleo'),
    ])
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada!)
      await addMember(ada!, org_id, ben!, 'owner')
      await addMember(ada!, org_id, cleo!)
      const [demoted, promoted] = await Promise.all([
        ada!.patch(buildMemberPath(org_id, ben!), { body: { role: 'member' } }),
        benThere!.patch(buildMemberPath(org_id, cleo!), { body: { role: 'owner' } }),
      ])
      expect(demoted.status).toBe(200)
      expect([200, 403]).toContain(promoted.status)
      const events = await app.sql<{ resource_id: string }>(
        `SELECT resource_id FROM events WHERE org_id = $1 AND type = 'member.role_changed' ORDER BY xmin::text::bigint`,
        [org_id],
      )
      // A successful promotion was committed before ben was demoted.
      const order = promoted.status === 200 ? [cleo!.userId, ben!.userId] : [ben!.userId]
      expect(events.map((event) => event.resource_id)).toEqual(order)
    }
  })
})

describe('one of several concurrent updates', () => {
  it('succeeds when all are based on the same version', async () => {
    const [[ada, adaThere], [ben]] = await Promise.all([openBothSessions('ada'), openBothSessions('ben')])
    for (let round = 0; round < rounds; round++) {
      const { org_id } = await createOrganization(ada!)
      await addMember(ada!, org_id, ben!)
      const path = buildMemberPath(org_id, ben!)
      const headers = { 'if-match': (await ada!.get(path)).headers.etag! }
      const replies = await Promise.all([
        ada!.patch(path, { body: { role: 'admin' }, headers }),
        adaThere!.patch(path, { body: { role: 'guest' }, headers }),
        ada!.delete(path, { headers }),
        adaThere!.patch(path, { body: { is_active: false }, headers }),
      ])
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
      for (const { status } of replies) expect([200, 404, 412]).toContain(status)
    }
  })
})
