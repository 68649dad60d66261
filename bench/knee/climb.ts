import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpuOf, cpuOfChildren, type Target } from '../processes.ts'
import { compiled } from '../site.ts'
import type { Arrived, Told } from './arrivals.ts'
import type { Mix } from './mix.ts'

/** Milliseconds that one of a hundred requests may take longer than: beyond it the service no longer follows. */
export const most = 250

/** One rate, and what came of it. */
export interface Step extends Arrived {
  /** Requests a second. */
  rate: number
  /** Cores that each took on average. */
  cores: { service: number; database: number; client: number }
  holds: boolean
}

/** The rates that were tried, in their order, and the highest that was held. */
export interface Climb {
  name: string
  processes: number
  steps: Step[]
  knee: Step | undefined
}

export interface How {
  /** The first rate, requests a second. */
  from: number
  /** Of one step. */
  seconds: number
  /** Seconds after which no further step of a climb is begun. */
  limit: number
  databasePid: number
}

/** The program that asks; ends with this one. */
export class Client {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor() {
    this.#child = fork(compiled('knee/arrivals.js'), { stdio: 'inherit' })
    this.#ended = once(this.#child, 'exit').then(() => {
      throw new Error('the program that asks has ended')
    })
    // It ends when it is told to, too.
    this.#ended.catch(() => {})
  }

  #tell(told: Told): void {
    this.#child.send(told)
  }

  use(mix: Mix): void {
    this.#tell({ mix })
  }

  async ask(ports: number[], rate: number, seconds: number): Promise<Arrived> {
    const answer = Promise.race([once(this.#child, 'message'), this.#ended])
    this.#tell({ ports, rate, seconds })
    return ((await answer) as [Arrived])[0]
  }

  stop(): void {
    this.#child.disconnect()
  }
}

/** Rates rise by half until one is not held; the knee is then looked for twice between the last two. */
const factor = 1.5
const finer = 2

/**
 * Drives servers at rising rates. `targets` share the requests in turn; what `beside` take of the processor counts as the
 * service's.
 */
export async function climb(
  client: Client,
  { name, targets, beside = [] }: { name: string; targets: Target[]; beside?: Target[] },
  how: How,
  say: (line: string) => void,
): Promise<Climb> {
  const ports = targets.map(({ port }) => port)
  const end = performance.now() + how.limit * 1000
  const steps: Step[] = []
  let [held, lost] = [0, Infinity]
  let knee: Step | undefined
  // Not counted: connections are made, and what is compiled late is.
  await client.ask(ports, how.from, Math.min(2, how.seconds))
  for (let rate = how.from, left = finer; performance.now() < end;) {
    const step = await stepAt(client, ports, rate, [...targets, ...beside], how)
    steps.push(step)
    say(`  ${name}: ${rate}/s ${step.holds ? 'held' : 'not held'}, p99 ${Math.round(step.p99)} ms`)
    if (!step.holds && step.said) say(`    ${step.said}`)
    if (step.holds) [held, knee] = [rate, step]
    else lost = rate
    if (lost < Infinity && (held === 0 || left-- === 0)) break
    rate = Math.round(lost === Infinity ? rate * factor : (held + lost) / 2)
  }
  return { name, processes: targets.length, steps, knee }
}

async function stepAt(
  client: Client,
  ports: number[],
  rate: number,
  service: Target[],
  { seconds, databasePid }: How,
): Promise<Step> {
  const own = () => service.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  const before = { time: performance.now(), service: own(), database: cpuOfChildren(databasePid) }
  const arrived = await client.ask(ports, rate, seconds)
  const took = performance.now() - before.time
  let database = 0
  for (const [pid, time] of cpuOfChildren(databasePid)) database += time - (before.database.get(pid) ?? 0)
  const cores = {
    service: (own() - before.service) / took,
    database: database / took,
    client: arrived.cpu / took,
  }
  return { ...arrived, rate, cores, holds: !arrived.behind && arrived.failed === 0 && arrived.p99 <= most }
}
