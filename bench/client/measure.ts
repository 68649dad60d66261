import { cycle, runLoad, type LoadResult, type RequestLoad } from './connection.ts'
import { readChildrenCpu, readCpu, type ServerProcess } from './processes.ts'

/** Figures of one kind of request on one server; NaN for what was not measured. */
export interface Measurement {
  requestsPerSecond: number
  p50: number
  p99: number
  p999: number
  /** Milliseconds of CPU per request, of the server and of the database. */
  cpu: number
  databaseCpu: number
  requests: number
}

export const toMeasurement = (measured: Partial<Measurement>): Measurement => ({
  requestsPerSecond: NaN,
  p50: NaN,
  p99: NaN,
  p999: NaN,
  cpu: NaN,
  databaseCpu: NaN,
  requests: 0,
  ...measured,
})

export interface RoundOptions {
  rounds: number
  seconds: number
  /** Concurrent requests, instead of the number of each case. */
  connections?: number | undefined
  /** The postmaster; its children are the backends. */
  databasePid: number
}

/** Requests for one server. */
export interface Workload {
  server: ServerProcess
  load: Omit<RequestLoad, 'port'>
  /** Runs before each round. */
  prepare?: () => Promise<unknown>
}

/** Concurrent requests of a case by default. */
export const DEFAULT_CONNECTIONS = 16
/** Concurrent requests of cases that are about latency: more would only queue on two cores. */
export const FEW_CONNECTIONS = 4

export function buildWorkload(
  server: ServerProcess,
  requests: Buffer[] | (() => Buffer),
  { status = 200, connections = DEFAULT_CONNECTIONS }: { status?: number; connections?: number } = {},
): Workload {
  const nextRequest = typeof requests === 'function' ? requests : cycle(requests)
  return { server, load: { connections, nextRequest, status } }
}

/** Alternates between the workloads, so that changes of the machine's speed affect all of them; returns their rounds. */
export async function measureRounds(workloads: Workload[], options: RoundOptions): Promise<Measurement[][]> {
  const results = workloads.map((workload) => ({ workload, rounds: [] as Measurement[] }))
  for (const workload of workloads) {
    await workload.prepare?.()
    await runLoad(buildLoad(workload, options), Math.min(2, options.seconds))
  }
  const order = [...results]
  for (let round = 0; round < options.rounds; round++) {
    for (const { workload, rounds } of order) rounds.push(await measureRound(workload, options))
    order.reverse()
  }
  return results.map(({ rounds }) => rounds)
}

const buildLoad = ({ server, load }: Workload, { connections = load.connections }: RoundOptions): RequestLoad => ({
  ...load,
  connections,
  port: server.port,
})

async function measureRound(workload: Workload, options: RoundOptions): Promise<Measurement> {
  await workload.prepare?.()
  const before = readCpu(workload.server.pid)
  const databaseBefore = readChildrenCpu(options.databasePid)
  const result = await runLoad(buildLoad(workload, options), options.seconds)
  return {
    requestsPerSecond: result.requests / result.seconds,
    ...toPercentiles(result.latenciesMs),
    cpu: (readCpu(workload.server.pid) - before) / result.requests,
    databaseCpu: computeCpuDifference(readChildrenCpu(options.databasePid), databaseBefore) / result.requests,
    requests: result.requests,
  }
}

/** Returns the CPU time of the processes since `before`, including processes started later. */
export const computeCpuDifference = (after: Map<number, number>, before: Map<number, number>): number =>
  [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)

/** Expects sorted values. */
export function toPercentiles(sorted: LoadResult['latenciesMs'] | number[]): Pick<Measurement, 'p50' | 'p99' | 'p999'> {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

export function computeMedian(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  return sorted.length % 2 === 1 ? upper : (upper + sorted[sorted.length / 2 - 1]!) / 2
}

/** Returns the median of each figure. */
export function toMedians(rounds: Measurement[]): Measurement {
  const names = Object.keys(rounds[0]!) as (keyof Measurement)[]
  const entries = names.map((name) => [name, computeMedian(rounds.map((round) => round[name]))])
  return Object.fromEntries(entries) as unknown as Measurement
}

/** Returns the median ratio of a figure over pairs of rounds: ratios vary less than rates between machines and minutes. */
export const medianRatio = (numerators: Measurement[], denominators: Measurement[], name: keyof Measurement): number =>
  computeMedian(numerators.map((round, i) => round[name] / denominators[i]![name]))
