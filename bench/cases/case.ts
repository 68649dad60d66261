import { ServiceUnavailable } from '../client/connection.ts'
import {
  measureRounds,
  medianRatio,
  toMeasurement,
  toMedians,
  type Measurement,
  type RoundOptions,
  type Workload,
} from '../client/measure.ts'
import type { Setup } from '../setup.ts'

/** A measured kind of request. */
export interface Case {
  id: string
  name: string
  service: Workload
  baseline?: Workload | undefined
}

/** The cases of a group; those of a batch alternate. Each batch is prepared right before it is measured. */
export type CaseGroup = (setup: Setup) => AsyncGenerator<Case[]>

/** One row of the results. */
export interface Row {
  tasks: number
  id: string
  name: string
  service: Measurement
  baseline?: Measurement
  /** Median ratios of service to baseline over pairs of rounds. */
  ratio?: { requestsPerSecond: number; p99: number }
}

/** Rounds of cases without a baseline. */
const MAX_ROUNDS_ALONE = 3

export async function measureGroup(setup: Setup, group: CaseGroup, options: RoundOptions): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of group(setup)) {
    const measured = await catchUnavailable(measureBatch(setup.tasks, batch, options))
    rows.push(...(measured ?? buildUnavailableRows(setup, batch)))
  }
  return rows
}

/** Returns null and prints the error when the server responded with 503. */
export async function catchUnavailable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error
    process.stdout.write(`${error.message}\n`)
    return null
  }
}

const buildUnavailableRows = ({ tasks }: Setup, batch: Case[]): Row[] =>
  batch.map(({ id, name }) => ({ tasks, id, name, service: toMeasurement({ p50: Infinity, p99: Infinity }) }))

async function measureBatch(tasks: number, batch: Case[], options: RoundOptions): Promise<Row[]> {
  // Cases may share a baseline.
  const workloads = [...new Set(batch.flatMap(({ service, baseline }) => (baseline ? [baseline, service] : [service])))]
  const hasBaseline = batch.some(({ baseline }) => baseline)
  const rounds = hasBaseline ? options.rounds : Math.min(options.rounds, MAX_ROUNDS_ALONE)
  const measured = await measureRounds(workloads, { ...options, rounds })
  const findRounds = (workload: Workload) => measured[workloads.indexOf(workload)]!
  return batch.map(({ id, name, service, baseline }) => {
    const own = findRounds(service)
    const row = { tasks, id, name, service: toMedians(own) }
    if (!baseline) return row
    const base = findRounds(baseline)
    const ratio = {
      requestsPerSecond: medianRatio(own, base, 'requestsPerSecond'),
      p99: medianRatio(own, base, 'p99'),
    }
    return { ...row, baseline: toMedians(base), ratio }
  })
}
