import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { ObjectStore } from './object-store.ts'

const TEMPORARY = /\.partial$/

export class FolderObjects implements ObjectStore {
  readonly description: string
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    this.description = `the folder ${root}`
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = path.join(this.#root, name)
    const folder = path.dirname(target)
    await makeFolders(folder)
    const temporary = `${target}.${randomUUID().slice(0, 8)}.partial`
    try {
      await writeDurably(temporary, content)
      await rename(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await syncFolders(folder, this.#root)
  }

  async read(name: string): Promise<Readable | undefined> {
    try {
      return (await open(path.join(this.#root, name))).createReadStream({ highWaterMark: 256 * 1024 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const entries = await readdir(path.join(this.#root, prefix), { withFileTypes: true }).catch(returnNone)
    for (const entry of entries) {
      const name = `${prefix}${entry.name}`
      if (entry.isDirectory()) yield* this.list(`${name}/`)
      else if (entry.isFile() && !TEMPORARY.test(name)) yield name
      else if (entry.isFile()) await this.#removeAbandoned(name)
    }
  }

  async remove(name: string): Promise<void> {
    const file = path.join(this.#root, name)
    await rm(file, { force: true })
    for (let folder = path.dirname(file); folder !== this.#root; folder = path.dirname(folder)) {
      const { length } = await readdir(folder).catch(() => ['unreadable'])
      if (length > 0) return
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Deletes what a process left that ended while it wrote. */
  async #removeAbandoned(name: string): Promise<void> {
    const file = path.join(this.#root, name)
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity)
    if (age > MAX_WRITE_MS) await rm(file, { force: true })
  }
}

/** Creates folders one by one: below `/proc`, Node's own recursion never ends. */
async function makeFolders(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolders(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

const MAX_WRITE_MS = 60 * 60_000

const returnNone = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT') return []
  throw error
}

async function writeDurably(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    for await (const chunk of content) await writeAll(handle, chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;)
    offset += (await handle.write(chunk, offset, chunk.length - offset)).bytesWritten
}

async function syncFolders(first: string, last: string): Promise<void> {
  for (let folder = first; ; folder = path.dirname(folder)) {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
    if (folder === last || folder === path.dirname(folder)) return
  }
}
