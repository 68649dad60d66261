import { describe, expect, test } from 'vitest'
import { eventDescriptions } from '../../../src/event-types.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  createProject,
  insertServiceAccount,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp({ env: { WEBHOOK_ALLOW_CIDRS: '' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'admin')
const carl = await addMember(ada, org_id, await app.signIn('carl'))
const robot = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
  grant_type: 'service_account',
})

const url = 'https://198.41.0.4/hooks/secret-path'
const post = (values: object = {}, client: Client = ada) =>
  client.post('/v1/webhooks', { body: { org_id, name: 'Board', url, events: ['task.*'], ...values } })
const create = async (values: object = {}, client: Client = ada) => expectStatus(await post(values, client), 200)
const patch = (id: string, body: object, client: Client = ada) => client.patch(`/v1/webhooks/${id}`, { body })
const read = async (id: string, client: Client = ada) => expectStatus(await client.get(`/v1/webhooks/${id}`), 200)
const findOwner = async (id: string) => {
  const [row] = await app.sql<{ owner_user_id: string }>(
    'SELECT owner_user_id FROM webhook_subscriptions WHERE org_id = $1 AND subscription_id = $2',
    [org_id, id],
  )
  return row!.owner_user_id
}

describe('the secret of a webhook', () => {
  test('is returned once, and stored encrypted', async () => {
    const created = await create()
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created.secret_prefix).toBe(created.secret.slice(0, 12))
    const { secret, ...rest } = created
    expect(await read(created.subscription_id)).toEqual(rest)
    const tables = ['webhook_subscriptions', 'events', 'idempotency_keys']
    for (const table of tables) {
      const rows = await app.sql<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`)
      expect(rows.filter(({ row }) => row.includes(secret.slice(6)))).toEqual([])
    }
  })

  test('encrypted for one webhook cannot be decrypted for another', async () => {
    const [one, other] = [await create(), await create()]
    await app.sql(
      `UPDATE webhook_subscriptions SET secret = (SELECT secret FROM webhook_subscriptions WHERE org_id = $1 AND
         subscription_id = $2) WHERE org_id = $1 AND subscription_id = $3`,
      [org_id, one.subscription_id, other.subscription_id],
    )
    const { decryptWebhookSecret } = await import('../../../src/resources/platform/webhooks/secrets.ts')
    const [row] = await app.sql<{ secret: string }>(
      'SELECT secret FROM webhook_subscriptions WHERE org_id = $1 AND subscription_id = $2',
      [org_id, other.subscription_id],
    )
    const { keyring } = app.services
    expect(decryptWebhookSecret(keyring, one, row!.secret)).toBe(one.secret)
    expect(() => decryptWebhookSecret(keyring, other, row!.secret)).toThrow(/not encrypted for/)
  })

  test('is replaced by a rotation, and the former one stays valid for a day', async () => {
    const created = await create()
    const rotated = expectStatus(await ada.post(`/v1/webhooks/${created.subscription_id}/rotate-secret`), 200)
    expect(rotated.secret).not.toBe(created.secret)
    const grace = Date.parse(rotated.previous_secret_expires_at) - Date.parse(rotated.secret_rotated_at)
    expect(grace).toBe(24 * 60 * 60 * 1000)
  })
})

describe('access to webhooks', () => {
  test('allows service accounts to create them, and members neither to create nor to read', async () => {
    const created = await create({ name: 'Robot’s' }, robot)
    expect(await findOwner(created.subscription_id)).toBe(robot.userId)
    expect((await post({}, carl)).status).toBe(403)
    expect((await carl.get('/v1/webhooks', { query: { org_id } })).status).toBe(403)
    expect((await carl.get(`/v1/webhooks/${created.subscription_id}`)).status).toBe(404)
  })

  test('shows a token without write access the host of the URL, not the path', async () => {
    const { subscription_id } = await create()
    const reader = await createTokenClient(ada, org_id, { scopes: ['webhooks:read'] })
    const tester = await createTokenClient(ada, org_id, { scopes: ['webhooks:write'], kind: 'test' })
    const writer = await createTokenClient(ada, org_id, { scopes: ['webhooks:write'] })
    const listVisible = async (client: Client) => (await read(subscription_id, client)).url
    expect([await listVisible(reader), await listVisible(tester), await listVisible(writer)]).toEqual([
      'https://198.41.0.4/…',
      'https://198.41.0.4/…',
      url,
    ])
    const listed = expectStatus(await reader.get('/v1/webhooks'), 200)
    expect(listed.data.length).toBeGreaterThan(0)
    expect(JSON.stringify(listed)).not.toContain('secret-path')
    const events = await app.sql<{ row: string }>(`SELECT to_jsonb(e)::text AS row FROM events e`)
    expect(events.filter(({ row }) => row.includes('secret-path'))).toEqual([])
  })

  test('limits a token for projects to webhooks of these projects', async () => {
    const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id, { name: 'Other' })]
    const limited = await createTokenClient(ada, org_id, { project_ids: [inside.project_id] })
    expect((await post({}, limited)).status).toBe(403)
    expect((await post({ project_ids: [] }, limited)).status).toBe(403)
    const both = await post({ project_ids: [inside.project_id, outside.project_id] }, limited)
    expect([both.status, both.body.errors[0].loc]).toEqual([422, ['body', 'project_ids', 1]])
    const own = await create({ project_ids: [inside.project_id] }, limited)
    const wide = await create()
    expect((await limited.get(`/v1/webhooks/${wide.subscription_id}`)).status).toBe(404)
    const listed = expectStatus(await limited.get('/v1/webhooks'), 200).data
    expect(listed.map((row: { subscription_id: string }) => row.subscription_id)).toEqual([own.subscription_id])
    for (const project_ids of [[], null]) {
      const reply = await patch(own.subscription_id, { project_ids }, limited)
      expect([reply.status, reply.body.errors[0].loc]).toEqual([422, ['body', 'project_ids']])
    }
  })

  test('makes a service account the owner of a webhook whose URL it changes', async () => {
    const { subscription_id } = await create()
    expectStatus(await patch(subscription_id, { name: 'Renamed' }, robot), 200)
    expect(await findOwner(subscription_id)).toBe(ada.userId)
    expectStatus(await patch(subscription_id, { url: 'https://198.41.0.4/robot' }, robot), 200)
    expect(await findOwner(subscription_id)).toBe(robot.userId)
    expectStatus(await patch(subscription_id, { url: 'https://198.41.0.4/ben' }, ben), 200)
    expect(await findOwner(subscription_id), 'an admin knows no less').toBe(robot.userId)
  })
})

describe('another admin who changes a webhook of a user', () => {
  test.each([
    ['the URL', { url: 'https://198.41.0.4/ben' }],
    ['the events', { events: ['task.reminder_due'] }],
  ])('becomes its owner by changing %s', async (_what, body) => {
    const { subscription_id } = await create()
    expectStatus(await patch(subscription_id, body, ben), 200)
    expect(await findOwner(subscription_id)).toBe(ben.userId)
  })

  test('does not become its owner by renaming, pausing or resuming it', async () => {
    const { subscription_id } = await create()
    for (const body of [{ name: 'Renamed' }, { status: 'paused' }, { status: 'active' }])
      expectStatus(await patch(subscription_id, body, ben), 200)
    expect(await findOwner(subscription_id)).toBe(ada.userId)
  })
})

test('a service account sees only those projects of a webhook that it can read', async () => {
  const hidden = await createProject(ada, org_id, { visibility: 'private' })
  const open = await createProject(ada, org_id, { visibility: 'public' })
  const { subscription_id: both } = await create({ project_ids: [hidden.project_id, open.project_id] })
  const { subscription_id: none } = await create({ project_ids: [hidden.project_id] })
  const { subscription_id: all } = await create()
  expect((await read(both)).project_ids).toEqual([hidden.project_id, open.project_id])
  expect((await read(both, robot)).project_ids).toEqual([open.project_id])
  const { data } = expectStatus(await robot.get('/v1/webhooks', { query: { org_id, limit: 200 } }), 200)
  const rows = data as { subscription_id: string; project_ids: string[] | null }[]
  const listed = new Map(rows.map((row) => [row.subscription_id, row.project_ids]))
  expect([both, none, all].map((id) => listed.get(id))).toEqual([[open.project_id], [], null])
  for (const id of [both, none]) {
    const { project_ids } = await read(id, robot)
    expectStatus(await patch(id, { project_ids, name: 'Written back' }, robot), 200)
  }
  expect((await read(both)).project_ids).toEqual([hidden.project_id, open.project_id])
  expect((await read(none)).project_ids).toEqual([hidden.project_id])
  const replies = [
    await patch(both, { name: 'Renamed' }, robot),
    await robot.post(`/v1/webhooks/${both}/rotate-secret`),
    await robot.delete(`/v1/webhooks/${none}`),
  ]
  for (const reply of replies) expect(JSON.stringify(expectStatus(reply, 200))).not.toContain(hidden.project_id)
})

describe('a change of a webhook', () => {
  test('to equal values creates no event and no version', async () => {
    const { subscription_id } = await create({ events: ['task.*', 'task.*'] })
    const before = await ada.get(`/v1/webhooks/${subscription_id}`)
    expect(before.body.events).toEqual(['task.*'])
    const body = { name: 'Board', url, events: ['task.*'], project_ids: [], status: 'active' }
    const same = await patch(subscription_id, body)
    expect([same.status, same.headers.etag]).toEqual([200, before.headers.etag])
    const nulls = await patch(subscription_id, { name: null, url: null, events: null, status: null })
    expect([nulls.status, nulls.headers.etag]).toEqual([200, before.headers.etag])
    const events = await app.sql('SELECT 1 FROM events WHERE org_id = $1 AND resource_id = $2', [
      org_id,
      subscription_id,
    ])
    expect(events.length).toBe(1)
  })

  test('pauses and resumes it, but cannot disable it', async () => {
    const { subscription_id } = await create()
    expect(expectStatus(await patch(subscription_id, { status: 'paused' }), 200).status).toBe('paused')
    expect(expectStatus(await patch(subscription_id, { status: 'active' }), 200).status).toBe('active')
    expect((await patch(subscription_id, { status: 'disabled' })).status).toBe(422)
  })

  test('limits it to projects and removes the limit', async () => {
    const { project_id } = await createProject(ada, org_id)
    const { subscription_id } = await create()
    const narrow = expectStatus(await patch(subscription_id, { project_ids: [project_id] }), 200)
    expect(narrow.project_ids).toEqual([project_id])
    expect(expectStatus(await patch(subscription_id, { project_ids: null }), 200).project_ids).toBeNull()
    expectStatus(await patch(subscription_id, { project_ids: [project_id] }), 200)
    expect(expectStatus(await patch(subscription_id, { project_ids: [] }), 200).project_ids).toBeNull()
  })

  test('gives 404 for a deleted one', async () => {
    const { subscription_id } = await create()
    expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
    expect((await ada.get(`/v1/webhooks/${subscription_id}`)).status).toBe(404)
    expect((await patch(subscription_id, { name: 'Back' })).status).toBe(404)
    expect((await ada.delete(`/v1/webhooks/${subscription_id}`)).status).toBe(404)
  })
})

describe('creating or changing a webhook refuses', () => {
  test.each(['task.exploded', 'tasks.*', '*', 'task', 'task.', '.*', '__proto__.*', 'Task.updated'])(
    'the event type %s',
    async (type) => {
      const reply = await post({ events: ['task.updated', type] })
      expect([reply.status, reply.body.type]).toEqual([422, 'urn:svc:problem:validation'])
      expect(reply.body.errors[0]).toMatchObject({ loc: ['body', 'events', 1], type: 'unknown_event' })
      expect(reply.body.errors[0].msg).toContain(type)
      const { subscription_id } = await create()
      expect((await patch(subscription_id, { events: [type] })).status).toBe(422)
    },
  )

  test('a URL inside the network', async () => {
    for (const [bad, reason] of [
      ['http://198.41.0.4/', 'not_https'],
      ['https://127.0.0.1/', 'loopback'],
      ['https://10.1.2.3/', 'private'],
      ['https://a:b@198.41.0.4/', 'credentials'],
    ]) {
      const refused = await post({ url: bad })
      expect([bad, refused.status, refused.body.type]).toEqual([bad, 422, 'urn:svc:problem:url-refused'])
      expect(refused.body.errors[0]).toMatchObject({ loc: ['body', 'url'], reason })
      const { subscription_id } = await create()
      const changed = await patch(subscription_id, { url: bad })
      expect([bad, changed.status, changed.body.errors[0].reason]).toEqual([bad, 422, reason])
      expect((await read(subscription_id)).url).toBe(url)
    }
  })

  test('missing projects and those of another organization, with equal messages', async () => {
    const elsewhere = await createOrganization(await app.signIn('dora'), { name: 'Elsewhere' })
    const theirs = await createProject(await app.signIn('dora'), elsewhere.org_id)
    const responses = [theirs.project_id, 'P000000000000000'].map((id) => post({ project_ids: [id] }))
    const [foreign, missing] = await Promise.all(responses)
    expect([foreign!.status, foreign!.body.errors]).toEqual([422, missing!.body.errors])
  })
})

describe('the catalog of events', () => {
  interface Type {
    type: string
    resource: string
    description: string
    wildcard: boolean
  }
  const list = async (query: Record<string, string> = {}): Promise<Type[]> =>
    expectStatus(await carl.get('/v1/webhooks/events', { query }), 200).data

  test('lists all events by resource, each after its wildcard', async () => {
    const types = await list()
    const described = types.filter((one) => !one.wildcard).map((one) => [one.type, one.description])
    expect(Object.fromEntries(described)).toEqual(eventDescriptions)
    const groups = types.map((one) => one.resource).filter((name, i, all) => name !== all[i - 1])
    expect(new Set(groups).size).toBe(groups.length)
    for (const group of groups) {
      const [first, ...others] = types.filter((one) => one.resource === group)
      expect([first!.type, first!.wildcard]).toEqual([`${group}.*`, true])
      expect(others.every((one) => !one.wildcard && one.type.startsWith(`${group}.`))).toBe(true)
    }
    expect(await list()).toEqual(types)
  })

  test('has only events that can be subscribed to', async () => {
    const types = (await list()).map((one) => one.type)
    expect((await create({ events: types.slice(0, 200) })).events).toEqual(types.slice(0, 200))
  })

  test('is filtered by resource', async () => {
    const resources = (await list({ 'filter[resource]': 'task,webhook' })).map((one) => one.resource)
    expect([...new Set(resources)]).toEqual(['task', 'webhook'])
    const refused = await carl.get('/v1/webhooks/events', { query: { 'filter[resource]': 'nonsense' } })
    expect([refused.status, refused.body.errors[0].allowed.includes('task')]).toEqual([400, true])
  })
})

test('an organization has at most 200 webhooks, also with concurrent requests', async () => {
  const { org_id: full } = await createOrganization(ada)
  const created = []
  for (let i = 0; i < 19; i++)
    created.push(...(await Promise.all(Array.from({ length: 11 }, () => post({ org_id: full })))))
  const statuses = created.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(200)
  const refused = created.filter(({ status }) => status !== 200)
  for (const { status, body } of refused) {
    expect([status, body.type]).toEqual([422, 'urn:svc:problem:validation'])
    expect(body.errors[0]).toMatchObject({ loc: ['body'], type: 'too_many' })
    expect(body.errors[0].msg).toContain('at most 200 webhooks')
  }
  await create({}, ada)
  const { subscription_id } = created.find(({ status }) => status === 200)!.body
  expectStatus(await ada.delete(`/v1/webhooks/${subscription_id}`), 200)
  expect((await post({ org_id: full })).status).toBe(200)
  expect((await post({ org_id: full })).status).toBe(422)
})
