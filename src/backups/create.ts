import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EmbeddedDatabase } from '../db/pglite/embedded-database.ts'
import type { CopiedFile, CopyClient } from '../db/pglite/online-copy.ts'
import { CommandError } from '../core/command.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { packTar } from '../core/tar.ts'
import { fileDeletion } from '../http/uploads/stored-files.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { copyFiles } from './copy-files.ts'
import {
  BACKUP_FORMAT,
  buildBackupId,
  buildPartName,
  DATABASE_PART,
  FILES_PART,
  listBackups,
  readManifest,
  writeManifest,
  yieldText,
  type BackedUpFile,
  type BackupManifest,
  type BackupPart,
} from './layout.ts'
import { cacheTasks, readBackupState, type BackupState } from './queries.ts'

export interface CreatedBackup {
  readonly id: string
  readonly manifest: BackupManifest
  /** Longest time in milliseconds for which writes waited. */
  readonly heldMs: number
}

let isRunning = false

/** Backs up the embedded database and its files while the server serves. Throws `CommandError`. */
export async function createBackup(services: Dependencies, store: ObjectStore): Promise<CreatedBackup> {
  if (!(services.database instanceof EmbeddedDatabase))
    throw new CommandError('backups of PostgreSQL are made with its own programs: see docs/backup.md#postgresql')
  if (isRunning) throw new CommandError('another backup is being made: wait until it is complete')
  isRunning = true
  const resume = fileDeletion.pause()
  try {
    return await writeBackup(services, services.database, store)
  } finally {
    resume()
    isRunning = false
  }
}

async function writeBackup(
  services: Dependencies,
  database: EmbeddedDatabase,
  store: ObjectStore,
): Promise<CreatedBackup> {
  const id = buildBackupId(services.clock())
  await requireOwnStore(database, store, id)
  const copy = await writeDatabase(services, database, store, id)
  const copied = await copyFiles(services, store, copy.state.files)
  const list = await putMeasured(store, buildPartName(id, FILES_PART), yieldText(copied.files.map(toLine).join('')))
  const { files, ...state } = copy.state
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    created_at: new Date(services.clock()).toISOString(),
    system: state.system,
    last_migration: state.last_migration,
    counts: { ...state.counts, files: files.length },
    key_versions: services.keyring.versions,
    database: { ...copy.part, unpacked_bytes: copy.unpacked },
    files: { ...list, missing: copied.missing },
  }
  await writeManifest(store, id, manifest)
  return { id, manifest, heldMs: copy.heldMs }
}

const toLine = (file: BackedUpFile) => `${JSON.stringify(file)}\n`

/** Throws if the store has backups of another server, which would delete each other's, or this one already. */
async function requireOwnStore(database: EmbeddedDatabase, store: ObjectStore, id: string): Promise<void> {
  const { complete } = await listBackups(store)
  const newest = complete.at(-1)
  if (newest === undefined) return
  if (newest >= id) throw new CommandError(`${store.description} already has the backup ${newest}: try again later`)
  const { system } = await readManifest(store, newest)
  const own = await database.session(async (client) => (await readSystem(client)).system)
  if (system !== own) throw new CommandError(`${store.description} has backups of another server: use another folder`)
}

async function readSystem(client: CopyClient): Promise<{ system: string }> {
  const { rows } = await client.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  )
  return rows[0]!
}

interface DatabaseCopy {
  part: BackupPart
  state: BackupState
  unpacked: number
  heldMs: number
}

async function writeDatabase(
  services: Dependencies,
  database: EmbeddedDatabase,
  store: ObjectStore,
  id: string,
): Promise<DatabaseCopy> {
  let state: BackupState | undefined
  let unpacked = 0
  const holds: number[] = []
  const copy = database.readCopy({
    prepareEnd: cacheTasks,
    readAtEnd: async (client) => void (state = await readBackupState(client)),
    reportHold: (millis) => holds.push(millis),
  })
  const streamMembers = async function* (): AsyncGenerator<CopiedFile> {
    for await (const file of copy) {
      if (services.isDraining) throw new CommandError('the server is stopping: start the backup again later')
      unpacked += file.size
      yield file
    }
  }
  const part = await putMeasured(store, buildPartName(id, DATABASE_PART), compress(packTar(streamMembers())))
  return { part, state: state!, unpacked, heldMs: Math.max(...holds) }
}

/** Compresses with the fastest level, since pages of a database have much in common anyway. */
async function* compress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const output = new PassThrough()
  const written = pipeline(Readable.from(chunks, { objectMode: false }), createGzip({ level: 1 }), output)
  written.catch(() => undefined)
  yield* output
  await written
}

async function putMeasured(store: ObjectStore, name: string, chunks: AsyncIterable<Uint8Array>): Promise<BackupPart> {
  const hash = createHash('sha256')
  let bytes = 0
  const measureChunks = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await store.put(name, measureChunks())
  return { bytes, sha256: hash.digest('hex') }
}
