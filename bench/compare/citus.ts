import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { distributed, startCluster } from '../../test/support/citus.ts'
import { findBinaries } from '../../test/support/postgres.ts'
import type { Cases } from '../cases/case.ts'
import { connected } from '../connected.ts'
import type { Rounds } from '../measure.ts'
import { comparedTable, type Compared } from '../results/compared.ts'
import { openSite, prepareAsking, siteOf, startService, type Site } from '../site.ts'
import { here } from './builds.ts'
import { compareGroups, writeComparison } from './compare.ts'
import { withCopies, type Both } from './sites.ts'

const shards = 32

/** Copies a database into an empty one of another server. */
function copyInto(to: string, from: string): void {
  const program = (name: string) => join(findBinaries()!, name)
  const dump = execFileSync(program('pg_dump'), ['--no-owner', from], { maxBuffer: 2 ** 31 - 1 })
  const load = ['-q', '-v', 'ON_ERROR_STOP=1', '-1', '-d', to]
  execFileSync(program('psql'), load, { input: dump, stdio: ['pipe', 'ignore', 'inherit'] })
}

/**
 * Measures the service on a Citus cluster of so many workers, all on this machine, beside the same service on one server,
 * each with a copy of one database, and says how many times the one server's each number is.
 */
export async function compareCitus(
  serverUrl: string,
  workers: number,
  sizes: number[],
  groups: [name: string, cases: Cases][],
  how: Rounds,
): Promise<void> {
  const parts: string[] = []
  for (const tasks of sizes) {
    const found: Compared[] = []
    await withCopies(serverUrl, tasks, here, async ([base, own]) => {
      const cluster = await startCluster(workers, { fsync: true, settings: { shared_buffers: '1GB' } })
      const sites: Site[] = []
      try {
        const asking = await connected(own.databaseUrl!, prepareAsking)
        copyInto(cluster.databaseUrl, own.databaseUrl!)
        await distributed(cluster.databaseUrl, shards)
        await connected(cluster.databaseUrl, (client) => client.query('vacuum (analyze)'))
        sites.push(await openSite(base.databaseUrl!, tasks))
        const service = await startService(cluster.databaseUrl, { ROLE: 'api' })
        sites.push(siteOf({ tasks, databaseUrl: cluster.databaseUrl, service }, asking))
        found.push(...(await compareGroups(groups, sites as Both<Site>, how)))
      } finally {
        for (const site of sites) await site.stop()
        await cluster.stop()
      }
    })
    parts.push(`## ${tasks.toLocaleString('en')} tasks\n\n${comparedTable(found)}`)
  }
  writeComparison(
    `# On Citus with ${workers} workers beside one PostgreSQL, all on one machine\n\n${parts.join('\n\n')}\n`,
  )
}
