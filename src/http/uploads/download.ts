import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../storage/storage.ts'
import type { HttpResponse } from '../request-state.ts'
import type { FileResult } from '../result.ts'
import { buildContentDisposition } from './file-names.ts'
import { Problem } from '../../core/errors.ts'

/** Returns headers that force a download and prevent sniffing and rendering in our origin. */
export const buildFileHeaders = ({ media_type, name }: FileResult): Record<string, string> => ({
  'content-type': media_type,
  ...(name !== undefined && {
    'content-disposition': buildContentDisposition(name),
    'content-security-policy': 'sandbox',
    'accept-ranges': 'bytes',
  }),
})

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  response: HttpResponse,
): Promise<FastifyReply> {
  const { name, size, open, discard } = response.file!
  if (request.method === 'HEAD') {
    await discard?.()
    return reply.header('content-length', size).send(Readable.from([]))
  }
  const { range: rangeHeader, 'if-range': ifRange } = request.headers
  const range = name === undefined ? undefined : parseRange(rangeHeader, ifRange, response.headers.etag!, size)
  if (range === 'none')
    throw new Problem(416, `The file has ${size} bytes.`, { headers: { 'content-range': `bytes */${size}` } })
  const stream = await open(range)
  await discard?.()
  if (!range) return reply.header('content-length', size).send(stream)
  const { start, end } = range
  reply.code(206).headers({ 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` })
  return reply.send(stream)
}

/**
 * Parses a Range header (RFC 9110 section 14.2). Undefined for the whole file: no, several or malformed ranges, or a stale
 * If-Range (section 13.1.5). `none`: not satisfiable.
 */
function parseRange(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  etag: string,
  size: number,
): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes\s*=\s*(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const [start, last] = [Number(from), to === '' ? Infinity : Number(to)]
  if (last < start) return undefined
  return start >= size ? 'none' : { start, end: Math.min(last, size - 1) }
}
