/// <reference types="node" />
import { effect } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { storePage } from '../../../web/store/list-order.ts'
import { RowStore } from '../../../web/store/row-store.ts'
import { loadSnapshot } from '../../../web/store/snapshot.ts'
import type { InverseMutation, Mutation } from '../../../web/store/types.ts'
import { createMemoryStorage } from '../../../web/store/storage.ts'
import { createNetworkWithoutEvents, openRow, EFFECT_TIMEOUT_MS, postSignedIn, useTabs } from './tabs.ts'

const { server, createToken, createSdkClient, openTab, createTask, readTask } = useTabs()

test('changes of two users to one row are merged where they differ, and are a conflict where not', async () => {
  const one = await openTab(createMemoryStorage(), createNetworkWithoutEvents())
  const id = await openRow(one, await createTask('Order rope'))
  const ada = await createSdkClient()
  await ada.tasks.update(id, { priority: 'high' })
  await one.data.update('tasks', id, { title: 'Order chain' }, 'Renamed').response
  expect(await readTask(id)).toMatchObject({ title: 'Order chain', priority: 'high' })

  await ada.tasks.update(id, { title: 'Order wire', status: 'blocked' })
  const both = { title: 'Order tape', due_date: '2027-01-15' } as const
  one.data.update('tasks', id, both, 'Renamed')
  expect(one.data.row('tasks', id).value?.title).toBe('Order tape')
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  const [conflict] = one.data.conflicts.value
  expect(conflict).toMatchObject({
    reason: 'changed',
    by: 'ada',
    fields: [{ name: 'title', before: 'Order chain', mine: 'Order tape', theirs: 'Order wire' }],
  })
  expect(await readTask(id)).toMatchObject({ title: 'Order wire', due_date: null })
  conflict!.takeTheirs()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(id)).toMatchObject({ title: 'Order wire', due_date: '2027-01-15', status: 'blocked' })

  await ada.tasks.update(id, { title: 'Order twine' })
  one.data.update('tasks', id, { title: 'Order net' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  one.data.conflicts.value[0]!.keepMine()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(id)).toMatchObject({ title: 'Order net' })
})

test('a response to a request from before a row was dropped does not bring it back', () => {
  const store = new RowStore()
  const row = { task_id: 'T1', title: 'Move the lighthouse', version: 1 }
  const request = { kind: 'tasks', method: 'tasks.list', path: [], query: {} } as const
  const requestedAt = performance.now() - 1
  storePage(store, request, [row], { requestedAt })
  store.drop('tasks', 'T1')
  storePage(store, request, [row], { requestedAt })
  expect(store.row('tasks', 'T1').value).toBeNull()
  storePage(store, request, [row], { requestedAt: performance.now() + 1 })
  expect(store.row('tasks', 'T1').value).toMatchObject({ title: 'Move the lighthouse' })
})

test('offline writes outlive the tab, in order, once, and with the ids of their rows', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Paint the buoy'))
  one.network.state = 'no-responses'
  one.data.update('tasks', id, { title: 'Paint both buoys' }, 'Renamed')
  await vi.waitFor(async () => expect((await readTask(id)).title).toBe('Paint both buoys'), EFFECT_TIMEOUT_MS)
  const child = one.data.createTemporaryId()
  const title = 'Buy paint'
  one.data.mutate({
    method: 'tasks.create',
    args: [{ title }],
    rows: { kind: 'tasks', id: child },
    optimisticPatches: { type: 'create', kind: 'tasks', id: child, row: { title } },
    label: 'Created',
  })
  const search = async () => (await (await createSdkClient()).tasks.list({ filter: { search: title } })).data
  await vi.waitFor(async () => expect(await search()).toHaveLength(1), EFFECT_TIMEOUT_MS)
  one.network.state = 'offline'
  one.data.update('tasks', id, { title: 'Paint all buoys' }, 'Renamed')
  one.data.update('tasks', child, { priority: 'high' }, 'Prioritized')
  expect(one.data.row('tasks', child).value).toMatchObject({ title, priority: 'high' })
  await vi.waitFor(() => expect(one.data.connection.value).toBe('offline'), EFFECT_TIMEOUT_MS)
  one.close()

  const next = await openTab(one.storage)
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(next.data.conflicts.value).toEqual([])
  expect(next.data.refusals.value).toEqual([])
  expect(await readTask(id)).toMatchObject({ title: 'Paint all buoys', version: 3 })
  const found = await search()
  expect(found).toMatchObject([{ title, priority: 'high', version: 2 }])
  expect(next.data.row('tasks', child).value).toMatchObject({ task_id: found[0]!.task_id, priority: 'high' })

  // A page that continues with the temporary id leaves the tab too.
  next.network.state = 'offline'
  next.data.update('tasks', child, { title: 'Buy more paint' }, 'Renamed')
  await vi.waitFor(() => expect(next.data.connection.value).toBe('offline'), EFFECT_TIMEOUT_MS)
  next.close()
  const last = await openTab(next.storage)
  await vi.waitFor(() => expect(last.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(last.data.refusals.value).toEqual([])
  expect(await readTask(found[0]!.task_id)).toMatchObject({ title: 'Buy more paint' })
})

test('a rejected write is reported with its message, and so are the writes that depend on it', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Oil the winch'))
  await (await createSdkClient()).tasks.delete(id)
  await expect(one.data.update('tasks', id, { title: 'Grease the winch' }, 'Renamed').response).rejects.toThrow('404')
  await vi.waitFor(() => expect(one.data.row('tasks', id).value).toBe(null), EFFECT_TIMEOUT_MS)
  const child = one.data.createTemporaryId()
  const ref = { kind: 'tasks', id: child } as const
  const parent: Mutation = {
    method: 'tasks.create',
    args: [{ title: '' }],
    rows: ref,
    optimisticPatches: { type: 'create', ...ref, row: {} },
    label: 'Created',
  }
  one.data.mutate(parent)
  one.data.update('tasks', child, { title: 'Find the winch' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(3), EFFECT_TIMEOUT_MS)
  expect(one.data.refusals.value.map(({ problem, mutation }) => [problem.status, mutation.args.at(-1)])).toEqual([
    [404, { title: 'Grease the winch' }],
    [422, { title: '' }],
    [404, { title: 'Find the winch' }],
  ])
  expect(one.data.pendingCount.value).toBe(0)
  one.data.refusals.value[0]!.dismiss()
  expect(one.data.refusals.value).toHaveLength(2)
})

test('a write sent a day ago is looked up, and never sent again silently', async () => {
  const storage = createMemoryStorage()
  const one = await openTab(storage)
  const [done, open] = await Promise.all([createTask('Tar the hull'), createTask('Mend the sail')])
  await Promise.all([openRow(one, done), openRow(one, open)])
  one.network.state = 'offline'
  one.data.update('tasks', done, { title: 'Tar both hulls' }, 'Renamed')
  one.data.update('tasks', open, { title: 'Mend both sails' }, 'Renamed')
  await vi.waitFor(
    async () => expect(await storage.listByPrefix(`${server.org}/mutations`)).toHaveLength(2),
    EFFECT_TIMEOUT_MS,
  )
  one.close()
  const ada = await createSdkClient()
  await ada.tasks.update(done, { title: 'Tar both hulls' })
  for (const entry of await storage.listByPrefix<{ id: string }>(`${server.org}/mutations`))
    await storage.set(`${server.org}/mutations/${entry.id}`, { ...entry, sentAt: Date.now() - 24 * 3_600_000 })

  const next = await openTab(storage)
  await vi.waitFor(() => expect(next.data.conflicts.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  expect(next.data.conflicts.value[0]).toMatchObject({ reason: 'old', row: { id: open } })
  expect(await readTask(open)).toMatchObject({ title: 'Mend the sail' })
  next.data.conflicts.value[0]!.keepMine()
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(open)).toMatchObject({ title: 'Mend both sails' })
  expect(await readTask(done)).toMatchObject({ version: 2 })
})

test('a step is undone and redone, unless another user has written there since', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Sound the horn', { priority: 'low' }))
  await one.data.update('tasks', id, { priority: 'high', tags: ['fog'] }, 'Changed').response
  await (await createSdkClient()).tasks.update(id, { title: 'Sound both horns' })
  one.data.undo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(id)).toMatchObject({ priority: 'low', tags: [], title: 'Sound both horns' })
  one.data.redo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(id)).toMatchObject({ priority: 'high', tags: ['fog'] })
  await (await createSdkClient()).tasks.update(id, { priority: 'critical' })
  // The stream sends an event, and the row is read.
  await vi.waitFor(() => expect(one.data.row('tasks', id).value?.priority).toBe('critical'), EFFECT_TIMEOUT_MS)
  one.data.undo()
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  expect(one.data.conflicts.value[0]!.fields).toMatchObject([{ name: 'priority', mine: 'low', theirs: 'critical' }])
  expect(await readTask(id)).toMatchObject({ priority: 'critical' })
})

test('a row moves immediately, and to where others put it', async () => {
  const one = await openTab()
  const { project_id } = await (await createSdkClient()).projects.create({ name: 'North quay' })
  const id = await createTask('Drive the piles', { project_id, status: 'backlog' })
  const findColumn = (status: 'backlog' | 'blocked') =>
    one.data.list('tasks', { project_id, filter: { status }, sort_by: 'title' })
  const [from, to] = [findColumn('backlog'), findColumn('blocked')]
  await vi.waitFor(() => expect([from.state.value, to.state.value]).toEqual(['ready', 'ready']), EFFECT_TIMEOUT_MS)
  expect([from.ids.value, to.ids.value]).toEqual([[id], []])
  one.data.update('tasks', id, { status: 'blocked' }, 'Moved')
  expect([from.ids.value, to.ids.value]).toEqual([[], [id]])
  expect([from.count.value, to.count.value]).toEqual([0, 1])
  const places: unknown[] = []
  const end = effect(() => void places.push([from.ids.value, to.ids.value].flat().join()))
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  end()
  // No frame shows it in both or in none.
  expect(new Set(places)).toEqual(new Set([id]))
  await (await createSdkClient()).tasks.update(id, { status: 'backlog' })
  await vi.waitFor(() => expect(from.ids.value).toEqual([id]), EFFECT_TIMEOUT_MS)
})

test('a draft outlives the tab, and the cache does not outlive the session', async () => {
  const one = await openTab()
  const draft = one.data.openDraft('comment T1')
  await vi.waitFor(
    async () => expect(await one.storage.listByPrefix(`${server.org}/draft/`)).toEqual([]),
    EFFECT_TIMEOUT_MS,
  )
  draft.value = 'The rope is'
  one.close()
  const next = await openTab(one.storage)
  await vi.waitFor(() => expect(next.data.openDraft('comment T1').value).toBe('The rope is'), EFFECT_TIMEOUT_MS)
  next.data.openDraft('comment T1').value = ''
  await vi.waitFor(
    async () => expect(await one.storage.listByPrefix(`${server.org}/draft/`)).toEqual([]),
    EFFECT_TIMEOUT_MS,
  )

  await one.storage.set(`${server.org}/cache`, { until: 2000, rows: [], lists: [], counts: [] })
  expect(await loadSnapshot(one.storage, server.org, 1999)).toMatchObject({ until: 2000 })
  expect(await loadSnapshot(one.storage, server.org, 2000)).toBe(undefined)
  expect(await one.storage.get(`${server.org}/cache`)).toBe(undefined)
})

test('pending writes are sent only for the user who wrote them', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Splice the line'))
  one.network.token = ''
  one.data.update('tasks', id, { title: 'Splice both lines' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.connection.value).toBe('signed-out'), EFFECT_TIMEOUT_MS)
  one.network.token = await createToken('bob')
  postSignedIn()
  await vi.waitFor(() => expect(one.data.connection.value).toBe('online'), EFFECT_TIMEOUT_MS)
  expect(one.data.pendingCount.value).toBe(1)
  one.network.token = ''
  const next = await openTab(one.storage, one.network)
  expect(next.data.row('tasks', id).value).toBe(undefined)
  expect(next.data.pendingCount.value).toBe(1)
  delete one.network.token
  postSignedIn()
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(id)).toMatchObject({ title: 'Splice both lines' })
})

test('a bulk change skips tasks in which another user has written the same field', async () => {
  const one = await openTab()
  const titles = ['Scrape the hull', 'Scrape the deck', 'Scrape the mast']
  const [retitled, other, gone] = (await Promise.all(titles.map((title) => createTask(title)))) as [
    string,
    string,
    string,
  ]
  await Promise.all([retitled, other, gone].map((id) => openRow(one, id)))
  one.network.state = 'offline'
  const refs = [retitled, other, gone].map((id) => ({ kind: 'tasks', id }) as const)
  const changes = { priority: 'high' } as const
  one.data.mutate({
    method: 'tasks.bulkUpdate',
    args: [{ task_ids: [retitled, other, gone], changes }],
    rows: refs,
    optimisticPatches: refs.map((row) => ({ type: 'patch', ...row, patch: changes })),
    label: 'Prioritized',
  })
  // The change was made before the tab could receive those of the other user.
  const ada = await createSdkClient()
  await ada.tasks.delete(gone)
  await ada.tasks.update(other, { priority: 'low' })
  await ada.tasks.update(retitled, { title: 'Scrape all of the hull' })
  one.network.state = 'open'
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  expect(one.data.conflicts.value[0]).toMatchObject({
    row: { id: other },
    fields: [{ name: 'priority', before: 'none', mine: 'high', theirs: 'low' }],
  })
  one.data.conflicts.value[0]!.takeTheirs()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(await readTask(retitled)).toMatchObject({ title: 'Scrape all of the hull', priority: 'high' })
  expect(await readTask(other)).toMatchObject({ priority: 'low' })
  expect(one.data.row('tasks', other).value).toMatchObject({ priority: 'low' })
  expect(one.data.row('tasks', gone).value).toBe(null)
})

test('rejected parts of a bulk change are not in its undo step, and the rest is undone together', async () => {
  const one = await openTab()
  const [rope, chain, locked] = (await Promise.all(['Rope', 'Chain', 'Locked'].map((title) => createTask(title)))) as [
    string,
    string,
    string,
  ]
  const all = [rope, chain, locked]
  await Promise.all(all.map((id) => openRow(one, id)))
  one.network.intercept = ({ method, url }) =>
    method === 'DELETE' && url.includes(locked)
      ? Response.json({ type: 'about:blank', title: 'Forbidden', status: 403 }, { status: 403 })
      : undefined
  const buildStep = (call: string, id: string): InverseMutation => ({
    method: `tasks.${call}`,
    args: [id],
    label: call,
    ...(call === 'delete'
      ? { rows: { kind: 'tasks', id }, optimisticPatches: { type: 'delete', kind: 'tasks', id } }
      : { queue: `tasks ${id}` }),
  })
  one.data.together('Deleted three', () => {
    for (const id of all) one.data.mutate({ ...buildStep('delete', id), inverse: buildStep('restore', id) })
  })
  expect(one.data.canUndo.value).toBe('Deleted three')
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(1), EFFECT_TIMEOUT_MS)
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  one.data.undo()
  expect(one.data.canUndo.value).toBeUndefined()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), EFFECT_TIMEOUT_MS)
  expect(one.data.refusals.value).toHaveLength(1)
  for (const id of all) expect(await readTask(id)).toMatchObject({ task_id: id })
})
