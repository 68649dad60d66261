import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'
import {
  addMember,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
  insertServiceAccount,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, await app.signIn('carl'))
const account = await insertServiceAccount(app, org_id)
/** Can read the open project, but not the private one. */
const reader = await createTokenClient(account, org_id, { grant_type: 'service_account' })
const open = await createProject(ada, org_id)
const closed = await createProject(ada, org_id, { visibility: 'private' })
const webhook = expectStatus(
  await reader.post('/v1/webhooks', {
    body: { org_id, name: 'Moves', url: 'https://198.41.0.4/', events: ['task.moved'] },
  }),
  200,
)

const move = { project_id: closed.project_id }
const free = { restricted_to: [] }
const others = { restricted_to: ['carl'] }
const named = { restricted_to: [account.username] }

async function createOpenTask(values: object): Promise<string> {
  const { task_id } = await createTask(ada, org_id, { project_id: open.project_id, ...values })
  await waitForStableEvents(app)
  return task_id
}

async function change(taskId: string, bodies: object[]): Promise<void> {
  for (const body of bodies) expectStatus(await ada.patch(`/v1/tasks/${taskId}`, { body }), 200)
}

/** Returns the events of a task that a stream resumed from a cursor contains. */
async function listResumedTypes(taskId: string, cursor: string): Promise<string[]> {
  const { project_id } = await createProject(ada, org_id)
  await waitForStableEvents(app)
  const stream = await openStream(reader, { org_id }, { 'last-event-id': cursor })
  await stream.waitUntil(({ events }) => events.some(({ data }) => data.resource_id === project_id))
  stream.close()
  return stream.events.filter(({ data }) => data.resource_id === taskId).map(({ type }) => type)
}

async function openCursor(): Promise<string> {
  const stream = await openStream(reader, { org_id })
  stream.close()
  return stream.lastId
}

async function listMoves(taskId: string): Promise<unknown[]> {
  const rows = await app.sql<{ body: string }>(
    `SELECT body FROM webhook_deliveries WHERE org_id = $1 AND subscription_id = $2`,
    [org_id, webhook.subscription_id],
  )
  const moves = rows.map(({ body }) => JSON.parse(body).data).filter(({ resource_id }) => resource_id === taskId)
  return moves.map(({ before }) => before)
}

const gone = ['gone']
test.each<{ name: string; from: object; changes: object[]; stream: string[]; hasDetails: boolean }>([
  { name: 'moved and freed', from: others, changes: [{ ...move, ...free }], stream: [], hasDetails: false },
  { name: 'moved, then freed', from: others, changes: [move, free], stream: [], hasDetails: false },
  { name: 'freed, then moved', from: others, changes: [free, move], stream: gone, hasDetails: true },
  { name: 'moved and restricted', from: free, changes: [{ ...move, ...others }], stream: gone, hasDetails: true },
  { name: 'moved, then restricted', from: free, changes: [move, others], stream: gone, hasDetails: true },
  { name: 'restricted, then moved', from: free, changes: [others, move], stream: gone, hasDetails: false },
  { name: 'named, moved and freed', from: named, changes: [{ ...move, ...free }], stream: gone, hasDetails: true },
  { name: 'named, moved, then freed', from: named, changes: [move, free], stream: gone, hasDetails: true },
  {
    name: 'named, moved and restricted',
    from: named,
    changes: [{ ...move, ...others }],
    stream: gone,
    hasDetails: true,
  },
  { name: 'moved to a named reader', from: others, changes: [{ ...move, ...named }], stream: [], hasDetails: false },
])('a reader of the former project learns of a task that was $name only what they could read', async (example) => {
  const taskId = await createOpenTask(example.from)
  const cursor = await openCursor()
  await change(taskId, example.changes)
  expect(await listResumedTypes(taskId, cursor)).toEqual(example.stream)
  const details = { project_id: open.project_id, key: expect.any(String) }
  expect(await listMoves(taskId)).toEqual([example.hasDetails ? details : null])
})

test.each([
  ['restricted', others],
  ['open', free],
])(
  'a move recorded without the former restriction tells no reader of a task (%s) that they did not receive',
  async (_, from) => {
    const taskId = await createOpenTask(from)
    const cursor = await openCursor()
    const live = await openStream(reader, { org_id })
    await change(taskId, [{ title: 'Received if readable' }])
    if (from === free) await live.waitForTypes(1)
    else await waitForStableEvents(app)
    await change(taskId, [{ ...move, ...free }])
    if (from === free) expect(await live.waitForTypes(2)).toEqual(['task.updated', 'gone'])
    live.close()
    await app.sql(`UPDATE events SET before = before - 'was_restricted_to' WHERE org_id = $1 AND resource_id = $2`, [
      org_id,
      taskId,
    ])
    expect(await listResumedTypes(taskId, cursor)).toEqual([])
  },
)

test('the former restriction is in no response', async () => {
  const taskId = await createOpenTask(others)
  const query = { org_id, limit: '20' }
  const { next_cursor } = expectStatus(await ada.get('/v1/events', { query }), 200)
  await change(taskId, [{ ...move, ...free }])
  await waitForStableEvents(app)
  const replies = [
    await ada.get('/v1/audit', { query }),
    await ada.get('/v1/audit.csv', { query: { org_id } }),
    await ada.get('/v1/events', { query: { ...query, cursor: next_cursor } }),
    await ada.get('/v1/task-history', { query: { task_id: taskId } }),
  ]
  for (const { status, text } of replies) {
    expect(status).toBe(200)
    expect(text).not.toContain('was_restricted_to')
    expect(text).toContain(taskId)
  }
  const stored = await app.sql(
    `SELECT FROM events WHERE resource_id = $1 AND type = 'task.moved' AND before ? 'was_restricted_to'`,
    [taskId],
  )
  expect(stored).toHaveLength(1)
})
