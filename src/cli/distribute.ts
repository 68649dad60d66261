import { parseArgs } from 'node:util'
import { ClusterUnfit, holdTables, prepareCluster } from '../db/cluster.ts'
import { distribute, isDistributed } from '../db/distribute.ts'
import { readDistribution } from '../db/distribution.ts'
import { migrate } from '../db/migrate.ts'
import type { PooledDatabase } from '../db/pooled.ts'
import { CommandError } from '../kernel/services/command.ts'
import type { Config } from '../kernel/config/config.ts'
import { openForCommand } from './database.ts'

const defaultShards = 32
const mostShards = 1024

/**
 * `svc-server distribute`: spreads the tables over the servers of a Citus cluster, or places what a migration has added
 * since; safe to run again. Prints what it did, a line each. Throws `CommandError` where it cannot.
 */
export async function distributeCommand(config: Config, args: string[]): Promise<void> {
  const shards = shardsOf(args)
  if (!config.databaseUrl)
    throw new CommandError('distribute needs DATABASE_URL: the embedded database is one process')
  const database = await openForCommand(config)
  try {
    await migrate(database)
    await (database as PooledDatabase).session(async (client) => {
      if (!(await holdTables(client)))
        throw new CommandError('another process is changing the tables: try again when it has ended')
      say(await prepareCluster(client))
      const before = await isDistributed(client)
      const { placed, given_up } = await distribute(client, readDistribution(), shards)
      for (const line of placed) say(`placed ${line}`)
      for (const line of given_up) say(`given up: ${line}`)
      if (placed.length === 0) say('all tables are placed')
      else if (!before)
        say('start every server process anew: a running one takes the database for a single server')
    })
  } catch (error) {
    throw error instanceof ClusterUnfit ? new CommandError(error.message, { cause: error }) : error
  } finally {
    await database.close()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function shardsOf(args: string[]): number {
  const options = { shards: { type: 'string' } } as const
  const read = () => {
    try {
      return parseArgs({ args, options }).values.shards
    } catch (error) {
      throw new CommandError(`${(error as Error).message}; distribute takes --shards NUMBER alone`)
    }
  }
  const text = read() ?? String(defaultShards)
  const shards = /^\d+$/.test(text) ? Number(text) : 0
  if (shards < 1 || shards > mostShards)
    throw new CommandError(`--shards ${text}: a whole number from 1 to ${mostShards} is needed`)
  return shards
}
