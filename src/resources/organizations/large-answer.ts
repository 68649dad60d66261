import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Storage } from '../../storage/storage.ts'
import type { Answer } from '../../kernel/answer.ts'

/** Up to this many bytes an answer is held in memory. */
const held = 256 * 1024

/**
 * An answer that may be too large to hold. It is made at once, on the disk when it is large, and sent from there: so its
 * ETag and length are known before the first byte goes out, a failure on the way is a problem rather than half an answer,
 * and a client that reads slowly keeps no statement open. `digest` is asked for at the end: what the ETag covers.
 */
export async function largeAnswer(
  storage: Storage,
  media_type: string,
  texts: AsyncIterator<string>,
  digest: () => string,
): Promise<Answer> {
  const first: Buffer[] = []
  let size = 0
  while (size <= held) {
    const { done, value } = await texts.next()
    if (done) {
      const bytes = Buffer.concat(first)
      const whole = { media_type, size, digest: digest(), open: async () => Readable.from([bytes]) }
      return { body: '', file: whole }
    }
    const bytes = Buffer.from(value)
    first.push(bytes)
    size += bytes.length
  }
  const spooled = await storage.receive(chain(first, texts))
  const file = {
    media_type,
    size: spooled.size,
    digest: digest(),
    open: async () => (await open(spooled.path)).createReadStream(),
    // The open file outlives its name.
    discard: () => storage.forget(spooled),
  }
  return { body: '', file }
}

async function* chain(first: Buffer[], rest: AsyncIterator<string>): AsyncGenerator<Buffer> {
  yield* first.splice(0)
  for (let { done, value } = await rest.next(); !done; { done, value } = await rest.next())
    yield Buffer.from(value as string)
}
