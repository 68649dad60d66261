// Receives webhooks:  WEBHOOK_SECRET=whsec_… PORT=9000 node webhook-receiver.ts   (Node 22.18 or later)
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
const TOLERANCE_SECONDS = 300
const MAX_BODY_BYTES = 1_000_000

interface WebhookEvent {
  id: string
  type: string
  created_at: string
  org_id: string
  project_id: string | null
  data: { resource_type: string; resource_id: string; before: object | null; after: object | null }
}

/** Processes an event. If it throws, the delivery is retried later. */
async function handle(event: WebhookEvent): Promise<void> {
  console.log(event.id, event.type, event.data.resource_id, JSON.stringify(event.data.after))
}

/** Returns true if the raw body was signed with our secret within the last minutes. */
function isSigned(headers: IncomingMessage['headers'], body: Buffer): boolean {
  const id = String(headers['webhook-id'] ?? '')
  const timestamp = String(headers['webhook-timestamp'] ?? '')
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // For a day after a rotation there are two signatures; one match is enough.
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice(3), 'base64'))
    .some((actual) => actual.length === expected.length && timingSafeEqual(actual, expected))
}

/** Processed deliveries by id. In production, store the ids in the transaction that processes the event. */
const handled = new Map<string, Promise<void>>()

function handleOnce(event: WebhookEvent): Promise<void> {
  const known = handled.get(event.id)
  if (known) return known
  const work = handle(event)
  handled.set(event.id, work)
  work.catch(() => handled.delete(event.id))
  const [oldest] = handled.keys()
  if (handled.size > 100_000 && oldest !== undefined) handled.delete(oldest)
  return work
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function respond(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405
  const body = await read(request)
  if (!isSigned(request.headers, body)) return 401
  await handleOnce(JSON.parse(body.toString()))
  return 200
}

if (key.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret that was shown when the webhook was created.')
const server = createServer((request, response) => {
  respond(request)
    .catch(() => 500)
    .then((status) => response.writeHead(status).end())
})
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => console.log('listening'))
