import { Svc, SvcConnectionError, type ClientOptions } from '@svc/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'

const app = await startApp()
const token = (await app.session('ada')).authorization!.slice('Bearer '.length)
const client = (options: Partial<ClientOptions> = {}) =>
  new Svc({ baseUrl: app.url, token, retries: 0, ...options })

afterEach(() => vi.unstubAllGlobals())

const failing = (error: Error): Partial<ClientOptions> => ({
  fetch: async () => {
    throw error
  },
})

test.each(['any', 'timeout'])(
  'what the platform lacks is no connection that failed: AbortSignal.%s',
  async (name) => {
    const lacking = class extends AbortSignal {}
    Object.assign(lacking, { any: AbortSignal.any, timeout: AbortSignal.timeout, [name]: undefined })
    vi.stubGlobal('AbortSignal', lacking)
    const thrown = await client()
      .me.read()
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(TypeError)
    expect(thrown).not.toBeInstanceOf(SvcConnectionError)
  },
)

/** What `fetch` of each engine says when no answer comes. */
const lost = [
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'fetch failed',
  'terminated',
]
test.each(lost)('no answer is a connection that failed: %s', async (message) => {
  await expect(client(failing(new TypeError(message))).me.read()).rejects.toBeInstanceOf(SvcConnectionError)
})
