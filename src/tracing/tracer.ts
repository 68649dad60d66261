/** Traces by OpenTelemetry: loaded only where the settings ask for them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler, TracesConfig } from '../kernel/config/traces.ts'
import type { Log } from '../kernel/services/log.ts'
import { Exporter } from './exporting.ts'
import { listenForWork } from './listeners.ts'
import { Requests } from './requests.ts'
import type { Tracing } from './tracing.ts'

/** Spans that wait to be sent; those beyond are dropped. */
const queued = 2048
/** Milliseconds between two batches, and that a stop waits for the last. */
const pause = 1_000
const patience = 2_000
/** Characters of a statement that are told. */
const longestText = 4096

/** Makes what traces: nothing of it is global, so that it ends with its server. */
export function createTracing(config: TracesConfig, log: Log): Tracing {
  const exporter = new Exporter(config, log)
  const spanProcessors = [
    new BatchSpanProcessor({ exporter, maxQueueSize: queued, scheduledDelayMillis: pause }),
  ]
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'process.pid': process.pid }),
    sampler: samplerOf(config.sampler),
    spanLimits: { attributeValueLengthLimit: longestText },
    spanProcessors,
  })
  const tracer = provider.getTracer('svc')
  const running = new AsyncLocalStorage<Context>()
  const requests = new Requests(tracer, running)
  const stopListening = listenForWork(tracer, running)
  return {
    attend: (app) => requests.attend(app),
    idOf: (request) => requests.idOf(request),
    async stop() {
      stopListening()
      const late = new Promise<void>((resolve) => setTimeout(resolve, patience).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

function samplerOf({ share, followsCaller }: Sampler) {
  const root = new TraceIdRatioBasedSampler(share)
  return followsCaller ? new ParentBasedSampler({ root }) : root
}
