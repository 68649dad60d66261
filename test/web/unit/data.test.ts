/// <reference types="node" />
import { effect } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { loadSnapshot } from '../../../web/store/snapshot.ts'
import type { InverseMutation, Mutation } from '../../../web/store/types.ts'
import { createMemoryStorage } from '../../../web/store/storage.ts'
import { openRow, patience, tellSignedIn, useTabs } from './tabs.ts'

const { at, createToken, program, tab, createTask, stored } = useTabs()

test('changes of two users to one row are merged where they differ, and are a conflict where not', async () => {
  const one = await tab()
  const id = await openRow(one, await createTask('Order rope'))
  const ada = await program()
  await ada.tasks.update(id, { priority: 'high' })
  await one.data.update('tasks', id, { title: 'Order chain' }, 'Renamed').response
  expect(await stored(id)).toMatchObject({ title: 'Order chain', priority: 'high' })

  await ada.tasks.update(id, { title: 'Order wire', status: 'blocked' })
  const both = { title: 'Order tape', due_date: '2027-01-15' } as const
  one.data.update('tasks', id, both, 'Renamed')
  expect(one.data.row('tasks', id).value?.title).toBe('Order tape')
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), patience)
  const [conflict] = one.data.conflicts.value
  expect(conflict).toMatchObject({
    why: 'changed',
    by: 'ada',
    fields: [{ name: 'title', before: 'Order chain', mine: 'Order tape', theirs: 'Order wire' }],
  })
  expect(await stored(id)).toMatchObject({ title: 'Order wire', due_date: null })
  conflict!.takeTheirs()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(await stored(id)).toMatchObject({ title: 'Order wire', due_date: '2027-01-15', status: 'blocked' })

  await ada.tasks.update(id, { title: 'Order twine' })
  one.data.update('tasks', id, { title: 'Order net' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), patience)
  one.data.conflicts.value[0]!.keepMine()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(await stored(id)).toMatchObject({ title: 'Order net' })
})

test('offline writes outlive the tab, in order, once, and with the ids of their rows', async () => {
  const one = await tab()
  const id = await openRow(one, await createTask('Paint the buoy'))
  one.wire.state = 'deaf'
  one.data.update('tasks', id, { title: 'Paint both buoys' }, 'Renamed')
  await vi.waitFor(async () => expect((await stored(id)).title).toBe('Paint both buoys'), patience)
  const child = one.data.createTemporaryId()
  const title = 'Buy paint'
  one.data.mutate({
    method: 'tasks.create',
    args: [{ title }],
    rows: { kind: 'tasks', id: child },
    optimisticPatches: { kind: 'tasks', id: child, made: { title } },
    label: 'Created',
  })
  const search = async () => (await (await program()).tasks.list({ filter: { search: title } })).data
  await vi.waitFor(async () => expect(await search()).toHaveLength(1), patience)
  one.wire.state = 'cut'
  one.data.update('tasks', id, { title: 'Paint all buoys' }, 'Renamed')
  one.data.update('tasks', child, { priority: 'high' }, 'Prioritized')
  expect(one.data.row('tasks', child).value).toMatchObject({ title, priority: 'high' })
  await vi.waitFor(() => expect(one.data.connection.value).toBe('offline'), patience)
  one.close()

  const next = await tab(one.keep)
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), patience)
  expect(next.data.conflicts.value).toEqual([])
  expect(next.data.refusals.value).toEqual([])
  expect(await stored(id)).toMatchObject({ title: 'Paint all buoys', version: 3 })
  const found = await search()
  expect(found).toMatchObject([{ title, priority: 'high', version: 2 }])
  expect(next.data.row('tasks', child).value).toMatchObject({ task_id: found[0]!.task_id, priority: 'high' })

  // A page that continues with the temporary id leaves the tab too.
  next.wire.state = 'cut'
  next.data.update('tasks', child, { title: 'Buy more paint' }, 'Renamed')
  await vi.waitFor(() => expect(next.data.connection.value).toBe('offline'), patience)
  next.close()
  const last = await tab(next.keep)
  await vi.waitFor(() => expect(last.data.pendingCount.value).toBe(0), patience)
  expect(last.data.refusals.value).toEqual([])
  expect(await stored(found[0]!.task_id)).toMatchObject({ title: 'Buy more paint' })
})

test('a rejected write is reported with its message, and so are the writes that depend on it', async () => {
  const one = await tab()
  const id = await openRow(one, await createTask('Oil the winch'))
  await (await program()).tasks.delete(id)
  await expect(one.data.update('tasks', id, { title: 'Grease the winch' }, 'Renamed').response).rejects.toThrow('404')
  await vi.waitFor(() => expect(one.data.row('tasks', id).value).toBe(null), patience)
  const child = one.data.createTemporaryId()
  const about = { kind: 'tasks', id: child } as const
  const parent: Mutation = {
    method: 'tasks.create',
    args: [{ title: '' }],
    rows: about,
    optimisticPatches: { ...about, made: {} },
    label: 'Created',
  }
  one.data.mutate(parent)
  one.data.update('tasks', child, { title: 'Find the winch' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(3), patience)
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
  const keep = createMemoryStorage()
  const one = await tab(keep)
  const [done, open] = await Promise.all([createTask('Tar the hull'), createTask('Mend the sail')])
  await Promise.all([openRow(one, done), openRow(one, open)])
  one.wire.state = 'cut'
  one.data.update('tasks', done, { title: 'Tar both hulls' }, 'Renamed')
  one.data.update('tasks', open, { title: 'Mend both sails' }, 'Renamed')
  await vi.waitFor(async () => expect(await keep.listByPrefix(`${at.org}/outbox`)).toHaveLength(2), patience)
  one.close()
  const ada = await program()
  await ada.tasks.update(done, { title: 'Tar both hulls' })
  for (const entry of await keep.listByPrefix<{ id: string }>(`${at.org}/outbox`))
    await keep.set(`${at.org}/outbox/${entry.id}`, { ...entry, sentAt: Date.now() - 24 * 3_600_000 })

  const next = await tab(keep)
  await vi.waitFor(() => expect(next.data.conflicts.value).toHaveLength(1), patience)
  expect(next.data.conflicts.value[0]).toMatchObject({ why: 'old', about: { id: open } })
  expect(await stored(open)).toMatchObject({ title: 'Mend the sail' })
  next.data.conflicts.value[0]!.keepMine()
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), patience)
  expect(await stored(open)).toMatchObject({ title: 'Mend both sails' })
  expect(await stored(done)).toMatchObject({ version: 2 })
})

test('a step is undone and redone, unless another user has written there since', async () => {
  const one = await tab()
  const id = await openRow(one, await createTask('Sound the horn', { priority: 'low' }))
  await one.data.update('tasks', id, { priority: 'high', tags: ['fog'] }, 'Changed').response
  await (await program()).tasks.update(id, { title: 'Sound both horns' })
  one.data.undo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(await stored(id)).toMatchObject({ priority: 'low', tags: [], title: 'Sound both horns' })
  one.data.redo()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(await stored(id)).toMatchObject({ priority: 'high', tags: ['fog'] })
  await (await program()).tasks.update(id, { priority: 'critical' })
  // The stream sends an event, and the row is read.
  await vi.waitFor(() => expect(one.data.row('tasks', id).value?.priority).toBe('critical'), patience)
  one.data.undo()
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), patience)
  expect(one.data.conflicts.value[0]!.fields).toMatchObject([{ name: 'priority', mine: 'low', theirs: 'critical' }])
  expect(await stored(id)).toMatchObject({ priority: 'critical' })
})

test('a row moves immediately, and to where others put it within a second', async () => {
  const one = await tab()
  const { project_id } = await (await program()).projects.create({ name: 'North quay' })
  const id = await createTask('Drive the piles', { project_id, status: 'backlog' })
  const column = (status: 'backlog' | 'blocked') =>
    one.data.list('tasks', { project_id, filter: { status }, sort_by: 'title' })
  const [from, to] = [column('backlog'), column('blocked')]
  await vi.waitFor(() => expect([from.state.value, to.state.value]).toEqual(['ready', 'ready']), patience)
  expect([from.ids.value, to.ids.value]).toEqual([[id], []])
  one.data.update('tasks', id, { status: 'blocked' }, 'Moved')
  expect([from.ids.value, to.ids.value]).toEqual([[], [id]])
  expect([from.count.value, to.count.value]).toEqual([0, 1])
  const places: unknown[] = []
  const end = effect(() => void places.push([from.ids.value, to.ids.value].flat().join()))
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  end()
  // No frame shows it in both or in none.
  expect(new Set(places)).toEqual(new Set([id]))
  await (await program()).tasks.update(id, { status: 'backlog' })
  const updatedAt = Date.now()
  await vi.waitFor(() => expect(from.ids.value).toEqual([id]), { timeout: 5000, interval: 20 })
  expect(Date.now() - updatedAt).toBeLessThan(3000)
})

test('a draft outlives the tab, and the cache does not outlive the session', async () => {
  const one = await tab()
  const draft = one.data.openDraft('comment T1')
  await vi.waitFor(async () => expect(await one.keep.listByPrefix(`${at.org}/draft/`)).toEqual([]), patience)
  draft.value = 'The rope is'
  one.close()
  const next = await tab(one.keep)
  await vi.waitFor(() => expect(next.data.openDraft('comment T1').value).toBe('The rope is'), patience)
  next.data.openDraft('comment T1').value = ''
  await vi.waitFor(async () => expect(await one.keep.listByPrefix(`${at.org}/draft/`)).toEqual([]), patience)

  await one.keep.set(`${at.org}/cache`, { until: 2000, rows: [], answers: [], numbers: [] })
  expect(await loadSnapshot(one.keep, at.org, 1999)).toMatchObject({ until: 2000 })
  expect(await loadSnapshot(one.keep, at.org, 2000)).toBe(undefined)
  expect(await one.keep.get(`${at.org}/cache`)).toBe(undefined)
})

test('pending writes are sent only for the user who wrote them', async () => {
  const one = await tab()
  const id = await openRow(one, await createTask('Splice the line'))
  one.wire.token = ''
  one.data.update('tasks', id, { title: 'Splice both lines' }, 'Renamed')
  await vi.waitFor(() => expect(one.data.connection.value).toBe('signed-out'), patience)
  one.wire.token = await createToken('bob')
  tellSignedIn()
  await vi.waitFor(() => expect(one.data.connection.value).toBe('online'), patience)
  expect(one.data.pendingCount.value).toBe(1)
  one.wire.token = ''
  const next = await tab(one.keep, one.wire)
  expect(next.data.row('tasks', id).value).toBe(undefined)
  expect(next.data.pendingCount.value).toBe(1)
  delete one.wire.token
  tellSignedIn()
  await vi.waitFor(() => expect(next.data.pendingCount.value).toBe(0), patience)
  expect(await stored(id)).toMatchObject({ title: 'Splice both lines' })
})

test('a bulk change skips tasks in which another user has written the same field', async () => {
  const one = await tab()
  const titles = ['Scrape the hull', 'Scrape the deck', 'Scrape the mast']
  const [retitled, other, gone] = (await Promise.all(titles.map((title) => createTask(title)))) as [
    string,
    string,
    string,
  ]
  await Promise.all([retitled, other, gone].map((id) => openRow(one, id)))
  one.wire.state = 'cut'
  const about = [retitled, other, gone].map((id) => ({ kind: 'tasks', id }) as const)
  const changes = { priority: 'high' } as const
  one.data.mutate({
    method: 'tasks.bulkUpdate',
    args: [{ task_ids: [retitled, other, gone], changes }],
    rows: about,
    optimisticPatches: about.map((row) => ({ ...row, patch: changes })),
    label: 'Prioritized',
  })
  // The change was made before the tab could receive those of the other user.
  const ada = await program()
  await ada.tasks.delete(gone)
  await ada.tasks.update(other, { priority: 'low' })
  await ada.tasks.update(retitled, { title: 'Scrape all of the hull' })
  one.wire.state = 'open'
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1), patience)
  expect(one.data.conflicts.value[0]).toMatchObject({
    about: { id: other },
    fields: [{ name: 'priority', before: 'none', mine: 'high', theirs: 'low' }],
  })
  one.data.conflicts.value[0]!.takeTheirs()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(await stored(retitled)).toMatchObject({ title: 'Scrape all of the hull', priority: 'high' })
  expect(await stored(other)).toMatchObject({ priority: 'low' })
  expect(one.data.row('tasks', other).value).toMatchObject({ priority: 'low' })
  expect(one.data.row('tasks', gone).value).toBe(null)
})

test('rejected parts of a bulk change are not in its undo step, and the rest is undone together', async () => {
  const one = await tab()
  const [rope, chain, locked] = (await Promise.all(['Rope', 'Chain', 'Locked'].map((title) => createTask(title)))) as [
    string,
    string,
    string,
  ]
  const all = [rope, chain, locked]
  await Promise.all(all.map((id) => openRow(one, id)))
  one.wire.meet = ({ method, url }) =>
    method === 'DELETE' && url.includes(locked)
      ? Response.json({ type: 'about:blank', title: 'Forbidden', status: 403 }, { status: 403 })
      : undefined
  const step = (call: string, id: string): InverseMutation => ({
    method: `tasks.${call}`,
    args: [id],
    label: call,
    ...(call === 'delete'
      ? { rows: { kind: 'tasks', id }, optimisticPatches: { kind: 'tasks', id, gone: true } }
      : { queue: `tasks ${id}` }),
  })
  one.data.together('Deleted three', () => {
    for (const id of all) one.data.mutate({ ...step('delete', id), inverse: step('restore', id) })
  })
  expect(one.data.canUndo.value).toBe('Deleted three')
  await vi.waitFor(() => expect(one.data.refusals.value).toHaveLength(1), patience)
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  one.data.undo()
  expect(one.data.canUndo.value).toBeUndefined()
  await vi.waitFor(() => expect(one.data.pendingCount.value).toBe(0), patience)
  expect(one.data.refusals.value).toHaveLength(1)
  for (const id of all) expect(await stored(id)).toMatchObject({ task_id: id })
})
