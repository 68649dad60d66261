import { drive, type Load, type Stretch } from './client.ts'
import { cpuOf, cpuOfChildren, type Target } from './processes.ts'

/** One kind of request at one server, in one round or over several. */
export interface Measured {
  /** Requests a second. */
  rate: number
  p50: number
  p99: number
  p999: number
  /** Milliseconds of processor time a request: of the server, of the database. */
  cpu: number
  databaseCpu: number
  /** Share of one core that the client took. */
  client: number
  bytes: number
  requests: number
}

/** What was found, where not all of it was looked for. */
export const foundOf = (found: Partial<Measured>): Measured => ({
  rate: NaN,
  p50: NaN,
  p99: NaN,
  p999: NaN,
  cpu: NaN,
  databaseCpu: NaN,
  client: NaN,
  bytes: NaN,
  requests: 0,
  ...found,
})

export interface Rounds {
  rounds: number
  seconds: number
  /** How many requests are under way at a time, in place of as many as each case says. */
  connections?: number | undefined
  /** The postmaster, whose children do the database's work. */
  databasePid: number
}

/** A kind of request: what to send to which server, or to which servers of one database. */
export interface Side {
  target: Target | Target[]
  load: Omit<Load, 'ports'>
}

const loadOf = ({ target, load }: Side, { connections = load.connections }: Rounds): Load => ({
  ...load,
  connections,
  ports: [target].flat().map((one) => one.port),
})

/**
 * Drives the sides in turn, round after round, so that what else the machine does meets them alike; who goes first
 * alternates. Gives the rounds of each.
 */
export async function measureRounds(sides: Side[], how: Rounds): Promise<Measured[][]> {
  const found: Measured[][] = sides.map(() => [])
  for (const side of sides) await drive(loadOf(side, how), Math.min(2, how.seconds))
  const places = sides.map((side, i) => ({ side, rounds: found[i]! }))
  for (let round = 0; round < how.rounds; round++) {
    for (const { side, rounds } of places) rounds.push(await once(side, how))
    places.reverse()
  }
  return found
}

/** The medians of the rounds of each side. */
export const measure = async (sides: Side[], how: Rounds): Promise<Measured[]> =>
  (await measureRounds(sides, how)).map(medians)

async function once(side: Side, how: Rounds): Promise<Measured> {
  const cpu = () => [side.target].flat().reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  const before = { server: cpu(), database: cpuOfChildren(how.databasePid), own: process.cpuUsage() }
  const stretch = await drive(loadOf(side, how), how.seconds)
  const own = process.cpuUsage(before.own)
  const { requests, seconds, bytes } = stretch
  let database = 0
  for (const [pid, time] of cpuOfChildren(how.databasePid)) database += time - (before.database.get(pid) ?? 0)
  return {
    rate: requests / seconds,
    p50: percentile(stretch, 0.5),
    p99: percentile(stretch, 0.99),
    p999: percentile(stretch, 0.999),
    cpu: (cpu() - before.server) / requests,
    databaseCpu: database / requests,
    client: (own.user + own.system) / 1e6 / seconds,
    bytes: bytes / requests,
    requests,
  }
}

const percentile = ({ latencies }: Stretch, share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!

/** The middle one; of an even number what lies between the two. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  return sorted.length % 2 === 1 ? upper : (upper + sorted[sorted.length / 2 - 1]!) / 2
}

/** Each number by itself. */
export function medians(rounds: Measured[]): Measured {
  const names = Object.keys(rounds[0]!) as (keyof Measured)[]
  const middle = (name: keyof Measured) => median(rounds.map((round) => round[name]))
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as Measured
}

/** By how many times one side is more than another: the median over the pairs that were measured after each other. */
export const timesOf = (some: Measured[], others: Measured[], of: (found: Measured) => number): number =>
  median(some.map((one, i) => of(one) / of(others[i]!)))
