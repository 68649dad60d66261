import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FolderConfig } from './config.ts'
import { rejectUnavailable, Spool } from './spool.ts'
import type { ByteRange, Spooled, Storage } from './storage.ts'

/** Files in a folder: each appears under its name at once and whole, and is on the disk by then. */
export class Folder implements Storage {
  readonly description: string
  readonly #root: string
  readonly #spool: Spool

  constructor({ folder }: FolderConfig) {
    this.description = `the folder ${folder}`
    this.#root = folder
    // The spool is on the same file system as the objects, since a file becomes an object by being renamed.
    this.#spool = new Spool(path.join(folder, 'incoming'))
  }

  receive = (chunks: AsyncIterable<Uint8Array>): Promise<Spooled> => this.#spool.receive(chunks)
  forget = (spooled: Spooled): Promise<void> => this.#spool.forget(spooled)
  sweepSpool = (now: number): Promise<number> => this.#spool.sweep(now)
  remove = (name: string): Promise<void> =>
    rm(path.join(this.#root, name), { force: true }).catch(rejectUnavailable)

  async store(name: string, spooled: Spooled): Promise<void> {
    await this.#place(spooled.path, path.join(this.#root, name)).catch(rejectUnavailable)
  }

  /** It is renamed and flushed, not copied: a crash could leave a name with half a file behind it. */
  async #place(from: string, to: string): Promise<void> {
    const made = await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    // The names are on the disk only when their folders are, up to the first that was there before.
    const last = made ? path.dirname(made) : path.dirname(to)
    for (let folder = path.dirname(to); ; folder = path.dirname(folder)) {
      await flush(folder)
      if (folder === last || folder === path.dirname(folder)) return
    }
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    // It is opened before anything is answered, since a stream that opens by itself fails when the headers are gone.
    const handle = await open(path.join(this.#root, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error(`the file ${name} is missing`, { cause: error })
      return rejectUnavailable(error)
    })
    return handle.createReadStream(range)
  }
}

/** The storage in a folder, which is made for its owner alone when it is not there. */
export async function openFolder(config: FolderConfig): Promise<Folder> {
  await mkdir(path.join(config.folder, 'incoming'), { recursive: true, mode: 0o700 })
  return new Folder(config)
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
