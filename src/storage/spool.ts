import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { StorageUnavailable, type Spooled } from './storage.ts'

const kept = 60 * 60 * 1000

/** A folder of files that are still on their way in. */
export class Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes bytes to a file as they come; when they end early, or find no room, nothing is left of it. */
  async receive(chunks: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const file = path.join(this.#folder, randomUUID())
    const handle = await this.#create(file).catch(rejectUnavailable)
    const hash = createHash('sha256')
    let size = 0
    let broken: unknown
    async function* counted() {
      try {
        for await (const chunk of chunks) {
          size += chunk.length
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        broken = error
        throw error
      }
    }
    try {
      await writeFile(handle, counted())
      await handle.sync()
      return { path: file, size, sha256: hash.digest() }
    } catch (error) {
      await unlink(file).catch(() => undefined)
      throw broken ?? (await rejectUnavailable(error).catch((told: unknown) => told))
    } finally {
      await handle.close().catch(() => undefined)
    }
  }

  forget = ({ path }: Spooled): Promise<void> => unlink(path).catch(() => undefined)

  /**
   * Removes what nobody has written to for an hour. An upload whose process slept so long finds its file gone, and
   * fails.
   */
  async sweep(now: number): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name)
      const age = now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now)
      if (age > kept)
        removed += await unlink(file).then(
          () => 1,
          () => 0,
        )
    }
    return removed
  }

  async #create(file: string): Promise<FileHandle> {
    try {
      return await open(file, 'wx', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      return open(file, 'wx', 0o600)
    }
  }
}

/** Tells a failure of the disk or the bucket as what it means to the caller. */
export function rejectUnavailable(error: unknown): Promise<never> {
  const { message } = error as Error
  return Promise.reject(new StorageUnavailable(`file storage unavailable: ${message}`, { cause: error }))
}
