import { startPostgres } from '../test/support/postgres.ts'
import { git, withBuild } from './builds.ts'
import { measureGroup, type CaseGroup, type Row } from './cases/case.ts'
import { changeCases } from './cases/changes.ts'
import { createCases } from './cases/creates.ts'
import { measureEmbedded } from './cases/embedded.ts'
import { fieldCases, measureClaims } from './cases/fields.ts'
import { listCases } from './cases/lists.ts'
import { overviewCases } from './cases/overviews.ts'
import { readCases } from './cases/reads.ts'
import { searchCases } from './cases/searches.ts'
import { measureStarts } from './cases/starts.ts'
import { mixedCases, userCases } from './cases/users.ts'
import { measureWebhooks } from './cases/webhooks.ts'
import type { RoundOptions } from './client/measure.ts'
import { readMemory } from './client/processes.ts'
import { compareDatabases } from './compare-databases.ts'
import { compareBuilds, writeComparison } from './compare.ts'
import { openDatabase, print } from './databases.ts'
import { describeMachine, type Machine } from './machine.ts'
import { readOptions, type Comparison, type Group } from './options.ts'
import { writeReport } from './results/report.ts'
import { openSetupWithBaseline, type Setup } from './setup.ts'

const options = readOptions(process.argv.slice(2))

/** Sized for the load; fsync and everything else is PostgreSQL's default. */
const postgresSettings = { shared_buffers: '1GB', max_wal_size: '4GB' }

const caseGroups: Partial<Record<Group, CaseGroup>> = {
  read: readCases,
  list: listCases,
  overview: overviewCases,
  search: searchCases,
  create: createCases,
  change: changeCases,
  users: userCases,
  mixed: mixedCases,
  fields: fieldCases,
}

/** Groups that are measured in a way of their own. */
const ownGroups: Partial<Record<Group, (setup: Setup, rounds: RoundOptions) => Promise<Row[]>>> = {
  webhook: measureWebhooks,
  claims: measureClaims,
}

async function measureSize(
  serverUrl: string,
  tasks: number,
  names: Group[],
  rounds: RoundOptions,
): Promise<{ rows: Row[]; memoryMb: number }> {
  const rows: Row[] = []
  const setup = await openSetupWithBaseline(await openDatabase(serverUrl, tasks), tasks)
  try {
    for (const name of names) {
      print(`measuring ${name} at ${tasks} tasks`)
      const group = caseGroups[name]
      rows.push(...(await (group ? measureGroup(setup, group, rounds) : ownGroups[name]!(setup, rounds))))
    }
    return { rows, memoryMb: readMemory(setup.service.pid) }
  } finally {
    await setup.stop()
  }
}

async function measureAll(serverUrl: string, machine: Machine): Promise<void> {
  const { only, tasks: sizes } = options
  const rounds = { ...options, databasePid: machine.databasePid }
  const rows: Row[] = []
  const memoryMb: number[] = []
  if (only.includes('start')) {
    print('measuring starts')
    const named = { tasks: sizes[0]!, id: 'start', name: 'start on a database that exists' }
    rows.push(await measureStarts(named, await openDatabase(serverUrl, sizes[0]!)))
  }
  if (only.includes('embedded')) {
    print(`measuring the embedded database at ${sizes[0]!} tasks`)
    rows.push(...(await measureEmbedded(sizes[0]!, rounds)))
  }
  const names = only.filter((name) => name in caseGroups || name in ownGroups)
  for (const tasks of names.length > 0 ? sizes : []) {
    const measured = await measureSize(serverUrl, tasks, names, rounds)
    rows.push(...measured.rows)
    memoryMb.push(measured.memoryMb)
  }
  print(`\n${writeReport(rows, memoryMb, machine, options)}`)
}

async function compareAll(serverUrl: string, comparison: Comparison, machine: Machine): Promise<void> {
  const { only, tasks: sizes } = options
  const rounds = { ...options, databasePid: machine.databasePid }
  const groups = {
    groups: Object.entries(caseGroups).filter(([name]) => only.includes(name as Group)),
    start: only.includes('start'),
    embedded: only.includes('embedded'),
  }
  if (comparison.type === 'commit') {
    const commit = git('rev-parse', '--short', comparison.commit)
    await withBuild(commit, (base) =>
      writeComparison(`This build compared with ${commit}`, sizes, (tasks) =>
        compareBuilds(serverUrl, tasks, base, groups, rounds),
      ),
    )
  } else {
    const title =
      comparison.type === 'citus'
        ? `Citus with ${comparison.workers} workers compared with one PostgreSQL, on one machine`
        : `pgbouncer (${comparison.mode}) compared with a direct connection`
    await writeComparison(title, sizes, (tasks) => compareDatabases(serverUrl, tasks, comparison, groups, rounds))
  }
}

const server = options.server === undefined ? await startPostgres({ settings: postgresSettings }) : undefined
const serverUrl = options.server ?? server?.url()
if (serverUrl === undefined) throw new Error('PostgreSQL 15 or later is not installed')
try {
  const machine = await describeMachine(serverUrl)
  await (options.comparison ? compareAll(serverUrl, options.comparison, machine) : measureAll(serverUrl, machine))
} finally {
  await server?.stop()
}
