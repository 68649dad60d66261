import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../storage/storage.ts'
import type { Sent } from '../request/exchange.ts'
import type { FileAnswer } from '../answer.ts'
import { contentDisposition } from './names.ts'
import { Problem } from '../problem.ts'

/** The headers of a file: it is saved, never shown in a page of ours, and its type never guessed. */
export const fileHeaders = ({ media_type, name }: FileAnswer): Record<string, string> => ({
  'content-type': media_type,
  ...(name !== undefined && {
    'content-disposition': contentDisposition(name),
    'content-security-policy': 'sandbox',
    'accept-ranges': 'bytes',
  }),
})

/** Sends a file, or the part asked for: its bytes come from the storage as fast as the client takes them. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<FastifyReply> {
  const { name, size, open, discard } = sent.file!
  if (request.method === 'HEAD') {
    await discard?.()
    return reply.header('content-length', size).send(Readable.from([]))
  }
  const { range: part, 'if-range': known } = request.headers
  const range = name === undefined ? undefined : rangeOf(part, known, sent.headers.etag!, size)
  if (range === 'none')
    throw new Problem(416, `The file has ${size} bytes.`, { headers: { 'content-range': `bytes */${size}` } })
  const stream = await open(range)
  await discard?.()
  if (!range) return reply.header('content-length', size).send(stream)
  const { start, end } = range
  reply
    .code(206)
    .headers({ 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` })
  return reply.send(stream)
}

/**
 * The part asked for (RFC 9110 section 14.2). Undefined means all of it: nothing was asked for, or more than one part,
 * or in a way that is no range, or of another version (If-Range, section 13.1.5). `none`: there is no such part.
 */
export function rangeOf(
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
