import { inTurn, requestBytes, Unavailable } from '../client.ts'
import {
  foundOf,
  measureRounds,
  medians,
  timesOf,
  type Measured,
  type Rounds,
  type Side,
} from '../measure.ts'
import type { Target } from '../processes.ts'
import type { Site } from '../site.ts'

/** A kind of request that is measured. */
export interface Case {
  id: string
  name: string
  service: Side
  /** The least that could do the same. */
  floor?: Side | undefined
}

/** The cases of a group. Those of one batch are measured in turn; what a batch needs is made ready right before. */
export type Cases = (site: Site) => AsyncGenerator<Case[]>

/** One row of the results. */
export interface Row {
  tasks: number
  id: string
  name: string
  service: Measured
  floor?: Measured
  /** The service's rate and p99 in those of the floor: medians of the pairs that were measured after each other. */
  ofFloor?: { rate: number; p99: number }
}

/** Where nothing is compared to a floor, fewer rounds will do. */
const fewRounds = 3

/** Measures the cases of a group at a site. */
export async function measureCases(site: Site, cases: Cases, how: Rounds): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of cases(site))
    rows.push(...((await unlessUnavailable(measureBatch(site.tasks, batch, how))) ?? unanswered(site, batch)))
  return rows
}

/** What `work` gives; null, and a line that says so, where a server could not answer. */
export async function unlessUnavailable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    process.stdout.write(`${error.message}\n`)
    return null
  }
}

/** Rows of what was not answered: it took longer than it may. */
const unanswered = ({ tasks }: Site, batch: Case[]): Row[] =>
  batch.map(({ id, name }) => ({ tasks, id, name, service: foundOf({ p50: Infinity, p99: Infinity }) }))

async function measureBatch(tasks: number, batch: Case[], how: Rounds): Promise<Row[]> {
  // A floor that several cases share is measured once.
  const sides = [...new Set(batch.flatMap(({ service, floor }) => (floor ? [floor, service] : [service])))]
  const rounds = batch.some((one) => one.floor) ? how.rounds : Math.min(how.rounds, fewRounds)
  const found = await measureRounds(sides, { ...how, rounds })
  const roundsOf = (side: Side) => found[sides.indexOf(side)]!
  return batch.map(({ id, name, service, floor }) => {
    const own = roundsOf(service)
    const row = { tasks, id, name, service: medians(own) }
    if (!floor) return row
    const bare = roundsOf(floor)
    const ofFloor = { rate: timesOf(own, bare, (one) => one.rate), p99: timesOf(own, bare, (one) => one.p99) }
    return { ...row, floor: medians(bare), ofFloor }
  })
}

/** Connections that ask at once, unless a case says otherwise. */
export const usualConnections = 16
/** Where a latency is asked for: two cores are soon waited for. */
export const fewConnections = 4

interface Asked {
  status?: number
  connections?: number
}

/** Requests for one server, or for several of one database, as one side of a measurement. */
export function sideOf(
  target: Target | Target[],
  requests: Buffer[] | (() => Buffer),
  { status = 200, connections = usualConnections }: Asked = {},
): Side {
  const next = typeof requests === 'function' ? requests : inTurn(requests)
  return { target, load: { connections, next, status } }
}

export const get = (path: string, headers?: Record<string, string>) => requestBytes('GET', path, headers)

/** The floor must answer what the service answers, byte for byte but for the seal of the cursor. */
export async function requireSame(text: string, floor: Target, path: string): Promise<void> {
  const other = await (await fetch(`http://127.0.0.1:${floor.port}${path}`)).text()
  const bare = (body: string) => body.replace(/,"next_cursor":.*$/, '')
  if (bare(text) !== bare(other))
    throw new Error(
      `the floor answers otherwise at ${path}:\n${text.slice(0, 1500)}\n${other.slice(0, 1500)}`,
    )
}
