import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { kindNames, type Entry, type Manifest } from '@svc/import'
import {
  openArchive,
  openZipContents,
  packEntries,
  verifyArchive,
  type DataArchive,
  type PackedFile,
} from '@svc/import/archive'
import { parseSource, zipEntries, type FileSource, type OpenContent } from '@svc/import/parsers'
import type { Caller } from '../../../../core/caller.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { markFileReferenced, readStoredFile, releaseFile, storeFile } from '../../../../http/uploads/stored-files.ts'
import { saveImport, type ImportRow } from '../queries.ts'
import { isImportedKind, type ImportState } from '../rules.ts'
import { parseSourceKey } from '../../../work/tasks/import.ts'
import { createImportContext } from './run.ts'

const MAX_UNPACKED_BYTES = 16 * 1024 ** 3

/** Higher numbers of keys are taken for mistakes, which would raise the counter of the project for good. */
const MAX_KEY_NUMBER = 10_000_000

const ARCHIVE_MEDIA_TYPE = 'application/zip'

/** Spools what `write` sends to a stream; leaves nothing if it fails. */
async function spoolArchive({ storage }: Dependencies, write: (output: PassThrough) => Promise<unknown>) {
  const output = new PassThrough()
  const spooling = storage.receive(output)
  spooling.catch(() => {})
  try {
    await write(output)
  } catch (error) {
    output.destroy(error as Error)
    await spooling.then(
      (spooled) => storage.discard(spooled),
      () => undefined,
    )
    throw error
  }
  return await spooling
}

interface UploadContent {
  /** Reads the file, or the entry of a zip archive with the data. */
  open: OpenContent
  hasFile: (name: string) => boolean
  openFile: (name: string) => Promise<Readable>
  close: () => void
}

async function openUpload(source: FileSource, file: string): Promise<UploadContent> {
  const entry = zipEntries[source]
  if (entry === undefined) {
    const openFile = () => Promise.reject(new Error('the file is no archive'))
    return { open: () => createReadStream(file), hasFile: () => false, openFile, close: () => undefined }
  }
  const zip = await openZipContents(file, { maxBytes: MAX_UNPACKED_BYTES })
  const open = async function* () {
    yield* (await zip.open(entry)) as AsyncIterable<Uint8Array>
  }
  return { open, hasFile: (name) => zip.names.has(name), openFile: (name) => zip.open(name), close: zip.close }
}

/** Returns the entries, and the files that they name, which are read after all of them. */
function collectFiles(parsed: AsyncIterable<Entry>, { openFile }: UploadContent) {
  const paths = new Set<string>()
  const entries = async function* () {
    for await (const entry of parsed) {
      if (entry.kind === 'attachments' && entry.row.file) paths.add(entry.row.file)
      yield entry
    }
  }
  const files = async function* (): AsyncGenerator<PackedFile> {
    for (const name of paths) yield { path: name, open: () => openFile(name) }
  }
  return { entries: entries(), files: files() }
}

async function isZip(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 3 }))
    return (chunk as Buffer).toString('latin1').startsWith('PK')
  return false
}

/** Uses an upload that is in the data format already, such as issues that the CLI has read through an API. */
async function takeAsArchive({ database, clock }: Dependencies, row: ImportRow): Promise<Partial<ImportRow>> {
  const next = { phase: 'checking' as const, upload_file_id: null, data_file_id: row.upload_file_id }
  await saveImport(database.db, row, next, new Date(clock()).toISOString())
  return next
}

async function parseUpload(
  services: Dependencies,
  { source, file_name, options, created_at }: ImportRow,
  file: string,
  folder: string,
) {
  const notes: string[] = []
  const found: { instance?: string } = {}
  const content = await openUpload(source as FileSource, file)
  const parsed = parseSource(source as FileSource, content.open, {
    fileName: file_name,
    columnMap: options.column_map ?? {},
    timeZone: options.timezone ?? 'UTC',
    hasFile: content.hasFile,
    setInstance: (name) => void (found.instance ??= name),
    notes,
  })
  const manifest = () => ({ source, created_at, ...found, ...(notes.length > 0 && { notes }) })
  const { entries, files } = collectFiles(parsed, content)
  const spooled = await spoolArchive(services, (output) =>
    packEntries(entries, output, { folder, manifest, files }),
  ).finally(content.close)
  return { spooled, notes }
}

/** Parses the upload into the data format and stores that in its place. */
export async function readUpload(services: Dependencies, row: ImportRow, caller: Caller): Promise<Partial<ImportRow>> {
  const { org_id, source, file_name } = row
  const upload = await services.storage.receive(await readStoredFile(services, org_id, row.upload_file_id!))
  if (source === 'github' && (await isZip(upload.path))) {
    await services.storage.discard(upload)
    return await takeAsArchive(services, row)
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'svc-import-'))
  try {
    const { spooled, notes } = await parseUpload(services, row, upload.path, folder)
    const name = `${file_name.replace(/\.\w+$/, '')}.zip`
    const ctx = createImportContext(services, services.database.db, caller)
    const file = await storeFile(ctx, org_id, { name, media_type: ARCHIVE_MEDIA_TYPE, spooled })
    const next = { phase: 'checking' as const, upload_file_id: null, data_file_id: file.file_id, notes }
    await services.database.transaction(async (trx) => {
      const inside = createImportContext(services, trx, caller)
      await markFileReferenced(inside, file)
      await releaseFile(inside, org_id, row.upload_file_id!)
      await saveImport(trx, row, next, inside.now)
    })
    return next
  } finally {
    await services.storage.discard(upload)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens the stored data; `close` also removes the local copy. */
export async function openStoredArchive(services: Dependencies, row: ImportRow): Promise<DataArchive> {
  const spooled = await services.storage.receive(await readStoredFile(services, row.org_id, row.data_file_id!))
  try {
    const archive = await openArchive(spooled.path, { maxBytes: MAX_UNPACKED_BYTES })
    return {
      ...archive,
      close() {
        archive.close()
        void services.storage.discard(spooled)
      },
    }
  } catch (error) {
    await services.storage.discard(spooled)
    throw error
  }
}

/** Checks the data, and finds the numbers of keys that each new project needs. */
export async function checkArchive(archive: DataArchive): Promise<{ state: ImportState; notes: string[] }> {
  await verifyArchive(archive)
  const prefixes = new Map<string, string>()
  for await (const { row } of archive.rows('projects')) if (row.prefix) prefixes.set(row.id, row.prefix)
  const numbers: Record<string, number> = {}
  for await (const { row } of archive.rows('tasks')) {
    const key = parseSourceKey(row.key)
    const isPlausible = key !== null && key.number <= MAX_KEY_NUMBER
    if (isPlausible && row.project != null && prefixes.get(row.project) === key.prefix)
      numbers[row.project] = Math.max(numbers[row.project] ?? 0, key.number)
  }
  return { state: { numbers }, notes: listOmissions(archive.manifest) }
}

const listOmissions = ({ parts, notes }: Manifest): string[] => [
  ...(notes ?? []),
  ...kindNames.flatMap((kind) => {
    const rows = parts.find((part) => part.kind === kind)?.rows ?? 0
    return rows === 0 || isImportedKind(kind) || kind === 'tags'
      ? []
      : [`The ${rows} rows of ${kind} are not imported.`]
  }),
]
