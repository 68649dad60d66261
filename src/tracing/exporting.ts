import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../kernel/config/traces.ts'
import type { Log } from '../kernel/services/log.ts'

/** Milliseconds that a collector has for taking a batch, other tries included. */
const patience = 5_000

/** Sends spans to the collector. That it does not take them is one line of the log, until it takes them again. */
export class Exporter implements SpanExporter {
  readonly #sending: OTLPTraceExporter
  readonly #log: Log
  #troubled = false

  constructor({ url, headers }: TracesConfig, log: Log) {
    this.#sending = new OTLPTraceExporter({ url, headers, timeoutMillis: patience })
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#sending.export(spans, ({ code, error }) => {
      this.#went(code === ExportResultCode.SUCCESS ? undefined : (error?.message ?? 'no answer'))
      // What was not taken is lost: it is not worth the memory to keep it.
      done({ code: ExportResultCode.SUCCESS })
    })
  }

  forceFlush(): Promise<void> {
    return this.#sending.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#sending.shutdown()
  }

  #went(error?: string): void {
    const troubled = error !== undefined
    if (troubled && !this.#troubled) this.#log('warn', 'traces cannot be sent', { error })
    if (!troubled && this.#troubled) this.#log('info', 'traces are sent again')
    this.#troubled = troubled
  }
}
