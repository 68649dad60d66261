import { describe, expect, test } from 'vitest'
import { sendDueReminders } from '../../../src/resources/work/reminders/jobs.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  addMember,
  createProject,
  createTask,
  createTokenClient,
  insertServiceAccount,
} from '../../support/factories.ts'
import { createWebhook, listDeliveries, setUpWebhooks, startEndpoint, waitUntil } from './fixtures.ts'

/** Deliveries that were queued for a former owner of their webhook. */

const { app, ada, org_id, change } = await setUpWebhooks()
const account = await insertServiceAccount(app, org_id)
const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })

const patch = async (id: string, body: object, client: Client = ada) =>
  expectStatus(await client.patch(`/v1/webhooks/${id}`, { body }), 200)
const NOT_VISIBLE = { status: 'dead', error: 'not visible to the owner of the webhook' }

/** Queues events for a webhook of `owner` that is paused until `successor` sets a new URL and enables it. */
async function passOn(
  events: string[],
  emit: () => Promise<unknown>,
  { owner = ada, successor = robot }: { owner?: Client; successor?: Client } = {},
) {
  const [failing, receiver] = [await startEndpoint(503), await startEndpoint()]
  failing.headers = { 'retry-after': '3600' }
  const { subscription_id } = await createWebhook(owner, org_id, failing, { events })
  await emit()
  await failing.waitForRequests(1)
  const before = await waitUntil(async () => {
    const found = await listDeliveries(owner, subscription_id)
    expect(found.some(({ status }) => status === 'failed')).toBe(true)
    return found
  })
  return {
    subscription_id,
    receiver,
    count: before.length,
    async takeOver() {
      await patch(subscription_id, { url: receiver.url, status: 'active' }, successor)
      app.clock.advance(3_600_000)
    },
  }
}

const readBodies = (requests: readonly { body: string }[]) =>
  requests.map(({ body }) => JSON.parse(body) as { type: string; project_id: string | null; data: object })

describe('a service account that takes a webhook over', () => {
  test('receives a reordering of projects with the first project that it can read, and other webhooks go on', async () => {
    const hidden = await createProject(ada, org_id, { visibility: 'private' })
    const [a, b] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const reorder = (...projects: { project_id?: string }[]) =>
      ada.post('/v1/projects/reorder', { body: { org_id, project_ids: projects.map(({ project_id }) => project_id) } })
    const { takeOver, receiver } = await passOn(['project.reordered'], () => reorder(hidden, b, a))
    await takeOver()
    const [request] = readBodies(await receiver.waitForRequests(1))
    expect(request).toMatchObject({ project_id: b.project_id, data: { resource_id: b.project_id, after: null } })
    const other = await startEndpoint()
    await createWebhook(ada, org_id, other)
    await change()
    await other.waitForRequests(1)
  })

  test('receives events of custom fields without their change, of hidden projects none', async () => {
    const hidden = await createProject(ada, org_id, { visibility: 'private' })
    const create = async (name: string, project_ids: string[] | null) =>
      expectStatus(await ada.post('/v1/fields', { body: { org_id, name, type: 'text', project_ids } }), 201)
    const { takeOver, receiver, subscription_id } = await passOn(['field.*'], async () => {
      await create('Everywhere', null)
      await create('Hidden', [hidden.project_id as string])
    })
    await takeOver()
    const [request] = readBodies(await receiver.waitForRequests(1))
    expect(request).toMatchObject({ type: 'field.created', project_id: null, data: { before: null, after: null } })
    await waitUntil(async () =>
      expect(await listDeliveries(ada, subscription_id)).toContainEqual(expect.objectContaining(NOT_VISIBLE)),
    )
    expect(receiver.requests.length).toBe(1)
  })

  test('receives no event whose change it cannot read', async () => {
    const hidden = await createProject(ada, org_id, { visibility: 'private' })
    const open = await createProject(ada, org_id)
    const [task, secret] = [
      await createTask(ada, org_id, { project_id: open.project_id }),
      await createTask(ada, org_id, { project_id: hidden.project_id }),
    ]
    const { takeOver, receiver, subscription_id } = await passOn(['task.dependency_added'], async () =>
      expectStatus(
        await ada.post(`/v1/tasks/${task.task_id}/dependencies`, { body: { dependency_id: secret.task_id } }),
        200,
      ),
    )
    await takeOver()
    await waitUntil(async () => expect(await listDeliveries(ada, subscription_id)).toMatchObject([NOT_VISIBLE]))
    expect(receiver.requests).toEqual([])
  })
})

test('deliveries that are not sent are ended, even if others of the batch cannot be', async () => {
  const hidden = await createProject(ada, org_id, { visibility: 'private' })
  const { project_id } = await createProject(ada, org_id)
  const create = (to: object) => createTask(ada, org_id, to)
  const outside = await passOn(['task.created'], () => create({ project_id }))
  const unreadable = await passOn(['task.created'], () => create({ project_id: hidden.project_id }))
  // Fails only the discard of the delivery of another project.
  await app.sql(`CREATE FUNCTION fail_discard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'injected'; END $$`)
  await app.sql(`CREATE TRIGGER fail_discard BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
    WHEN (NEW.error LIKE 'outside%') EXECUTE FUNCTION fail_discard()`)
  await patch(outside.subscription_id, { project_ids: [hidden.project_id] })
  await patch(outside.subscription_id, { url: outside.receiver.url })
  await unreadable.takeOver()
  const readError = async () => (await listDeliveries(ada, unreadable.subscription_id))[0]
  await waitUntil(async () => expect(await readError()).toMatchObject(NOT_VISIBLE))
  await app.sql('DROP TRIGGER fail_discard ON webhook_deliveries')
})

test('a delivery whose event cannot be checked for the new owner counts as an attempt, so that its retries end', async () => {
  const [a, b] = [await createProject(ada, org_id), await createProject(ada, org_id)]
  const { takeOver, receiver, subscription_id } = await passOn(['project.reordered'], () =>
    ada.post('/v1/projects/reorder', { body: { org_id, project_ids: [b.project_id, a.project_id] } }),
  )
  await app.sql(`UPDATE events SET after = '{"project_ids": 5}' WHERE event_id =
    (SELECT event_id FROM webhook_deliveries WHERE subscription_id = '${subscription_id}')`)
  await takeOver()
  await waitUntil(async () =>
    expect(await listDeliveries(ada, subscription_id)).toMatchObject([
      { status: 'failed', attempt: 2, error: 'not sent: internal error of the server' },
    ]),
  )
  expect(receiver.requests).toEqual([])
})

describe('a personal reminder of the former owner', () => {
  const remind = async (user: Client) => {
    const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
    const { task_id } = await createTask(ada, org_id, { project_id })
    const at = new Date(app.clock.now() + 60_000).toISOString()
    expectStatus(await user.post(`/v1/tasks/${task_id}/reminders`, { body: { at } }), 201)
    app.clock.advance(60_000)
    await sendDueReminders(app.services)
  }
  const events = ['task.reminder_due']

  test('is not sent to a service account, nor shown to other admins', async () => {
    const { takeOver, receiver, subscription_id } = await passOn(events, () => remind(ada))
    const eve = await addMember(ada, org_id, await app.signIn('eve'), 'admin')
    const [seen] = await listDeliveries(ada, subscription_id)
    expect(seen!.payload.data.after).not.toBeNull()
    const path = `/v1/webhooks/${subscription_id}/deliveries`
    for (const client of [eve, robot]) {
      expect(await listDeliveries(client, subscription_id)).toEqual([])
      expect((await client.get(`${path}/${seen!.delivery_id}`)).status).toBe(404)
      expect((await client.post(`${path}/${seen!.delivery_id}/replay`)).status).toBe(404)
    }
    await takeOver()
    await waitUntil(async () => expect(await listDeliveries(ada, subscription_id)).toMatchObject([NOT_VISIBLE]))
    expect(receiver.requests).toEqual([])
  })

  test('is not sent to the URL that another admin sets while the owner remains a member', async () => {
    const fay = await addMember(ada, org_id, await app.signIn('fay'), 'admin')
    const { takeOver, receiver, subscription_id } = await passOn(events, () => remind(ada), { successor: fay })
    await takeOver()
    await waitUntil(async () => expect(await listDeliveries(ada, subscription_id)).toMatchObject([NOT_VISIBLE]))
    await remind(ada)
    expect(await listDeliveries(ada, subscription_id), 'later reminders are not queued').toHaveLength(1)
    expect(receiver.requests).toEqual([])
    await remind(fay)
    expect(readBodies(await receiver.waitForRequests(1))).toMatchObject([{ data: { after: { user_id: fay.userId } } }])
  })

  test('is not sent to an admin', async () => {
    const ben = await addMember(ada, org_id, await app.signIn('ben'), 'admin')
    const { takeOver, receiver, subscription_id } = await passOn(events, () => remind(ben), {
      owner: ben,
      successor: ada,
    })
    expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200)
    await takeOver()
    const readErrors = () =>
      app.sql('SELECT status, error FROM webhook_deliveries WHERE org_id = $1 AND subscription_id = $2', [
        org_id,
        subscription_id,
      ])
    await waitUntil(async () => expect(await readErrors()).toEqual([NOT_VISIBLE]))
    expect(receiver.requests).toEqual([])
    expect(await listDeliveries(ada, subscription_id)).toEqual([])
  })
})

test('a change made by a clock that was set back is sent immediately', async () => {
  const receiver = await startEndpoint()
  await createWebhook(ada, org_id, receiver)
  await change()
  await receiver.waitForRequests(1)
  app.clock.advance(-600_000)
  await change()
  expect(await receiver.waitForRequests(2)).toHaveLength(2)
  app.clock.advance(600_000)
})

describe('the delivery log of a service account', () => {
  test('contains neither deliveries of projects that it cannot read, nor of links to them, nor their number', async () => {
    const receiver = await startEndpoint()
    const events = ['task.created', 'task.dependency_added', 'token.created']
    const { subscription_id } = await createWebhook(ada, org_id, receiver, { events })
    const hidden = await createProject(ada, org_id, { visibility: 'private' })
    const open = await createProject(ada, org_id)
    await createTask(ada, org_id, { project_id: hidden.project_id })
    await createTask(ada, org_id)
    expectStatus(await ada.post('/v1/tokens', { body: { org_id, name: 'T', scopes: ['org:read'] } }), 200)
    const { task_id } = await createTask(ada, org_id, { project_id: open.project_id })
    const { task_id: secret } = await createTask(ada, org_id, { project_id: hidden.project_id })
    expectStatus(await ada.post(`/v1/tasks/${task_id}/dependencies`, { body: { dependency_id: secret } }), 200)
    await receiver.waitForRequests(6)
    expect(await listDeliveries(ada, subscription_id)).toHaveLength(6)
    expect(await listDeliveries(robot, subscription_id)).toMatchObject([
      { payload: { data: { resource_id: task_id, before: null, after: null } } },
    ])
    const path = `/v1/webhooks/${subscription_id}/deliveries`
    const statuses = await Promise.all(
      (await listDeliveries(ada, subscription_id)).map(async ({ delivery_id }) => [
        (await robot.get(`${path}/${delivery_id}`)).status,
        (await robot.post(`${path}/${delivery_id}/replay`)).status,
      ]),
    )
    expect(statuses.toSorted()).toEqual([[200, 200], ...Array.from({ length: 5 }, () => [404, 404])])
  })
})
