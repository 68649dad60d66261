import type { SvcEvent } from './core/types.ts'

/** Payload of a webhook: an event, or the test event of `svc.webhooks.test`. Its `id` is the same for all attempts. */
export type WebhookEvent = SvcEvent

/** Thrown for a request with an invalid signature or timestamp. Respond with 400 and ignore the request. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type Received = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies the signature of a delivery (Standard Webhooks), which must be at most five minutes old, and returns its event.
 * @param body raw body, as text or bytes
 * @param secrets secret of the webhook (`whsec_…`), or both during a rotation
 * @throws {WebhookVerificationError} if the signature or timestamp is invalid
 * @throws {TypeError} if the body is already parsed
 */
export async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: Received,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const bytes = toBytes(body)
  const id = getHeader(headers, 'webhook-id')
  const timestamp = getHeader(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a Unix time')
  const age = now / 1000 - Number(timestamp)
  if (Math.abs(age) > tolerance)
    throw new WebhookVerificationError(`the timestamp is ${Math.round(age)} s old: at most ${tolerance} s are allowed`)
  const signedContent = concatBytes(encode(`${id}.${timestamp}.`), bytes)
  const signatures = getHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice(3))
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret)
    for (const signature of signatures) {
      const value = fromBase64(signature)
      // WebCrypto compares in constant time.
      if (value && (await crypto.subtle.verify('HMAC', key, value, signedContent)))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
    }
  }
  throw new WebhookVerificationError('no signature matches')
}

/** Returns the bytes of a body; throws if a framework has parsed it, since the bytes are lost then. */
function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError(
    'verify() requires the raw body as text or bytes, not a parsed body. ' +
      'Use express.raw(), a Fastify content type parser with parseAs, or await request.text().',
  )
}

function getHeader(headers: Received, name: string): string {
  const find = () => Object.keys(headers).find((one) => one.toLowerCase() === name) ?? name
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : (headers as Record<string, string | string[] | undefined>)[find()]
  if (!value) throw new WebhookVerificationError(`${name} is missing`)
  return typeof value === 'string' ? value : value.join(' ')
}

async function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('secret: expected whsec_ followed by base64')
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

function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
