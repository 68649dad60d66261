import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { toPercentiles } from '../client/measure.ts'
import { Random } from '../data/random.ts'
import { KINDS, type Kind, type Mix, type RequestTemplate } from './mix.ts'

/**
 * The client process: an open-loop load with a constant rate. Latency is measured from the scheduled time, so it includes
 * queueing; autocannon sends each second's requests in a burst and waits for responses.
 */

export type Command = { mix: Mix } | { ports: number[]; rate: number; seconds: number }

/** The result of a step. */
export interface StepResult {
  responses: number
  /** Responses with a status of 400 or above, and requests without a response. */
  failures: number
  firstFailure: string | null
  /** Set when the step ended early, with more pending requests than two seconds' worth. */
  isOverloaded: boolean
  p50: number
  p99: number
  /** In milliseconds, sorted. */
  latencies: number[]
  /** CPU time of the client process in milliseconds. */
  clientCpu: number
}

const CONNECTIONS = 64
const RESPONSE_TIMEOUT_MS = 10_000
const MAX_PENDING_SECONDS = 2

const pools = new Map<number, Pool>()

function getPool(port: number, servers: number): Pool {
  let pool = pools.get(port)
  if (!pool) {
    const timeouts = { headersTimeout: RESPONSE_TIMEOUT_MS, bodyTimeout: RESPONSE_TIMEOUT_MS }
    const connections = Math.ceil(CONNECTIONS / servers)
    pool = new Pool(`http://127.0.0.1:${port}`, { connections, ...timeouts })
    pools.set(port, pool)
  }
  return pool
}

const run = randomBytes(4).toString('hex')
let requests = 0

/** Returns a function that picks a kind by its share and fills in the next template of it. */
function createRequestPicker({ templates, shares }: Mix): () => RequestTemplate {
  const random = new Random(5)
  const used = new Map<Kind, number>()
  return () => {
    let share = random.next()
    const kind = KINDS.find((name) => (share -= shares[name]) < 0) ?? KINDS.findLast((name) => shares[name] > 0)!
    const index = used.get(kind) ?? 0
    used.set(kind, index + 1)
    const { body, ...template } = templates[kind][index % templates[kind].length]!
    if (body === undefined) return template
    const key = `${run}-${requests++}`
    const headers = { ...template.headers }
    if (headers['idempotency-key']) headers['idempotency-key'] = key
    return { ...template, headers, body: body.replaceAll('%n%', key) }
  }
}

/** Returns null, or the failure. */
async function sendRequest(pool: Pool, request: RequestTemplate): Promise<string | null> {
  const { statusCode, body } = await pool.request(request)
  if (statusCode >= 400) return `${request.method} ${request.path}: ${statusCode} ${(await body.text()).slice(0, 300)}`
  await body.dump({ limit: 2 ** 24 })
  return null
}

interface StepState {
  latencies: number[]
  failures: string[]
  pending: number
}

async function sendScheduled(
  state: StepState,
  pool: Pool,
  request: RequestTemplate,
  scheduledAt: number,
): Promise<void> {
  state.pending++
  const failure = await sendRequest(pool, request).catch((error: Error) => error.message)
  state.pending--
  if (failure === null) state.latencies.push(performance.now() - scheduledAt)
  else state.failures.push(failure)
}

async function runStep(
  pickRequest: () => RequestTemplate,
  { ports, rate, seconds }: { ports: number[]; rate: number; seconds: number },
): Promise<StepResult> {
  const cpuBefore = process.cpuUsage()
  const total = Math.round(rate * seconds)
  const state: StepState = { latencies: [], failures: [], pending: 0 }
  const start = performance.now()
  const toScheduledTime = (i: number) => start + (i * 1000) / rate
  let isOverloaded = false
  for (let sent = 0; sent < total && !isOverloaded; await sleep(1)) {
    for (const now = performance.now(); sent < total && toScheduledTime(sent) <= now; sent++) {
      const pool = getPool(ports[sent % ports.length]!, ports.length)
      void sendScheduled(state, pool, pickRequest(), toScheduledTime(sent))
    }
    isOverloaded = state.pending > MAX_PENDING_SECONDS * rate
  }
  for (const end = performance.now() + RESPONSE_TIMEOUT_MS; state.pending > 0 && performance.now() < end;)
    await sleep(10)
  const { user, system } = process.cpuUsage(cpuBefore)
  const latencies = state.latencies.sort((a, b) => a - b)
  const { p50, p99 } = toPercentiles(latencies)
  return {
    responses: latencies.length,
    failures: state.failures.length + state.pending,
    firstFailure: state.failures[0] ?? null,
    isOverloaded,
    p50,
    p99,
    latencies,
    clientCpu: (user + system) / 1000,
  }
}

let pickRequest: (() => RequestTemplate) | undefined
process.on('message', (command: Command) => {
  if ('mix' in command) {
    pickRequest = createRequestPicker(command.mix)
    for (const pool of pools.values()) void pool.destroy()
    pools.clear()
  } else void runStep(pickRequest!, command).then((result) => process.send!(result))
})
process.on('disconnect', () => process.exit())
