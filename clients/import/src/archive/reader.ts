import { createHash } from 'node:crypto'
import { PassThrough, Transform, type Readable, type TransformCallback } from 'node:stream'
import yauzl from 'yauzl'
import { DataError } from '../format/errors.ts'
import { kindNames, type Kind, type Row } from '../format/kinds.ts'
import { findManifestProblem, MANIFEST_PATH, type Manifest, type Part } from '../format/manifest.ts'
import { requireRow } from '../format/row.ts'
import { readLines } from './lines.ts'

export interface ArchiveLimits {
  /** Total size of the unpacked parts. */
  maxBytes: number
  /** Size of a row. */
  maxRowBytes: number
  /** Number of entries of the zip. */
  maxEntries: number
}

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024
const defaultLimits: ArchiveLimits = {
  maxBytes: 64 * 1024 ** 3,
  maxRowBytes: 16 * 1024 ** 2,
  maxEntries: 300_000,
}

export interface NumberedRow<K extends Kind> {
  /** Number of the line, beginning with 1. */
  line: number
  row: Row<K>
}

export interface DataArchive {
  readonly manifest: Manifest
  /** Reads the rows of a kind one after the other, without those before `fromLine`; none if the archive has none. */
  rows<K extends Kind>(kind: K, fromLine?: number): AsyncGenerator<NumberedRow<K>>
  /** Returns the content of a file that the manifest lists. */
  openFile(path: string): Promise<Readable>
  /** Returns the declared number of rows. */
  countRows(kind: Kind): number
  close(): void
}

/** Opens an archive and reads its manifest. Contents are checked against it as they are read. */
export async function openArchive(path: string, limits: Partial<ArchiveLimits> = {}): Promise<DataArchive> {
  const limit = { ...defaultLimits, ...limits }
  const zip = await openZip(path)
  try {
    const entries = await listEntries(zip, limit)
    const manifest = await readManifest(zip, entries)
    const parts = new Map(manifest.parts.map((part) => [part.path, part]))
    requireParts(parts, entries)
    const open = async (part: Part) => checkContent(await openEntry(zip, entries.get(part.path)!), part)
    return {
      manifest,
      rows: (kind, fromLine = 1) => readRows(kind, parts.get(`${kind}.jsonl`), open, fromLine, limit.maxRowBytes),
      async openFile(name) {
        const part = parts.get(name)
        if (!part || !name.startsWith('files/')) throw new DataError(name, undefined, 'the archive has no such file.')
        return await open(part)
      },
      countRows: (kind) => parts.get(`${kind}.jsonl`)?.rows ?? 0,
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Zip archive of another service. */
export interface ZipContents {
  readonly names: ReadonlySet<string>
  open(name: string): Promise<Readable>
  close(): void
}

/** Opens any zip archive; its limits, names and sizes are checked as those of the data format. */
export async function openZipContents(path: string, limits: Partial<ArchiveLimits> = {}): Promise<ZipContents> {
  const zip = await openZip(path)
  try {
    const entries = await listEntries(zip, { ...defaultLimits, ...limits })
    return {
      names: new Set(entries.keys()),
      async open(name) {
        const entry = entries.get(name)
        if (!entry) throw new DataError('archive', undefined, `it has no entry ${name}.`)
        return convertErrors(await openEntry(zip, entry), name)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Passes a content on, and ends with `DataError` if it is damaged or has another size than it declares. */
function convertErrors(content: Readable, part: string): Readable {
  const output = new PassThrough()
  content.on('error', (error) => output.destroy(toZipError(error, part)))
  output.on('close', () => content.destroy())
  return content.pipe(output)
}

/** Leaves errors of the file system as they are; those of zlib, which have a code as well, are damage. */
const toZipError = (error: Error, part = 'archive') =>
  error instanceof DataError || 'syscall' in error
    ? error
    : new DataError(part, undefined, `the zip file is damaged or incomplete (${error.message}).`)

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // Sizes are compared with those declared, which ends zip bombs; names that leave the folder are rejected.
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySize: true }
    yauzl.open(path, options, (error, zip) => (error ? reject(toZipError(error)) : resolve(zip)))
  })
}

function listEntries(zip: yauzl.ZipFile, limit: ArchiveLimits): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let bytes = 0
  const check = ({ fileName, uncompressedSize, ...entry }: yauzl.Entry) => {
    bytes += uncompressedSize
    if (bytes > limit.maxBytes) return `the contents are larger than ${limit.maxBytes} bytes.`
    if (entries.size >= limit.maxEntries) return `there are more than ${limit.maxEntries} entries.`
    if (entries.has(fileName)) return `the entry ${JSON.stringify(fileName)} exists twice.`
    if (entry.generalPurposeBitFlag & 1) return `the entry ${JSON.stringify(fileName)} is encrypted.`
    return undefined
  }
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => reject(toZipError(error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      const problem = check(entry)
      if (problem) return reject(new DataError('archive', undefined, problem))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(toZipError(error, entry.fileName)) : resolve(stream)))
  })
}

async function readManifest(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST_PATH)
  if (!entry) throw new DataError('archive', undefined, `${MANIFEST_PATH} is missing.`)
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new DataError(MANIFEST_PATH, undefined, 'it is too large.')
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await openEntry(zip, entry)) chunks.push(chunk as Buffer)
  } catch (error) {
    throw toZipError(error as Error, MANIFEST_PATH)
  }
  const manifest = parseJson(Buffer.concat(chunks).toString('utf8'), MANIFEST_PATH, undefined)
  const problem = findManifestProblem(manifest)
  if (problem) throw new DataError(MANIFEST_PATH, undefined, problem)
  return manifest as Manifest
}

function requireParts(parts: Map<string, Part>, entries: Map<string, yauzl.Entry>): void {
  for (const [path, part] of parts) {
    const entry = entries.get(path)
    if (!entry) throw new DataError(MANIFEST_PATH, undefined, `it lists ${path}, which the archive does not have.`)
    if (entry.uncompressedSize !== part.size)
      throw new DataError(path, undefined, `it has ${entry.uncompressedSize} bytes instead of ${part.size}.`)
  }
  for (const path of entries.keys())
    if (path !== MANIFEST_PATH && !parts.has(path))
      throw new DataError(MANIFEST_PATH, undefined, `it does not list ${path}, which the archive has.`)
  for (const { path, kind } of parts.values())
    if (kind ? !kindNames.includes(kind as Kind) || path !== `${kind}.jsonl` : !path.startsWith('files/'))
      throw new DataError(MANIFEST_PATH, undefined, `${path} is neither KIND.jsonl of a known kind nor in files/.`)
}

function parseJson(text: string, part: string, line: number | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DataError(part, line, `it is not valid JSON (${(error as Error).message}).`)
  }
}

/** Fails at the end of a content whose hash is not that of the manifest. */
function checkContent(content: Readable, { path, sha256 }: Part): Readable {
  const hash = createHash('sha256')
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) =>
      done(
        hash.digest('hex') === sha256
          ? null
          : new DataError(path, undefined, 'it is not what the manifest says (SHA-256).'),
      ),
  })
  content.on('error', (error) => checked.destroy(toZipError(error, path)))
  checked.on('close', () => content.destroy())
  return content.pipe(checked)
}

async function* readRows<K extends Kind>(
  kind: K,
  part: Part | undefined,
  open: (part: Part) => Promise<Readable>,
  fromLine: number,
  maxRowBytes: number,
): AsyncGenerator<NumberedRow<K>> {
  if (!part) return
  let line = 0
  for await (const text of readLines(await open(part), part.path, maxRowBytes)) {
    line += 1
    if (line >= fromLine) yield { line, row: requireRow(kind, parseJson(text, part.path, line), line) }
  }
  if (line !== part.rows) throw new DataError(part.path, undefined, `it has ${line} rows instead of ${part.rows}.`)
}
