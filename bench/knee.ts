import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { connected } from './connected.ts'
import { databaseOf, freshDatabase, say } from './databases.ts'
import { climb, Client, most, type Climb, type How } from './knee/climb.ts'
import { mixesOf, writing, type Mix } from './knee/mix.ts'
import { sizesBeside, sizesIn, sizesTable, type Size } from './knee/sizes.ts'
import { describeMachine, type Machine } from './machine.ts'
import { ms, percent, table, whole } from './results/numbers.ts'
import { openSite, startFloor, startService, type Site } from './site.ts'

/** Finds the rate at which one server can no longer follow, by 1, 2 and 4 processes, and what tasks take on its disk. */

const usage = `npm run bench:knee -- [--tasks 100000] [--seconds 4] [--from 200] [--limit 50] [--sizes]
  --seconds   of one step; --from: the first rate, requests a second; --limit: seconds of one climb
  --sizes     tell what tasks and their events take on the disk, and measure no rates`
const usual = { tasks: '100000', seconds: '4', from: '200', limit: '50' }
const counts = [1, 2, 4]
/** Writes after which it is told what they left behind. */
const enough = 4000

function readOptions() {
  const text = (name: keyof typeof usual) => ({ type: 'string' as const, default: usual[name] })
  const { values } = parseArgs({
    options: {
      tasks: text('tasks'),
      seconds: text('seconds'),
      from: text('from'),
      limit: text('limit'),
      sizes: { type: 'boolean', default: false },
    },
  })
  const names = Object.keys(usual) as (keyof typeof usual)[]
  const [tasks, seconds, from, limit] = names.map((name) => Number(values[name])) as [
    number,
    number,
    number,
    number,
  ]
  if (![tasks, seconds, from, limit].every((n) => n > 0) || tasks < 1000)
    throw new Error(`--tasks, at least 1000, --seconds, --from and --limit take numbers\n${usage}`)
  const isWhole = !values.sizes && names.every((name) => values[name] === usual[name])
  return { tasks, seconds, from, limit, sizes: values.sizes, isWhole }
}

const options = readOptions()

/** The floor, then the service by more and more processes; each climb on its own, with the one worker beside it. */
async function climbs(
  site: Site,
  mixes: { service: Mix; floor: Mix },
  client: Client,
  how: How,
): Promise<Climb[]> {
  const floor = await startFloor(site, { DATABASE_URL: site.databaseUrl!, PLANS: 'force_generic_plan' })
  client.use(mixes.floor)
  const found = [
    await climb(client, { name: 'the floor', targets: [floor] }, how, say).finally(() => floor.stop()),
  ]
  const started = [await startService(site.databaseUrl, { ROLE: 'worker' })]
  const [worker] = started
  try {
    for (const count of counts) {
      while (started.length < count) started.push(await startService(site.databaseUrl, { ROLE: 'api' }))
      const name = `${count} ${count === 1 ? 'process' : 'processes'}`
      client.use(mixes.service)
      const what = { name, targets: [site.service, ...started.slice(1)], beside: [worker!] }
      found.push(await climb(client, what, how, say))
    }
  } finally {
    for (const one of started) await one.stop()
  }
  return found
}

const cores = ({ cores: { service, database, client } }: Climb['steps'][number]) =>
  [service, database, client].map((value) => value.toFixed(2))
const head = ['p50', 'p99', 'cores: service', 'PostgreSQL', 'client']

function kneeTable(found: Climb[]): string {
  const floor = found[0]!.knee?.rate ?? NaN
  const lines = found.map(({ name, knee }) =>
    knee
      ? [name, whole(knee.rate), percent(knee.rate / floor), ms(knee.p50), ms(knee.p99), ...cores(knee)]
      : [name, 'none was held', '', '', '', '', '', ''],
  )
  return table(['', 'req/s at the knee', 'of the floor', ...head], lines)
}

const stepTable = (found: Climb[]): string =>
  table(
    ['', 'req/s', ...head, 'failed'],
    found.flatMap(({ name, steps }) =>
      steps.map((step) => [
        name,
        whole(step.rate),
        ms(step.p50),
        ms(step.p99),
        ...cores(step),
        step.behind ? 'fell behind' : whole(step.failed),
      ]),
    ),
  )

interface Sizes {
  loaded: Size[]
  written: Size[]
}

const ratesOf = (
  found: Climb[],
) => `Requests arrive at a constant rate, whether those before are answered or not, and each is timed from when it was
due: 70 % read a task, 15 % list 100 tasks, 10 % change a title, 5 % create a task, by 16 people of an organization of
${whole(options.tasks)} tasks and by 1,000 people of as many small ones. The knee is the highest rate that was held for ${options.seconds} s: p99 at
most ${most} ms, and nothing failed. Service (with its one worker), PostgreSQL and the client, a process of its own, share the
cores of this machine, so more processes tell what they cost here, not what they give where each has cores.

${kneeTable(found)}

## Steps

${stepTable(found)}
`

function reportOf(found: Climb[], { loaded, written }: Sizes, machine: Machine): string {
  return `# The knee

Generated by \`${machine.command}\` on ${machine.date}, commit ${machine.commit}.

${machine.lines.map((line) => `- ${line}`).join('\n')}

${found.length > 0 ? `${ratesOf(found)}\n` : ''}## On the disk

Tables of a thousand rows and more. Of what was loaded, where the indexes were made at the end, which leaves them as small as they get:

${sizesTable(loaded)}

Of what the requests of this run wrote beside:

${sizesTable(written)}
`
}

/** Writes some thousand times, as fast as that goes on a machine that may have other work. */
async function write(client: Client, mix: Mix, site: Site): Promise<void> {
  client.use(mix)
  for (let written = 0; written < enough;) {
    const { answered, failed, said } = await client.ask([site.service.port], 60, 10)
    if (failed > 0) throw new Error(`a write failed: ${said ?? 'no answer'}`)
    written += answered
  }
}

async function measureAll(serverUrl: string): Promise<void> {
  const machine = await describeMachine(serverUrl, 'bench:knee', '1, 2 and 4 processes and a worker')
  const loaded = await connected(await databaseOf(serverUrl, options.tasks), sizesIn)
  const url = await freshDatabase(serverUrl, 'bench_knee', `bench_${options.tasks}`)
  const site = await openSite(url, options.tasks)
  const client = new Client()
  try {
    const mixes = await connected(url, (database) => mixesOf(site, database))
    const how = { ...options, databasePid: machine.databasePid }
    if (options.sizes) await write(client, { ...mixes.service, shares: writing }, site)
    const found = options.sizes ? [] : await climbs(site, mixes, client, how)
    const written = sizesBeside(await connected(url, sizesIn), loaded)
    const report = reportOf(found, { loaded, written }, machine)
    const file = options.isWhole ? 'bench/knee.md' : '.svc/bench-knee.md'
    writeFileSync(file, report)
    say(`\n${report}\nwritten to ${file}`)
  } finally {
    client.stop()
    await site.stop()
  }
}

const server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })
if (!server) throw new Error('no PostgreSQL 15 or newer on this machine')
try {
  await measureAll(server.url())
} finally {
  await server.stop()
}
