import type { IncomingMessage } from 'node:http'

/** Reads a body that nobody has parsed; undefined when it is larger than `most` bytes. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end all the same: an answer before that may never be seen.
    if (size <= most) chunks.push(chunk)
    else if (size > most * 16) return undefined
  }
  return size > most ? undefined : Buffer.concat(chunks)
}

/** No text of ours holds a NUL, and no database stores one. */
export const holdsNul = (text: string): boolean => text.includes('\0')

/** Reads a submitted form; one that is larger than `most` bytes, or holds a NUL, is as good as none. */
export async function readForm(request: IncomingMessage, most = 64 * 1024): Promise<URLSearchParams> {
  const bytes = await readBytes(request, most)
  const form = new URLSearchParams(bytes?.toString('utf8') ?? '')
  return [...form].flat().some(holdsNul) ? new URLSearchParams() : form
}
