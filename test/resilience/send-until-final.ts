import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Reply, RequestOptions } from '../support/client.ts'

/** Final result of a request that was retried. */
export interface Outcome {
  reply: Reply
  /** Statuses of the responses that were retried; 0 for no response. */
  before: number[]
}

/** Retries a request, as a careful client does, until it succeeds or fails for good. */
export async function sendUntilFinal(
  client: Client,
  method: string,
  path: string,
  sending: RequestOptions,
  { patience = 60_000, pause = 20 } = {},
): Promise<Outcome> {
  const before: number[] = []
  for (const end = Date.now() + patience; ;) {
    const reply = await client.send(method, path, sending).catch(() => undefined)
    const again = !reply || reply.status === 503 || isInFlight(reply)
    if (!again) return { reply, before }
    if (reply && reply.headers['retry-after'] === undefined) throw new Error(`${reply.status} without Retry-After`)
    before.push(reply?.status ?? 0)
    if (Date.now() > end) throw new Error(`no answer within ${patience} ms: ${before.slice(-10).join()}`)
    await sleep(pause)
  }
}

const isInFlight = (reply: Reply) => reply.body?.type === 'urn:svc:problem:idempotency-key-in-flight'
