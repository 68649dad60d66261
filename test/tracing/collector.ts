import { startReceiver } from '../webhooks/receiver.ts'

/** A span in OTLP JSON, with its attributes as an object. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: Record<string, unknown>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface Posted {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Stands for no response, instead of a status. */
export const NO_RESPONSE = 0

/** Starts an OpenTelemetry collector that records OTLP JSON and responds with `status`. */
export async function startCollector(status = 200) {
  const responses = { status }
  const receiver = await startReceiver((_request, response) => {
    if (responses.status !== NO_RESPONSE)
      response.writeHead(responses.status, { 'content-type': 'application/json' }).end('{}')
  })
  const listResources = () => receiver.requests.flatMap(({ body }) => (JSON.parse(body) as Posted).resourceSpans)
  return {
    answers: responses,
    receiver,
    endpoint: `http://127.0.0.1:${receiver.port}`,
    text: () => receiver.requests.map(({ body }) => body).join('\n'),
    services: () => new Set(listResources().map(({ resource }) => toRecord(resource.attributes)['service.name'])),
    spans: (): Span[] =>
      listResources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: toRecord(span.attributes) })),
  }
}
