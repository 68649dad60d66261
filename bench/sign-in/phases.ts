import { computeCpuDifference, toPercentiles } from '../client/measure.ts'
import { readChildrenCpu, readCpu, type ServerProcess } from '../client/processes.ts'
import type { LoadClient } from '../saturation/ramp.ts'
import type { Account } from './accounts.ts'
import type { AttemptOptions, Attempts } from './attack.ts'
import type { Attackers } from './attackers.ts'
import { outcomes, type SignInPages } from './pages.ts'
import { runAtRate } from './rate.ts'

/** Latencies of one kind of request in a phase. */
export interface Figures {
  requests: number
  failures: number
  firstFailure: string | null
  latencies: number[]
}

export interface Phase {
  signIns: Figures
  api: Figures
  attempts: Attempts | undefined
  /** Average CPU cores in use; those of the service with the threads that hash. */
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
  /** Wrong passwords, if any. */
  attempts?: Pick<AttemptOptions, 'count' | 'source' | 'round'>
}

export interface Clients {
  api: LoadClient
  users: SignInPages
  /** In a process of their own, so that attempts do not delay sign-ins in the client. */
  attackers: Attackers
  accounts: Account[]
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
  return { requests: count, failures: failures.length, firstFailure: failures[0] ?? null, latencies }
}

async function runApi({ api }: Clients, { service, rate, seconds }: PhaseOptions): Promise<Figures> {
  const { responses, failures, latencies, ...step } = await api.runStep([service.port], rate, seconds)
  const firstFailure = step.isOverloaded ? 'more than two seconds of requests were pending' : step.firstFailure
  return { requests: responses + failures, failures, firstFailure, latencies }
}

/** Runs API requests, sign-ins and wrong passwords beside each other. */
export async function runPhase(clients: Clients, options: PhaseOptions): Promise<Phase> {
  const { service, databasePid, seconds, signInRate, attempts } = options
  const [start, before, databaseBefore] = [performance.now(), readCpu(service.pid), readChildrenCpu(databasePid)]
  const [api, signIns, tried] = await Promise.all([
    runApi(clients, options),
    runSignIns(clients, Math.round(signInRate * seconds), seconds),
    attempts && clients.attackers.run({ port: service.port, seconds, ...attempts }),
  ])
  const elapsed = performance.now() - start
  const cores = {
    service: (readCpu(service.pid) - before) / elapsed,
    database: computeCpuDifference(readChildrenCpu(databasePid), databaseBefore) / elapsed,
  }
  return { signIns, api, attempts: tried, cores }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const average = (values: number[]) => sum(values) / values.length

const mergeFigures = (figures: Figures[]): Figures => ({
  requests: sum(figures.map(({ requests }) => requests)),
  failures: sum(figures.map(({ failures }) => failures)),
  firstFailure: figures.find(({ firstFailure }) => firstFailure !== null)?.firstFailure ?? null,
  latencies: figures.flatMap(({ latencies }) => latencies),
})

function mergeAttempts(attempts: Attempts[]): Attempts | undefined {
  if (attempts.length === 0) return undefined
  const counts = outcomes.map((name) => [name, sum(attempts.map((one) => one.outcomes[name]))])
  return {
    outcomes: Object.fromEntries(counts) as Attempts['outcomes'],
    sentSeconds: average(attempts.map(({ sentSeconds }) => sentSeconds)),
  }
}

/** Pools the same phase of all rounds: a p99 of one round is that of a single sign-in. */
export const mergePhases = (phases: Phase[]): Phase => ({
  signIns: mergeFigures(phases.map(({ signIns }) => signIns)),
  api: mergeFigures(phases.map(({ api }) => api)),
  attempts: mergeAttempts(phases.flatMap(({ attempts }) => attempts ?? [])),
  cores: {
    service: average(phases.map(({ cores }) => cores.service)),
    database: average(phases.map(({ cores }) => cores.database)),
  },
})

export const computePercentiles = ({ latencies }: Figures) => toPercentiles(latencies.toSorted((a, b) => a - b))
