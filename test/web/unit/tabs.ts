import type { Task } from '@svc/sdk'
import { afterEach, beforeAll } from 'vitest'
import { createApiClient } from '../../../web/api/client.ts'
import { trackConnection } from '../../../web/api/connection.ts'
import { createDataStore } from '../../../web/store/client.ts'
import type { DataStore } from '../../../web/store/types.ts'
import { createMemoryStorage, type BrowserStorage } from '../../../web/store/storage.ts'
import { startApp, type TestApp } from '../../support/app.ts'

/** Timeout for immediate effects on a busy machine, in milliseconds. */
export const patience = 15_000

/** Network of a tab: `cut` blocks every request, `deaf` loses the responses to writes. */
export interface Wire {
  state: 'open' | 'cut' | 'deaf'
  /** Token of the browser session in place of ada's; empty when signed out. */
  token?: string
  /** Intercepts single requests: delays them, or responds in place of the server. */
  meet?: (request: { method: string; url: string }) => Promise<Response | void> | Response | void
}

export interface Tab {
  data: DataStore
  wire: Wire
  keep: BrowserStorage
  close(): void
}

/** Runs the console's data store against a real server, without a page. */
export function useTabs() {
  let app: TestApp
  const closing: (() => void)[] = []
  const at = { org: '', sql: (text: string, values: unknown[]) => app.sql(text, values) }

  async function createToken(name: string): Promise<string> {
    const { authorization } = await app.session(name)
    return authorization!.slice('Bearer '.length)
  }

  const program = async (name = 'ada') => createApiClient(at.org, { baseUrl: app.url, token: await createToken(name) })

  beforeAll(async () => {
    app = await startApp({ delivering: true })
    at.org = (await (await program()).organizations.create({ name: 'Harbour Works' })).org_id
  })

  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  async function tab(keep = createMemoryStorage(), wire: Wire = { state: 'open' }): Promise<Tab> {
    const token = await createToken('ada')
    const clientFor = (headers: Record<string, string> = {}) =>
      createApiClient(at.org, { baseUrl: app.url, token, fetch: trackConnection(through(wire)), headers })
    const me = await (await program()).me.read()
    const whoAsks = async () => clientFor().me.read()
    const { data, parts } = createDataStore({
      me,
      org: at.org,
      createClient: clientFor,
      readUser: whoAsks,
      storage: keep,
    })
    await parts.start()
    const close = () => parts.close()
    closing.push(close)
    return { data, wire, keep, close }
  }

  const createTask = async (title: string, more: Partial<Task> = {}): Promise<string> =>
    (await (await program()).tasks.create({ title, ...more } as never)).task_id

  const stored = async (id: string): Promise<Task> => (await program()).tasks.read(id)

  return { at, createToken, program, tab, createTask, stored }
}

function through(wire: Wire): typeof fetch {
  return async (input, init) => {
    if (wire.state === 'cut') throw new TypeError('no network')
    const met = await wire.meet?.({ method: init?.method ?? 'GET', url: String(input) })
    if (met) return met
    const headers = new Headers(init?.headers)
    if (wire.token !== undefined) headers.set('authorization', `Bearer ${wire.token}`)
    const answer = await fetch(input, { ...init, headers })
    if (wire.state === 'open' || init?.method === 'GET') return answer
    await answer.text()
    throw new TypeError('no answer')
  }
}

/** Reads a row first, as a screen does, and returns it. */
export async function openRow({ data }: Tab, id: string): Promise<string> {
  await data.read('tasks', id)
  return id
}

/** Publishes a sign-in, as the sign-in window does. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel('svc-sign-in')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no other origin.
  channel.postMessage('signed-in')
  channel.close()
}
