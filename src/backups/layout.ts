import { CommandError } from '../core/command.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** Describes a complete backup; written last, so that a backup without it is incomplete. */
export interface BackupManifest {
  readonly format: number
  readonly created_at: string
  /** Identifies the database, also after a restore. */
  readonly system: string
  readonly last_migration: string
  readonly counts: BackupCounts
  readonly key_versions: readonly number[]
  readonly database: BackupPart & { readonly unpacked_bytes: number }
  readonly files: BackupPart & { readonly missing: number }
}

export interface BackupPart {
  readonly bytes: number
  readonly sha256: string
}

export interface BackupCounts {
  readonly organizations: number
  readonly users: number
  readonly tasks: number
  readonly files: number
}

/** Line of the list of files, which backups share. */
export interface BackedUpFile {
  readonly name: string
  readonly size: number
  readonly digest: string
}

export const BACKUP_FORMAT = 1
export const DATABASE_PART = 'database.tar.gz'
export const FILES_PART = 'files.jsonl'
const MANIFEST = 'manifest.json'
const ID = /^\d{8}T\d{6}Z$/

export const buildBackupId = (millis: number): string => new Date(millis).toISOString().replace(/\.\d+|[-:]/g, '')
export const buildPartName = (id: string, part: string): string => `backups/${id}/${part}`
export const buildFileName = (name: string): string => `files/${name}`

export const parseBackupTime = (id: string): number =>
  Date.parse(id.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Returns the ids of complete and of incomplete backups, the oldest first. */
export async function listBackups(store: ObjectStore): Promise<{ complete: string[]; incomplete: string[] }> {
  const found = new Map<string, boolean>()
  for await (const name of store.list('backups/')) {
    const [, id = '', part] = name.split('/')
    if (ID.test(id)) found.set(id, found.get(id) === true || part === MANIFEST)
  }
  const select = (complete: boolean) => [...found].flatMap(([id, has]) => (has === complete ? [id] : [])).sort()
  return { complete: select(true), incomplete: select(false) }
}

export async function writeManifest(store: ObjectStore, id: string, manifest: BackupManifest): Promise<void> {
  await store.put(buildPartName(id, MANIFEST), yieldText(`${JSON.stringify(manifest, null, 2)}\n`))
}

/** Throws `CommandError` for a backup that does not exist, is incomplete, or was made by a later version. */
export async function readManifest(store: ObjectStore, id: string): Promise<BackupManifest> {
  const text = await readText(store, buildPartName(id, MANIFEST))
  if (text === undefined)
    throw new CommandError(`${store.description} has no complete backup ${id}: it lacks its ${MANIFEST}`)
  const manifest = parseManifest(text)
  if (!manifest) throw new CommandError(`the ${MANIFEST} of the backup ${id} is damaged: use another backup`)
  if (manifest.format > BACKUP_FORMAT)
    throw new CommandError(`the backup ${id} has the format ${manifest.format} of a newer version: use that version`)
  return manifest
}

function parseManifest(text: string): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(text) as BackupManifest
    return typeof manifest.format === 'number' && manifest.database && manifest.files ? manifest : undefined
  } catch {
    return undefined
  }
}

export async function deleteBackup(store: ObjectStore, id: string): Promise<void> {
  // The manifest first: without it, what an interruption leaves is incomplete.
  for (const part of [MANIFEST, FILES_PART, DATABASE_PART]) await store.remove(buildPartName(id, part))
}

export async function* readFileList(store: ObjectStore, id: string): AsyncGenerator<BackedUpFile> {
  const text = await readText(store, buildPartName(id, FILES_PART))
  for (const line of (text ?? '').split('\n')) if (line) yield JSON.parse(line) as BackedUpFile
}

async function readText(store: ObjectStore, name: string): Promise<string | undefined> {
  const stream = await store.read(name)
  if (!stream) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export async function* yieldText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
