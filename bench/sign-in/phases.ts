import { setTimeout as sleep } from 'node:timers/promises'
import { computeCpuDifference, toPercentiles } from '../client/measure.ts'
import { readChildrenCpu, readCpu, type ServerProcess } from '../client/processes.ts'
import type { LoadClient } from '../saturation/ramp.ts'
import type { Account } from './accounts.ts'
import { outcomes, type Outcome, type SignInPages } from './pages.ts'

/** Latencies of one kind of request in a phase. */
export interface Figures {
  requests: number
  failures: number
  firstFailure: string | null
  p50: number
  p99: number
}

export type Attempts = Record<Outcome, number>
/** Wrong passwords come from many IPs or from one. */
export type Source = 'many' | 'one'

export interface Phase {
  signIns: Figures
  api: Figures
  attempts: Attempts | undefined
  /** Average CPU cores in use, with the threads that hash. */
  cores: { service: number; database: number }
}

export interface PhaseOptions {
  service: ServerProcess
  databasePid: number
  seconds: number
  /** API requests per second. */
  rate: number
  /** Sign-ins per second. */
  signInRate: number
  /** Number of wrong passwords, and where they come from. */
  attempts?: { count: number; source: Source } | undefined
}

export interface Clients {
  api: LoadClient
  /** Connections of their own, so that attempts do not delay sign-ins in the client. */
  users: SignInPages
  attackers: SignInPages
  accounts: Account[]
}

/** So many addresses of the guessed accounts, and IPs: few enough attempts for each that the limits refuse none. */
const GUESSED = 2000

/** Calls `send` at a constant rate, and waits for all calls; the latter gets the time at which it was due. */
async function runAtRate(
  count: number,
  seconds: number,
  send: (i: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < count) {
    const dueAt = start + (sent.length * seconds * 1000) / count
    if (dueAt > performance.now()) await sleep(1)
    else sent.push(send(sent.length, dueAt))
  }
  await Promise.all(sent)
}

/** Signs in by the users in turn, each from an IP and in a new browser; latency is measured from the time it was due. */
async function runSignIns({ users, accounts }: Clients, count: number, seconds: number): Promise<Figures> {
  const latencies: number[] = []
  const failures: string[] = []
  await runAtRate(count, seconds, async (i, dueAt) => {
    const n = i % accounts.length
    try {
      await users.signIn(accounts[n]!, `203.0.113.${n + 1}`)
      latencies.push(performance.now() - dueAt)
    } catch (error) {
      failures.push((error as Error).message)
    }
  })
  const { p50, p99 } = toPercentiles(latencies.sort((a, b) => a - b))
  return { requests: count, failures: failures.length, firstFailure: failures[0] ?? null, p50, p99 }
}

const toManyIp = (i: number) => `10.1.${Math.floor((i % GUESSED) / 250)}.${(i % 250) + 1}`

async function runAttempts(
  { attackers }: Clients,
  { count, source }: { count: number; source: Source },
  seconds: number,
): Promise<Attempts> {
  const attempts = Object.fromEntries(outcomes.map((name) => [name, 0])) as Attempts
  const toIp = source === 'many' ? toManyIp : () => '198.51.100.7'
  const page = await attackers.open(toIp(0))
  await runAtRate(count, seconds, async (i) => {
    const guess = { email: `guess-${i % GUESSED}@bench.example`, password: `wrong password ${i}` }
    attempts[await attackers.tryPassword(page, guess, toIp(i)).catch(() => 'other' as const)]++
  })
  return attempts
}

/** Runs API requests, sign-ins and wrong passwords beside each other. */
export async function runPhase(clients: Clients, options: PhaseOptions): Promise<Phase> {
  const { service, databasePid, seconds, rate, signInRate, attempts } = options
  const [start, before, databaseBefore] = [performance.now(), readCpu(service.pid), readChildrenCpu(databasePid)]
  const [step, signIns, tried] = await Promise.all([
    clients.api.runStep([service.port], rate, seconds),
    runSignIns(clients, Math.round(signInRate * seconds), seconds),
    attempts && runAttempts(clients, attempts, seconds),
  ])
  const elapsed = performance.now() - start
  const cores = {
    service: (readCpu(service.pid) - before) / elapsed,
    database: computeCpuDifference(readChildrenCpu(databasePid), databaseBefore) / elapsed,
  }
  const { responses, failures, p50, p99 } = step
  const firstFailure = step.isOverloaded ? 'more than two seconds of requests were pending' : step.firstFailure
  const api = { requests: responses + failures, failures, firstFailure, p50, p99 }
  return { signIns, api, attempts: tried, cores }
}
