import { parseArgs } from 'node:util'
import { UnsuitableCluster, tryLockSchema, prepareCluster } from '../../db/citus/cluster.ts'
import { distributeTables, isDistributed } from '../../db/citus/distribute.ts'
import { readDistribution } from '../../db/citus/distribution.ts'
import { applyMigrations } from '../../db/migrate.ts'
import type { PooledDatabase } from '../../db/pooled-database.ts'
import { CommandError } from '../../core/command.ts'
import type { Config } from '../../core/config/config.ts'
import { openForCommand } from './database.ts'

const DEFAULT_SHARDS = 32
const MAX_SHARDS = 1024

/** Shards the tables over a Citus cluster, or those that a migration has added; can be repeated. */
export async function distributeCommand(config: Config, args: string[]): Promise<void> {
  const shards = parseShards(args)
  if (!config.databaseUrl)
    throw new CommandError('distribute requires DATABASE_URL: the embedded database cannot be sharded')
  const database = await openForCommand(config)
  try {
    await applyMigrations(database)
    await (database as PooledDatabase).session(async (client) => {
      if (!(await tryLockSchema(client)))
        throw new CommandError('another process is changing the schema: try again when it has finished')
      printLine(await prepareCluster(client))
      const wasDistributed = await isDistributed(client)
      const { placed, given_up } = await distributeTables(client, readDistribution(), shards)
      for (const line of placed) printLine(`distributed ${line}`)
      for (const line of given_up) printLine(`dropped: ${line}`)
      if (placed.length === 0) printLine('all tables are distributed')
      else if (!wasDistributed)
        printLine('restart all server processes: running ones do not know that the database is sharded')
    })
  } catch (error) {
    throw error instanceof UnsuitableCluster ? new CommandError(error.message, { cause: error }) : error
  } finally {
    await database.close()
  }
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

function parseShards(args: string[]): number {
  const options = { shards: { type: 'string' } } as const
  const read = () => {
    try {
      return parseArgs({ args, options }).values.shards
    } catch (error) {
      throw new CommandError(`${(error as Error).message}. Usage: distribute [--shards NUMBER]`)
    }
  }
  const text = read() ?? String(DEFAULT_SHARDS)
  const shards = /^\d+$/.test(text) ? Number(text) : 0
  if (shards < 1 || shards > MAX_SHARDS)
    throw new CommandError(`--shards ${text}: must be a whole number from 1 to ${MAX_SHARDS}`)
  return shards
}
