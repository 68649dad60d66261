import { parseArgs } from 'node:util'
import { applyMigrations } from '../../db/migrate.ts'
import { planMigrations, type PlannedMigration, type PlannedStatement } from '../../db/migration-plan.ts'
import { migrationsDir } from '../../db/migrations-dir.ts'
import type { PooledDatabase } from '../../db/pooled-database.ts'
import { CommandError } from '../../core/command.ts'
import type { Config } from '../../core/config/config.ts'
import { withDatabase } from './database.ts'

/** Runs `svc-server migrate [--plan]`: applies pending migrations, or lists what would run. Throws `CommandError`. */
export async function migrateCommand(config: Config, args: string[]): Promise<void> {
  const output = await withDatabase(config, async (database) => {
    if (!hasPlanFlag(args)) return describeApplied(await applyMigrations(database, undefined, printLine))
    return describePlan(await (database as PooledDatabase).session((client) => planMigrations(client, migrationsDir)))
  })
  process.stdout.write(output)
}

function hasPlanFlag(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { plan: { type: 'boolean' } } }).values.plan === true
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. Usage: migrate [--plan]`)
  }
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const describeApplied = (names: readonly string[]) =>
  names.length ? names.map((name) => `applied ${name}\n`).join('') : 'up to date\n'

function describePlan(migrations: readonly PlannedMigration[]): string {
  if (migrations.length === 0) return 'up to date\n'
  const lines = migrations.flatMap(({ name, statements }) => [name, ...statements.map(describeStatement)])
  return `${migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`} to apply\n${lines.join('\n')}\n`
}

function describeStatement({ summary, table, blocks, seconds }: PlannedStatement): string {
  const lock = blocks === 'nothing' ? 'locks nothing' : `blocks ${blocks}${table ? ` of ${table}` : ''}`
  return `  ${summary.padEnd(72)}${lock}, ${describeDuration(seconds)}`
}

function describeDuration(seconds: number | undefined): string {
  if (seconds === undefined) return 'duration unknown'
  return seconds < 1 ? 'less than 1 s' : `about ${Math.ceil(seconds)} s`
}
