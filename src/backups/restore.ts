import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { open, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '../db/pglite/folder-lock.ts'
import { requireSpace } from '../db/pglite/snapshot.ts'
import { syncPath, syncTree } from '../db/pglite/sync.ts'
import { CommandError } from '../core/command.ts'
import type { Config } from '../core/config/config.ts'
import { createPrivateFolder } from '../core/private-file.ts'
import type { TarMember } from '../core/tar.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { openObjectStore } from '../storage/open-object-store.ts'
import { checkRestored, type RestoreReport } from './check.ts'
import { verifyDigest } from './copy-files.ts'
import type { BackupSource } from './source.ts'

interface RestoreOptions {
  readonly config: Config
  readonly keys: string | undefined
  /** Restores without keys: for a check, or if they are lost. */
  readonly withoutKeys: boolean
  /** Upgrades the copy and reads every file, as the next start and its users would. */
  readonly check: boolean
}

const KEY_FILE = 'secret-keys'

/** Restores into a data folder without a database; nothing appears there before it was opened and counted. */
export async function restoreBackup(source: BackupSource, options: RestoreOptions): Promise<RestoreReport> {
  const { dataDir } = options.config
  createPrivateFolder(dataDir)
  const unlock = await lockFolder(dataDir).catch(() => {
    throw new CommandError(`a running server uses ${dataDir}: stop it first`)
  })
  try {
    requireEmptyTarget(dataDir)
    requireKeys(options)
    return await restoreInto(source, options)
  } finally {
    await unlock()
    await removeLockFolder(dataDir)
  }
}

function requireEmptyTarget(dataDir: string): void {
  const database = path.join(dataDir, 'database')
  if (existsSync(database))
    throw new CommandError(`${dataDir} already has a database: move it away, or restore elsewhere with --into DIR`)
}

function requireKeys({ config, keys, withoutKeys }: RestoreOptions): void {
  if (keys !== undefined && !existsSync(keys)) throw new CommandError(`the file of the keys ${keys} does not exist`)
  if (keys ?? config.secretKeys ?? withoutKeys) return
  if (existsSync(path.join(config.dataDir, KEY_FILE))) return
  throw new CommandError(
    `${config.dataDir} has no ${KEY_FILE}: name them with --keys FILE or set SECRET_KEYS; if they are lost, use ` +
      '--without-keys, then run svc-server accept-keys',
  )
}

async function restoreInto(source: BackupSource, options: RestoreOptions): Promise<RestoreReport> {
  const { config, keys } = options
  const { dataDir } = config
  const unpacked = source.manifest?.database.unpacked_bytes ?? 0
  // A folder of its own, so that an interrupted restore leaves nothing that looks like a database.
  const temporary = mkdtempSync(path.join(dataDir, 'restore-'))
  const removeFiles = prepareRemovalOfFiles(config)
  try {
    await requireSpace(temporary, unpacked * 1.1, 'the restored database', 'free some space')
    const files = await openObjectStore(config.storage)
    await unpackMembers(source, temporary, files)
    for await (const file of source.listFiles())
      await files.put(file.name, verifyDigest(await source.readFile(file), file))
    const keyFile = [keys, path.join(dataDir, KEY_FILE), path.join(temporary, KEY_FILE)].find(
      (file) => file !== undefined && existsSync(file),
    )
    if (keyFile && keyFile !== path.join(temporary, KEY_FILE)) copyFileSync(keyFile, path.join(temporary, KEY_FILE))
    const report = await checkRestored(source, { ...options, config: { ...config, dataDir: temporary } })
    publish(temporary, dataDir)
    return report
  } catch (error) {
    removeFiles()
    throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Returns a function that removes the folder of the files if the restore creates it. */
function prepareRemovalOfFiles({ storage }: Config): () => void {
  if (storage.kind !== 'folder' || existsSync(storage.folder)) return () => {}
  return () => rmSync(storage.folder, { recursive: true, force: true })
}

async function unpackMembers(source: BackupSource, folder: string, files: ObjectStore): Promise<void> {
  for await (const member of source.readMembers()) {
    const [root] = member.name.split('/')
    if (root === 'files' && member.type === 'file' && !member.name.startsWith('files/incoming/'))
      await files.put(member.name.slice('files/'.length), member.content)
    else if (root === 'database' || member.name === KEY_FILE) await writeMember(folder, member)
  }
  if (!existsSync(path.join(folder, 'database', 'PG_VERSION')))
    throw new CommandError(`${source.description} has no embedded database`)
  syncTree(folder)
}

async function writeMember(folder: string, { name, type, content }: TarMember): Promise<void> {
  const target = path.join(folder, name)
  await mkdir(type === 'folder' ? target : path.dirname(target), { recursive: true, mode: 0o700 })
  if (type === 'folder') return
  const handle = await open(target, 'w', 0o600)
  try {
    for await (const chunk of content)
      for (let offset = 0; offset < chunk.length;)
        offset += (await handle.write(chunk, offset, chunk.length - offset)).bytesWritten
  } finally {
    await handle.close()
  }
}

function publish(temporary: string, dataDir: string): void {
  const keyFile = path.join(temporary, KEY_FILE)
  if (existsSync(keyFile) && !existsSync(path.join(dataDir, KEY_FILE)))
    renameSync(keyFile, path.join(dataDir, KEY_FILE))
  mkdirSync(dataDir, { recursive: true })
  renameSync(path.join(temporary, 'database'), path.join(dataDir, 'database'))
  syncPath(dataDir)
}

/** Leaves an empty folder empty if nothing was restored. */
async function removeLockFolder(dataDir: string): Promise<void> {
  const sockets = path.join(dataDir, '.lock')
  const names = await readdir(sockets).catch(() => ['unreadable'])
  if (names.length === 0) rmSync(sockets, { recursive: true, force: true })
}
