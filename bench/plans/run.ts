import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { startPostgres } from '../../test/support/postgres.ts'
import { buildPath, type ApiClient } from '../api-client.ts'
import { loadFields } from '../data/fields.ts'
import { orgId, ownProject } from '../data/organization.ts'
import { openDatabase, print, withClient } from '../databases.ts'
import { describeMachine } from '../machine.ts'
import { buildTable } from '../results/format.ts'
import { openSetup } from '../setup.ts'
import { explainRequest, logPlans, type ExplainedRequest } from './explained.ts'
import { buildListQuery, comparedLists } from './requests.ts'

/** Prints what the database reads for requests by keys, custom fields and claims, and with `--verbose` the plans. */

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    server: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const tasks = Number(values.tasks)
const postgresSettings = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  logging_collector: 'on',
  log_destination: 'jsonlog',
}

const matches = (name: string) => values.only === undefined || name.includes(values.only)
const count = (value: number) => value.toLocaleString('en')
const formatMs = (value: number) => value.toFixed(2)

function printPlans(name: string, { plans }: ExplainedRequest): void {
  if (values.verbose) for (const { text } of plans) print(`\n### ${name}\n\n\`\`\`text\n${text}\n\`\`\``)
}

/** Counts the tasks that match the filters of a list; with cold caches a count may take longer than the service allows. */
async function countMatching(api: ApiClient, query: Record<string, string>): Promise<string> {
  const filters = Object.entries(query).filter(([name]) => name.startsWith('filter'))
  const path = buildPath('/v1/tasks/count', { org_id: orgId, ...Object.fromEntries(filters) })
  const read = () => api.get<{ count: number }>(path)
  const found = await read()
    .catch(read)
    .catch(() => undefined)
  return found ? count(found.body.count) : '> 5 s'
}

/** Number of requests of each list whose durations are compared, alternating with the same by due date. */
const TIMED_REQUESTS = 40

/** Returns the median durations of two requests from sending to the whole response, while no plans are logged. */
async function timeRequests(requests: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const durations = requests.map((): number[] => [])
  for (let i = 0; i < TIMED_REQUESTS; i++)
    for (const [n, send] of requests.entries()) {
      const start = performance.now()
      await send()
      durations[n]!.push(performance.now() - start)
    }
  return durations.map((all) => all.toSorted((a, b) => a - b)[TIMED_REQUESTS / 2]!)
}

async function compareDurations(api: ApiClient): Promise<void> {
  const lines: string[][] = []
  for (const { name, custom, plain } of comparedLists.filter((one) => matches(one.name))) {
    const requests = [custom, plain].map((query) => () => api.get(buildPath('/v1/tasks', buildListQuery(query))))
    const [own, base] = (await timeRequests(requests)) as [number, number]
    lines.push([name, formatMs(own), formatMs(base), (own / base).toFixed(2)])
  }
  print(`\n${buildTable(['list', 'response ms', 'response ms by due date', 'ratio'], lines)}`)
}

async function compareLists(client: Client, api: ApiClient): Promise<void> {
  const lines: string[][] = []
  const explain = (query: Record<string, string>) =>
    explainRequest(client, () => api.get(buildPath('/v1/tasks', buildListQuery(query))))
  for (const { name, custom, plain } of comparedLists.filter((one) => matches(one.name))) {
    const [found, base] = [await explain(custom), await explain(plain)]
    printPlans(name, found)
    printPlans(`${name}: by attributes`, base)
    const sides = [found, base].flatMap(({ buffers, milliseconds }) => [count(buffers), formatMs(milliseconds)])
    const matching = [await countMatching(api, custom), await countMatching(api, plain)]
    lines.push([name, matching.join(' / '), ...sides, (found.buffers / base.buffers).toFixed(2)])
  }
  const header = ['list', 'tasks / by due date', 'buffers', 'ms', 'buffers by due date', 'ms by due date', 'ratio']
  print(`\n${buildTable(header, lines)}`)
}

async function explainOthers(client: Client, api: ApiClient, taskId: string): Promise<void> {
  const { key } = (await api.get<{ key: string }>(`/v1/tasks/${taskId}`)).body
  const list = (query: Record<string, string>) => () => api.get(buildPath('/v1/tasks', buildListQuery(query)))
  const query = { 'filter[project]': ownProject.project_id, 'filter[status]': 'not_started' }
  const claimNext = (order: object) =>
    api.send('POST', '/v1/tasks/claim-next', { org_id: orgId, query, seconds: 60, ...order })
  const requests: [string, () => Promise<unknown>][] = [
    ['a task by its key', () => api.get(buildPath(`/v1/tasks/by-key/${key}`, { org_id: orgId }))],
    ['a list by key', list({ 'filter[key]': key })],
    ['tasks that involve the caller', list({ 'filter[involves]': 'me' })],
    ['tasks claimed by the caller', list({ 'filter[claimed]': 'me' })],
    [
      'count grouped by an option',
      () =>
        api.get(
          buildPath('/v1/tasks/count', {
            org_id: orgId,
            group_by: 'custom.select_0',
            'filter[project]': ownProject.project_id,
          }),
        ),
    ],
    ['claim the next task', () => claimNext({})],
    ['claim the next task by a number', () => claimNext({ sort_by: 'custom.number_0' })],
  ]
  const lines: string[][] = []
  for (const [name, send] of requests.filter((one) => matches(one[0]))) {
    const found = await explainRequest(client, send)
    printPlans(name, found)
    lines.push([name, String(found.plans.length), count(found.buffers), formatMs(found.milliseconds)])
  }
  print(`\n${buildTable(['request', 'statements', 'buffers', 'ms'], lines)}`)
}

async function measure(serverUrl: string): Promise<void> {
  const { lines, command } = await describeMachine(serverUrl, 'bench:plans')
  const databaseUrl = await openDatabase(serverUrl, tasks)
  const loading = await openSetup(databaseUrl, tasks)
  await loadFields(loading)
  print(`\n# Plans\n\n\`${command}\`\n\n${lines.join('\n')}`)
  await compareDurations(loading.api.member)
  await loading.stop()
  await logPlans(databaseUrl, async () => {
    const setup = await openSetup(databaseUrl, tasks)
    try {
      await withClient(databaseUrl, async (client) => {
        await compareLists(client, setup.api.member)
        await explainOthers(client, setup.api.member, setup.ownTaskIds[0]!)
      })
    } finally {
      await setup.stop()
    }
  })
}

const server = values.server === undefined ? await startPostgres({ settings: postgresSettings }) : undefined
const serverUrl = values.server ?? server?.url()
if (serverUrl === undefined) throw new Error('PostgreSQL 15 or later is not installed')
try {
  await measure(serverUrl)
} finally {
  await server?.stop()
}
