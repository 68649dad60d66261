import { drive, type Load, type Stretch } from './client.ts'
import { cpuOf, cpuOfChildren, type Target } from './processes.ts'

/** One kind of request at one server, over all its rounds. */
export interface Measured {
  /** Requests a second. */
  rate: number
  p50: number
  p99: number
  /** Milliseconds of processor time a request: of the server, of the database. */
  cpu: number
  databaseCpu: number
  /** Share of one core that the client took. */
  client: number
  bytes: number
  requests: number
}

export interface Rounds {
  rounds: number
  seconds: number
  /** The postmaster, whose children do the database's work. */
  databasePid: number
}

/** A kind of request: what to send to which server. */
export interface Side {
  target: Target
  load: Omit<Load, 'port'>
}

/**
 * Drives the sides in turn, round after round, so that what else the machine does meets them alike; gives the medians of
 * the rounds.
 */
export async function measure(sides: Side[], how: Rounds): Promise<Measured[]> {
  const found: Measured[][] = sides.map(() => [])
  for (const side of sides) await drive({ ...side.load, port: side.target.port }, Math.min(2, how.seconds))
  for (let round = 0; round < how.rounds; round++)
    for (const [i, side] of sides.entries()) found[i]!.push(await once(side, how))
  return found.map(medians)
}

async function once({ target, load }: Side, how: Rounds): Promise<Measured> {
  const before = {
    server: cpuOf(target.pid),
    database: cpuOfChildren(how.databasePid),
    own: process.cpuUsage(),
  }
  const stretch = await drive({ ...load, port: target.port }, how.seconds)
  const own = process.cpuUsage(before.own)
  const { requests, seconds, bytes } = stretch
  let database = 0
  for (const [pid, time] of cpuOfChildren(how.databasePid)) database += time - (before.database.get(pid) ?? 0)
  return {
    rate: requests / seconds,
    p50: percentile(stretch, 0.5),
    p99: percentile(stretch, 0.99),
    cpu: (cpuOf(target.pid) - before.server) / requests,
    databaseCpu: database / requests,
    client: (own.user + own.system) / 1e6 / seconds,
    bytes: bytes / requests,
    requests,
  }
}

const percentile = ({ latencies }: Stretch, share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!

function medians(rounds: Measured[]): Measured {
  const middle = (name: keyof Measured) => {
    const sorted = rounds.map((round) => round[name]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)]!
  }
  const names = Object.keys(rounds[0]!) as (keyof Measured)[]
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as Measured
}
