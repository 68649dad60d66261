import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, THIS_BUILD, type Build } from './builds.ts'
import { catchUnavailable, type Case, type CaseGroup } from './cases/case.ts'
import { embeddedCases } from './cases/embedded.ts'
import { measureStart, STARTS } from './cases/starts.ts'
import { measureRounds, medianRatio, toMedians, type Measurement, type RoundOptions } from './client/measure.ts'
import { createRequestData, openSetup, startService, toSetup, type Setup } from './setup.ts'
import { loadEmbedded, withEmbedded } from './data/load.ts'
import { createDatabase, dropDatabase, print } from './databases.ts'
import { buildTable, toFactor, toInteger, toMs } from './results/format.ts'

/** The base first, the measured side second. */
export type Pair<T> = [base: T, own: T]

/** Rounds of both sides of a case. */
interface ComparedCase {
  name: string
  rounds: Pair<Measurement[]>
}

export interface ComparedGroups {
  groups: [name: string, group: CaseGroup][]
  start: boolean
  embedded: boolean
}

/** Alternates between both setups for all cases of the groups. */
export async function compareSetups(
  groups: ComparedGroups['groups'],
  [base, own]: Pair<Setup>,
  options: RoundOptions,
): Promise<ComparedCase[]> {
  const compared: ComparedCase[] = []
  for (const [groupName, group] of groups) {
    print(`comparing ${groupName} at ${base.tasks} tasks`)
    const baseBatches = group(base)
    for await (const batch of group(own)) {
      const baseBatch = (await baseBatches.next()).value as Case[]
      for (const [i, { name, service }] of batch.entries()) {
        const rounds = await catchUnavailable(measureRounds([baseBatch[i]!.service, service], options))
        if (rounds) compared.push({ name, rounds: rounds as Pair<Measurement[]> })
      }
    }
    // Runs the generator's cleanup.
    await baseBatches.return(undefined)
  }
  return compared
}

/** A build with its database: a URL or the folder of an embedded one. */
interface BuildDatabase {
  build: Build
  databaseUrl: string | null
  dataDir: string
}

async function compareStarts(databases: Pair<BuildDatabase>): Promise<ComparedCase> {
  print('comparing starts')
  const rounds: Pair<Measurement[]> = [[], []]
  for (let n = 0; n <= STARTS; n++)
    for (const side of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const { databaseUrl, dataDir, build } = databases[side]!
      const measurement = await measureStart(databaseUrl, dataDir, build)
      if (n > 0) rounds[side]!.push(measurement)
    }
  return { name: 'start on a database that exists', rounds }
}

async function comparePostgres(
  serverUrl: string,
  tasks: number,
  base: Build,
  { groups, start }: ComparedGroups,
  options: RoundOptions,
): Promise<ComparedCase[]> {
  const compared: ComparedCase[] = []
  const setups: Setup[] = []
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-start-'))
  // The process id lets several comparisons use one server.
  const names = ['base', 'own'].map((side) => `bench_${side}_${process.pid}`)
  try {
    const databases: BuildDatabase[] = []
    for (const [i, build] of [base, THIS_BUILD].entries()) {
      const databaseUrl = await createDatabase(serverUrl, names[i]!, tasks, build)
      databases.push({ build, databaseUrl, dataDir: join(folder, String(i)) })
    }
    if (groups.length > 0) {
      for (const { databaseUrl, build } of databases) setups.push(await openSetup(databaseUrl!, tasks, build))
      compared.push(...(await compareSetups(groups, setups as Pair<Setup>, options)))
    }
    for (const setup of setups.splice(0)) await setup.stop()
    if (start) compared.push(await compareStarts(databases as Pair<BuildDatabase>))
  } finally {
    for (const setup of setups) await setup.stop()
    for (const name of names) await dropDatabase(serverUrl, name)
    rmSync(folder, { recursive: true, force: true })
  }
  return compared
}

async function compareEmbedded(tasks: number, base: Build, options: RoundOptions): Promise<ComparedCase[]> {
  const compared: ComparedCase[] = []
  const setups: Setup[] = []
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-embedded-'))
  try {
    const databases: BuildDatabase[] = []
    for (const [i, build] of [base, THIS_BUILD].entries()) {
      const dataDir = join(folder, String(i))
      migrate({ DATA_DIR: dataDir }, build)
      await loadEmbedded(dataDir, tasks)
      const data = await withEmbedded(dataDir, createRequestData)
      databases.push({ build, databaseUrl: null, dataDir })
      const service = await startService(null, { env: { DATA_DIR: dataDir }, build })
      setups.push(toSetup({ tasks, databaseUrl: null, service }, data))
    }
    compared.push(...(await compareSetups([['embedded', embeddedCases]], setups as Pair<Setup>, options)))
    for (const setup of setups.splice(0)) await setup.stop()
    compared.push(await compareStarts(databases as Pair<BuildDatabase>))
  } finally {
    for (const setup of setups) await setup.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return compared.map(({ name, rounds }) => ({ name: `embedded: ${name}`, rounds }))
}

/** Compares this build with another; each migrates its own database and loads the same rows. */
export async function compareBuilds(
  serverUrl: string,
  tasks: number,
  base: Build,
  groups: ComparedGroups,
  options: RoundOptions,
): Promise<ComparedCase[]> {
  const compared: ComparedCase[] = []
  if (groups.groups.length > 0 || groups.start)
    compared.push(...(await comparePostgres(serverUrl, tasks, base, groups, options)))
  if (groups.embedded) compared.push(...(await compareEmbedded(tasks, base, options)))
  return compared
}

const head = ['', 'req/s of the base', 'req/s', 'rate', 'p50', 'p99', 'CPU', 'CPU of the database', 'p50']

/** Above 1 × is better for the rate and worse for the other columns. */
function buildComparedTable(compared: ComparedCase[]): string {
  const lines = compared.map(({ name, rounds: [base, own] }) => {
    const [baseMedians, ownMedians] = [toMedians(base), toMedians(own)]
    const names = ['requestsPerSecond', 'p50', 'p99', 'cpu', 'databaseCpu'] as const
    const ratios = names.map((figure) => toFactor(medianRatio(own, base, figure)))
    const rates = [toInteger(baseMedians.requestsPerSecond), toInteger(ownMedians.requestsPerSecond)]
    return [name, ...rates, ...ratios, toMs(ownMedians.p50)]
  })
  return buildTable(head, lines)
}

/** Compares at each size; writes and prints the tables. */
export async function writeComparison(
  title: string,
  sizes: number[],
  compare: (tasks: number) => Promise<ComparedCase[]>,
): Promise<void> {
  const parts = [`# ${title}`]
  for (const tasks of sizes) parts.push(`## ${toInteger(tasks)} tasks\n\n${buildComparedTable(await compare(tasks))}`)
  const text = `${parts.join('\n\n')}\n`
  mkdirSync('.svc', { recursive: true })
  writeFileSync('.svc/compare.md', text)
  print(`\n${text}\nwritten to .svc/compare.md`)
}
