import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../core/config/traces.ts'
import type { Log } from '../core/log.ts'

const TIMEOUT_MS = 5_000

export class TraceExporter implements SpanExporter {
  readonly #exporter: OTLPTraceExporter
  readonly #log: Log
  #isFailing = false

  constructor({ url, headers }: TracesConfig, log: Log) {
    this.#exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: TIMEOUT_MS })
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      this.#logTransition(code === ExportResultCode.SUCCESS ? undefined : (error?.message ?? 'no response'))
      // Drops failed batches instead of storing them in memory.
      done({ code: ExportResultCode.SUCCESS })
    })
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }

  #logTransition(error?: string): void {
    const isFailing = error !== undefined
    if (isFailing && !this.#isFailing) this.#log('warn', 'traces cannot be exported', { error })
    if (!isFailing && this.#isFailing) this.#log('info', 'traces are exported again')
    this.#isFailing = isFailing
  }
}
