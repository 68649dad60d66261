import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { Random } from '../random.ts'
import { kinds, type Ask, type Kind, type Mix } from './mix.ts'

/**
 * The program that asks, in a process of its own. Requests come at a constant rate, whether those before are answered or
 * not, as from people who know nothing of each other; the time of each is counted from when it was due, so that what waits
 * for a connection, or for this program, is not left out.
 */

/** What it is told: a mix to ask from now on, or a step. */
export type Told = { mix: Mix } | { ports: number[]; rate: number; seconds: number }

/** What a step gave; times in milliseconds. */
export interface Arrived {
  asked: number
  answered: number
  /** Answered with a status of 400 or more, or not at all. */
  failed: number
  /** What the first failure said. */
  said: string | null
  /** Whether it was given up early, with more waiting than is answered in two seconds. */
  behind: boolean
  p50: number
  p99: number
  /** Of the program that asks: processor time. */
  cpu: number
}

/** Connections in all, spread over the processes of the service. */
const connections = 64
/** Milliseconds after which nobody waits for an answer any more. */
const patience = 10_000
/** A backlog of so many seconds ends a step. */
const mostBehind = 2

const pools = new Map<number, Pool>()
const poolOf = (port: number, count: number): Pool => {
  let pool = pools.get(port)
  if (!pool) {
    const options = { headersTimeout: patience, bodyTimeout: patience }
    pool = new Pool(`http://127.0.0.1:${port}`, { connections: Math.ceil(connections / count), ...options })
    pools.set(port, pool)
  }
  return pool
}

const run = randomBytes(4).toString('hex')
let numbered = 0
const filled = (text: string, n: string) => text.replaceAll('%n%', n)

/** The next request of a mix, chosen by the shares. */
function chooser({ asks, shares }: Mix): () => Ask {
  const random = new Random(5)
  const turns = new Map<Kind, number>()
  return () => {
    let at = random.next()
    const kind = kinds.find((one) => (at -= shares[one]) < 0) ?? kinds.findLast((one) => shares[one] > 0)!
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    const { method, path, headers, body } = asks[kind][turn % asks[kind].length]!
    if (body === undefined) return { method, path, headers }
    const n = `${run}-${numbered++}`
    const key = headers['idempotency-key'] && { 'idempotency-key': filled(headers['idempotency-key'], n) }
    return { method, path, headers: { ...headers, ...key }, body: filled(body, n) }
  }
}

async function answerTo(pool: Pool, ask: Ask): Promise<string | null> {
  const { statusCode, body } = await pool.request(ask)
  if (statusCode >= 400)
    return `${ask.method} ${ask.path}: ${statusCode} ${(await body.text()).slice(0, 300)}`
  await body.dump({ limit: 2 ** 24 })
  return null
}

async function step(
  next: () => Ask,
  { ports, rate, seconds }: { ports: number[]; rate: number; seconds: number },
): Promise<Arrived> {
  const before = process.cpuUsage()
  const [total, times] = [Math.round(rate * seconds), [] as number[]]
  const asked = { said: null as string | null, failed: 0, open: new Set<number>() }
  const start = performance.now()
  const dueAt = (i: number) => start + (i * 1000) / rate
  const one = async (i: number) => {
    asked.open.add(i)
    const port = ports[i % ports.length]!
    const said = await answerTo(poolOf(port, ports.length), next()).catch((error: Error) => error.message)
    asked.open.delete(i)
    if (said === null) times.push(performance.now() - dueAt(i))
    else {
      asked.failed++
      asked.said ??= said
    }
  }
  let sent = 0
  let behind = false
  while (sent < total && !behind) {
    for (const now = performance.now(); sent < total && dueAt(sent) <= now;) void one(sent++)
    behind = asked.open.size > mostBehind * rate
    await sleep(1)
  }
  for (const end = performance.now() + patience; asked.open.size && performance.now() < end;) await sleep(10)
  const { user, system } = process.cpuUsage(before)
  const failed = asked.failed + asked.open.size
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity
  const found = { p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1000 }
  return { asked: sent, answered: times.length, failed, said: asked.said, behind, ...found }
}

let next: (() => Ask) | undefined
process.on('message', (told: Told) => {
  if ('mix' in told) {
    next = chooser(told.mix)
    for (const pool of pools.values()) void pool.destroy()
    pools.clear()
  } else void step(next!, told).then((arrived) => process.send!(arrived))
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit())
