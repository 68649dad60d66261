import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceSampler, TracesConfig } from '../core/config/traces.ts'
import type { Log } from '../core/log.ts'
import { TraceExporter } from './exporter.ts'
import { subscribeToWork } from './work-spans.ts'
import { RequestTracer } from './request-spans.ts'
import type { Tracing } from './tracing.ts'

const MAX_QUEUED_SPANS = 2048
const BATCH_DELAY_MS = 1_000
const SHUTDOWN_TIMEOUT_MS = 2_000
const MAX_TEXT_LENGTH = 4096

/** Creates tracing without global state, so that it ends with its server. */
export function createTracing(config: TracesConfig, log: Log): Tracing {
  const exporter = new TraceExporter(config, log)
  const spanProcessors = [
    new BatchSpanProcessor({
      exporter,
      maxQueueSize: MAX_QUEUED_SPANS,
      scheduledDelayMillis: BATCH_DELAY_MS,
    }),
  ]
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'process.pid': process.pid }),
    sampler: createSampler(config.sampler),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors,
  })
  const tracer = provider.getTracer('svc')
  const running = new AsyncLocalStorage<Context>()
  const requests = new RequestTracer(tracer, running)
  const stopListening = subscribeToWork(tracer, running)
  return {
    install: (app) => requests.install(app),
    getTraceId: (request) => requests.getTraceId(request),
    async stop() {
      stopListening()
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
    },
  }
}

function createSampler({ ratio, respectsParent }: TraceSampler) {
  const root = new TraceIdRatioBasedSampler(ratio)
  return respectsParent ? new ParentBasedSampler({ root }) : root
}
