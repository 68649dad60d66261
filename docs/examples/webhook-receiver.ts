// Receives webhooks:  WEBHOOK_SECRET=whsec_… PORT=9000 node webhook-receiver.ts   (Node 22.18 or later)
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
const toleranceSeconds = 300
const longestBody = 1_000_000

interface WebhookEvent {
  id: string
  type: string
  created_at: string
  org_id: string
  project_id: string | null
  data: { resource_type: string; resource_id: string; before: object | null; after: object | null }
}

/** What you are here for. When it throws, the delivery is tried again later. */
async function handle(event: WebhookEvent): Promise<void> {
  console.log(event.id, event.type, event.data.resource_id, JSON.stringify(event.data.after))
}

/** Whether the raw body was signed with our secret, a short while ago. */
function isGenuine(headers: IncomingMessage['headers'], body: Buffer): boolean {
  const id = String(headers['webhook-id'] ?? '')
  const timestamp = String(headers['webhook-timestamp'] ?? '')
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // After a rotation there are two signatures for a day; one that fits is enough.
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

/** By id, what was handled or is being handled. Yours belongs in the database, written together with what you do. */
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
    if (length > longestBody) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function answer(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405
  const body = await read(request)
  if (!isGenuine(request.headers, body)) return 401
  await handleOnce(JSON.parse(body.toString()))
  return 200
}

if (key.length === 0)
  throw new Error('Set WEBHOOK_SECRET to the secret that was shown when the webhook was made.')
const server = createServer((request, response) => {
  answer(request)
    .catch(() => 500)
    .then((status) => response.writeHead(status).end())
})
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => console.log('listening'))
