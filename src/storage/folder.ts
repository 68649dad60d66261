import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FolderConfig } from './config.ts'
import { rejectStorageUnavailable, Spool } from './spool.ts'
import type { ByteRange, SpooledFile, FileStorage } from './storage.ts'

/** Stores files in a folder; each appears atomically under its name, flushed to disk. */
class FolderStorage implements FileStorage {
  readonly description: string
  readonly #root: string
  readonly #spool: Spool

  constructor({ folder }: FolderConfig) {
    this.description = `the folder ${folder}`
    this.#root = folder
    // Uses the same file system, since files are renamed into place.
    this.#spool = new Spool(path.join(folder, 'incoming'))
  }

  receive = (chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> => this.#spool.receive(chunks)
  discard = (spooled: SpooledFile): Promise<void> => this.#spool.forget(spooled)
  sweepSpool = (now: number): Promise<number> => this.#spool.sweep(now)
  remove = (name: string): Promise<void> =>
    rm(path.join(this.#root, name), { force: true }).catch(rejectStorageUnavailable)

  async commit(name: string, spooled: SpooledFile): Promise<void> {
    await this.#moveAndSync(spooled.path, path.join(this.#root, name)).catch(rejectStorageUnavailable)
  }

  /** Renames and flushes the file: after a crash, a copy could be incomplete. */
  async #moveAndSync(from: string, to: string): Promise<void> {
    const firstCreated = await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    // Flushes all new folders up to the first existing one, which make the names durable.
    const lastFolder = firstCreated ? path.dirname(firstCreated) : path.dirname(to)
    for (let folder = path.dirname(to); ; folder = path.dirname(folder)) {
      await syncFolder(folder)
      if (folder === lastFolder || folder === path.dirname(folder)) return
    }
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    // Opens the file before the response starts, when an error can still be reported.
    const handle = await open(path.join(this.#root, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error(`the file ${name} is missing`, { cause: error })
      return rejectStorageUnavailable(error)
    })
    return handle.createReadStream(range)
  }
}

export async function openFolderStorage(config: FolderConfig): Promise<FolderStorage> {
  await mkdir(path.join(config.folder, 'incoming'), { recursive: true, mode: 0o700 })
  return new FolderStorage(config)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
