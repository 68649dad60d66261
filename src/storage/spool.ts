import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { StorageUnavailable, type SpooledFile } from './storage.ts'

const MAX_AGE_MS = 60 * 60 * 1000

export class Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a stream to a file; deletes the file if the stream or the disk fails. */
  async receive(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const file = path.join(this.#folder, randomUUID())
    const handle = await this.#createFile(file).catch(rejectStorageUnavailable)
    const hash = createHash('sha256')
    let size = 0
    let sourceError: unknown
    async function* measured() {
      try {
        for await (const chunk of chunks) {
          size += chunk.length
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        sourceError = error
        throw error
      }
    }
    try {
      await writeFile(handle, measured())
      await handle.sync()
      return { path: file, size, sha256: hash.digest() }
    } catch (error) {
      await unlink(file).catch(() => undefined)
      throw sourceError ?? (await rejectStorageUnavailable(error).catch((converted: unknown) => converted))
    } finally {
      await handle.close().catch(() => undefined)
    }
  }

  forget = ({ path }: SpooledFile): Promise<void> => unlink(path).catch(() => undefined)

  /** Deletes files not written to for an hour. An upload that stalls longer fails. */
  async sweep(now: number): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name)
      const age = now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now)
      if (age > MAX_AGE_MS)
        removed += await unlink(file).then(
          () => 1,
          () => 0,
        )
    }
    return removed
  }

  async #createFile(file: string): Promise<FileHandle> {
    try {
      return await open(file, 'wx', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      return open(file, 'wx', 0o600)
    }
  }
}

export function rejectStorageUnavailable(error: unknown): Promise<never> {
  const { message } = error as Error
  return Promise.reject(new StorageUnavailable(`file storage unavailable: ${message}`, { cause: error }))
}
