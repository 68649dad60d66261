import type { Task } from '@svc/sdk'
import { afterEach, beforeAll } from 'vitest'
import { createApiClient } from '../../../web/api/client.ts'
import { trackConnection } from '../../../web/api/connection.ts'
import { createDataStore } from '../../../web/store/client.ts'
import type { DataStore } from '../../../web/store/types.ts'
import { createMemoryStorage, type BrowserStorage } from '../../../web/store/storage.ts'
import { startApp, type TestApp } from '../../support/app.ts'

/** Milliseconds that a busy machine may take for what is done at once. */
export const patience = 15_000

/**
 * What stands between a tab and the server: nothing arrives where it is `cut`, and no answer to a write where it is `deaf`.
 */
export interface Wire {
  state: 'open' | 'cut' | 'deaf'
  /** Whose session the browser has by now, in place of ada's; nobody's where it is empty. */
  token?: string
  /** Stands in the way of single requests: has them wait, or answers them in place of the server. */
  meet?: (request: { method: string; url: string }) => Promise<Response | void> | Response | void
}

export interface Tab {
  data: DataStore
  wire: Wire
  keep: BrowserStorage
  close(): void
}

/** The console's data before a real server, without a page around it. */
export function useTabs() {
  let app: TestApp
  const closing: (() => void)[] = []
  const at = { org: '', sql: (text: string, values: unknown[]) => app.sql(text, values) }

  async function tokenOf(name: string): Promise<string> {
    const { authorization } = await app.session(name)
    return authorization!.slice('Bearer '.length)
  }

  /** Another program of a person, beside their tab. */
  const program = async (name = 'ada') => createApiClient(at.org, { baseUrl: app.url, token: await tokenOf(name) })

  beforeAll(async () => {
    app = await startApp({ delivering: true })
    at.org = (await (await program()).organizations.create({ name: 'Harbour Works' })).org_id
  })

  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  async function tab(keep = createMemoryStorage(), wire: Wire = { state: 'open' }): Promise<Tab> {
    const token = await tokenOf('ada')
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

  const made = async (title: string, more: Partial<Task> = {}): Promise<string> =>
    (await (await program()).tasks.create({ title, ...more } as never)).task_id

  const stored = async (id: string): Promise<Task> => (await program()).tasks.read(id)

  return { at, tokenOf, program, tab, made, stored }
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

/** A row as a screen has it, which reads it first. */
export async function opened({ data }: Tab, id: string): Promise<string> {
  await data.read('tasks', id)
  return id
}

/** What the window does in which somebody signed in. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel('svc-sign-in')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no other origin.
  channel.postMessage('signed-in')
  channel.close()
}
