import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { openStream, waitForStableEvents, type EventStream } from '../../support/event-stream.ts'
import {
  addMember,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const cleo = await app.signIn('cleo')
let org_id: string

beforeEach(async () => {
  ;({ org_id } = await createOrganization(ada))
  await addMember(ada, org_id, ben)
  await addMember(ada, org_id, cleo, 'guest')
})

const patch = async (path: string, body: object, client = ada) => expectStatus(await client.patch(path, { body }), 200)
const edit = (id: string, title: string) => patch(`/v1/tasks/${id}`, { title })
const listTypesAndIds = (stream: EventStream) => stream.events.map(({ type, data }) => [type, data.resource_id])

/** Returns the events that another user received by the time that ada received a final change. */
async function listReceivedEvents(client: Client, changes: () => Promise<void>, query: Record<string, string> = {}) {
  await waitForStableEvents(app)
  const [all, own] = [await openStream(ada, { org_id }), await openStream(client, { org_id, ...query })]
  await changes()
  // Visible to every reader.
  const { project_id } = await createProject(ada, org_id, { name: 'The end' })
  const isLast = ({ data }: { data: { resource_id: string } }) => data.resource_id === project_id
  await all.waitUntil(({ events }) => events.some(isLast))
  await own.waitUntil(({ events }) => events.some(isLast))
  for (const one of [all, own]) one.close()
  return listTypesAndIds(own).filter(([, id]) => id !== project_id)
}

test('hidden items produce no event, and no trace of one', async () => {
  const secret = await createProject(ada, org_id, { visibility: 'private' })
  const open = await createProject(ada, org_id)
  const dora = await addMember(ada, org_id, await app.signIn('dora'), 'admin')
  const received = await listReceivedEvents(ben, async () => {
    const hidden = await createTask(ada, org_id, { project_id: secret.project_id })
    await edit(hidden.task_id, 'Still hidden')
    await createTask(ada, org_id, { project_id: open.project_id, restricted_to: ['ada'] })
    await createTask(ada, org_id)
    await patch(`/v1/projects/${secret.project_id}`, { name: 'Hidden' })
    await patch(`/v1/tasks/${hidden.task_id}`, { assignee: 'dora' })
    const path = `/v1/organization-members/${dora.userId}/${org_id}/hand-over`
    expect(expectStatus(await ada.post(path, { body: { to: 'ada' } }), 200).tasks).toBe(1)
    expectStatus(await ada.delete(`/v1/tasks/${hidden.task_id}`), 200, 204)
  })
  expect(received).toEqual([])
})

test.each([{}, { project_id: 'second' }])(
  'a reorder includes only visible projects, also when a hidden one was named first: %j',
  async (query) => {
    const [first, second] = [await createProject(ada, org_id), await createProject(ada, org_id)]
    const secret = await createProject(ada, org_id, { visibility: 'private' })
    const sendReorder = async (...project_ids: string[]) =>
      expectStatus(await ada.post('/v1/projects/reorder', { body: { org_id, project_ids } }), 200)
    await sendReorder(first.project_id, second.project_id, secret.project_id)
    await waitForStableEvents(app)
    const scope: Record<string, string> = query.project_id ? { project_id: second.project_id } : {}
    const stream = await openStream(ben, { org_id, ...scope })
    await sendReorder(secret.project_id, first.project_id)
    await sendReorder(secret.project_id, second.project_id, first.project_id)
    await patch(`/v1/projects/${secret.project_id}`, { name: 'Hidden' })
    await patch(`/v1/projects/${second.project_id}`, { name: 'The end' })
    await stream.waitUntil(({ events }) => events.some(({ type }) => type === 'project.updated'))
    stream.close()
    expect(listTypesAndIds(stream)).toEqual([
      ['project.reordered', second.project_id],
      ['project.updated', second.project_id],
    ])
    expect(stream.events[0]!.data).toMatchObject({
      resource_id: second.project_id,
      before: { project_ids: [first.project_id, second.project_id] },
      after: { project_ids: [second.project_id, first.project_id] },
    })
  },
)

test.each<[string, string, string]>([
  ['A H B C', 'H A C B', 'B C > C B'],
  ['A B C H', 'B A H C', 'A B > B A'],
  ['A H B G C', 'G C H B A', 'A B C > C B A'],
  ['A H B C', 'H A B C', ''],
])('a reorder %s that becomes %s looks as if the hidden G and H did not exist', async (from, to, expected) => {
  const created: Record<string, string> = {}
  for (const name of ['A', 'B', 'C', 'H', 'G']) {
    const visibility = 'HG'.includes(name) ? 'private' : 'public'
    created[name] = (await createProject(ada, org_id, { name, visibility })).project_id
  }
  const findName = (id: unknown) => Object.keys(created).find((name) => created[name] === id)
  const sendReorder = async (names: string) => {
    const project_ids = names.split(' ').map((name) => created[name])
    expectStatus(await ada.post('/v1/projects/reorder', { body: { org_id, project_ids } }), 200)
  }
  await sendReorder(from)
  await waitForStableEvents(app)
  const streams: Record<string, EventStream> = { '': await openStream(ben, { org_id }) }
  for (const name of ['A', 'B', 'C']) streams[name] = await openStream(ben, { org_id, project_id: created[name]! })
  await sendReorder(to)
  for (const name of ['A', 'B', 'C']) await patch(`/v1/projects/${created[name]}`, { name: `${name} is last` })
  for (const [name, stream] of Object.entries(streams)) {
    await stream.waitUntil(({ events }) =>
      events.some(({ type, data }) => type === 'project.updated' && (!name || data.resource_id === created[name])),
    )
    stream.close()
    const reorders = stream.events
      .filter(({ type }) => type === 'project.reordered')
      .map(({ project_id, data }) => {
        const [before, after] = [data.before, data.after].map((side) =>
          (side!.project_ids as string[]).map(findName).join(' '),
        )
        expect([project_id, data.resource_id].map(findName)).toEqual([after![0], after![0]])
        return `${before} > ${after}`
      })
    expect(reorders, `stream of ${name || 'all'}`).toEqual(expected.includes(name) && expected ? [expected] : [])
  }
})

test('restricting a task sends a removal to former readers, and nothing further', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const received = await listReceivedEvents(ben, async () => {
    await edit(task_id, 'Open')
    await waitForStableEvents(app)
    await sleep(100)
    await patch(`/v1/tasks/${task_id}`, { restricted_to: ['ada'] })
    await edit(task_id, 'Hidden')
  })
  expect(received).toEqual([
    ['task.updated', task_id],
    ['gone', task_id],
  ])
})

test('moving a task out of sight sends a removal also to readers who received nothing else', async () => {
  const [open, secret] = [await createProject(ada, org_id), await createProject(ada, org_id, { visibility: 'private' })]
  const { task_id } = await createTask(ada, org_id, { project_id: open.project_id })
  await waitForStableEvents(app)
  const stream = await openStream(ben, { org_id })
  await patch(`/v1/tasks/${task_id}`, { project_id: secret.project_id })
  await edit(task_id, 'Elsewhere')
  await stream.waitForTypes(1)
  const [gone] = stream.events
  expect(gone).toMatchObject({
    type: 'gone',
    project_id: null,
    actor: { kind: 'system', id: null, username: null },
    data: { resource_type: 'task', resource_id: task_id, before: null, after: null },
    request_id: null,
  })
  await sleep(500)
  expect(stream.events).toHaveLength(1)
  stream.close()
})

test('a project that becomes private is removed for members, and a removed member receives nothing further', async () => {
  const { project_id } = await createProject(ada, org_id)
  const received = await listReceivedEvents(ben, async () => {
    await patch(`/v1/projects/${project_id}`, { visibility: 'private' })
    await createTask(ada, org_id, { project_id })
  })
  expect(received).toEqual([['gone', project_id]])
  await addProjectMember(ada, project_id, ben, 'viewer')
  const within = await listReceivedEvents(ben, async () => {
    const { task_id } = await createTask(ada, org_id, { project_id })
    await waitForStableEvents(app)
    await sleep(100)
    expectStatus(await ada.delete(`/v1/project-members/${ben.userId}/${project_id}`), 200, 204)
    await edit(task_id, 'Without ben')
  })
  expect(within.map(([type]) => type)).toEqual(['task.created', 'gone', 'gone'])
})

test('a resumed stream applies current permissions to past events', async () => {
  const { project_id } = await createProject(ada, org_id)
  await waitForStableEvents(app)
  const stream = await openStream(ben, { org_id })
  stream.close()
  const [one, two] = [await createTask(ada, org_id, { project_id }), await createTask(ada, org_id, { project_id })]
  await edit(one.task_id, 'Seen by nobody else')
  await patch(`/v1/tasks/${one.task_id}`, { restricted_to: ['ada'] })
  await waitForStableEvents(app)
  const again = await openStream(ben, { org_id }, { 'last-event-id': stream.lastId })
  await again.waitForTypes(2)
  expect(listTypesAndIds(again)).toEqual([
    ['task.created', two.task_id],
    ['gone', one.task_id],
  ])
  again.close()
})

test('a token receives what its scopes and projects allow', async () => {
  const [one, two] = [await createProject(ada, org_id), await createProject(ada, org_id)]
  await waitForStableEvents(app)
  const reader = await openStream(await createTokenClient(ada, org_id, { scopes: ['tasks:read'] }), {})
  const limited = await openStream(
    await createTokenClient(ada, org_id, { scopes: ['tasks:read', 'projects:read'], project_ids: [one.project_id] }),
    {},
  )
  const outside = await createTask(ada, org_id, { project_id: two.project_id })
  await patch(`/v1/projects/${one.project_id}`, { name: 'Renamed' })
  const inside = await createTask(ada, org_id, { project_id: one.project_id })
  await reader.waitForTypes(2)
  await limited.waitForTypes(2)
  expect(listTypesAndIds(reader)).toEqual([
    ['task.created', outside.task_id],
    ['task.created', inside.task_id],
  ])
  expect(listTypesAndIds(limited)).toEqual([
    ['project.updated', one.project_id],
    ['task.created', inside.task_id],
  ])
  for (const stream of [reader, limited]) stream.close()
})

test('events of webhooks and tokens are sent to those who can read them', async () => {
  const listReceivedTypes = async (client: Client) => {
    const events = await listReceivedEvents(client, async () => {
      const body = { org_id, name: 'Hook', url: 'https://hooks.example.com/', events: ['task.*'] }
      expectStatus(await ada.post('/v1/webhooks', { body }), 200)
      const minted = { org_id, name: 'Token', scopes: ['tasks:read'] }
      expectStatus(await ada.post('/v1/tokens', { body: minted }), 200, 201)
    })
    return events.map(([type]) => type)
  }
  expect(await listReceivedTypes(ben)).toEqual([])
  expect(await listReceivedTypes(await createTokenClient(ada, org_id))).toEqual(['webhook.created', 'token.created'])
})

/** Returns the reason of a stream's end, which must come within five seconds. */
const readEnd = async (stream: EventStream) =>
  (await stream.waitUntil(({ endReason: end }) => end !== undefined, 5_000)).endReason

test('reminders are sent to their user only, not even to owners', async () => {
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  const remind = (event_id: string, user_id: string | null) =>
    app.sql(
      `INSERT INTO events (org_id, event_id, type, resource_type, resource_id, project_id, actor_kind, after, created_at)
       VALUES ($1, $2, 'task.reminder_due', 'task', $3, $4, 'system', $5, now())`,
      [org_id, event_id, task_id, project_id, JSON.stringify({ user_id })],
    )
  const received: Record<string, string[]> = {}
  for (const [name, who] of Object.entries({ ada, ben })) {
    await waitForStableEvents(app)
    const stream = await openStream(who, { org_id })
    await remind(`EV${name}1`, ben.userId)
    await remind(`EV${name}2`, null)
    await stream.waitUntil(({ events }) => events.some(({ id }) => id === `EV${name}2`))
    received[name] = stream.events.map(({ id }) => id)
    stream.close()
  }
  expect(received).toEqual({ ada: ['EVada2'], ben: ['EVben1', 'EVben2'] })
})

test('losing access ends the stream within seconds, without any event', async () => {
  const streams = {
    member: await openStream(ben, { org_id }),
    token: await openStream(await createTokenClient(ben, org_id, { scopes: ['tasks:read'] }), {}),
    guest: await openStream(cleo, { org_id }),
  }
  expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200, 204)
  expect(await Promise.all([readEnd(streams.member), readEnd(streams.token)])).toEqual(['revoked', 'revoked'])
  await streams.member.waitUntil(({ isClosed: over }) => over)
  expect(streams.guest.endReason).toBeUndefined()
  streams.guest.close()
})

test('revoking a token, or disallowing it in the organization, ends its stream', async () => {
  const [one, two] = [await createTokenClient(ben, org_id), await createTokenClient(ben, org_id)]
  const [first, second] = [await openStream(one, {}), await openStream(two, {})]
  const ids = await app.sql<{ token_id: string }>(
    'SELECT token_id FROM access_tokens WHERE org_id = $1 ORDER BY created_at, token_id',
    [org_id],
  )
  await app.sql('UPDATE access_tokens SET revoked_at = now(), revoke_reason = $2 WHERE token_id = $1', [
    ids[0]!.token_id,
    'revoked',
  ])
  expect(await Promise.race([first, second].map(readEnd))).toBe('revoked')
  expect([first, second].filter(({ endReason: end }) => end === undefined)).toHaveLength(1)
  await patch(`/v1/organizations/${org_id}/settings`, { allow_personal_tokens: false })
  for (const stream of [first, second]) expect(await readEnd(stream)).toBe('revoked')
})

test('streams end with their token or session, and after an hour at most', async () => {
  const expires_at = new Date(app.clock.now() + 60_000).toISOString()
  const short = await openStream(await createTokenClient(ben, org_id, { expires_at }), {})
  const long = await openStream(await createTokenClient(ben, org_id), {})
  app.clock.advance(61_000)
  expect(await readEnd(short)).toBe('expired')
  app.clock.advance(60 * 60_000)
  expect(await readEnd(long)).toBe('age')
  const claims = ben.authorization!.split('.')[1]!
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
  app.clock.advance(exp * 1000 - app.clock.now() - 30_000)
  const session = await openStream(ben, { org_id })
  app.clock.advance(31_000)
  expect(await readEnd(session)).toBe('expired')
})
