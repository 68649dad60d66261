import type { Answer } from '../answer.ts'
import { fileHeaders } from '../files/download.ts'
import { etagOf, etagWith } from './etag.ts'
import { callOf, contextOf, type Exchange, type Sent } from './exchange.ts'

/** Runs a read without a transaction: `access`, then the handler. */
export async function read(state: Exchange): Promise<Sent> {
  const { compiled } = state
  const call = callOf(state, contextOf(state))
  const target = await compiled.op.access(call)
  const response = sentOf(
    compiled.op.reply.status,
    await compiled.op.handle({ ...call, target, acted: undefined }),
  )
  // Health checks must not be answered from a cache.
  if (compiled.op.scope === 'none') delete response.headers.etag
  if (!compiled.op.reply.live) return response
  delete response.headers.etag
  response.headers['cache-control'] = 'no-store, no-transform'
  return response
}

/** Headers of an event stream; `X-Accel-Buffering` turns off buffering in nginx. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

/** Converts the result of a handler to an HTTP response with its ETag. */
export function sentOf(status: number, answer: Answer): Sent {
  if ((answer.status ?? status) === 204) return { status: 204, headers: {}, body: '' }
  const { file, live } = answer
  if (live) return { status, headers: { ...STREAM_HEADERS }, body: '', live }
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
