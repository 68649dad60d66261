import { applyMigrations, requireUpgradableSchema } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import type { PooledDatabase } from '../db/pooled-database.ts'
import { CommandError } from '../core/command.ts'
import type { Config } from '../core/config/config.ts'
import { loadVerifiedKeyring } from '../core/crypto/key-checks.ts'
import { openObjectStore } from '../storage/open-object-store.ts'
import { verifyDigest } from './copy-files.ts'
import type { BackupCounts } from './layout.ts'
import { listStoredFiles, readBackupState } from './queries.ts'
import type { BackupSource } from './source.ts'

export interface RestoreReport {
  readonly counts: BackupCounts
  /** Names of the migrations that the check applied. */
  readonly migrations: readonly string[]
  readonly checkedFiles: number
}

interface CheckOptions {
  readonly config: Config
  readonly withoutKeys: boolean
  readonly check: boolean
}

/** Opens the restored database, which replays its WAL, and compares it with the manifest. Throws `CommandError`. */
export async function checkRestored(source: BackupSource, options: CheckOptions): Promise<RestoreReport> {
  const { config, check, withoutKeys } = options
  const database = (await openDatabase({ dataDir: config.dataDir }).catch((cause: Error) => {
    throw new CommandError(`${source.description} cannot be opened: ${cause.message.split('\n')[0]}`, { cause })
  })) as PooledDatabase
  try {
    await requireUpgradableSchema(database)
    const { counts, files } = await database.session(readBackupState)
    requireSameCounts(source, { ...counts, files: files.length })
    const migrations = check ? await applyMigrations(database) : []
    if (!withoutKeys) await loadVerifiedKeyring(config, database.db)
    const checkedFiles = check ? await checkFiles(config, database) : 0
    return { counts: { ...counts, files: files.length }, migrations, checkedFiles }
  } finally {
    await database.close()
  }
}

function requireSameCounts({ description, manifest }: BackupSource, counts: BackupCounts): void {
  if (!manifest) return
  for (const [name, count] of Object.entries(counts)) {
    const expected = manifest.counts[name as keyof BackupCounts]
    if (count !== expected)
      throw new CommandError(`${description} has ${count} ${name}, and its manifest ${expected}: use another backup`)
  }
}

async function checkFiles(config: Config, database: PooledDatabase): Promise<number> {
  const storage = await openObjectStore(config.storage)
  const files = await database.session(listStoredFiles)
  for (const file of files) {
    const content = await storage.read(file.name)
    if (!content) throw new CommandError(`the file ${file.name} is missing`)
    for await (const _ of verifyDigest(content, file));
  }
  return files.length
}
