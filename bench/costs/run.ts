import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres.ts'
import { withBuild, THIS_BUILD, type Build } from '../builds.ts'
import type { Case, CaseGroup } from '../cases/case.ts'
import { changeCases } from '../cases/changes.ts'
import { createCases } from '../cases/creates.ts'
import { runLoad } from '../client/connection.ts'
import { computeCpuDifference } from '../client/measure.ts'
import { readChildrenCpu, readCpu } from '../client/processes.ts'
import { createDatabase, print, withClient } from '../databases.ts'
import { describeMachine } from '../machine.ts'
import { buildTable } from '../results/format.ts'
import { openSetup } from '../setup.ts'
import { listRelationCosts, listStatementCosts, resetStatements, subtract, takeSnapshot } from './statements.ts'

/** Prints what one write costs: CPU time, transactions, log and flushes, by statement and by index. */

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    build: { type: 'string' },
  },
})
const [tasks, seconds, connections] = [Number(values.tasks), Number(values.seconds), Number(values.connections)]
const MAX_LINES = 14
const MAX_STATEMENT_LENGTH = 90
const groups: CaseGroup[] = [createCases, changeCases]
const settings = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

const format = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

async function printCosts({ name, service }: Case, databaseUrl: string, databasePid: number): Promise<void> {
  const load = { ...service.load, connections, port: service.server.port }
  await runLoad(load, 1)
  await withClient(databaseUrl, async (client) => {
    await resetStatements(client)
    const before = await takeSnapshot(client)
    const [cpu, databaseCpu] = [readCpu(service.server.pid), readChildrenCpu(databasePid)]
    const { requests } = await runLoad(load, seconds)
    const nodeMs = (readCpu(service.server.pid) - cpu) / requests
    const databaseMs = computeCpuDifference(readChildrenCpu(databasePid), databaseCpu) / requests
    const after = await takeSnapshot(client)
    const { transactions, walBytes, flushes } = subtract(after, before, requests)
    const statements = await listStatementCosts(client, requests, MAX_LINES)
    const relations = await listRelationCosts(client, [before, after], requests, MAX_LINES)
    const head = ['Node ms', 'PostgreSQL ms', 'transactions', 'flushes', 'WAL bytes']
    const total = [
      format(nodeMs, 2),
      format(databaseMs, 2),
      format(transactions, 2),
      format(flushes, 2),
      format(walBytes),
    ]
    print(`\n## ${name}\n\nPer request, of ${format(requests)}:\n`)
    print(buildTable(head, [total]))
    const lines = statements.map(({ text, calls, micros, walBytes: bytes }) => [
      `\`${text.replaceAll('|', '\\|').slice(0, MAX_STATEMENT_LENGTH)}\``,
      format(calls, 2),
      format(micros),
      format(bytes),
    ])
    print(`\n${buildTable(['statement', 'calls', 'µs', 'WAL bytes'], lines)}`)
    const bytesByRelation = relations.map((relation) => [relation.name, format(relation.walBytes)])
    print(`\n${buildTable(['table or index', 'WAL bytes without page images'], bytesByRelation)}`)
  })
}

async function measure(serverUrl: string, build: Build): Promise<void> {
  const { databasePid, lines, command } = await describeMachine(serverUrl, 'bench:costs')
  const databaseUrl = await createDatabase(serverUrl, 'bench_costs', tasks, build)
  await withClient(databaseUrl, (client) =>
    client.query('create extension pg_stat_statements; create extension pg_walinspect'),
  )
  const setup = await openSetup(databaseUrl, tasks, build)
  try {
    print(`\n# Costs of writes, ${build.name}, ${connections} connections\n\n\`${command}\`\n\n${lines.join('\n')}`)
    for (const group of groups)
      for await (const batch of group(setup)) for (const one of batch) await printCosts(one, databaseUrl, databasePid)
  } finally {
    await setup.stop()
  }
}

const server = await startPostgres({ settings })
if (!server) throw new Error('PostgreSQL 15 or later is not installed')
try {
  await (values.build === undefined
    ? measure(server.url(), THIS_BUILD)
    : withBuild(values.build, (build) => measure(server.url(), build)))
} finally {
  await server.stop()
}
