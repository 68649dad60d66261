import { runDistribute, startCluster } from '../test/support/citus.ts'
import { prepareRole, startPgbouncer, toPoolerUrl } from '../test/support/pgbouncer.ts'
import { migrate } from './builds.ts'
import type { RoundOptions } from './client/measure.ts'
import { compareSetups, type ComparedGroups } from './compare.ts'
import { loadOrganization } from './data/load.ts'
import { createDatabase, dropDatabase, print, withClient } from './databases.ts'
import type { Comparison } from './options.ts'
import { createRequestData, openSetup, startService, toSetup, type Setup } from './setup.ts'

/** Comparisons of this build on two kinds of database: a direct connection with pgbouncer, one server with Citus. */

const POOL_SIZE = 8
const SHARDS = 32

/** A setup that stops its pooler or cluster with it. */
type OpenSetup = (databaseUrl: string, tasks: number) => Promise<Setup>

/** Opens the service on a database through pgbouncer in transaction mode. */
function openPooledSetup({ program, mode }: Extract<Comparison, { type: 'pgbouncer' }>): OpenSetup {
  return async (databaseUrl, tasks) => {
    await prepareRole(databaseUrl)
    const port = Number(new URL(databaseUrl).port)
    const pooler = await startPgbouncer(mode, { port, size: POOL_SIZE, program })
    const data = await withClient(databaseUrl, createRequestData)
    const env = { ROLE: 'api', DATABASE_POOLER: mode }
    const service = await startService(toPoolerUrl(pooler, databaseUrl), { env })
    const setup = toSetup({ tasks, databaseUrl, service }, data)
    return { ...setup, stop: () => setup.stop().finally(() => pooler.stop()) }
  }
}

/** Opens the service on a new Citus cluster, whose servers share this machine. */
function openCitusSetup(workers: number): OpenSetup {
  return async (_, tasks) => {
    const cluster = await startCluster(workers, { fsync: true, settings: { shared_buffers: '1GB' } })
    const { databaseUrl } = cluster
    try {
      migrate({ DATABASE_URL: databaseUrl })
      await withClient(databaseUrl, (client) => loadOrganization(client, tasks, print))
      const data = await withClient(databaseUrl, createRequestData)
      await runDistribute(databaseUrl, SHARDS)
      await withClient(databaseUrl, async (client) => {
        // Distributing used other keys.
        await client.query('delete from secret_key_checks')
        await client.query('vacuum (analyze)')
      })
      const service = await startService(databaseUrl, { env: { ROLE: 'api' } })
      const setup = toSetup({ tasks, databaseUrl, service }, data)
      return { ...setup, stop: () => setup.stop().finally(() => cluster.stop()) }
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }
}

export async function compareDatabases(
  serverUrl: string,
  tasks: number,
  comparison: Exclude<Comparison, { type: 'commit' }>,
  { groups }: ComparedGroups,
  options: RoundOptions,
): ReturnType<typeof compareSetups> {
  const open = comparison.type === 'citus' ? openCitusSetup(comparison.workers) : openPooledSetup(comparison)
  const names = ['base', 'own'].map((side) => `bench_${side}_${process.pid}`)
  const setups: Setup[] = []
  try {
    const [baseUrl, ownUrl] = [
      await createDatabase(serverUrl, names[0]!, tasks),
      await createDatabase(serverUrl, names[1]!, tasks),
    ]
    setups.push(await openSetup(baseUrl, tasks), await open(ownUrl, tasks))
    return await compareSetups(groups, setups as [Setup, Setup], options)
  } finally {
    for (const setup of setups) await setup.stop()
    for (const name of names) await dropDatabase(serverUrl, name)
  }
}
