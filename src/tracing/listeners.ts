import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api'
import { statementChannel, type AnnouncedStatement } from '../db/announced.ts'
import { sendingChannel, type AnnouncedSending, type Became } from '../kernel/services/sendings.ts'
import type { Running } from './requests.ts'

/** Listens for what is announced, and makes spans of it. Gives what ends that. */
export function listenForWork(tracer: Tracer, running: Running): () => void {
  const onStatement = (message: unknown) => tellStatement(tracer, running, message as AnnouncedStatement)
  const onSending = (message: unknown) => tellSending(tracer, message as AnnouncedSending)
  subscribe(statementChannel, onStatement)
  subscribe(sendingChannel, onSending)
  return () => {
    unsubscribe(statementChannel, onStatement)
    unsubscribe(sendingChannel, onSending)
  }
}

/** A statement of a request. Those of jobs, which look for work several times a second, would be most of all spans. */
function tellStatement(tracer: Tracer, running: Running, { text, outcome }: AnnouncedStatement): void {
  const context = running.getStore()
  if (!context) return
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
  endWith(tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, context), outcome)
}

const names = { webhook: 'deliver webhook', mail: 'send mail' }

/** Something sent to the outside: a trace of its own, which the receiver is not told of. */
function tellSending(tracer: Tracer, { what, about, outcome }: AnnouncedSending): void {
  const attributes = Object.fromEntries(Object.entries(about).map(([name, value]) => [`svc.${name}`, value]))
  endWith(tracer.startSpan(names[what], { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT), outcome)
}

/** Ends a span with what became of the work. Whoever awaits the work is told of a failure; here it is only noted. */
function endWith(span: Span, outcome: Promise<unknown>): void {
  outcome
    .then((became) => noteOutcome(span, became as Became))
    .catch((error: unknown) => noteFailure(span, error))
    .finally(() => span.end())
}

/** The words of an error can hold values; its code, or its kind, can not. */
function noteFailure(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'Error')).setStatus({ code: SpanStatusCode.ERROR })
}

function noteOutcome(span: Span, became: Became): void {
  if (typeof became?.outcome !== 'string') return
  span.setAttribute('svc.outcome', became.outcome)
  if (became.status !== null) span.setAttribute('http.response.status_code', became.status)
  if (became.outcome !== 'succeeded')
    span.setAttribute('error.type', became.outcome).setStatus({ code: SpanStatusCode.ERROR })
}
