import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Memory, processor time, event-loop lag and garbage collection, which the servers of one process share. */
let ofProcess: Registry | undefined

function processRegistry(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
  return ofProcess
}

/** A value that is looked up each time the metrics are read: a number, or one for each value of `label`. */
export interface GaugeOf<T extends unknown[]> {
  name: string
  help: string
  label?: string
  read: (...given: T) => Reading | Promise<Reading>
}
type Reading = number | Record<string, number>

/**
 * What a server counts of itself, in the format of Prometheus. Labels tell kinds apart and never hold an id, a name or an
 * address: each value is a series of its own, kept for ever and shown to whoever may read metrics.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #process = processRegistry()
  readonly #requests = this.counter('svc_http_requests_total', 'Requests answered.', 'operation', 'status')
  readonly #seconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  })

  /** Counts an answer: that of an operation, or of a request that met none. */
  answered(operation = 'none', status: number, seconds: number): void {
    this.#requests.inc({ operation, status })
    this.#seconds.observe({ operation }, seconds)
  }

  /** A counter, made when it is first asked for; its name ends in `_total`. */
  counter<L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> {
    const known = this.#registry.getSingleMetric(name) as Counter<L> | undefined
    return known ?? new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  /** A value to look up. Should that fail, the others are told all the same. */
  gauge({ name, help, label, read }: GaugeOf<[]>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        gauge.reset()
        const found = await attempt(read)
        if (typeof found === 'number') gauge.set(found)
        else for (const [value, number] of Object.entries(found)) gauge.set({ [label!]: value }, number)
      },
    })
    this.#registry.registerMetric(gauge)
  }

  /** Reads all counters and values: as text, with its media type. */
  async read(): Promise<{ text: string; type: string }> {
    const texts = await Promise.all([this.#registry.metrics(), this.#process.metrics()])
    return { text: texts.join('\n'), type: this.#registry.contentType }
  }
}

async function attempt(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read()
  } catch {
    return NaN
  }
}
