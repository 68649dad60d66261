import { createHash } from 'node:crypto'
import { Readable, Transform, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { kindNames, type Kind, type Row } from '../format/kinds.ts'
import { FORMAT_NAME, FORMAT_VERSION, MANIFEST_PATH, type Manifest, type Part } from '../format/manifest.ts'
import { requireRow } from '../format/row.ts'

/** The parts have no times, so that the same data are the same bytes. */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
const CHUNK_CHARACTERS = 64 * 1024

type Rows<K extends Kind> = AsyncIterable<Row<K>> | Iterable<Row<K>>

export interface ArchiveWriter {
  /** Writes all rows of a kind. Kinds come in their order, each at most once. Returns the number of rows. */
  writeRows<K extends Kind>(kind: K, rows: Rows<K>): Promise<number>
  /** Writes a file, whose path begins with files/. */
  writeFile(path: string, content: Readable, options?: { compress?: boolean }): Promise<Part>
  /** Writes the manifest, which is the last entry, and returns when the output has received everything. */
  finish(manifest: Omit<Manifest, 'format' | 'format_version' | 'parts'>): Promise<Manifest>
  /** Ends the output with an error. */
  abort(error: Error): void
}

/** Writes an archive to a stream, with bounded memory: rows and files are consumed as fast as the output accepts them. */
export const createArchiveWriter = (output: Writable): ArchiveWriter => new ZipArchiveWriter(output)

class ZipArchiveWriter implements ArchiveWriter {
  readonly #zip = new yazl.ZipFile()
  readonly #source = this.#zip.outputStream as Readable
  readonly #written: Promise<void>
  readonly #parts: Part[] = []
  #last = -1

  constructor(output: Writable) {
    this.#written = pipeline(this.#source, output)
    // Is awaited by `finish` only; a failure before that ends the part being written.
    this.#written.catch(() => {})
    this.#zip.on('error', (error: Error) => this.#source.destroy(error))
  }

  async writeRows<K extends Kind>(kind: K, rows: Rows<K>): Promise<number> {
    const index = kindNames.indexOf(kind)
    if (index <= this.#last) throw new Error(`${kind} must come once, and before ${kindNames[this.#last]}.`)
    this.#last = index
    let count = 0
    const lines = serializeRows(kind, rows, () => ++count)
    const part = await this.#writePart(`${kind}.jsonl`, Readable.from(lines, { objectMode: false }), true)
    Object.assign(part, { kind, rows: count })
    return count
  }

  writeFile(path: string, content: Readable, { compress = true } = {}): Promise<Part> {
    if (!/^files\/[\w.-]+$/.test(path)) throw new Error(`${path} is no path of a file in an archive.`)
    return this.#writePart(path, content, compress)
  }

  async finish(details: Parameters<ArchiveWriter['finish']>[0]): Promise<Manifest> {
    const manifest = { format: FORMAT_NAME, format_version: FORMAT_VERSION, ...details, parts: this.#parts }
    this.#zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST_PATH, ENTRY_OPTIONS)
    this.#zip.end()
    await this.#written
    return manifest
  }

  abort(error: Error): void {
    this.#source.destroy(error)
  }

  async #writePart(path: string, content: Readable, compress: boolean): Promise<Part> {
    const meter = createMeter()
    content.on('error', (error) => meter.destroy(error))
    content.pipe(meter)
    const ended = finished(meter)
    ended.catch(() => {})
    this.#zip.addReadStream(meter, path, { ...ENTRY_OPTIONS, compress })
    await Promise.race([ended, this.#rejectEarlyEnd()])
    const part: Part = { path, size: meter.size(), sha256: meter.digest() }
    this.#parts.push(part)
    return part
  }

  async #rejectEarlyEnd(): Promise<never> {
    await this.#written
    throw new Error('The output ended before the archive was complete.')
  }
}

async function* serializeRows<K extends Kind>(kind: K, rows: Rows<K>, count: () => number) {
  let buffered = ''
  for await (const row of rows) {
    buffered += `${JSON.stringify(requireRow(kind, row, count()))}\n`
    if (buffered.length < CHUNK_CHARACTERS) continue
    yield buffered
    buffered = ''
  }
  if (buffered) yield buffered
}

/** Passes bytes on, and computes their number and hash. */
function createMeter() {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return Object.assign(meter, { size: () => size, digest: () => hash.digest('hex') })
}
