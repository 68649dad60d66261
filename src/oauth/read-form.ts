import type { IncomingMessage } from 'node:http'
import { hasLongMarkRun } from '../core/text.ts'

/** Reads a raw body; undefined if it exceeds `maxBytes`. */
export async function readLimitedBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Reads on beyond the limit, since a client may not read the response before it has sent everything.
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > maxBytes * 16) return undefined
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks)
}

/** Returns whether a text contains NUL, which PostgreSQL cannot store, or a long run of combining marks. */
export const isInvalidText = (text: string): boolean => text.includes('\0') || hasLongMarkRun(text)

/** Reads a submitted form. Returns an empty one if it exceeds `maxBytes` or contains invalid text. */
export async function readUrlEncodedForm(request: IncomingMessage, maxBytes = 64 * 1024): Promise<URLSearchParams> {
  const bytes = await readLimitedBody(request, maxBytes)
  const form = new URLSearchParams(bytes?.toString('utf8') ?? '')
  return [...form].flat().some(isInvalidText) ? new URLSearchParams() : form
}
