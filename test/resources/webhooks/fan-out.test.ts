import { describe, expect, test } from 'vitest'
import type { EventPayload } from '../../../src/resources/platform/events/presenter.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  createProject,
  addProjectMember,
  insertServiceAccount,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const carl = await addMember(ada, org_id, await app.signIn('carl'))
const account = await insertServiceAccount(app, org_id)
const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })

/** Creates a webhook; returns a function that takes the deliveries queued since its last call. */
async function createListener(client: Client, values: object = {}) {
  const body = { org_id, name: 'Board', url: 'https://198.41.0.4/', events: ['task.*'], ...values }
  const { subscription_id } = expectStatus(await client.post('/v1/webhooks', { body }), 200)
  const seen = new Set<string>()
  const listQueued = async (): Promise<EventPayload[]> => {
    const rows = await app.sql<{ delivery_id: string; body: string }>(
      `SELECT d.delivery_id, d.body FROM webhook_deliveries d
       JOIN webhook_queue q ON q.org_id = d.org_id AND q.subscription_id = d.subscription_id
         AND q.due_at = d.next_attempt_at AND q.delivery_id = d.delivery_id
       WHERE d.org_id = $1 AND d.subscription_id = $2 ORDER BY d.created_at, d.delivery_id`,
      [org_id, subscription_id],
    )
    const fresh = rows.filter(({ delivery_id }) => !seen.has(delivery_id))
    fresh.forEach(({ delivery_id }) => seen.add(delivery_id))
    return fresh.map(({ body }) => JSON.parse(body) as EventPayload)
  }
  return {
    id: subscription_id as string,
    queued: listQueued,
    types: async () => (await listQueued()).map(({ type }) => type),
  }
}

const change = async (id: string, body: object, client = ada) =>
  expectStatus(await client.patch(`/v1/tasks/${id}`, { body }), 200)

describe('a change is queued', () => {
  test('once for each active webhook that subscribes to it, with its payload', async () => {
    const [all, exact, other] = [
      await createListener(ada),
      await createListener(ada, { events: ['task.updated'] }),
      await createListener(ada, { events: ['project.*', 'task.moved'] }),
    ]
    const { project_id } = await createProject(ada, org_id)
    const { task_id } = await createTask(ada, org_id, { project_id })
    await change(task_id, { status: 'blocked' })
    expect(await all.types()).toEqual(['task.created', 'task.updated'])
    expect(await other.types()).toEqual(['project.created'])
    const [event] = await exact.queued()
    const [logged] = await app.sql<{ request_id: string; created_at: string }>(
      `SELECT request_id, created_at FROM events WHERE org_id = $1 AND type = 'task.updated' AND resource_id = $2`,
      [org_id, task_id],
    )
    expect(event).toEqual({
      id: expect.stringMatching(/^WD[0-9A-Z]{16}$/),
      type: 'task.updated',
      api_version: '2026-09-25',
      created_at: logged!.created_at,
      org_id,
      project_id,
      actor: { kind: 'user', id: ada.userId, username: 'ada' },
      data: {
        resource_type: 'task',
        resource_id: task_id,
        before: { status: 'not_started' },
        after: { status: 'blocked' },
      },
      request_id: logged!.request_id,
      cause: null,
    })
  })

  test('in the same transaction, or not at all', async () => {
    const hook = await createListener(ada)
    const { task_id } = await createTask(ada, org_id)
    await hook.queued()
    const [one] = await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM webhook_deliveries')
    const stale = { headers: { 'if-match': '"77-x"' }, body: { title: 'Stale' } }
    expect((await ada.patch(`/v1/tasks/${task_id}`, stale)).status).toBe(412)
    await change(task_id, { title: 'Inspect the crane' })
    expect(await app.sql('SELECT count(*)::int AS n FROM webhook_deliveries')).toEqual([one])
    const key = { headers: { 'idempotency-key': 'once' }, body: { org_id, title: 'Once' } }
    await ada.post('/v1/tasks', key)
    await ada.post('/v1/tasks', key)
    expect(await hook.types()).toEqual(['task.created'])
  })

  test('for no webhook that is paused, deleted, or of another organization', async () => {
    const [paused, deleted] = [await createListener(ada), await createListener(ada)]
    const dora = await app.signIn('dora')
    const elsewhere = await createOrganization(dora, { name: 'Elsewhere' })
    const foreign = { org_id: elsewhere.org_id, name: 'F', url: 'https://198.41.0.4/', events: ['task.*'] }
    const { subscription_id } = expectStatus(await dora.post('/v1/webhooks', { body: foreign }), 200)
    expectStatus(await ada.patch(`/v1/webhooks/${paused.id}`, { body: { status: 'paused' } }), 200)
    expectStatus(await ada.delete(`/v1/webhooks/${deleted.id}`), 200)
    await createTask(ada, org_id)
    expect([...(await paused.queued()), ...(await deleted.queued())]).toEqual([])
    expect(await app.sql('SELECT 1 FROM webhook_deliveries WHERE subscription_id = $1', [subscription_id])).toEqual([])
    expectStatus(await ada.patch(`/v1/webhooks/${paused.id}`, { body: { status: 'active' } }), 200)
    await createTask(ada, org_id)
    expect(await paused.types()).toEqual(['task.created'])
  })

  test('also for an actor without a former organization', async () => {
    const hook = await createListener(ada, { events: ['member.*', 'invite.*'] })
    await addMember(ada, org_id, await app.signIn('eve'))
    expect((await hook.types()).toSorted()).toEqual(['invite.accepted', 'invite.created', 'member.added'])
  })

  test('with the system as actor when the service itself caused it', async () => {
    const hook = await createListener(ada, { events: ['invite.expired'] })
    const body = { org_id, email: 'late@example.com' }
    expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    app.clock.advance(40 * 24 * 60 * 60 * 1000)
    expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    const [event] = await hook.queued()
    expect(event).toMatchObject({
      type: 'invite.expired',
      actor: { kind: 'system', id: null, username: null },
      data: { after: { invite_status: 'expired' } },
    })
  })
})

describe('a webhook limited to projects', () => {
  test('receives events of these only, and none outside projects', async () => {
    const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const hook = await createListener(ada, {
      project_ids: [inside.project_id],
      events: ['task.*', 'project.*', 'org.*'],
    })
    await createTask(ada, org_id, { project_id: outside.project_id })
    await createTask(ada, org_id)
    expectStatus(await ada.patch(`/v1/organizations/${org_id}`, { body: { description: `${Date.now()}` } }), 200)
    const { task_id } = await createTask(ada, org_id, { project_id: inside.project_id })
    const events = await hook.queued()
    expect(events.map((event) => event.data.resource_id)).toEqual([task_id])
  })

  test('receives its side of a move, on both sides', async () => {
    const [from, to] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const events = ['task.moved']
    const [left, right, whole] = [
      await createListener(ada, { events, project_ids: [from.project_id] }),
      await createListener(ada, { events, project_ids: [to.project_id] }),
      await createListener(ada, { events }),
    ]
    const { task_id } = await createTask(ada, org_id, { project_id: from.project_id })
    await change(task_id, { project_id: to.project_id })
    const takeProjectIds = async (hook: typeof left) => {
      const [event, ...more] = await hook.queued()
      expect(more).toEqual([])
      return [event!.project_id, event!.data.before!.project_id, event!.data.after!.project_id]
    }
    expect(await takeProjectIds(left)).toEqual([from.project_id, from.project_id, null])
    expect(await takeProjectIds(right)).toEqual([to.project_id, null, to.project_id])
    expect(await takeProjectIds(whole)).toEqual([to.project_id, from.project_id, to.project_id])
  })

  test.each(['dependencies', 'subtasks'] as const)(
    'receives %s between tasks of its projects, and none with a task elsewhere',
    async (kind) => {
      const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]
      const hook = await createListener(ada, { project_ids: [inside.project_id] })
      const whole = await createListener(ada)
      const make = async ({ project_id }: { project_id: string }) =>
        (await createTask(ada, org_id, { project_id })).task_id as string
      const name = kind === 'subtasks' ? 'subtask_id' : 'dependency_id'
      const createLink = async (id: string, other: string) => {
        expectStatus(await ada.post(`/v1/tasks/${id}/${kind}`, { body: { [name]: other } }), 200)
        expectStatus(await ada.delete(`/v1/tasks/${id}/${kind}/${other}`), 200)
      }
      const pairs = [
        [await make(inside), await make(inside)],
        [await make(inside), await make(outside)],
        [await make(outside), await make(inside)],
        [await make(outside), await make(outside)],
      ] as const
      await hook.queued()
      await whole.queued()
      for (const [id, other] of pairs) await createLink(id, other)
      const listLinks = (events: EventPayload[]) =>
        events.map(({ data }) => [data.resource_id, (data.after ?? data.before)![name]])
      const links = pairs.flatMap(([id, other]) => [
        [id, other],
        [id, other],
      ])
      expect(listLinks(await hook.queued())).toEqual(links.slice(0, 2))
      expect(listLinks(await whole.queued())).toEqual(links)
    },
  )

  test('receives a reorder that includes its projects, whichever is first, and none of others only', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await createProject(ada, org_id)).project_id)
    const [a, b, c, d] = ids as [string, string, string, string]
    const events = ['project.reordered']
    const hook = await createListener(ada, { events, project_ids: [a, b] })
    const hidden = await createProject(ada, org_id, { visibility: 'private' })
    const robots = await createListener(robot, { events })
    const sendReorder = async (...project_ids: string[]) =>
      expectStatus(await ada.post('/v1/projects/reorder', { body: { org_id, project_ids } }), 200)
    const takeReorders = async (of: typeof hook) =>
      (await of.queued()).map(({ project_id, data }) => [
        project_id,
        data.resource_id,
        data.before!.project_ids,
        data.after!.project_ids,
      ])
    await sendReorder(a, b, c, d)
    await hook.queued()
    await sendReorder(a, b, d, c)
    expect(await takeReorders(hook)).toEqual([])
    await sendReorder(c, a, d)
    expect(await takeReorders(hook), 'a went behind b, which the request did not name').toEqual([
      [b, b, [a, b], [b, a]],
    ])
    await sendReorder(d, a, b)
    expect(await takeReorders(hook)).toEqual([[a, a, [b, a], [a, b]]])
    await robots.queued()
    await sendReorder(hidden.project_id, b)
    await sendReorder(hidden.project_id, a)
    expect(await takeReorders(robots)).toEqual([])
    await sendReorder(hidden.project_id, d, c)
    expect(await takeReorders(robots)).toEqual([[d, d, [c, d], [d, c]]])
    expect(await takeReorders(hook)).toEqual([])
  })
})

describe('a service account’s webhook follows its permissions: it receives', () => {
  test('nothing of private projects before it joins, and everything after', async () => {
    const hook = await createListener(robot, { events: ['task.*', 'project.*'] })
    const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
    const { task_id } = await createTask(ada, org_id, { project_id })
    expect(await hook.queued()).toEqual([])
    await addProjectMember(ada, project_id, account, 'viewer')
    await change(task_id, { title: 'Now seen' })
    expect(await hook.types()).toEqual(['project.member_added', 'task.updated'])
    await createTask(ada, org_id, { project_id: (await createProject(ada, org_id)).project_id })
    expect(await hook.types()).toEqual(['project.created', 'task.created'])
  })

  test('of a restricted task only that it changed', async () => {
    const { project_id } = await createProject(ada, org_id)
    const hook = await createListener(robot, { events: ['task.*'] })
    const admins = await createListener(ada, { events: ['task.*'] })
    const { task_id } = await createTask(ada, org_id, { project_id })
    await hook.queued()
    await admins.queued()
    await change(task_id, { restricted_to: ['carl'] })
    await change(task_id, { title: 'Secret title' })
    await change(task_id, { restricted_to: ['carl', account.username] })
    await change(task_id, { title: 'Open again' })
    const received = (await hook.queued()).map(({ type, data }) => [type, data.before, data.after])
    expect(received.slice(0, 2)).toEqual([
      ['task.restricted', null, null],
      ['task.updated', null, null],
    ])
    expect(received[3]).toEqual(['task.updated', { title: 'Secret title' }, { title: 'Open again' }])
    expect((await admins.queued()).every(({ data }) => data.after !== null)).toBe(true)
  })

  test('of a task without a project only its own', async () => {
    const hook = await createListener(robot, { events: ['task.*'] })
    await createTask(ada, org_id)
    const { task_id } = await createTask(ada, org_id)
    await change(task_id, { assignee: account.username })
    expect((await hook.queued()).map((event) => event.data.resource_id)).toEqual([task_id])
  })

  test('of a move out of sight that the task left', async () => {
    const [open, closed] = [
      await createProject(ada, org_id),
      await createProject(ada, org_id, { visibility: 'private' }),
    ]
    const hook = await createListener(robot, { events: ['task.moved'] })
    const { task_id, key } = await createTask(ada, org_id, { project_id: open.project_id })
    await change(task_id, { project_id: closed.project_id })
    const [event] = await hook.queued()
    expect([event!.project_id, event!.data.before, event!.data.after]).toEqual([
      open.project_id,
      { key, project_id: open.project_id },
      { key: null, project_id: null },
    ])
  })

  test('nothing that only owners and admins may read', async () => {
    const events = ['invite.*', 'token.*', 'member.*', 'webhook.*']
    const [robots, adas] = [await createListener(robot, { events }), await createListener(ada, { events })]
    const body = { org_id, email: 'new@example.com' }
    expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
    const minted = { org_id, name: 'T', scopes: ['org:read'] }
    expectStatus(await ada.post('/v1/tokens', { body: minted }), 200)
    const path = `/v1/organization-members/${carl.userId}/${org_id}`
    expectStatus(await ada.patch(path, { body: { role: 'guest' } }), 200)
    expect(await robots.types()).toEqual(['webhook.created', 'member.role_changed'])
    expect(await adas.types()).toEqual(['invite.created', 'token.created', 'member.role_changed'])
  })

  test('nothing after it is deactivated', async () => {
    const other = await insertServiceAccount(app, org_id)
    const hook = await createListener(await createTokenClient(other, org_id, { grant_type: 'service_account' }))
    await app.sql('UPDATE organization_members SET is_active = false WHERE org_id = $1 AND user_id = $2', [
      org_id,
      other.userId,
    ])
    await createTask(ada, org_id, { project_id: (await createProject(ada, org_id)).project_id })
    expect(await hook.queued()).toEqual([])
  })
})
