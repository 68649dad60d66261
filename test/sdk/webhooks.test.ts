import { verify, WebhookVerificationError } from '@svc/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const newer = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
const body = '{"type":"task.updated","data":{"resource_id":"Tü"}}'
const sign = (key: string, at = new Date()) => ({
  'webhook-id': 'WD1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('WD1', at, body),
})

test('a signature of the service is accepted, with either secret, as text or bytes', async () => {
  const event = await verify(body, sign(secret), secret)
  expect(event.type).toBe('task.updated')
  await verify(new TextEncoder().encode(body), new Headers(sign(secret)), [newer, secret])
  const both = { ...sign(newer), 'webhook-signature': `v1a,x ${sign(newer)['webhook-signature']} v1,!` }
  await verify(body, both, [secret, newer])
  // Test vector of the Standard Webhooks libraries.
  await verify(
    '{"test": 2432232314}',
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    secret,
    { now: 1_614_265_330_000 },
  )
})

test('anything else is rejected', async () => {
  const refused = [
    () => verify(`${body} `, sign(secret), secret),
    () => verify(body, sign(newer), secret),
    () => verify(body, sign(secret, new Date(Date.now() - 301_000)), secret),
    () => verify(body, sign(secret, new Date(Date.now() + 302_000)), secret),
    () => verify(body, { ...sign(secret), 'webhook-id': 'WD2' }, secret),
    () => verify(body, { ...sign(secret), 'webhook-signature': '' }, secret),
    () => verify(body, { ...sign(secret), 'webhook-timestamp': 'NaN' }, secret),
    () => verify(body, {}, secret),
  ]
  for (const one of refused) await expect(one()).rejects.toThrow(WebhookVerificationError)
  await expect(verify(body, sign(secret), 'secret!')).rejects.toThrow('whsec_')
})

const renameHeaders = (change: (name: string) => string) =>
  Object.fromEntries(Object.entries(sign(secret)).map(([name, value]) => [change(name), value]))

test.each([
  ['small letters', renameHeaders((name) => name)],
  ['capitals', renameHeaders((name) => name.toUpperCase())],
  ['words', renameHeaders((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()))],
  ['lists of values', Object.fromEntries(Object.entries(sign(secret)).map(([name, value]) => [name, [value]]))],
  ['a Headers object', new Headers(sign(secret))],
  ['a map', new Map(Object.entries(sign(secret))) as unknown as Headers],
])('headers are found in %s', async (_, headers) => {
  expect((await verify(body, headers, secret)).type).toBe('task.updated')
})

test.each([
  ['an object', JSON.parse(body)],
  ['nothing', undefined],
  ['null', null],
  ['a list of parts', [Buffer.from(body)]],
])('a body that is %s is rejected with an explanation', async (_, parsed) => {
  const verified = verify(parsed as string, sign(secret), secret)
  await expect(verified).rejects.toThrow(TypeError)
  await expect(verify(parsed as string, sign(secret), secret)).rejects.toThrow('raw body')
})

test('bytes are accepted as a Buffer and as an ArrayBuffer', async () => {
  const bytes = new TextEncoder().encode(body)
  for (const one of [Buffer.from(body), bytes, bytes.buffer])
    expect((await verify(one, sign(secret), secret)).type).toBe('task.updated')
})
