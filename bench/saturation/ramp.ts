import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { computeCpuDifference } from '../client/measure.ts'
import { readChildrenCpu, readCpu, type ServerProcess } from '../client/processes.ts'
import { print } from '../databases.ts'
import { toCompiledPath } from '../setup.ts'
import type { Command, StepResult } from './client.ts'
import type { Mix } from './mix.ts'

/** The p99 above which a rate is not sustained. */
export const MAX_P99_MS = 250

export interface Step extends StepResult {
  /** Requests per second. */
  rate: number
  /** Average CPU cores in use. */
  cores: { service: number; database: number; client: number }
  isSustained: boolean
}

/** All steps of a ramp, and the highest sustained one. */
export interface Ramp {
  name: string
  steps: Step[]
  saturation: Step | undefined
}

export interface RampOptions {
  /** The first rate in requests per second. */
  from: number
  /** Seconds per step. */
  seconds: number
  /** Seconds after which no further step starts. */
  limit: number
  databasePid: number
}

/** Controls the client process. */
export class LoadClient {
  readonly #child: ChildProcess
  readonly #exited: Promise<never>

  constructor() {
    this.#child = fork(toCompiledPath('saturation/client.js'), { stdio: 'inherit' })
    this.#exited = once(this.#child, 'exit').then(() => {
      throw new Error('the client process exited')
    })
    // A regular stop is an exit, too.
    this.#exited.catch(() => {})
  }

  #send(command: Command): void {
    this.#child.send(command)
  }

  setMix(mix: Mix): void {
    this.#send({ mix })
  }

  async runStep(ports: number[], rate: number, seconds: number): Promise<StepResult> {
    const result = Promise.race([once(this.#child, 'message'), this.#exited])
    this.#send({ ports, rate, seconds })
    return ((await result) as [StepResult])[0]
  }

  stop(): void {
    this.#child.disconnect()
  }
}

const RATE_FACTOR = 1.5
const BISECTIONS = 2

/** Increases the rate by half until it is not sustained, then bisects; `others` count as CPU of the service. */
export async function runRamp(
  client: LoadClient,
  { name, servers, others = [] }: { name: string; servers: ServerProcess[]; others?: ServerProcess[] },
  options: RampOptions,
): Promise<Ramp> {
  const ports = servers.map(({ port }) => port)
  const end = performance.now() + options.limit * 1000
  const steps: Step[] = []
  let [sustained, exceeded] = [0, Infinity]
  let saturation: Step | undefined
  // Opens connections and warms up; not counted.
  await client.runStep(ports, options.from, Math.min(2, options.seconds))
  for (let rate = options.from, bisections = BISECTIONS; performance.now() < end;) {
    const step = await measureStep(client, ports, rate, [...servers, ...others], options)
    steps.push(step)
    const outcome = step.isSustained ? 'sustained' : `not sustained ${step.firstFailure ?? ''}`
    print(`  ${name}: ${rate} requests/s, p99 ${Math.round(step.p99)} ms, ${outcome}`)
    if (step.isSustained) [sustained, saturation] = [rate, step]
    else exceeded = rate
    if (exceeded < Infinity && (sustained === 0 || bisections-- === 0)) break
    rate = Math.round(exceeded === Infinity ? rate * RATE_FACTOR : (sustained + exceeded) / 2)
  }
  return { name, steps, saturation }
}

async function measureStep(
  client: LoadClient,
  ports: number[],
  rate: number,
  processes: ServerProcess[],
  { seconds, databasePid }: RampOptions,
): Promise<Step> {
  const readServiceCpu = () => processes.reduce((sum, { pid }) => sum + readCpu(pid), 0)
  const [start, serviceBefore] = [performance.now(), readServiceCpu()]
  const databaseBefore = readChildrenCpu(databasePid)
  const result = await client.runStep(ports, rate, seconds)
  const elapsed = performance.now() - start
  const cores = {
    service: (readServiceCpu() - serviceBefore) / elapsed,
    database: computeCpuDifference(readChildrenCpu(databasePid), databaseBefore) / elapsed,
    client: result.clientCpu / elapsed,
  }
  const isSustained = !result.isOverloaded && result.failures === 0 && result.p99 <= MAX_P99_MS
  return { ...result, rate, cores, isSustained }
}
