import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres.ts'
import { createEmptyDatabase, openDatabase, print, withClient } from '../databases.ts'
import { describeMachine, type Machine } from '../machine.ts'
import { buildTable, toInteger, toMs, toPercent } from '../results/format.ts'
import { openSetup, startBaseline, startService, type Setup } from '../setup.ts'
import { buildSizesTable, listTableSizes, type TableSize } from './disk-usage.ts'
import { buildMixes, writeShares, type Mix } from './mix.ts'
import { LoadClient, MAX_P99_MS, runRamp, type Ramp, type RampOptions, type Step } from './ramp.ts'

/** Finds the saturation point of the baseline and of 1, 2 and 4 processes, and the disk usage of tasks. */

const usage = `npm run bench:saturation -- [--tasks 100000] [--seconds 4] [--from 200] [--limit 50] [--sizes]
  --seconds  duration of a step; --from: first rate in requests per second; --limit: seconds of a ramp
  --sizes    only measure disk usage`
const defaults = { tasks: '100000', seconds: '4', from: '200', limit: '50' }
const PROCESS_COUNTS = [1, 2, 4]
/** Writes before disk usage is measured with --sizes. */
const MIN_WRITES = 4000

function readOptions() {
  const names = Object.keys(defaults) as (keyof typeof defaults)[]
  const toOption = (name: keyof typeof defaults) => ({ type: 'string' as const, default: defaults[name] })
  const { values } = parseArgs({
    options: {
      tasks: toOption('tasks'),
      seconds: toOption('seconds'),
      from: toOption('from'),
      limit: toOption('limit'),
      sizes: { type: 'boolean', default: false },
    },
  })
  const numbers = {
    tasks: Number(values.tasks),
    seconds: Number(values.seconds),
    from: Number(values.from),
    limit: Number(values.limit),
  }
  if (!Object.values(numbers).every((number) => number > 0) || numbers.tasks < 1000)
    throw new Error(`invalid arguments (at least 1000 tasks)\n${usage}`)
  const isComplete = !values.sizes && names.every((name) => values[name] === defaults[name])
  return { ...numbers, sizes: values.sizes, isComplete }
}

const options = readOptions()

/** Runs one ramp at a time, with one worker process beside the service. */
async function runRamps(
  setup: Setup,
  mixes: Record<'service' | 'baseline', Mix>,
  client: LoadClient,
  rampOptions: RampOptions,
): Promise<Ramp[]> {
  const env = { DATABASE_URL: setup.databaseUrl!, PLAN_CACHE_MODE: 'force_generic_plan' }
  const baseline = await startBaseline(setup, env)
  client.setMix(mixes.baseline)
  const ramps = [
    await runRamp(client, { name: 'baseline', servers: [baseline] }, rampOptions).finally(() => baseline.stop()),
  ]
  const worker = await startService(setup.databaseUrl, { env: { ROLE: 'worker' } })
  const servers = [setup.service]
  try {
    for (const count of PROCESS_COUNTS) {
      while (servers.length < count) servers.push(await startService(setup.databaseUrl, { env: { ROLE: 'api' } }))
      const name = `${count} ${count === 1 ? 'process' : 'processes'}`
      client.setMix(mixes.service)
      ramps.push(await runRamp(client, { name, servers, others: [worker] }, rampOptions))
    }
  } finally {
    for (const server of [worker, ...servers.slice(1)]) await server.stop()
  }
  return ramps
}

const formatCores = ({ cores: { service, database, client } }: Step) =>
  [service, database, client].map((value) => value.toFixed(2))
const head = ['p50', 'p99', 'cores: service', 'PostgreSQL', 'client']

function buildSaturationTable(ramps: Ramp[]): string {
  const baselineRate = ramps[0]!.saturation?.rate ?? NaN
  const lines = ramps.map(({ name, saturation: step }) => {
    if (!step) return [name, 'none sustained', '', '', '', '', '', '']
    const share = toPercent(step.rate / baselineRate)
    return [name, toInteger(step.rate), share, toMs(step.p50), toMs(step.p99), ...formatCores(step)]
  })
  return buildTable(['', 'req/s', 'of the baseline', ...head], lines)
}

function buildStepTable(ramps: Ramp[]): string {
  const lines = ramps.flatMap(({ name, steps }) =>
    steps.map((step) => {
      const failed = step.isOverloaded ? 'overloaded' : toInteger(step.failures)
      return [name, toInteger(step.rate), toMs(step.p50), toMs(step.p99), ...formatCores(step), failed]
    }),
  )
  return buildTable(['', 'req/s', ...head, 'failed'], lines)
}

const buildRampReport = (
  ramps: Ramp[],
) => `Requests arrive at a constant rate, and latency is measured from the scheduled time: 70 % read a task, 15 % list 100
tasks, 10 % change a title, 5 % create a task, by 16 users of an organization of ${toInteger(options.tasks)} tasks and 1,000 users of
small ones. The saturation point is the highest rate sustained for ${options.seconds} s with a p99 of at most ${MAX_P99_MS} ms and no failure.
Service (with one worker), PostgreSQL and client share the cores of this machine, so more processes compete with each other.

${buildSaturationTable(ramps)}

## Steps

${buildStepTable(ramps)}

`

function buildReport(ramps: Ramp[], loaded: TableSize[], written: TableSize[], machine: Machine): string {
  return `# Saturation point

Generated by \`${machine.command}\` on ${machine.date}, commit ${machine.commit}.

${machine.lines.map((line) => `- ${line}`).join('\n')}

${ramps.length > 0 ? buildRampReport(ramps) : ''}## Disk usage

Tables of at least a thousand rows, as loaded. Their indexes were built at the end, which makes them as small as possible:

${buildSizesTable(loaded)}

Tables written by the requests of this run:

${buildSizesTable(written)}
`
}

async function writeTasks(client: LoadClient, mix: Mix, setup: Setup): Promise<void> {
  client.setMix(mix)
  for (let written = 0; written < MIN_WRITES;) {
    const { responses, failures, firstFailure } = await client.runStep([setup.service.port], 60, 10)
    if (failures > 0) throw new Error(`a write failed: ${firstFailure ?? 'no response'}`)
    written += responses
  }
}

async function measureSaturation(serverUrl: string): Promise<void> {
  const machine = await describeMachine(serverUrl, 'bench:saturation', '1, 2 and 4 processes and a worker')
  const loaded = await withClient(await openDatabase(serverUrl, options.tasks), listTableSizes)
  const databaseUrl = await createEmptyDatabase(serverUrl, 'bench_saturation', `bench_${options.tasks}`)
  const setup = await openSetup(databaseUrl, options.tasks)
  const client = new LoadClient()
  try {
    const mixes = await withClient(databaseUrl, (connection) => buildMixes(setup, connection))
    if (options.sizes) await writeTasks(client, { ...mixes.service, shares: writeShares }, setup)
    const rampOptions = { ...options, databasePid: machine.databasePid }
    const ramps = options.sizes ? [] : await runRamps(setup, mixes, client, rampOptions)
    const sizes = await withClient(databaseUrl, listTableSizes)
    const written = sizes.filter(({ name }) => !loaded.some((table) => table.name === name))
    const report = buildReport(ramps, loaded, written, machine)
    const file = options.isComplete ? 'bench/saturation.md' : '.svc/bench-saturation.md'
    mkdirSync('.svc', { recursive: true })
    writeFileSync(file, report)
    print(`\n${report}\nwritten to ${file}`)
  } finally {
    client.stop()
    await setup.stop()
  }
}

const server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })
if (!server) throw new Error('PostgreSQL 15 or later is not installed')
try {
  await measureSaturation(server.url())
} finally {
  await server.stop()
}
