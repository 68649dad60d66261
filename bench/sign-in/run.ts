import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/postgres.ts'
import { byTitle, findRandomPages } from '../cases/pages.ts'
import { createDatabase, print, withClient } from '../databases.ts'
import { describeMachine } from '../machine.ts'
import type { Mix } from '../saturation/mix.ts'
import { LoadClient } from '../saturation/ramp.ts'
import { createRequestData, startService, toSetup, type Setup } from '../setup.ts'
import { createAccounts } from './accounts.ts'
import { Attackers } from './attackers.ts'
import { SignInPages } from './pages.ts'
import { mergePhases, runPhase, type Clients, type Phase, type PhaseOptions } from './phases.ts'
import { buildReport } from './report.ts'

/** Measures password sign-ins beside API requests, and both beside many wrong passwords. */

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    attempts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '25' },
    rate: { type: 'string', default: '100' },
    'sign-ins': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const [tasks, attempts, seconds] = [Number(values.tasks), Number(values.attempts), Number(values.seconds)]
const [rate, signInRate, rounds] = [Number(values.rate), Number(values['sign-ins']), Number(values.rounds)]
if (![tasks, attempts, seconds, rate, signInRate, rounds].every((number) => number > 0) || tasks < 1000 || rounds > 99)
  throw new Error('invalid arguments: positive numbers, at least 1000 tasks, and at most 99 rounds')

const WARM_UP_SECONDS = 4
const USER_CONNECTIONS = 64
/** The client names the IPs, as a trusted proxy would. */
const settings = { ROLE: 'api', ACCOUNTS: 'on', TRUST_PROXY: '127.0.0.1' }

/** Reads of single tasks, and lists of 100 from all over the organization. */
async function buildMix(setup: Setup): Promise<Mix> {
  const pickHeaders = (i: number) => setup.users[i % setup.users.length]!.headers
  const get = (path: string, i: number) => ({ method: 'GET' as const, path, headers: pickHeaders(i) })
  const pages = await findRandomPages(setup.api.member, byTitle, setup.tasks)
  return {
    templates: {
      read: setup.taskIds.map((id, i) => get(`/v1/tasks/${id}`, i)),
      list: pages.map(({ path }, i) => get(path, i)),
      change: [],
      create: [],
    },
    shares: { read: 0.8, list: 0.2, change: 0, create: 0 },
  }
}

/** A phase of each kind; those with wrong passwords are compared with the one before them. */
const kinds = [undefined, 'many', undefined, 'one'] as const

async function runPhases(clients: Clients, processes: Pick<PhaseOptions, 'service' | 'databasePid'>): Promise<Phase[]> {
  const options: PhaseOptions = { ...processes, seconds, rate, signInRate }
  await runPhase(clients, { ...options, seconds: WARM_UP_SECONDS })
  const phases: Phase[][] = kinds.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, source] of kinds.entries())
      phases[i]!.push(
        await runPhase(clients, source ? { ...options, attempts: { count: attempts, source, round } } : options),
      )
  return phases.map(mergePhases)
}

async function measure(serverUrl: string): Promise<void> {
  const { lines, command, date, commit, databasePid } = await describeMachine(serverUrl, 'bench:sign-in')
  const databaseUrl = await createDatabase(serverUrl, 'bench_sign_in', tasks)
  const data = await withClient(databaseUrl, createRequestData)
  const accounts = await withClient(databaseUrl, createAccounts)
  const service = await startService(databaseUrl, { env: settings })
  const api = new LoadClient()
  const users = new SignInPages(service.port, USER_CONNECTIONS)
  const attackers = new Attackers()
  try {
    api.setMix(await buildMix(toSetup({ tasks, databaseUrl, service }, data)))
    const phases = await runPhases({ api, users, attackers, accounts }, { service, databasePid })
    const extra = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    const load =
      `API: ${rate} requests/s (80 % read a task, 20 % list 100) by ${data.userTokens.length} users; ` +
      `${signInRate} sign-ins/s by ${accounts.length} users; ${seconds} s per phase, rounds: ${rounds}; ${extra.join(' ')}`
    const list = [...lines, load].map((line) => `- ${line}`).join('\n')
    print(`\n# Sign-ins\n\n\`${command}\` on ${date}, commit ${commit}.\n\n${list}\n\n${buildReport(phases, attempts)}`)
  } finally {
    api.stop()
    attackers.stop()
    await users.close()
    await service.stop()
  }
}

const server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })
if (!server) throw new Error('PostgreSQL 15 or later is not installed')
try {
  await measure(server.url())
} finally {
  await server.stop()
}
