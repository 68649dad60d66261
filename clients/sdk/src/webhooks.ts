import type { SvcEvent } from './core/types.ts'

/** What a webhook is sent: an event, or the test of `svc.webhooks.test`. Its `id` names the delivery, the same each time. */
export type WebhookEvent = SvcEvent

/** What was received was not sent by the service, or not now. Answer 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type Received = Headers | Record<string, string | string[] | undefined>

/**
 * The event of a delivery, once it is known to be genuine (Standard Webhooks): signed with one of the secrets over these
 * very bytes, at most five minutes ago.
 * @param body the body as it was received: text or bytes, not parsed
 * @param secrets the webhook's secret, or, while it is being replaced, both: `whsec_…`
 * @throws {WebhookVerificationError} when it is not
 * @throws {TypeError} when the body was parsed already
 */
export async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: Received,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const bytes = toBytes(body)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time')
  const age = now / 1000 - Number(timestamp)
  if (Math.abs(age) > tolerance) throw new WebhookVerificationError(`it was sent ${Math.round(age)} s ago`)
  const signed = join(encode(`${id}.${timestamp}.`), bytes)
  const given = header(headers, 'webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice(3))
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret)
    for (const signature of given) {
      const value = fromBase64(signature)
      // WebCrypto compares in constant time.
      if (value && (await crypto.subtle.verify('HMAC', key, value, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
    }
  }
  throw new WebhookVerificationError('no signature fits')
}

/** Returns the bytes of a body; throws if a framework has parsed it, since the bytes are lost then. */
function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError(
    'verify() needs the raw body, as text or bytes: this one was parsed, or not read. ' +
      'Use express.raw(), a content type parser of Fastify with parseAs, or await request.text().',
  )
}

function header(headers: Received, name: string): string {
  const find = () => Object.keys(headers).find((one) => one.toLowerCase() === name) ?? name
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : (headers as Record<string, string | string[] | undefined>)[find()]
  if (!value) throw new WebhookVerificationError(`${name} is missing`)
  return typeof value === 'string' ? value : value.join(' ')
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('a secret begins with whsec_, and base64 follows')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
