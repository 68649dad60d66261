import { applyMigrations } from '../../db/migrate.ts'
import type { Config } from '../../core/config/config.ts'
import { withDatabase } from './open-database.ts'

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await withDatabase(config, (database) => applyMigrations(database))
  process.stdout.write(applied.length ? applied.map((name) => `applied ${name}\n`).join('') : 'up to date\n')
}
