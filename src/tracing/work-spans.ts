import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api'
import { statementChannel, type PublishedStatement } from '../db/driver/statement-channel.ts'
import { deliveryTraceChannel, type PublishedDelivery, type DeliveryOutcome } from '../core/delivery-channel.ts'
import type { RequestContext } from './request-spans.ts'

export function subscribeToWork(tracer: Tracer, running: RequestContext): () => void {
  const onStatement = (message: unknown) => recordStatement(tracer, running, message as PublishedStatement)
  const onSending = (message: unknown) => recordDelivery(tracer, message as PublishedDelivery)
  subscribe(statementChannel, onStatement)
  subscribe(deliveryTraceChannel, onSending)
  return () => {
    unsubscribe(statementChannel, onStatement)
    unsubscribe(deliveryTraceChannel, onSending)
  }
}

/** Records a statement of a request. Polling jobs would dominate all spans. */
function recordStatement(tracer: Tracer, running: RequestContext, { text, outcome }: PublishedStatement): void {
  const context = running.getStore()
  if (!context) return
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
  endSpan(tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, context), outcome)
}

const SPAN_NAMES = { webhook: 'deliver webhook', mail: 'send mail' }

/** Records an outbound delivery as its own trace, which is not propagated to the receiver. */
function recordDelivery(tracer: Tracer, { kind, attributes: about, outcome }: PublishedDelivery): void {
  const attributes = Object.fromEntries(Object.entries(about).map(([name, value]) => [`svc.${name}`, value]))
  endSpan(tracer.startSpan(SPAN_NAMES[kind], { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT), outcome)
}

function endSpan(span: Span, outcome: Promise<unknown>): void {
  outcome
    .then((result) => recordOutcome(span, result as DeliveryOutcome))
    .catch((error: unknown) => recordFailure(span, error))
    .finally(() => span.end())
}

/** Records only the code or kind of an error, since its message may contain values. */
function recordFailure(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'Error')).setStatus({ code: SpanStatusCode.ERROR })
}

function recordOutcome(span: Span, result: DeliveryOutcome): void {
  if (typeof result?.outcome !== 'string') return
  span.setAttribute('svc.outcome', result.outcome)
  if (result.status !== null) span.setAttribute('http.response.status_code', result.status)
  if (result.outcome !== 'succeeded')
    span.setAttribute('error.type', result.outcome).setStatus({ code: SpanStatusCode.ERROR })
}
