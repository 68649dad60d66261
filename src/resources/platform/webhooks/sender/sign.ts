import { createHmac } from 'node:crypto'

/** The content of a signature: the bytes that are sent, and the id by which a receiver detects duplicates. */
export interface SignableDelivery {
  id: string
  type: string
  body: string
  /** One secret, or two after a rotation, the new one first. */
  secrets: string[]
  at: number
}

function signMessage(secret: string, signed: { id: string; timestamp: string; body: string }): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${signed.id}.${signed.timestamp}.${signed.body}`)
  return `v1,${mac.digest('base64')}`
}

export function buildDeliveryHeaders({ id, type, body, secrets, at }: SignableDelivery): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signMessage(secret, { id, timestamp, body })).join(' '),
    'X-Svc-Event': type,
  }
}

export function maskSignatures(headers: Record<string, string>): Record<string, string> {
  const masked = headers['webhook-signature']!.replaceAll(/v1,\S+/g, 'v1,***')
  return { ...headers, 'webhook-signature': masked }
}
