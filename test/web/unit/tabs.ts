import type { Task } from '@svc/sdk'
import { afterEach, beforeAll } from 'vitest'
import { createApiClient } from '../../../web/api/client.ts'
import { trackConnection } from '../../../web/api/connection.ts'
import { createDataStore } from '../../../web/store/client.ts'
import type { DataStore } from '../../../web/store/types.ts'
import { createMemoryStorage, type BrowserStorage } from '../../../web/store/storage.ts'
import { startApp, type TestApp } from '../../support/app.ts'

/** Timeout for immediate effects on a busy machine, in milliseconds. */
export const EFFECT_TIMEOUT_MS = 30_000

/** Network of a tab: `offline` blocks every request, `no-responses` loses the responses to writes. */
export interface Network {
  state: 'open' | 'offline' | 'no-responses'
  /** Token of the browser session in place of ada's; empty when signed out. */
  token?: string
  /** Intercepts single requests: delays them, or responds in place of the server. */
  intercept?: (request: { method: string; url: string }) => Promise<Response | void> | Response | void
}

export interface Tab {
  data: DataStore
  network: Network
  storage: BrowserStorage
  close(): void
}

/** Runs the console's data store against a real server, without a page. */
export function useTabs() {
  let app: TestApp
  const closers: (() => void)[] = []
  const server = { org: '', sql: (text: string, values: unknown[]) => app.sql(text, values) }

  async function createToken(name: string): Promise<string> {
    const { authorization } = await app.signIn(name)
    return authorization!.slice('Bearer '.length)
  }

  const createSdkClient = async (name = 'ada') =>
    createApiClient(server.org, { baseUrl: app.url, token: await createToken(name) })

  beforeAll(async () => {
    app = await startApp({ delivering: true })
    server.org = (await (await createSdkClient()).organizations.create({ name: 'Harbour Works' })).org_id
  })

  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })

  async function openTab(storage = createMemoryStorage(), network: Network = { state: 'open' }): Promise<Tab> {
    const token = await createToken('ada')
    const createClient = (headers: Record<string, string> = {}) =>
      createApiClient(server.org, { baseUrl: app.url, token, fetch: trackConnection(createFetch(network)), headers })
    const user = await (await createSdkClient()).me.read()
    const readUser = async () => createClient().me.read()
    const { data, parts } = createDataStore({
      me: user,
      org: server.org,
      createClient,
      readUser,
      storage,
    })
    await parts.start()
    const close = () => parts.close()
    closers.push(close)
    return { data, network, storage, close }
  }

  const createTask = async (title: string, more: Partial<Task> = {}): Promise<string> =>
    (await (await createSdkClient()).tasks.create({ title, ...more } as never)).task_id

  const readTask = async (id: string): Promise<Task> => (await createSdkClient()).tasks.read(id)

  return { server, createToken, createSdkClient, openTab, createTask, readTask }
}

function createFetch(network: Network): typeof fetch {
  return async (input, init) => {
    if (network.state === 'offline') throw new TypeError('no network')
    const intercepted = await network.intercept?.({ method: init?.method ?? 'GET', url: String(input) })
    if (intercepted) return intercepted
    const headers = new Headers(init?.headers)
    if (network.token !== undefined) headers.set('authorization', `Bearer ${network.token}`)
    const response = await fetch(input, { ...init, headers })
    if (network.state === 'open' || init?.method === 'GET') return response
    await response.text()
    throw new TypeError('no response')
  }
}

/** Network without the event stream: a tab sees the changes of others only when it writes or reads. */
export const createNetworkWithoutEvents = (): Network => ({
  state: 'open',
  intercept: ({ url }) => (url.includes('/v1/events') ? new Promise(() => undefined) : undefined),
})

/** Reads a row first, as a screen does, and returns it. */
export async function openRow({ data }: Tab, id: string): Promise<string> {
  await data.read('tasks', id)
  return id
}

/** Publishes a sign-in, as the sign-in window does. */
export function postSignedIn(): void {
  const channel = new BroadcastChannel('svc-sign-in')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no other origin.
  channel.postMessage('signed-in')
  channel.close()
}
