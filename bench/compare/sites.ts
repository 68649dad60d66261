import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../connected.ts'
import { databaseOf, dropDatabase, forgetKeys, freshDatabase } from '../databases.ts'
import { migrate, runMigrate } from '../load.ts'
import { askingOf, loadFolder } from '../load-embedded.ts'
import { openSite, siteOf, startService, type Site } from '../site.ts'
import { callIn, here } from './builds.ts'

/** A build with a database of its own: the address of one, or the folder of an embedded one. */
export interface Copy {
  root: string
  databaseUrl: string | null
  dataDir?: string
}

/** Base first, this build second. */
export type Both<T> = [base: T, own: T]

/** A copy of a loaded database, brought up to date by a build and as well kept as after loading. */
async function copyFor(serverUrl: string, tasks: number, name: string, root: string): Promise<Copy> {
  const url = await freshDatabase(serverUrl, name, `bench_${tasks}`)
  migrate(url, root)
  await forgetKeys(url)
  await connected(url, async (client) => {
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
  return { root, databaseUrl: url }
}

// Others may compare on the same server.
const names = { base: `bench_base_${process.pid}`, own: `bench_own_${process.pid}` }

/** Copies of one database of a server, which the base loads if it is not there. */
export async function withCopies(
  serverUrl: string,
  tasks: number,
  root: string,
  work: (both: Both<Copy>) => Promise<void>,
): Promise<void> {
  await databaseOf(serverUrl, tasks, async (url) => {
    callIn(root, 'load.js', 'loadOrganization', [url, tasks])
  })
  try {
    const base = await copyFor(serverUrl, tasks, names.base, root)
    await work([base, await copyFor(serverUrl, tasks, names.own, here)])
  } finally {
    for (const name of Object.values(names)) await dropDatabase(serverUrl, name)
  }
}

/** Serves both copies. */
export async function withSites(
  tasks: number,
  both: Both<Copy>,
  work: (both: Both<Site>) => Promise<void>,
): Promise<void> {
  const sites: Site[] = []
  try {
    for (const { databaseUrl, root } of both) sites.push(await openSite(databaseUrl!, tasks, root))
    await work(sites as Both<Site>)
  } finally {
    for (const site of sites) await site.stop()
  }
}

/** The same with copies of an embedded database, which are gone afterwards. */
export async function withEmbedded(
  tasks: number,
  root: string,
  work: (sites: Both<Site>) => Promise<void>,
  starting: (both: Both<Copy>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-embedded-'))
  const loaded = join(folder, 'loaded')
  const services: Site[] = []
  try {
    runMigrate({ DATA_DIR: loaded }, root)
    // A build from before the embedded database was measured is loaded by this one.
    if (!callIn(root, 'load-embedded.js', 'loadFolder', [loaded, tasks])) await loadFolder(loaded, tasks)
    const asking = await askingOf(loaded)
    const both = [root, here].map((root, i) => {
      const dataDir = join(folder, String(i))
      cpSync(loaded, dataDir, { recursive: true })
      runMigrate({ DATA_DIR: dataDir }, root)
      return { root, databaseUrl: null, dataDir }
    }) as unknown as Both<Copy & { dataDir: string }>
    for (const { root, dataDir } of both) {
      const service = await startService(null, { DATA_DIR: dataDir }, { root })
      services.push(siteOf({ tasks, databaseUrl: null, service }, asking))
    }
    await work(services as Both<Site>)
    for (const site of services.splice(0)) await site.stop()
    await starting(both)
  } finally {
    for (const site of services) await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
