import { describe, expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus, type RequestOptions } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const gil = await app.signIn('gil')

// oxlint-disable-next-line typescript/no-explicit-any
type Entry = any

async function setUp(values: object = {}) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id, title: 'Original', ...values })
  return { org_id: org_id as string, project_id: project_id as string, task_id: task_id as string }
}
const readPage = async (client: Client, task_id: string, query: RequestOptions['query'] = {}) =>
  expectStatus(await client.get('/v1/task-history', { query: { task_id, ...query } }), 200)
const listEntries = async (client: Client, task_id: string, query = {}): Promise<Entry[]> =>
  (await readPage(client, task_id, query)).data
const patch = async (client: Client, task_id: string, body: object) =>
  expectStatus(await client.patch(`/v1/tasks/${task_id}`, { body }), 200)

describe('the history of a task', () => {
  it('returns each change newest first, with user, time, previous and new values', async () => {
    const { org_id, project_id, task_id } = await setUp({ tags: ['a'] })
    await addProjectMember(ada, project_id, ben, 'editor')
    app.clock.advance(1000)
    await patch(ben, task_id, { title: 'Renamed', tags: ['a', 'b'], restricted_to: ['ben'] })
    app.clock.advance(1000)
    const other = (await createTask(ada, org_id, { project_id })).task_id
    expectStatus(await ada.post(`/v1/tasks/${task_id}/subtasks`, { body: { subtask_id: other } }), 200)
    app.clock.advance(1000)
    expectStatus(await ada.delete(`/v1/tasks/${task_id}/subtasks/${other}`), 200)
    const [removed, added, updated, restricted, created, ...rest] = await listEntries(ada, task_id)
    expect(rest).toEqual([])
    expect(removed).toMatchObject({
      action: 'subtask_removed',
      created_by: 'ada',
      metadata: [{ field: 'subtask_id', old: other, new: null }],
    })
    expect(added).toMatchObject({
      action: 'subtask_added',
      metadata: [{ field: 'subtask_id', old: null, new: other }],
    })
    expect(updated).toMatchObject({
      task_id,
      action: 'updated',
      created_by: 'ben',
      title: 'Renamed',
      hash_id: null,
      updated_at: null,
      metadata: expect.arrayContaining([
        { field: 'title', old: 'Original', new: 'Renamed' },
        { field: 'tags', old: ['a'], new: ['a', 'b'] },
      ]),
    })
    expect(restricted).toMatchObject({
      action: 'restricted',
      metadata: [{ field: 'restricted_to', old: [], new: ['ben'] }],
    })
    expect(created).toMatchObject({ action: 'created', created_by: 'ada' })
    expect(created.metadata).toContainEqual({ field: 'title', old: null, new: 'Original' })
    expect(created.metadata).toContainEqual({ field: 'project_id', old: null, new: project_id })
    const times = [created, restricted, updated, added, removed].map((entry) => entry.created_at)
    expect(times).toEqual(times.toSorted())
    expect(updated.created_at).toBe(restricted.created_at)
    for (const entry of [created, updated, removed])
      expect(expectStatus(await ben.get(`/v1/task-history/${entry.history_id}`), 200)).toEqual(entry)
  })

  it('paginates in both directions, each entry once, also with equal times', async () => {
    const { org_id, project_id, task_id } = await setUp()
    const others: string[] = []
    for (let i = 0; i < 3; i++) others.push((await createTask(ada, org_id, { project_id })).task_id)
    for (let i = 0; i < 4; i++) {
      app.clock.advance(1000)
      await patch(ada, task_id, { title: `Title ${i}`, dependencies: i % 2 ? [] : others })
    }
    const all = (await listEntries(ada, task_id)).map((entry) => entry.history_id)
    expect(all).toHaveLength(1 + 4 + 4 * 3)
    const paginate = async (query: Record<string, string | number>, between = async () => {}) => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const one = await readPage(ada, task_id, { ...query, limit: 2, cursor })
        seen.push(...one.data.map((entry: Entry) => entry.history_id))
        cursor = one.next_cursor ?? undefined
        await between()
      } while (cursor)
      return seen
    }
    expect(await paginate({})).toEqual(all)
    expect(await paginate({ sort_order: 'asc' })).toEqual(all)
    expect(await paginate({ sort_order: 'desc' })).toEqual(all.toReversed())
    expect(await paginate({ sort_by: 'created_at' })).toEqual(all.toReversed())
    expect(await paginate({ sort_by: 'created_at', sort_order: 'desc' })).toEqual(all)
    // Entries created while paginating are newer than the cursor.
    let n = 0
    const during = await paginate({}, async () => void (await patch(ada, task_id, { title: `During ${n++}` })))
    expect(during).toEqual(all)
    const refused = await ada.get('/v1/task-history', { query: { task_id, sort_by: 'title' } })
    expect([refused.status, refused.body.errors[0].allowed]).toEqual([400, ['created_at']])
    const cursor = (await readPage(ada, task_id, { limit: 1 })).next_cursor
    expect((await ada.get('/v1/task-history', { query: { task_id: others[0], cursor } })).status).toBe(400)
  })

  it('returns a shorter page for very large entries, without losing any', async () => {
    const { task_id } = await setUp()
    for (let i = 0; i < 20; i++) await patch(ada, task_id, { description: `${i % 2}`.repeat(100_000), title: `t${i}` })
    for (let i = 0; i < 30; i++) await patch(ada, task_id, { description: `${i}`.repeat(50_000) })
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const reply = await ada.get('/v1/task-history', { query: { task_id, limit: 1000, cursor } })
      expect(reply.text.length).toBeLessThan(9 * 1024 * 1024)
      seen.push(...reply.body.data.map((entry: Entry) => entry.history_id))
      cursor = reply.body.next_cursor ?? undefined
      pages++
    } while (cursor)
    expect([seen.length, new Set(seen).size, pages]).toEqual([51, 51, 2])
  })

  it('requires read access to the task at the time of the request', async () => {
    const { org_id, project_id, task_id } = await setUp()
    const [{ history_id }] = (await listEntries(ada, task_id)) as [Entry]
    const readStatus = async (client: Client) => [
      (await client.get('/v1/task-history', { query: { task_id } })).status,
      (await client.get(`/v1/task-history/${history_id}`)).status,
    ]
    expect(await readStatus(ben)).toEqual([200, 200])
    expect(await readStatus(gil)).toEqual([404, 404])
    expect(await readStatus(await app.signIn('outsider'))).toEqual([404, 404])
    expect(await readStatus(await createTokenClient(ada, org_id, { project_ids: [] }))).toEqual([404, 404])
    expect(await readStatus(await createTokenClient(ada, org_id, { scopes: ['projects:write'] }))).toEqual([403, 403])
    await patch(ada, task_id, { restricted_to: ['ada'] })
    expect(await readStatus(ben)).toEqual([404, 404])
    await patch(ada, task_id, { restricted_to: [] })
    expect(await readStatus(ben)).toEqual([200, 200])
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { visibility: 'private' } }), 200)
    expect(await readStatus(ben)).toEqual([404, 404])
    expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
    expect(await readStatus(ada)).toEqual([404, 404])
  })

  it('names no hidden tasks and projects', async () => {
    const { org_id, project_id, task_id } = await setUp()
    const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id as string
    const hidden = (await createTask(ada, org_id, { project_id, restricted_to: ['ada'] })).task_id as string
    const elsewhere = (await createTask(ada, org_id, { project_id: closed })).task_id as string
    const displayed = (await createTask(ada, org_id, { project_id })).task_id as string
    await patch(ada, task_id, { sub_tasks: [hidden, displayed], dependencies: [elsewhere, displayed] })
    await patch(ada, task_id, { sub_tasks: [displayed, hidden] })
    await patch(ada, task_id, { sub_tasks: [], dependencies: [] })
    await patch(ada, task_id, { project_id: closed })
    await patch(ada, task_id, { project_id })
    const whole = JSON.stringify(await listEntries(ada, task_id))
    for (const id of [hidden, elsewhere, displayed, closed, project_id]) expect(whole).toContain(id)
    for (const client of [ben, await createTokenClient(ada, org_id, { project_ids: [project_id] })]) {
      const seen = await listEntries(client, task_id)
      const text = JSON.stringify(seen)
      const links = client === ben ? [hidden, elsewhere] : [elsewhere]
      const whose = [...links, closed]
      // A hidden link has no entries; an added and removed one would have two.
      const all = await listEntries(ada, task_id)
      expect(seen).toHaveLength(all.length - 2 * links.length)
      for (const { history_id } of all.filter((one) => !seen.some((entry) => entry.history_id === one.history_id)))
        expect((await client.get(`/v1/task-history/${history_id}`)).status).toBe(404)
      for (const id of whose) expect(text).not.toContain(id)
      expect(text).toContain(displayed)
      const { key } = expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
      const moved = seen.filter((entry) => entry.action === 'moved').map((entry) => entry.metadata)
      expect(moved).toEqual([
        [
          { field: 'key', old: null, new: key },
          { field: 'project_id', old: null, new: project_id },
        ],
        [
          { field: 'key', old: key, new: null },
          { field: 'project_id', old: project_id, new: null },
        ],
      ])
      for (const entry of seen)
        expect(expectStatus(await client.get(`/v1/task-history/${entry.history_id}`), 200)).toEqual(entry)
    }
    expectStatus(await ada.delete(`/v1/tasks/${displayed}`), 200)
    expect(JSON.stringify(await listEntries(ada, task_id))).not.toContain(displayed)
  })

  it('is empty when the title of the task does not match the search', async () => {
    const { task_id } = await setUp({ title: 'Crane ÄNDERN' })
    expect(await listEntries(ada, task_id, { title: 'ändern' })).toHaveLength(1)
    expect(await readPage(ada, task_id, { title: 'winch' })).toEqual({ data: [], next_cursor: null })
  })

  it('requires the id of a task, and returns 404 for other entries', async () => {
    const { org_id, task_id } = await setUp()
    for (const query of [{}, { task_id: '' }]) {
      const reply = await ada.get('/v1/task-history', { query })
      expect([reply.status, reply.body.errors[0].loc]).toEqual([422, ['query', 'task_id']])
    }
    expect((await ada.get('/v1/task-history', { query: { task_id: 'T0000000000000000' } })).status).toBe(404)
    const others = await app.sql<{ event_id: string }>(
      `SELECT event_id FROM events WHERE org_id = $1 AND resource_type <> 'task' LIMIT 1`,
      [org_id],
    )
    for (const id of [others[0]!.event_id, task_id, 'EV0000000000000000'])
      expect((await ada.get(`/v1/task-history/${id}`)).status).toBe(404)
  })

  it('takes at most three statements for any number of links', async () => {
    const { org_id, project_id, task_id } = await setUp()
    for (let i = 0; i < 4; i++) {
      const other = (await createTask(ada, org_id, { project_id })).task_id
      expectStatus(await ada.post(`/v1/tasks/${task_id}/dependencies`, { body: { dependency_id: other } }), 200)
    }
    const [{ history_id }] = (await listEntries(ben, task_id)) as [Entry]
    for (const path of [`/v1/task-history?task_id=${task_id}`, `/v1/task-history/${history_id}`]) {
      const counts: number[] = []
      for (let again = 0; again < 2; again++) {
        const before = app.countStatements()
        expectStatus(await ben.get(path), 200)
        counts.push(app.countStatementsSince(before, 3))
      }
      expect([path, Math.min(...counts) <= 3]).toEqual([path, true])
    }
  })
})
