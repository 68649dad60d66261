import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileStorage } from '../../../../storage/storage.ts'
import type { OperationResult } from '../../../../http/result.ts'

const MAX_MEMORY_BYTES = 256 * 1024

/** So the ETag and length are known, failures return a problem, and slow clients keep no statement open. */
export async function respondWithSpooledFile(
  storage: FileStorage,
  media_type: string,
  texts: AsyncIterator<string>,
  digest: () => string,
): Promise<OperationResult> {
  const first: Buffer[] = []
  let size = 0
  while (size <= MAX_MEMORY_BYTES) {
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
    // Streams that are open keep reading from the unlinked file.
    discard: () => storage.discard(spooled),
  }
  return { body: '', file }
}

async function* chain(first: Buffer[], rest: AsyncIterator<string>): AsyncGenerator<Buffer> {
  yield* first.splice(0)
  for (let { done, value } = await rest.next(); !done; { done, value } = await rest.next())
    yield Buffer.from(value as string)
}
