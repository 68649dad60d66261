import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unlessUnavailable, type Case, type Cases } from '../cases/case.ts'
import { embeddedCases } from '../cases/embedded.ts'
import { startOnce, starts } from '../cases/starts.ts'
import { say } from '../databases.ts'
import { measureRounds, medians, timesOf, type Measured, type Rounds, type Side } from '../measure.ts'
import { comparedTable, type Compared } from '../results/compared.ts'
import type { Site } from '../site.ts'
import { git, withBuildOf } from './builds.ts'
import { withCopies, withEmbedded, withSites, type Both, type Copy } from './sites.ts'

function comparedOf(name: string, [old, fresh]: Both<Measured[]>): Compared {
  const times = (of: (found: Measured) => number) => timesOf(fresh, old, of)
  return {
    name,
    base: medians(old),
    own: medians(fresh),
    rate: times((one) => one.rate),
    p50: times((one) => one.p50),
    p99: times((one) => one.p99),
    cpu: times((one) => one.cpu),
    databaseCpu: times((one) => one.databaseCpu),
  }
}

/** Both builds do the cases of a group in turn, round by round. */
async function compareCases(cases: Cases, [base, own]: Both<Site>, how: Rounds): Promise<Compared[]> {
  const found: Compared[] = []
  const others = cases(base)
  for await (const batch of cases(own)) {
    const before = (await others.next()).value as Case[]
    for (const [i, { name, service }] of batch.entries()) {
      const sides: Side[] = [before[i]!.service, service]
      const measured = await unlessUnavailable(measureRounds(sides, how))
      if (measured) found.push(comparedOf(name, measured as Both<Measured[]>))
    }
  }
  // It has something to clear away after its last batch.
  await others.return(undefined)
  return found
}

/** Both sides do the cases of each group in turn. */
export async function compareGroups(
  groups: Asked['groups'],
  sites: Both<Site>,
  how: Rounds,
): Promise<Compared[]> {
  const found: Compared[] = []
  for (const [name, cases] of groups) {
    say(`comparing ${name} at ${sites[0].tasks} tasks`)
    found.push(...(await compareCases(cases, sites, how)))
  }
  return found
}

/** Both builds are started in turn, on databases that they have seen. */
async function compareStarts(both: Both<Copy>): Promise<Compared> {
  const folders = both.map(() => mkdtempSync(join(tmpdir(), 'svc-bench-start-')))
  const found: Both<Measured[]> = [[], []]
  try {
    for (let n = 0; n <= starts; n++)
      for (const i of n % 2 === 0 ? [0, 1] : [1, 0]) {
        const { databaseUrl, root, dataDir } = both[i]!
        const once = await startOnce(databaseUrl, dataDir ?? folders[i]!, root)
        if (n > 0) found[i]!.push(once)
      }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  return comparedOf('start on a database that exists', found)
}

/** What is compared: groups of cases by name, and what has a database of its own. */
export interface Asked {
  groups: [name: string, cases: Cases][]
  starts: boolean
  embedded: boolean
}

async function compareAt(
  serverUrl: string,
  tasks: number,
  root: string,
  asked: Asked,
  how: Rounds,
): Promise<Compared[]> {
  const found: Compared[] = []
  if (asked.groups.length > 0 || asked.starts)
    await withCopies(serverUrl, tasks, root, async (both) => {
      await withSites(tasks, both, async (sites) => {
        found.push(...(await compareGroups(asked.groups, sites, how)))
      })
      if (asked.starts) found.push(await compareStarts(both))
    })
  if (asked.embedded) {
    say(`comparing the embedded database at ${tasks} tasks`)
    const embedded = (one: Compared) => found.push({ ...one, name: `embedded: ${one.name}` })
    await withEmbedded(
      tasks,
      root,
      async (sites) => (await compareCases(embeddedCases, sites, how)).forEach(embedded),
      async (both) => void embedded(await compareStarts(both)),
    )
  }
  return found
}

/**
 * Measures this build beside that of another commit, on copies of one database that each has brought up to date, and says
 * how many times the other's each number is.
 */
export async function compare(
  serverUrl: string,
  commit: string,
  sizes: number[],
  asked: Asked,
  how: Rounds,
): Promise<void> {
  const base = git('rev-parse', '--short', commit)
  const parts: string[] = []
  await withBuildOf(base, async (root) => {
    for (const tasks of sizes) {
      const found = await compareAt(serverUrl, tasks, root, asked, how)
      parts.push(`## ${tasks.toLocaleString('en')} tasks\n\n${comparedTable(found)}`)
    }
  })
  writeComparison(`# This build beside ${base}\n\n${parts.join('\n\n')}\n`)
}

/** Says a comparison, and keeps it. */
export function writeComparison(text: string): void {
  mkdirSync('.svc', { recursive: true })
  writeFileSync('.svc/compare.md', text)
  say(`\n${text}\nwritten to .svc/compare.md`)
}
