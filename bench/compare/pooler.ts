import type { PoolerMode } from '../../src/db/pooler.ts'
import { prepareRole, startPgbouncer, through } from '../../test/support/pgbouncer.ts'
import type { Cases } from '../cases/case.ts'
import { connected } from '../connected.ts'
import type { Rounds } from '../measure.ts'
import { comparedTable, type Compared } from '../results/compared.ts'
import { openSite, prepareAsking, siteOf, startService, type Site } from '../site.ts'
import { here } from './builds.ts'
import { compareGroups, writeComparison } from './compare.ts'
import { withCopies, type Both } from './sites.ts'

/** Its connections to the server for each database, nearly as many as the service may open. */
const size = 8

/** The service on a loaded database, through a pooler. */
async function openPooled(
  databaseUrl: string,
  pooled: string,
  tasks: number,
  mode: PoolerMode,
): Promise<Site> {
  const asking = await connected(databaseUrl, prepareAsking)
  const service = await startService(pooled, { ROLE: 'api', DATABASE_POOLER: mode })
  return siteOf({ tasks, databaseUrl, service }, asking)
}

/**
 * Measures the service through a pgbouncer beside the same service that connects directly, on copies of one database, and
 * says how many times the direct one's each number is.
 */
export async function comparePooler(
  serverUrl: string,
  { program, mode }: { program: string; mode: PoolerMode },
  sizes: number[],
  groups: [name: string, cases: Cases][],
  how: Rounds,
): Promise<void> {
  const parts: string[] = []
  for (const tasks of sizes) {
    const found: Compared[] = []
    await withCopies(serverUrl, tasks, here, async ([base, own]) => {
      const url = own.databaseUrl!
      await prepareRole(url)
      // It ends with the copy, which can't be dropped while the pooler is connected to it.
      const pooler = await startPgbouncer(mode, { port: Number(new URL(serverUrl).port), size, program })
      const sites: Site[] = []
      try {
        sites.push(await openSite(base.databaseUrl!, tasks))
        sites.push(await openPooled(url, through(pooler, url), tasks, mode))
        found.push(...(await compareGroups(groups, sites as Both<Site>, how)))
      } finally {
        for (const site of sites) await site.stop()
        await pooler.stop()
      }
    })
    parts.push(`## ${tasks.toLocaleString('en')} tasks\n\n${comparedTable(found)}`)
  }
  writeComparison(`# Through pgbouncer (${mode}) beside a direct connection\n\n${parts.join('\n\n')}\n`)
}
