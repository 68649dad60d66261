import { randomBytes } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { buildDeliveryHeaders, maskSignatures } from '../../src/resources/platform/webhooks/sender/sign.ts'

const generateSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = generateSecret()
const body = JSON.stringify({ id: 'WD1', type: 'task.updated', data: { after: { title: 'Quai nº 1 – ☕️' } } })
const buildHeaders = (secrets: string[], at = Date.now()) =>
  buildDeliveryHeaders({ id: 'WD1', type: 'task.updated', body, secrets, at })

describe.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
])('a delivery verifies with %s', (_name, Webhook) => {
  test('when signed by one secret, and with no other secret', () => {
    const headers = buildHeaders([secret])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(generateSecret()).verify(body, headers)).toThrow(/signature/i)
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(/signature/i)
  })

  test('with the new and the old secret while both sign', () => {
    const old = generateSecret()
    const headers = buildHeaders([secret, old])
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
    for (const known of [secret, old]) expect(new Webhook(known).verify(body, headers)).toBeTruthy()
    expect(() => new Webhook(generateSecret()).verify(body, headers)).toThrow(/signature/i)
  })

  test('until it is five minutes old', () => {
    expect(new Webhook(secret).verify(body, buildHeaders([secret], Date.now() - 290_000))).toBeTruthy()
    expect(() => new Webhook(secret).verify(body, buildHeaders([secret], Date.now() - 310_000))).toThrow(/timestamp/i)
  })
})

test('a delivery has exactly these headers', () => {
  expect(buildHeaders([secret], 1_795_182_878_999)).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
    'webhook-id': 'WD1',
    'webhook-timestamp': '1795182878',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'X-Svc-Event': 'task.updated',
  })
})

test('a signature matches the example of the specification', () => {
  const headers = buildDeliveryHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    type: 'x',
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    at: 1_614_265_330_000,
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('logged headers show the number of signatures, but no signature', () => {
  const headers = buildHeaders([secret, generateSecret()])
  expect(maskSignatures(headers)).toEqual({ ...headers, 'webhook-signature': 'v1,*** v1,***' })
})
