import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { CommandError } from '../../core/command.ts'
import type { Config } from '../../core/config/config.ts'
import { ensureDataDir } from '../../core/private-file.ts'
import { applyMigrations } from '../../db/migrate.ts'
import { replaceKeyChecks } from '../../core/crypto/key-checks.ts'

export class FolderInUse extends CommandError {}

export async function openForCommand(config: Config): Promise<Database> {
  const { databaseUrl, dataDir, databasePooler: pooler } = config
  if (!databaseUrl) ensureDataDir(dataDir)
  try {
    return await openDatabase({ databaseUrl, dataDir, pool: 1, pooler })
  } catch (cause) {
    const [line = ''] = (cause as Error).message.split('\n')
    if (!databaseUrl && /in use/.test(line))
      throw new FolderInUse(`a running server uses the embedded database in ${dataDir}: stop it first`, {
        cause,
      })
    throw new CommandError(`the database cannot be opened: ${line}`, { cause })
  }
}

export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openForCommand(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export function acceptKeysCommand(config: Config): Promise<void> {
  return withDatabase(config, async (database) => {
    await applyMigrations(database)
    await replaceKeyChecks(config, database.db)
    process.stdout.write('accepted; data encrypted with other keys is lost: rotate the secrets of webhooks\n')
  })
}
