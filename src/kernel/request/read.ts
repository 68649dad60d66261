import type { Answer } from '../answer.ts'
import { fileHeaders } from '../files/download.ts'
import { etagOf, etagWith } from './etag.ts'
import { callOf, contextOf, type Exchange, type Sent } from './exchange.ts'

/** Runs a read: `access`, then the handler, where each statement takes any free connection. */
export async function read(exchange: Exchange): Promise<Sent> {
  const { ready } = exchange
  const call = callOf(exchange, contextOf(exchange))
  const target = await ready.op.access(call)
  const sent = sentOf(ready.op.reply.status, await ready.op.handle({ ...call, target, acted: undefined }))
  // Such an answer tells whether the service is well, which has to be asked anew each time.
  if (ready.op.scope === 'none') delete sent.headers.etag
  if (!ready.op.reply.live) return sent
  delete sent.headers.etag
  sent.headers['cache-control'] = 'no-store, no-transform'
  return sent
}

/** The headers of a stream. A proxy that collects what comes before it sends it on is asked not to. */
const liveHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

/** What a handler answered, as it goes out: its status, here the declared one, its ETag, and its body as text. */
export function sentOf(status: number, answer: Answer): Sent {
  if ((answer.status ?? status) === 204) return { status: 204, headers: {}, body: '' }
  const { file, live } = answer
  if (live) return { status, headers: { ...liveHeaders }, body: '', live }
  if (file) {
    const etag = etagOf(answer.version ?? 0, file.digest)
    return { status, headers: { ...fileHeaders(file), etag }, body: '', file }
  }
  const { json, version = 0, facet } = answer
  const body = json ? '' : answer.contentType ? (answer.body as string) : JSON.stringify(answer.body)
  const headers = {
    'content-type': answer.contentType ?? 'application/json; charset=utf-8',
    etag: json ? etagWith(version, json.hash, facet) : etagOf(version, body, facet),
  }
  return { status: answer.status ?? status, headers, body, ...(json && { bytes: json.bytes }) }
}
