/// <reference types="node" />
import { expect, test, vi } from 'vitest'
import type { DataStore, Mutation } from '../../../web/store/types.ts'
import { createMemoryStorage } from '../../../web/store/storage.ts'
import { createNetworkWithoutEvents, openRow, EFFECT_TIMEOUT_MS, useTabs, type Tab } from './tabs.ts'

const { server, createSdkClient, openTab, createTask, readTask } = useTabs()

const waitUntil = (condition: () => unknown) => vi.waitFor(condition, EFFECT_TIMEOUT_MS)
const waitUntilSent = ({ data }: Tab) => waitUntil(() => expect(data.pendingCount.value).toBe(0))
const waitForConflict = async ({ data }: Tab) => {
  await waitUntil(() => expect(data.conflicts.value).toHaveLength(1))
  return data.conflicts.value[0]!
}

const toTaskRef = (id: string) => ({ kind: 'tasks', id }) as const
const buildCreation = (id: string, body: object): Mutation => ({
  method: 'tasks.create',
  args: [body],
  rows: toTaskRef(id),
  optimisticPatches: { type: 'create', ...toTaskRef(id), row: { ...body } },
  label: 'Created',
  inverse: buildDeletion(id),
})
const buildDeletion = (id: string): Mutation => ({
  method: 'tasks.delete',
  args: [id],
  rows: toTaskRef(id),
  optimisticPatches: { type: 'delete', ...toTaskRef(id) },
  label: 'Deleted',
  inverse: { method: 'tasks.restore', args: [id], rows: toTaskRef(id), label: 'Restored' },
})
const create = (data: DataStore, title: string, more: object = {}) => {
  const id = data.createTemporaryId()
  return { id, response: data.mutate(buildCreation(id, { title, ...more })).response }
}

test('a text that looks like a temporary id stays text', async () => {
  const one = await openTab()
  const { id, response } = create(one.data, 'new-hire checklist', { tags: ['new-hires'] })
  await response
  expect(await readTask(one.data.resolveId(id))).toMatchObject({
    title: 'new-hire checklist',
    tags: ['new-hires'],
  })
})

test('a task that two users move into different sections is where the user decides', async () => {
  const ada = await createSdkClient()
  const { project_id } = await ada.projects.create({ name: 'North quay' })
  const scope = { scope_type: 'project', scope_id: project_id } as const
  const sections = await Promise.all(['One', 'Two', 'Three'].map((name) => ada.sections.create({ ...scope, name })))
  const [one, two, three] = sections.map(({ section_id }) => section_id) as [string, string, string]
  const id = await createTask('Drive the piles', { project_id })
  await ada.tasks.setSection(id, { ...scope, section_id: one })
  const here = await openTab()
  const list = here.data.list('tasks', { project_id, section_scope: `project:${project_id}` })
  await waitUntil(() => expect(list.ids.value).toEqual([id]))
  const move = (section_id: string) =>
    here.data.mutate({
      method: 'tasks.setSection',
      args: [id, { ...scope, section_id }],
      rows: toTaskRef(id),
      optimisticPatches: { type: 'patch', ...toTaskRef(id), patch: { section_id, section_position: null } },
      label: 'Moved',
    })
  const readSection = async () =>
    (await ada.tasks.list({ section_scope: `project:${project_id}`, filter: { id: [id] } })).data[0]!.section_id
  // The list, which alone has the position, is not read again before the user moves the task, however long that takes.
  here.network.intercept = ({ url }) =>
    url.includes('section_scope') && !url.includes('filter') ? new Response('{}', { status: 429 }) : undefined
  await ada.tasks.setSection(id, { ...scope, section_id: two })
  // The task is known to have changed, but not that it was moved.
  await here.data.read('tasks', id)
  move(three)
  const conflict = await waitForConflict(here)
  delete here.network.intercept
  expect(conflict.fields).toMatchObject([{ name: 'section_id', before: one, mine: three, theirs: two }])
  expect(await readSection()).toBe(two)
  conflict.keepMine()
  await waitUntilSent(here)
  expect(await readSection()).toBe(three)
  // A change of something else does not cause a conflict.
  await ada.tasks.update(id, { priority: 'high' })
  move(one)
  await waitUntilSent(here)
  expect(await readSection()).toBe(one)
})

test('undo restores the other user’s value after a conflict, and skips what was left to others', async () => {
  const one = await openTab(createMemoryStorage(), createNetworkWithoutEvents())
  const ada = await createSdkClient()
  const id = await openRow(one, await createTask('Order rope'))
  await ada.tasks.update(id, { title: 'Order wire' })
  one.data.update('tasks', id, { title: 'Order tape', priority: 'high' }, 'Changed')
  ;(await waitForConflict(one)).takeTheirs()
  await waitUntilSent(one)
  expect(await readTask(id)).toMatchObject({ title: 'Order wire', priority: 'high' })
  one.data.undo()
  await waitUntilSent(one)
  expect(await readTask(id)).toMatchObject({ title: 'Order wire', priority: 'none' })

  await ada.tasks.update(id, { title: 'Order chain' })
  one.data.update('tasks', id, { title: 'Order net' }, 'Renamed')
  ;(await waitForConflict(one)).keepMine()
  await waitUntilSent(one)
  one.data.undo()
  await waitUntilSent(one)
  expect(await readTask(id)).toMatchObject({ title: 'Order chain' })
})

test('undoing a creation uses the task’s own id, and deletes nothing that others wrote', async () => {
  const one = await openTab()
  const [plain, shared] = [create(one.data, 'Paint the buoy'), create(one.data, 'Tar the hull')]
  await Promise.all([plain.response, shared.response])
  const [plainId, sharedId] = [plain, shared].map(({ id }) => one.data.resolveId(id)) as [string, string]
  await openRow(one, sharedId)
  await (await createSdkClient()).tasks.update(sharedId, { description: 'Twice.' })
  await waitUntil(() => expect(one.data.row('tasks', sharedId).value?.description).toBe('Twice.'))
  one.data.undo()
  const conflict = await waitForConflict(one)
  expect(conflict).toMatchObject({ reason: 'deleting', fields: [{ name: 'description', theirs: 'Twice.' }] })
  conflict.takeTheirs()
  one.network.state = 'offline'
  one.data.undo()
  await waitUntil(async () => expect(await one.storage.listByPrefix(`${server.org}/mutations`)).toHaveLength(1))
  one.close()
  const next = await openTab(one.storage)
  await waitUntilSent(next)
  expect(next.data.refusals.value).toEqual([])
  await expect(readTask(plainId)).rejects.toThrow('404')
  expect(await readTask(sharedId)).toMatchObject({ description: 'Twice.' })
})

test('a deletion is undone at any time, and is a conflict where unseen changes would be lost', async () => {
  const one = await openTab()
  const ada = await createSdkClient()
  const { project_id } = await ada.projects.create({ name: 'South quay' })
  const id = await createTask('Sound the horn', { project_id })
  const list = one.data.list('tasks', { project_id })
  await waitUntil(() => expect(list.ids.value).toEqual([id]))
  await one.data.mutate(buildDeletion(id)).response
  one.data.undo()
  await waitUntilSent(one)
  one.data.mutate(buildDeletion(id))
  one.data.undo()
  await waitUntilSent(one)
  expect(one.data.refusals.value).toEqual([])
  expect((await readTask(id)).title).toBe('Sound the horn')
  await waitUntil(() => expect(list.ids.value).toEqual([id]))

  const other = await createTask('Ring the bell', { project_id })
  const light = one.data.list('tasks', { project_id, fields: ['title', 'has_edit_access'] })
  await waitUntil(() => expect(light.ids.value).toContain(other))
  one.network.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('filter') ? new Response('{}', { status: 429 }) : undefined
  await ada.tasks.update(other, { description: 'At noon.' })
  one.data.mutate(buildDeletion(other))
  expect(await waitForConflict(one)).toMatchObject({ reason: 'deleting', row: { id: other } })
})

test('a write that another tab sends resolves in its own, and a queue is sent in order', async () => {
  const one = await openTab()
  const two = await openTab(one.storage, { state: 'offline' })
  const { response } = create(two.data, 'Splice the line')
  expect(await response).toMatchObject({ title: 'Splice the line' })
  const refused = create(two.data, '')
  await expect(refused.response).rejects.toThrow('422')

  const id = await openRow(one, await createTask('Watch the tide'))
  let slow = false
  one.network.intercept = async ({ method }) => {
    if (method === 'GET' || !slow) return
    slow = false
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const holdUpNext = () => void (slow = true)
  holdUpNext()
  for (const title of ['Watch the ebb', 'Watch the flood']) one.data.update('tasks', id, { title }, 'Renamed')
  await waitUntilSent(one)
  expect(one.data.conflicts.value).toEqual([])
  expect(await readTask(id)).toMatchObject({ title: 'Watch the flood', version: 3 })
  holdUpNext()
  for (const call of ['taskWatchers.unwatch', 'taskWatchers.watch'])
    one.data.mutate({ method: call, args: [id], queue: `watch ${id}`, label: 'Turned' })
  await waitUntilSent(one)
  expect(await (await createSdkClient()).taskWatchers.read(id)).toMatchObject({ watching: true })
})

test('a replayed response reverts no later write of others', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Count the gulls'))
  one.network.state = 'no-responses'
  one.data.update('tasks', id, { title: 'Count all gulls' }, 'Renamed')
  await waitUntil(async () => expect(await readTask(id)).toMatchObject({ title: 'Count all gulls' }))
  await (await createSdkClient()).tasks.update(id, { priority: 'high' })
  await waitUntil(() => expect(one.data.row('tasks', id).peek()?.version).toBe(3))
  one.network.state = 'open'
  await waitUntilSent(one)
  expect(one.data.row('tasks', id).value).toMatchObject({
    title: 'Count all gulls',
    priority: 'high',
    version: 3,
  })
  expect(await readTask(id)).toMatchObject({ version: 3 })
})

test('a database that was restored to an earlier time is shown as it is then', async () => {
  let lose = () => {}
  const losing = new Promise<void>((resolve) => (lose = resolve))
  let streams = 0
  const one = await openTab(createMemoryStorage(), {
    state: 'open',
    intercept: async ({ url }) => {
      if (!url.includes('/v1/events') || streams++ !== 1) return
      await losing
      return new Response('{}', { status: 410 })
    },
  })
  const id = await openRow(one, await createTask('Plot the course'))
  await one.data.update('tasks', id, { title: 'Plot it anew' }, 'Renamed').response
  await server.sql(`UPDATE tasks SET version = 1, title = 'Plot the course' WHERE task_id = $1`, [id])
  lose()
  await waitUntil(() => expect(one.data.row('tasks', id).value).toMatchObject({ title: 'Plot the course', version: 1 }))
})

test('a change that is being sent does not hide a later one of the same field', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Sound the well'))
  const displayed: unknown[] = []
  const row = one.data.row('tasks', id)
  const stop = row.subscribe((value) => displayed.push(value?.due_date))
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-03']) one.data.update('tasks', id, { due_date: day }, 'Moved')
  await waitUntilSent(one)
  stop()
  expect(displayed.filter((day, at) => day !== displayed[at - 1])).toEqual([
    null,
    '2027-03-01',
    '2027-03-02',
    '2027-03-03',
  ])
})

test('a change of an opened task before the stream opens is seen', async () => {
  let open = () => {}
  const opening = new Promise<void>((resolve) => (open = resolve))
  const one = await openTab(createMemoryStorage(), {
    state: 'open',
    intercept: ({ url }) => (url.includes('/v1/events') ? opening : undefined),
  })
  const id = await openRow(one, await createTask('Dry the sail'))
  await (await createSdkClient()).tasks.update(id, { description: 'In the loft.' })
  open()
  await waitUntil(() => expect(one.data.row('tasks', id).value?.description).toBe('In the loft.'))
})

test('transient errors are read and sent again, and changes before the stream opens are seen', async () => {
  const respondTooManyRequests = () => new Response('{}', { status: 429 })
  let open = () => {}
  const opening = new Promise<void>((resolve) => (open = resolve))
  let who = 0
  const one = await openTab(createMemoryStorage(), {
    state: 'open',
    intercept: ({ url }) => {
      if (url.endsWith('/v1/me') && who++ === 0) return respondTooManyRequests()
      return url.includes('/v1/events') ? opening : undefined
    },
  })
  const { project_id } = await (await createSdkClient()).projects.create({ name: 'West quay' })
  const list = one.data.list('tasks', { project_id })
  await waitUntil(() => expect(list.state.value).toBe('ready'))
  const id = await createTask('Mend the sail', { project_id })
  open()
  await waitUntil(() => expect(list.ids.value).toEqual([id]))
  // Nothing is sent until the user of the session is known.
  let writes = 0
  one.network.intercept = ({ method }) => (method === 'PATCH' && writes++ === 0 ? respondTooManyRequests() : undefined)
  await one.data.update('tasks', id, { priority: 'high' }, 'Prioritized').response
  let lists = 0
  one.network.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('/v1/tasks?') && lists++ < 3 ? respondTooManyRequests() : undefined
  await (await createSdkClient()).tasks.update(id, { title: 'Mend both sails' })
  await waitUntil(() => expect(one.data.row('tasks', id).value?.title).toBe('Mend both sails'))
})

test('clock changes cause no repetition, reordering or false conflict', async () => {
  const one = await openTab()
  const [open, often] = await Promise.all([createTask('Oil the winch'), createTask('Fill the lamp')])
  await Promise.all([openRow(one, open), openRow(one, often)])
  one.network.state = 'offline'
  one.data.update('tasks', open, { title: 'Oil both winches' }, 'Renamed')
  one.data.update('tasks', often, { title: 'Fill both lamps' }, 'Renamed')
  await waitUntil(async () => expect(await one.storage.listByPrefix(`${server.org}/mutations`)).toHaveLength(2))
  one.close()
  const [first, second] = await one.storage.listByPrefix<{ id: string }>(`${server.org}/mutations`)
  const tomorrow = Date.now() + 24 * 3_600_000
  const later = { ...second, id: `${String(tomorrow).padStart(15, '0')}-1`, tries: 20 }
  await one.storage.set(`${server.org}/mutations/${first!.id}`, { ...first, sentAt: tomorrow })
  await one.storage.delete(`${server.org}/mutations/${second!.id}`)
  await one.storage.set(`${server.org}/mutations/${later.id}`, later)
  await (await createSdkClient()).tasks.update(often, { priority: 'high' })

  let resume = () => {}
  const running = new Promise<void>((resolve) => (resume = resolve))
  const intercept = ({ method }: { method: string }) => (method === 'GET' ? undefined : running)
  const next = await openTab(one.storage, { state: 'open', intercept })
  await openRow(next, often)
  next.data.update('tasks', often, { title: 'Fill all lamps' }, 'Renamed')
  resume()
  expect(await waitForConflict(next)).toMatchObject({ reason: 'old', row: { id: open } })
  await waitUntil(async () => expect(await readTask(often)).toMatchObject({ title: 'Fill all lamps' }))
  expect(await readTask(often)).toMatchObject({ priority: 'high', version: 4 })
  expect(await readTask(open)).toMatchObject({ title: 'Oil the winch' })
})
