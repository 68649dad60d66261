/// <reference types="node" />
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../web/store/storage.ts'
import { openRow, EFFECT_TIMEOUT_MS, useTabs, type Tab } from './tabs.ts'

const { server, createSdkClient, openTab, createTask, readTask } = useTabs()

const toRef = (id: string) => ({ kind: 'tasks', id })
const waitUntil = (condition: () => unknown) => vi.waitFor(condition, EFFECT_TIMEOUT_MS)
const waitUntilSent = ({ data }: Tab) => waitUntil(() => expect(data.pendingCount.value).toBe(0))

/** Cuts and restores the connection of a tab, as its other requests report. */
async function reconnectTab({ data, network }: Tab): Promise<void> {
  network.state = 'offline'
  await expect(data.read('tasks', await createTask('Ask in vain'))).rejects.toThrow('no response')
  expect(data.connection.value).toBe('offline')
  network.state = 'open'
  await data.read('tasks', await createTask('Ask again'))
  expect(data.connection.value).toBe('online')
}

test('a write that fails just after the reconnect is sent again soon', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Lower the flag'))
  one.network.state = 'offline'
  one.data.update('tasks', id, { priority: 'high' }, 'Prioritized')
  const listOutbox = () => one.storage.listByPrefix<{ id: string }>(`${server.org}/mutations`)
  await waitUntil(async () => expect(await listOutbox()).toHaveLength(1))
  one.close()
  // After so many failures the backoff would be up to a minute.
  const [entry] = await listOutbox()
  await one.storage.set(`${server.org}/mutations/${entry!.id}`, { ...entry, tries: 20 })
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.999)
  onTestFinished(() => chance.mockRestore())

  let fail = () => {}
  const failing = new Promise<void>((resolve) => (fail = resolve))
  let writes = 0
  let readAt = 0
  const intercept = async ({ method }: { method: string }) => {
    if (method === 'GET') readAt = Date.now()
    if (method === 'GET' || ++writes > 1) return
    await failing
    throw new TypeError('no network')
  }
  const next = await openTab(one.storage, { state: 'open', intercept })
  await waitUntil(() => expect(writes).toBe(1))
  await reconnectTab(next)
  // Waits for the last read, since its response would report the connection again.
  await waitUntil(() => expect(Date.now() - readAt).toBeGreaterThan(1500))
  fail()
  await waitUntilSent(next)
})

test('a write with Retry-After waits that long, even if other requests succeed', async () => {
  const one = await openTab()
  const id = await openRow(one, await createTask('Lower the flag'))
  const sentAt: number[] = []
  const headers = { 'retry-after': '3' }
  one.network.intercept = ({ method }) =>
    method === 'GET' || sentAt.push(Date.now()) > 1 ? undefined : new Response('{}', { status: 503, headers })
  one.data.update('tasks', id, { title: 'Raise the flag' }, 'Renamed')
  await waitUntil(() => expect(sentAt).toHaveLength(1))
  await reconnectTab(one)
  await waitUntilSent(one)
  expect(sentAt).toHaveLength(2)
  // Timers may fire some milliseconds early.
  expect(sentAt[1]! - sentAt[0]!).toBeGreaterThan(2900)
})

test('a list that fails to load is requested again after a backoff', async () => {
  const one = await openTab()
  const { project_id } = await (await createSdkClient()).projects.create({ name: 'East quay' })
  let requestCount = 0
  let isBusy = true
  one.network.intercept = async ({ url }) => {
    if (!isBusy || !url.includes('/v1/tasks?')) return
    requestCount++
    // Simulates latency: immediate responses to unpaced requests would block the event loop.
    await new Promise((resolve) => setTimeout(resolve, 1))
    return new Response('{}', { status: 429 })
  }
  const list = one.data.list('tasks', { project_id })
  await waitUntil(() => expect(requestCount).toBeGreaterThan(1))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(requestCount).toBeLessThan(8)
  isBusy = false
  await waitUntil(() => expect(list.state.value).toBe('ready'))
})

test('sends the changes that an earlier version of the console stored', async () => {
  const [deletedId, changedId] = await Promise.all([createTask('Scrape the keel'), createTask('Coil the hawser')])
  const storage = createMemoryStorage()
  const addEarlier = (name: string, method: string, args: unknown[], id: string, patch: object, state = 'waiting') =>
    storage.set(`${server.org}/outbox/${name}`, {
      id: name,
      key: `earlier-${name}`,
      method,
      args,
      rows: [toRef(id)],
      label: name,
      state,
      tries: 0,
      optimisticPatches: [{ ...toRef(id), ...patch }],
      base: {},
      before: {},
      ...(state === 'asking' && { conflict: { why: 'changed', fields: [], versions: {} } }),
    })
  const [temporaryId, title] = [`new-${'0'.repeat(32)}`, 'Mend the sail']
  await addEarlier('1', 'tasks.create', [{ title }], temporaryId, { made: { title } })
  await addEarlier('2', 'tasks.update', [temporaryId, { priority: 'high' }], temporaryId, {
    patch: { priority: 'high' },
  })
  await addEarlier('3', 'tasks.delete', [deletedId], deletedId, { gone: true })
  await addEarlier('4', 'tasks.update', [changedId, { title }], changedId, { patch: { title } }, 'asking')
  const one = await openTab(storage)
  await waitUntilSent(one)
  expect(one.data.refusals.value).toEqual([])
  expect(await readTask(one.data.resolveId(temporaryId))).toMatchObject({ title, priority: 'high' })
  expect(await readTask(changedId)).toMatchObject({ title })
  await expect(readTask(deletedId)).rejects.toThrow('404')
  expect(await storage.keys()).toEqual([])
})
