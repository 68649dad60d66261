import type { OperationResult } from './result.ts'
import { buildFileHeaders } from './uploads/download.ts'
import { buildEtag, buildEtagFromHash } from './etag.ts'
import { buildOperationInput, createContext, type RequestState, type HttpResponse } from './request-state.ts'

export async function runRead(state: RequestState): Promise<HttpResponse> {
  const { compiled } = state
  const call = buildOperationInput(state, createContext(state))
  const target = await compiled.op.authorize(call)
  const response = toHttpResponse(
    compiled.op.reply.status,
    await compiled.op.handle({ ...call, target, sideEffectResult: undefined }),
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

export function toHttpResponse(status: number, result: OperationResult): HttpResponse {
  if ((result.status ?? status) === 204) return { status: 204, headers: {}, body: '' }
  const { file, openStream } = result
  if (openStream) return { status, headers: { ...STREAM_HEADERS }, body: '', openStream: openStream }
  if (file) {
    const etag = buildEtag(result.version ?? 0, file.digest)
    return { status, headers: { ...buildFileHeaders(file), etag }, body: '', file }
  }
  const { json, version = 0, linksDigest } = result
  const body = json ? '' : result.contentType ? (result.body as string) : JSON.stringify(result.body)
  const headers = {
    'content-type': result.contentType ?? 'application/json; charset=utf-8',
    etag: json ? buildEtagFromHash(version, json.hash, linksDigest) : buildEtag(version, body, linksDigest),
  }
  return { status: result.status ?? status, headers, body, ...(json && { bytes: json.bytes }) }
}
