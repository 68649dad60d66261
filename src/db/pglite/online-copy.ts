import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** Connection of the backend, which runs no other statement. */
export type CopyClient = ClientBase

export interface CopiedFile {
  /** Path relative to the folder of the database. */
  readonly name: string
  readonly type: 'file' | 'folder'
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface OnlineCopySource {
  readonly folder: string
  session<T>(work: (client: ClientBase) => Promise<T>): Promise<T>
}

export interface OnlineCopyOptions {
  /** Reads what makes `readAtEnd` fast, in short sessions between which other statements run. */
  prepareEnd(source: Pick<OnlineCopySource, 'session'>): Promise<void>
  /** Reads what must match the copy exactly, while no other statement runs. */
  readAtEnd(client: CopyClient): Promise<void>
  /** Reports the milliseconds for which other statements waited for the end of the copy. */
  reportHold(millis: number): void
}

interface Checkpoint {
  checkpoint: string
  /** First WAL segment that recovery from the checkpoint reads. */
  firstSegment: string
}

interface CopyEnd extends Checkpoint {
  lastSegment: string
  /** Bytes of the last segment that were written before the end of the copy. */
  lastBytes: number
}

interface CopyTail {
  control: Buffer
  lastSegment: Buffer
  end: CopyEnd
}

const CHUNK_BYTES = 256 * 1024
const CONTROL_FILE = 'global/pg_control'
const WAL_FOLDER = 'pg_wal'
const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENT_BYTES = 16 * 1024 * 1024
/** Folders whose contents PostgreSQL recreates, or of which the copy needs only some. */
const EMPTIED_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const SKIPPED_FILES = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init|postmaster\.(pid|opts)|pg_control)$/

/**
 * Yields the files of a consistent copy of a database in use. Files that change while they are read are repaired by the WAL
 * since the last checkpoint, as after a crash; that WAL is last. No checkpoint may run in between, since it would delete it.
 */
export async function* readOnlineCopy(
  source: OnlineCopySource,
  { prepareEnd, readAtEnd, reportHold }: OnlineCopyOptions,
): AsyncGenerator<CopiedFile> {
  const start = await source.session(readCheckpoint)
  yield* readDataFiles(source.folder, '')
  await prepareEnd(source)
  const { control, lastSegment, end } = await source.session(async (client) => {
    const started = performance.now()
    await readAtEnd(client)
    const tail = await readTail(source.folder, client)
    reportHold(performance.now() - started)
    return tail
  })
  yield bufferedFile(CONTROL_FILE, control)
  for (const name of (await readdir(join(source.folder, WAL_FOLDER))).sort())
    if (SEGMENT.test(name) && name >= start.firstSegment && name < end.lastSegment)
      yield await openFile(source.folder, `${WAL_FOLDER}/${name}`)
  yield bufferedFile(`${WAL_FOLDER}/${end.lastSegment}`, lastSegment)
  for (const { checkpoint } of [end, await source.session(readCheckpoint)])
    if (checkpoint !== start.checkpoint) throw new Error('the database ran a checkpoint during the copy: try again')
}

async function readCheckpoint(client: CopyClient): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(`
    select checkpoint_lsn::text as checkpoint, redo_wal_file as "firstSegment" from pg_control_checkpoint()`)
  return rows[0]!
}

/** Reads what the next statement may change. All acknowledged commits are in the WAL files by now. */
async function readTail(folder: string, client: CopyClient): Promise<CopyTail> {
  const { rows } = await client.query<CopyEnd>(`
    select checkpoint_lsn::text as checkpoint, redo_wal_file as "firstSegment", file_name as "lastSegment",
      file_offset as "lastBytes"
    from pg_control_checkpoint(), pg_walfile_name_offset(pg_current_wal_flush_lsn())`)
  const end = rows[0]!
  const control = readFileSync(join(folder, CONTROL_FILE))
  return { control, lastSegment: readSegment(join(folder, WAL_FOLDER, end.lastSegment), end.lastBytes), end }
}

/** Returns a whole segment with its first bytes; zeros end recovery. */
function readSegment(file: string, bytes: number): Buffer {
  const segment = Buffer.alloc(SEGMENT_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    for (let read = 0; read < bytes;) {
      const count = readSync(descriptor, segment, read, bytes - read, read)
      if (count === 0) throw new Error(`the WAL segment ${file} is shorter than expected`)
      read += count
    }
    return segment
  } finally {
    closeSync(descriptor)
  }
}

async function* readDataFiles(root: string, folder: string): AsyncGenerator<CopiedFile> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name
    if (SKIPPED_FILES.test(name)) continue
    if (entry.isDirectory()) {
      yield { name, type: 'folder', size: 0, content: readEmpty() }
      if (!EMPTIED_FOLDERS.has(name)) yield* readDataFiles(root, name)
    } else if (entry.isFile()) {
      const file = await openFile(root, name).catch(ignoreDeleted)
      if (file) yield file
    }
  }
}

const ignoreDeleted = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

async function openFile(root: string, name: string): Promise<CopiedFile> {
  const handle = await open(join(root, name))
  const { size } = await handle.stat()
  const readContent = async function* () {
    const stream = createReadStream('', { fd: handle, end: Math.max(0, size - 1), highWaterMark: CHUNK_BYTES })
    let read = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, size - read)
      read += part.length
      yield part
    }
    // Replaces what a concurrent truncation removed, as pg_basebackup does.
    if (read < size) yield Buffer.alloc(size - read)
  }
  return { name, type: 'file', size, content: readContent() }
}

const bufferedFile = (name: string, bytes: Buffer): CopiedFile => ({
  name,
  type: 'file',
  size: bytes.length,
  content: (async function* () {
    yield bytes
  })(),
})

async function* readEmpty(): AsyncGenerator<Uint8Array> {}
