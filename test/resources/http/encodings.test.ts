import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createUnsubscribeToken } from '../../../src/notifications/email/unsubscribe.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask, createTokenClient } from '../../support/factories.ts'
import { login } from '../../support/login.ts'

let app: TestApp
let owner: Client
let org: string
/** One value of each encrypted or encoded kind, and a request that sends a text in its place. */
let kinds: Record<string, { value: string; send: (text: string) => Promise<number> }>

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
  await createTask(owner, org, {})
  await createTask(owner, org, {})
  const reader = await createTokenClient(owner, org)
  const get = async (client: Client, path: string, query: Record<string, string>, headers = {}) =>
    (await client.get(path, { query: { org_id: org, ...query }, headers })).status
  const list = expectStatus(await owner.get('/v1/tasks', { query: { org_id: org, limit: 1 } }), 200)
  const page = expectStatus(await reader.get('/v1/events', { query: { org_id: org } }), 200)
  const session = await login(inject('svc').identityUrl, 'ada')
  const unsubscribe = createUnsubscribeToken(app.services.keyring, {
    user_id: owner.userId,
    kinds: ['assigned'],
  })
  kinds = {
    'a page cursor': {
      value: list.next_cursor,
      send: (cursor) => get(owner, '/v1/tasks', { limit: '1', cursor }),
    },
    'a stream cursor': {
      value: page.next_cursor,
      send: (cursor) => get(reader, '/v1/events', { cursor }),
    },
    'a Last-Event-ID': {
      value: page.next_cursor,
      send: (id) => get(reader, '/v1/events', {}, { 'last-event-id': id }),
    },
    'a link of a mail': {
      value: unsubscribe,
      send: async (text) => (await app.anonymous.get(`/unsubscribe/${encodeURIComponent(text)}`)).status,
    },
    'a session token': {
      value: session,
      send: async (text) => (await app.createClient(text).get('/v1/me')).status,
    },
    'an access token': {
      value: reader.authorization!.replace('Bearer ', ''),
      send: async (text) => (await app.createClient(text).get('/v1/me')).status,
    },
  }
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Changes the lowest bit of the last character. */
const flipLastBit = (text: string) => text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]

/** Texts that a lenient decoder maps to the same bytes. */
const variants: [string, (text: string) => string][] = [
  ['one more character', (text) => `${text}A`],
  ['two more characters', (text) => `${text}AA`],
  ['padding', (text) => `${text}=`],
  ['more padding', (text) => `${text}==`],
  ['a character of no alphabet at the end', (text) => `${text}!`],
  ['a character of no alphabet in the middle', (text) => `${text.slice(0, -5)}~${text.slice(-5)}`],
  ['a dot at the end', (text) => `${text}.`],
  ['another lowest bit', flipLastBit],
]

describe.each([
  'a page cursor',
  'a stream cursor',
  'a Last-Event-ID',
  'a link of a mail',
  'a session token',
  'an access token',
])('%s', (kind) => {
  test('is accepted as issued', async () => {
    const { value, send } = kinds[kind]!
    expect(await send(value)).toBe(200)
  })

  test.each(variants)('is refused with %s', async (_, change) => {
    const { value, send } = kinds[kind]!
    expect(await send(change(value))).toBeGreaterThanOrEqual(400)
    expect(await send(change(value))).toBeLessThan(500)
  })
})
