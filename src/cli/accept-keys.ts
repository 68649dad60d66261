import { migrate } from '../db/migrate.ts'
import type { Config } from '../kernel/config/config.ts'
import { acceptKeys } from '../kernel/services/key-checks.ts'
import { openForCommand } from './database.ts'

/** `svc-server accept-keys`: for whoever has lost the keys. The server starts again with those that are set now. */
export async function acceptKeysCommand(config: Config): Promise<void> {
  const database = await openForCommand(config)
  try {
    await migrate(database)
    await acceptKeys(config, database.db)
    process.stdout.write('accepted; what other keys sealed is lost: rotate the secrets of webhooks\n')
  } finally {
    await database.close()
  }
}
