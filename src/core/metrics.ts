import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Process metrics (memory, CPU, event-loop lag, GC), shared by all servers of a process. */
let processMetrics: Registry | undefined

function processRegistry(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) })
  return processMetrics
}

export interface GaugeDefinition<T extends unknown[]> {
  name: string
  help: string
  label?: string
  read: (...inputs: T) => Reading | Promise<Reading>
}
type Reading = number | Record<string, number>

/** Metrics of a server. Labels never contain IDs or names: each value is a permanent, visible series. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #process = processRegistry()
  readonly #requests = this.counter(
    'svc_http_requests_total',
    'HTTP responses, by operation and status.',
    'operation',
    'status',
  )
  readonly #seconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Seconds from the headers of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  })

  recordResponse(operation = 'none', status: number, seconds: number): void {
    this.#requests.inc({ operation, status })
    this.#seconds.observe({ operation }, seconds)
  }

  counter<L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> {
    const existing = this.#registry.getSingleMetric(name) as Counter<L> | undefined
    return existing ?? new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  gauge({ name, help, label, read }: GaugeDefinition<[]>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        gauge.reset()
        const reading = await readOrNaN(read)
        if (typeof reading === 'number') gauge.set(reading)
        else for (const [value, number] of Object.entries(reading)) gauge.set({ [label!]: value }, number)
      },
    })
    this.#registry.registerMetric(gauge)
  }

  async render(): Promise<{ text: string; type: string }> {
    const texts = await Promise.all([this.#registry.metrics(), this.#process.metrics()])
    return { text: texts.join('\n'), type: this.#registry.contentType }
  }
}

async function readOrNaN(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read()
  } catch {
    return NaN
  }
}
