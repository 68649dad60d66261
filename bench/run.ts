import { startPostgres } from '../test/support/postgres.ts'
import { measureCases, type Cases, type Row } from './cases/case.ts'
import { changeCases } from './cases/changes.ts'
import { createCases } from './cases/creates.ts'
import { measureEmbedded } from './cases/embedded.ts'
import { listCases } from './cases/lists.ts'
import { measureOrganizations } from './cases/organizations.ts'
import { overviewCases } from './cases/overviews.ts'
import { measureNotifications } from './cases/notifications.ts'
import { mixedCases, peopleCases } from './cases/people.ts'
import { measureProcesses } from './cases/processes.ts'
import { readCases } from './cases/reads.ts'
import { measureRoadmaps } from './cases/roadmaps.ts'
import { searchCases } from './cases/searches.ts'
import { startRow } from './cases/starts.ts'
import { measureStreams } from './cases/streams.ts'
import { measureWebhooks } from './cases/webhooks.ts'
import { compareCitus } from './compare/citus.ts'
import { compare } from './compare/compare.ts'
import { comparePooler } from './compare/pooler.ts'
import { servedDatabase, say } from './databases.ts'
import { countStatements, explain } from './explain.ts'
import { describeMachine, type Machine } from './machine.ts'
import type { Rounds } from './measure.ts'
import { readOptions, siteGroups, type Group, type SiteGroup } from './options.ts'
import { memoryOf } from './processes.ts'
import { questions } from './questions.ts'
import type { Facts } from './results/judges.ts'
import { writeReport } from './results/report.ts'
import { openSite, openWithFloor, type Site } from './site.ts'

const options = readOptions(process.argv.slice(2))

/** Only what a server of this size would be given; fsync and all else is as PostgreSQL comes. */
const settings = { shared_buffers: '1GB', max_wal_size: '4GB' }

async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  if (options.server) return work(options.server)
  const server = await startPostgres({ settings })
  if (!server) throw new Error('no PostgreSQL 15 or newer on this machine')
  try {
    await work(server.url())
  } finally {
    await server.stop()
  }
}

const cases = {
  read: readCases,
  list: listCases,
  overview: overviewCases,
  search: searchCases,
  create: createCases,
  change: changeCases,
  people: peopleCases,
  mixed: mixedCases,
} satisfies Partial<Record<SiteGroup, Cases>>

/** Groups that start servers of their own. */
const further = {
  webhook: measureWebhooks,
  stream: measureStreams,
  notifications: measureNotifications,
} satisfies Partial<Record<SiteGroup, (site: Site, how: Rounds) => Promise<Row[]>>>

const measureGroup = (group: SiteGroup, site: Site, how: Rounds): Promise<Row[]> =>
  group in further
    ? further[group as keyof typeof further](site, how)
    : measureCases(site, cases[group as keyof typeof cases], how)

const readPaths = (taskId: string) => [
  `/v1/tasks/${taskId}`,
  ...questions.filter(({ name }) => /^(list by|search)/.test(name)).map(({ path }) => path),
]

async function measureSite(site: Site, how: Rounds, facts: Facts): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of siteGroups.filter((name) => options.only.includes(name))) {
    say(`measuring ${group} at ${site.tasks} tasks`)
    rows.push(...(await measureGroup(group, site, how)))
  }
  facts.memory.push({ tasks: site.tasks, ...memoryOf(site.service.pid) })
  facts.statements ??= await countStatements(site.databaseUrl!, readPaths(site.sample[0]!))
  return rows
}

/** What is measured once: at the smallest size, or on databases of its own. */
async function measureOnce(serverUrl: string, how: Rounds): Promise<Row[]> {
  const { only, tasks: sizes } = options
  const tasks = sizes[0]!
  const rows: Row[] = []
  if (only.includes('overview')) {
    say('measuring roadmaps')
    rows.push(...(await measureRoadmaps(serverUrl, how)))
  }
  if (only.includes('start')) {
    say('measuring starts')
    const name = 'start on a database that exists'
    rows.push(await startRow({ tasks, id: 'start', name }, await servedDatabase(serverUrl, tasks)))
  }
  if (only.includes('embedded')) {
    say(`measuring the embedded database at ${tasks} tasks`)
    rows.push(...(await measureEmbedded(tasks, how)))
  }
  if (only.includes('growth')) {
    say('measuring organizations and processes')
    rows.push(...(await measureOrganizations(serverUrl, how)))
    const site = await openSite(await servedDatabase(serverUrl, tasks), tasks)
    rows.push(...(await measureProcesses(site, how).finally(() => site.stop())))
  }
  return rows
}

async function measureAll(serverUrl: string, machine: Machine): Promise<void> {
  const { only, tasks: sizes, rounds, seconds } = options
  const how = { rounds, seconds, databasePid: machine.databasePid }
  const facts: Facts = { memory: [] }
  const rows = await measureOnce(serverUrl, how)
  const bySite = siteGroups.some((name) => only.includes(name))
  for (const tasks of bySite ? sizes : []) {
    const site = await openWithFloor(await servedDatabase(serverUrl, tasks), tasks)
    try {
      rows.push(...(await measureSite(site, how, facts)))
    } finally {
      await site.stop()
    }
  }
  say(`\n${writeReport(rows, facts, machine, options)}`)
}

/** The groups of cases that were asked for. */
const askedCases = () => Object.entries(cases).filter(([name]) => options.only.includes(name as Group))

/** What two builds can be asked in turn. */
async function compareAll(serverUrl: string, commit: string, { databasePid }: Machine): Promise<void> {
  const { only, tasks, rounds, seconds } = options
  const asked = {
    groups: askedCases(),
    starts: only.includes('start'),
    embedded: only.includes('embedded'),
  }
  await compare(serverUrl, commit, tasks, asked, { rounds, seconds, databasePid })
}

async function explainAll(serverUrl: string, machine: Machine): Promise<void> {
  const tasks = options.tasks.at(-1)!
  const parts = { questions: options.only.includes('list'), ledger: options.only.includes('stream') }
  await explain(await servedDatabase(serverUrl, tasks), tasks, machine, parts)
  say(`written to ${parts.questions && parts.ledger ? 'bench/explain.md and ' : ''}.svc/explain.md`)
}

await withServer(async (serverUrl) => {
  const machine = await describeMachine(serverUrl)
  if (options.explain) await explainAll(serverUrl, machine)
  else if (options.compare) await compareAll(serverUrl, options.compare, machine)
  else if (options.pooler)
    await comparePooler(serverUrl, options.pooler, options.tasks, askedCases(), {
      ...options,
      databasePid: machine.databasePid,
    })
  else if (options.citus !== undefined)
    await compareCitus(serverUrl, options.citus, options.tasks, askedCases(), {
      ...options,
      databasePid: machine.databasePid,
    })
  else await measureAll(serverUrl, machine)
})
