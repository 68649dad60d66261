import { applyMigrations } from '../../db/migrate.ts'
import type { Config } from '../../core/config/config.ts'
import { replaceKeyChecks } from '../../core/crypto/key-checks.ts'
import { withDatabase } from './open-database.ts'

export function acceptKeysCommand(config: Config): Promise<void> {
  return withDatabase(config, async (database) => {
    await applyMigrations(database)
    await replaceKeyChecks(config, database.db)
    process.stdout.write('accepted; data encrypted with other keys is lost: rotate the secrets of webhooks\n')
  })
}
