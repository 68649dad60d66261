import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { kindNames, type Entry, type Kind, type Row } from '../format/kinds.ts'
import type { Manifest } from '../format/manifest.ts'
import { requireRow } from '../format/row.ts'
import { readLines } from './lines.ts'
import { createArchiveWriter } from './writer.ts'

/** A file that belongs to an archive, by its path there. */
export interface PackedFile {
  path: string
  open: () => Promise<Readable>
}

interface PackOptions {
  /** Folder for temporary files, which are removed. */
  folder: string
  /** Read when all entries are consumed, since parsers find notes on the way. */
  manifest: () => Parameters<ReturnType<typeof createArchiveWriter>['finish']>[0]
  files?: AsyncIterable<PackedFile> | Iterable<PackedFile>
}

/** Writes entries that come in any order into an archive, by way of a temporary file for each kind. */
export async function packEntries(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  output: Writable,
  { folder, manifest, files = [] }: PackOptions,
): Promise<Manifest> {
  const temporary = await mkdtemp(path.join(folder, 'pack-'))
  try {
    const spools = await spoolEntries(entries, temporary)
    const writer = createArchiveWriter(output)
    try {
      for (const kind of kindNames) if (spools.has(kind)) await writer.writeRows(kind, readSpool(temporary, kind))
      for await (const file of files) await writer.writeFile(file.path, await file.open())
      return await writer.finish(manifest())
    } catch (error) {
      writer.abort(error as Error)
      throw error
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const BUFFERED_CHARACTERS = 256 * 1024

/** Appends lines to a file. */
class Spool {
  readonly #file: FileHandle
  #lines = ''

  constructor(file: FileHandle) {
    this.#file = file
  }

  async write(line: string): Promise<void> {
    this.#lines += line
    if (this.#lines.length > BUFFERED_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    await this.#file.appendFile(this.#lines)
    this.#lines = ''
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

async function spoolEntries(entries: AsyncIterable<Entry> | Iterable<Entry>, folder: string): Promise<Set<Kind>> {
  const spools = new Map<Kind, Spool>()
  const counts = new Map<Kind, number>()
  try {
    for await (const { kind, row } of entries) {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      requireRow(kind, row, count)
      let spool = spools.get(kind)
      if (!spool) spools.set(kind, (spool = new Spool(await open(path.join(folder, kind), 'w'))))
      await spool.write(`${JSON.stringify(row)}\n`)
    }
    for (const spool of spools.values()) await spool.flush()
  } finally {
    for (const spool of spools.values()) await spool.close()
  }
  return new Set(spools.keys())
}

async function* readSpool<K extends Kind>(folder: string, kind: K): AsyncGenerator<Row<K>> {
  for await (const line of readLines(createReadStream(path.join(folder, kind)), kind, Infinity))
    yield JSON.parse(line) as Row<K>
}
