import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, defineCommand } from '../core/command.ts'
import { readBackupTarget } from '../core/config/config.ts'
import { readSecretKeysText } from '../core/crypto/keyring.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { StorageSettings } from '../storage/config.ts'
import { openObjectStore } from '../storage/open-object-store.ts'
import { createBackup, type CreatedBackup } from './create.ts'
import { deleteOldBackups } from './retention.ts'

interface BackupInput {
  /** Folder or bucket; undefined for `BACKUP_TO`. */
  to: string | undefined
  keys: string | undefined
}

const USAGE = 'Usage: backup [DIR|s3://BUCKET/PREFIX] [--keys FILE]'

export const backupCommand = defineCommand<BackupInput>({
  name: 'backup',
  args: '[DIR|s3://…] [--keys FILE]',
  summary: 'back up the embedded database and the files, also of a running server; the keys only to FILE',
  read(args) {
    const { positionals, values } = parseBackupArgs(args)
    const [to] = positionals
    if (positionals.length > 1) throw new CommandError(USAGE)
    const keys = values.keys && path.resolve(values.keys)
    return { to: to?.startsWith('s3:') ? to : to && path.resolve(to), keys }
  },
  async run(services, { to, keys }) {
    const target = findTarget(services, to)
    if (keys) writeKeys(services, target, keys)
    const store = await openObjectStore(target)
    const created = await createBackup(services, store).catch(explainBackupError)
    // Deletes nothing from a folder that no retention was set for.
    if (to === undefined) await deleteOldBackups(store, services.config.backup!.keep)
    return [describeBackup(created, store.description), ...(keys ? [] : [KEYS_ADVICE])].join('\n')
  },
})

const KEYS_ADVICE = 'The secret keys are not in it: store them elsewhere, once, with --keys FILE'

function parseBackupArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { keys: { type: 'string' } } })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. ${USAGE}`)
  }
}

function findTarget({ config }: Dependencies, to: string | undefined): StorageSettings {
  if (to !== undefined) return readBackupTarget(process.env, to)
  if (config.backup) return config.backup.to
  throw new CommandError(`BACKUP_TO is not set: set it, or name a folder. ${USAGE}`)
}

/** Writes the keys apart, since a backup with its keys would be readable by who finds it. */
function writeKeys({ config }: Dependencies, target: StorageSettings, file: string): void {
  if (target.kind === 'folder' && !path.relative(target.folder, file).startsWith('..'))
    throw new CommandError(`${file} is in the folder of the backups: store the keys elsewhere`)
  try {
    writeFileSync(file, readSecretKeysText(config), { mode: 0o600, flush: true })
  } catch (error) {
    throw new CommandError(`the keys cannot be written: ${(error as Error).message}`)
  }
}

function explainBackupError(error: unknown): never {
  if (error instanceof CommandError) throw error
  throw new CommandError(`no backup was made: ${(error as Error).message}`, { cause: error })
}

function describeBackup({ id, manifest, heldMs }: CreatedBackup, description: string): string {
  const { counts, database, files } = manifest
  const lost = files.missing > 0 ? `; ${files.missing} files are missing or damaged in the storage: see the log` : ''
  return (
    `backup ${id} in ${description}: ${counts.organizations} organizations, ${counts.users} users, ` +
    `${counts.tasks} tasks, ${counts.files} files${lost}; database ${formatMb(database.bytes)}, ` +
    `writes waited ${Math.ceil(heldMs)} ms`
  )
}

const formatMb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
