import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measureRounds, medians, timesOf, type Measured, type Rounds, type Side } from './measure.ts'
import type { Case, Cases } from './cases/case.ts'
import { connected } from './connected.ts'
import { databaseOf, dropDatabase, freshDatabase, say, type Load } from './databases.ts'
import { migrate } from './load.ts'
import { comparedTable, type Compared } from './results/compared.ts'
import { openSite, type Site } from './site.ts'

const here = resolve('.')
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Runs `work` with a commit checked out and built in a folder of its own, on the packages of this one. */
export async function withBuildOf<T>(commit: string, work: (root: string) => Promise<T>): Promise<T> {
  const root = join(mkdtempSync(join(tmpdir(), 'svc-bench-base-')), 'tree')
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  try {
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
    for (const project of ['tsconfig.build.json', 'bench/tsconfig.json']) {
      say(`building ${commit}: ${project}`)
      const tsc = join(here, 'node_modules', 'typescript', 'bin', 'tsc')
      execFileSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' })
    }
    return await work(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    rmSync(join(root, '..'), { recursive: true, force: true })
  }
}

/** Loads a database as the commit would, whose tables may be older: what this build writes may not fit them. */
const loadBy =
  (root: string): Load =>
  async (url, tasks) => {
    const program = `
      import { loadOrganization } from './.svc/bench/bench/load.js'
      await loadOrganization(process.argv[1], Number(process.argv[2]), (line) => console.log(line))`
    const args = ['--input-type=module', '-e', program, url, String(tasks)]
    execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  }

/** A copy of a loaded database, brought up to date by a build and as well kept as after loading. */
async function copyFor(serverUrl: string, tasks: number, name: string, root: string): Promise<string> {
  const url = await freshDatabase(serverUrl, name, `bench_${tasks}`)
  migrate(url, root)
  await connected(url, async (client) => {
    // An earlier run may have used the one that is copied, with other keys.
    await client.query('delete from secret_key_checks')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
  return url
}

const copies = { base: 'bench_compare_base', own: 'bench_compare_own' }

async function withSites<T>(
  serverUrl: string,
  tasks: number,
  root: string,
  work: (base: Site, own: Site) => Promise<T>,
): Promise<T> {
  const sites: Site[] = []
  try {
    for (const [name, from] of [
      [copies.base, root],
      [copies.own, here],
    ] as const)
      sites.push(await openSite(await copyFor(serverUrl, tasks, name, from), tasks, from))
    return await work(sites[0]!, sites[1]!)
  } finally {
    for (const site of sites) await site.stop()
    for (const name of Object.values(copies)) await dropDatabase(serverUrl, name)
  }
}

/** Both builds do the cases of a group in turn, round by round. */
async function compareCases(cases: Cases, base: Site, own: Site, how: Rounds): Promise<Compared[]> {
  const found: Compared[] = []
  const others = cases(base)
  for await (const batch of cases(own)) {
    const before = (await others.next()).value as Case[]
    for (const [i, one] of batch.entries()) {
      const sides: Side[] = [before[i]!.service, one.service]
      const [old, fresh] = (await measureRounds(sides, how)) as [Measured[], Measured[]]
      const times = (of: (found: Measured) => number) => timesOf(fresh, old, of)
      found.push({
        name: one.name,
        base: medians(old),
        own: medians(fresh),
        rate: times((one) => one.rate),
        p50: times((one) => one.p50),
        p99: times((one) => one.p99),
        cpu: times((one) => one.cpu),
        databaseCpu: times((one) => one.databaseCpu),
      })
    }
  }
  // It has something to clear away after its last batch.
  await others.return(undefined)
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
  groups: [name: string, cases: Cases][],
  how: Rounds,
): Promise<void> {
  const base = git('rev-parse', '--short', commit)
  const parts: string[] = []
  await withBuildOf(base, async (root) => {
    for (const tasks of sizes) {
      await databaseOf(serverUrl, tasks, loadBy(root))
      const found = await withSites(serverUrl, tasks, root, async (old, own) => {
        const rows: Compared[] = []
        for (const [name, cases] of groups) {
          say(`comparing ${name} at ${tasks} tasks`)
          rows.push(...(await compareCases(cases, old, own, how)))
        }
        return rows
      })
      parts.push(`## ${tasks.toLocaleString('en')} tasks\n\n${comparedTable(found)}`)
    }
  })
  const text = `# This build beside ${base}\n\n${parts.join('\n\n')}\n`
  mkdirSync('.svc', { recursive: true })
  writeFileSync('.svc/compare.md', text)
  say(`\n${text}\nwritten to .svc/compare.md`)
}
