/// <reference types="node" />
import { effect } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { beforeAll, afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../web/api/client.ts'
import { noting } from '../../../web/api/reach.ts'
import { createData } from '../../../web/data/create.ts'
import type { Data, Write } from '../../../web/data/data.ts'
import { inMemory, type Keep } from '../../../web/data/keep.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let org: string
const tabs: (() => void)[] = []

beforeAll(async () => {
  app = await startApp({ delivering: true })
})

afterEach(() => {
  for (const close of tabs.splice(0)) close()
})

/** What stands between a tab and the server. */
interface Wire {
  /** `cut`: nothing arrives. `deaf`: it arrives, and the answer is lost. */
  state: 'open' | 'cut' | 'deaf'
}

async function personOf(name: string): Promise<{ token: string }> {
  const client = await app.session(name)
  return { token: client.authorization!.slice('Bearer '.length) }
}

async function tab(
  name: string,
  keep: Keep = inMemory(),
): Promise<{ data: Data; wire: Wire; keep: Keep; close(): void }> {
  const { token } = await personOf(name)
  const wire: Wire = { state: 'open' }
  const through: typeof fetch = async (input, init) => {
    if (wire.state === 'cut') throw new TypeError('no network')
    const answer = await fetch(input, init)
    if (wire.state === 'deaf' && init?.method !== 'GET') {
      await answer.text()
      throw new TypeError('no answer')
    }
    return answer
  }
  const clientFor = (headers?: Record<string, string>) =>
    createClient(org, { baseUrl: app.url, token, fetch: noting(through), ...(headers && { headers }) })
  const me = await clientFor().me.read()
  const { data, parts } = createData({ me, org, clientFor, keep })
  parts.start()
  const close = () => parts.close()
  tabs.push(close)
  return { data, wire, keep, close }
}

beforeAll(async () => {
  const ada = createClient(undefined, { baseUrl: app.url, ...(await personOf('ada')) })
  org = (await ada.organizations.create({ name: 'Harbour Works' })).org_id
})

const make = async (title: string, more: Partial<Task> = {}): Promise<Task> =>
  createClient(org, { baseUrl: app.url, ...(await personOf('ada')) }).tasks.create({
    title,
    ...more,
  } as never)

const stored = async (id: string): Promise<Task> =>
  createClient(org, { baseUrl: app.url, ...(await personOf('ada')) }).tasks.read(id)

test('what two people changed of one row stays where it differs, and is asked about where it does not', async () => {
  const { task_id } = await make('Order rope')
  const one = await tab('ada')
  await one.data.read('tasks', task_id)
  const ada = createClient(org, { baseUrl: app.url, ...(await personOf('ada')) })
  await ada.tasks.update(task_id, { priority: 'high' })
  await one.data.change('tasks', task_id, { title: 'Order chain' }, 'Renamed').answer
  expect(await stored(task_id)).toMatchObject({ title: 'Order chain', priority: 'high' })
  await ada.tasks.update(task_id, { title: 'Order wire' })
  one.data.change('tasks', task_id, { title: 'Order tape' }, 'Renamed')
  expect(one.data.row('tasks', task_id).value?.title).toBe('Order tape')
  await vi.waitFor(() => expect(one.data.conflicts.value).toHaveLength(1))
  expect(one.data.conflicts.value[0]).toMatchObject({
    why: 'changed',
    fields: [{ name: 'title', before: 'Order chain', mine: 'Order tape', theirs: 'Order wire' }],
    by: 'ada',
  })
})
