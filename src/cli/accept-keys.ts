import { migrate } from '../db/migrate.ts'
import type { Config } from '../kernel/config/config.ts'
import { acceptKeys } from '../kernel/services/key-checks.ts'
import { openForCommand } from './database.ts'

/** Runs `svc-server accept-keys`: accepts the configured keys after the old ones were lost. */
export async function acceptKeysCommand(config: Config): Promise<void> {
  const database = await openForCommand(config)
  try {
    await migrate(database)
    await acceptKeys(config, database.db)
    process.stdout.write('accepted; data encrypted with other keys is lost: rotate the secrets of webhooks\n')
  } finally {
    await database.close()
  }
}
