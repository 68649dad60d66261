/// <reference types="node" />
import { expect, onTestFinished, test, vi } from 'vitest'
import { opened, patience, useTabs, type Tab } from './tabs.ts'

const { at, program, tab, made } = useTabs()

const until = (holds: () => unknown) => vi.waitFor(holds, patience)
const sent = ({ data }: Tab) => until(() => expect(data.pendingCount.value).toBe(0))

/** Loses the connection of a tab and finds it again, as other requests of it tell. */
async function reconnected({ data, wire }: Tab): Promise<void> {
  wire.state = 'cut'
  await expect(data.read('tasks', await made('Ask in vain'))).rejects.toThrow('no response')
  expect(data.connection.value).toBe('offline')
  wire.state = 'open'
  await data.read('tasks', await made('Ask again'))
  expect(data.connection.value).toBe('online')
}

test('what fails just after the connection came back is sent again soon', async () => {
  const one = await tab()
  const id = await opened(one, await made('Lower the flag'))
  one.wire.state = 'cut'
  one.data.update('tasks', id, { priority: 'high' }, 'Prioritized')
  const kept = () => one.keep.listByPrefix<{ id: string }>(`${at.org}/outbox`)
  await until(async () => expect(await kept()).toHaveLength(1))
  one.close()
  // It failed so often that it would be left alone for a minute by now, where chance has it so.
  const [entry] = await kept()
  await one.keep.set(`${at.org}/outbox/${entry!.id}`, { ...entry, tries: 20 })
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.999)
  onTestFinished(() => chance.mockRestore())

  let fail = () => {}
  const failing = new Promise<void>((resolve) => (fail = resolve))
  let writes = 0
  let readAt = 0
  const meet = async ({ method }: { method: string }) => {
    if (method === 'GET') readAt = Date.now()
    if (method === 'GET' || ++writes > 1) return
    await failing
    throw new TypeError('no network')
  }
  const next = await tab(one.keep, { state: 'open', meet })
  await until(() => expect(writes).toBe(1))
  await reconnected(next)
  // Nothing is read any more whose answer could tell once more that the connection is there.
  await until(() => expect(Date.now() - readAt).toBeGreaterThan(1500))
  fail()
  await sent(next)
})

test('what the server puts off waits as long, however well others are answered meanwhile', async () => {
  const one = await tab()
  const id = await opened(one, await made('Lower the flag'))
  const sentAt: number[] = []
  const headers = { 'retry-after': '3' }
  one.wire.meet = ({ method }) =>
    method === 'GET' || sentAt.push(Date.now()) > 1 ? undefined : new Response('{}', { status: 503, headers })
  one.data.update('tasks', id, { title: 'Raise the flag' }, 'Renamed')
  await until(() => expect(sentAt).toHaveLength(1))
  await reconnected(one)
  await sent(one)
  expect(sentAt).toHaveLength(2)
  // Some milliseconds less, as timers count them.
  expect(sentAt[1]! - sentAt[0]!).toBeGreaterThan(2900)
})

test('a list that cannot be read is asked for again after a while, and not at once', async () => {
  const one = await tab()
  const { project_id } = await (await program()).projects.create({ name: 'East quay' })
  let asked = 0
  let isBusy = true
  one.wire.meet = async ({ url }) => {
    if (!isBusy || !url.includes('/v1/tasks?')) return
    asked++
    // An answer takes a while: else nothing else would ever have its turn where they are asked without a pause.
    await new Promise((resolve) => setTimeout(resolve, 1))
    return new Response('{}', { status: 429 })
  }
  const list = one.data.list('tasks', { project_id })
  await until(() => expect(asked).toBeGreaterThan(1))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(asked).toBeLessThan(8)
  isBusy = false
  await until(() => expect(list.state.value).toBe('ready'))
})
