import type { IncomingMessage } from 'node:http'
import { hasLongRun } from '../kernel/text.ts'

/** Reads a body that nobody has parsed; undefined when it is larger than `most` bytes. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // What is too much is read all the same, since a client may not see an answer before it has sent everything.
    if (size <= most) chunks.push(chunk)
    else if (size > most * 16) return undefined
  }
  return size > most ? undefined : Buffer.concat(chunks)
}

/** Whether a text is none of ours: it holds a NUL, which no database stores, or a long run of combining marks. */
export const isForeign = (text: string): boolean => text.includes('\0') || hasLongRun(text)

/** Reads a submitted form. One that is larger than `most` bytes, or holds a foreign text, counts as empty. */
export async function readSubmitted(request: IncomingMessage, most = 64 * 1024): Promise<URLSearchParams> {
  const bytes = await readBytes(request, most)
  const form = new URLSearchParams(bytes?.toString('utf8') ?? '')
  return [...form].flat().some(isForeign) ? new URLSearchParams() : form
}
