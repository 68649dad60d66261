import { createHmac } from 'node:crypto'

/** What is signed: the bytes that are sent, and the id by which a receiver drops repetitions. */
export interface Signable {
  /** `webhook-id`, the body's `id`. */
  id: string
  /** The event type. */
  type: string
  body: string
  /** One `whsec_…`, or two while a rotation's grace lasts, the new one first. */
  secrets: string[]
  /** Milliseconds since the epoch. */
  at: number
}

/** One signature as in the Standard Webhooks specification: `v1,` and the base64 of an HMAC-SHA256. */
export function signature(secret: string, signed: { id: string; timestamp: string; body: string }): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.${signed.body}`)
  return `v1,${mac.digest('base64')}`
}

/** All headers of a delivery, signed at the time of this attempt. */
export function deliveryHeaders({ id, type, body, secrets, at }: Signable): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, { id, timestamp, body })).join(' '),
    'X-Svc-Event': type,
  }
}

/** The headers as they may be shown: how many signatures there were, and none of them. */
export function shownHeaders(headers: Record<string, string>): Record<string, string> {
  const masked = headers['webhook-signature']!.replaceAll(/v1,\S+/g, 'v1,***')
  return { ...headers, 'webhook-signature': masked }
}
