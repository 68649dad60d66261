import { Svc, SvcConnectionError, type ClientOptions } from '@svc/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'

const app = await startApp()
const token = (await app.signIn('ada')).authorization!.slice('Bearer '.length)
const createClient = (options: Partial<ClientOptions> = {}) =>
  new Svc({ baseUrl: app.url, token, retries: 0, ...options })

afterEach(() => vi.unstubAllGlobals())

const buildFailingFetch = (error: Error): Partial<ClientOptions> => ({
  fetch: async () => {
    throw error
  },
})

/** Errors of a program, as different engines word them. */
const faults: [string, Partial<ClientOptions>][] = [
  ['a name that is not there', buildFailingFetch(new ReferenceError('origin is not defined'))],
  ['a method that the platform lacks', buildFailingFetch(new TypeError('AbortSignal.any is not a function'))],
  ['a value that is missing', buildFailingFetch(new TypeError("Cannot read properties of undefined (reading 'href')"))],
  ['the same in Safari', buildFailingFetch(new TypeError("undefined is not an object (evaluating 'a.b')"))],
  ['a number out of range', buildFailingFetch(new RangeError('Invalid time value'))],
  ['a header that no request can have', { headers: { 'x-name': 'a\0b' } }],
]

test.each(faults)('an error of the program is thrown unchanged: %s', async (_, options) => {
  const thrown = await createClient(options)
    .me.read()
    .catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown).not.toBeInstanceOf(SvcConnectionError)
})

/** Messages of `fetch` in different engines when no response comes. */
const lost = [
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'fetch failed',
  'terminated',
]
test.each(lost)('a missing response is a connection error: %s', async (message) => {
  await expect(createClient(buildFailingFetch(new TypeError(message))).me.read()).rejects.toBeInstanceOf(
    SvcConnectionError,
  )
})

test('requests and streams work without AbortSignal.any, and end when they are aborted', async () => {
  const without = class extends AbortSignal {}
  Object.assign(without, { any: undefined, timeout: AbortSignal.timeout, abort: AbortSignal.abort })
  vi.stubGlobal('AbortSignal', without)
  const svc = createClient()
  expect((await svc.me.read()).principal.username).toBe('ada')
  const { org_id } = await svc.organizations.create({ name: 'Harbour Works' })
  const stop = new AbortController()
  const events = svc.events.stream({ org_id }, { signal: stop.signal })
  const next = events[Symbol.asyncIterator]().next()
  stop.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
  await expect(svc.me.read({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
})
