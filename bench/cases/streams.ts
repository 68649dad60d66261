import { get as httpGet, Agent, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { newUuid } from '../../src/core/ids.ts'
import { connected } from '../connected.ts'
import { foundOf, measure, medians, timesOf, type Measured, type Rounds } from '../measure.ts'
import { orgId } from '../organization.ts'
import { memoryOf, type Target } from '../processes.ts'
import { startService, type Site } from '../site.ts'
import { storeToken } from '../tokens.ts'
import { get, sideOf, type Row } from './case.ts'
import { changeSteadily } from './changes-steady.ts'

const [people, each] = [100, 10]

/** What open streams cost, and how soon after a change its event is with their readers. */
export async function measureStreams(site: Site, how: Rounds): Promise<Row[]> {
  const tokens = await connected(site.databaseUrl!, makePeople)
  const row = (id: string, name: string, service: Measured): Row => ({ tasks: site.tasks, id, name, service })
  const [near, far] = await measureDelays(site, how, tokens)
  const { none, idle } = await measureIdle(site, how, tokens)
  return [
    row(
      'stream-near',
      '50 changes/s, 10 streams: from the answer to a change to a reader in the same process',
      near,
    ),
    row('stream-far', 'the same, to a reader in another process', far),
    row('stream-none', 'read a task, no stream open', medians(none)),
    row('stream-idle', `the same in turn, ${people * each} idle streams open`, medians(idle)),
  ]
}

async function measureDelays(site: Site, how: Rounds, tokens: string[]): Promise<[Measured, Measured]> {
  const near = await startService(site.databaseUrl!, { ROLE: 'api' })
  const far = await startService(site.databaseUrl!, { ROLE: 'api' })
  try {
    return [
      await measureDelay(site, how, near, near, tokens),
      await measureDelay(site, how, near, far, tokens),
    ]
  } finally {
    await near.stop()
    await far.stop()
  }
}

/** Reads of a new server, in turn with no stream open and with a thousand, and the memory that these take. */
async function measureIdle(site: Site, how: Rounds, tokens: string[]) {
  const service = await startService(site.databaseUrl!, { ROLE: 'api' })
  const reads = site.sample.map((task) => get(`/v1/tasks/${task}`, site.api.member.headers))
  const read = async () => (await measure([sideOf(service, reads)], { ...how, rounds: 1 }))[0]!
  const none: Measured[] = []
  const idle: Measured[] = []
  const sides = [
    async () => none.push(await read()),
    () => withIdle(service, tokens, async () => idle.push(await read())),
  ]
  try {
    for (let i = 0; i < 3; i++) await read()
    await tellMemory(service, tokens)
    for (let round = 0; round < how.rounds; round++) {
      for (const measureSide of sides) await measureSide()
      sides.reverse()
    }
  } finally {
    await service.stop()
  }
  const times = (of: (one: Measured) => number) => timesOf(idle, none, of).toFixed(2)
  process.stdout.write(
    `reads beside idle streams: ${times((one) => one.rate)} × the rate, ${times((one) => one.p99)} × the p99, ` +
      `${times((one) => one.p999)} × the p99.9\n`,
  )
  return { none, idle }
}

async function withIdle(service: Target, tokens: string[], work: () => Promise<unknown>): Promise<void> {
  const streams = await openIdle(service, tokens)
  await work()
  for (const one of streams) one.destroy()
  // What their going takes is not to be told with what comes next.
  await sleep(1_000)
}

async function tellMemory(service: Target, tokens: string[]): Promise<void> {
  await sleep(2_000)
  const before = memoryOf(service.pid).now
  await withIdle(service, tokens, async () => {
    await sleep(10_000)
    const after = memoryOf(service.pid).now
    process.stdout.write(
      `${people * each} idle streams: ${before.toFixed(0)} MB resident before, ${after.toFixed(0)} MB with them\n`,
    )
  })
}

/** Plain members, since one person has few streams; a token each. */
async function makePeople(client: ClientBase): Promise<string[]> {
  const tokens: string[] = []
  for (let i = 0; i < people; i++) {
    const user_id = newUuid(Date.now())
    const username = `streamer-${user_id.slice(-12)}`
    await client.query(
      `insert into users (user_id, issuer, subject, username, username_key, created_at, updated_at)
       values ($1, 'bench', $2, $2, $2, now(), now())`,
      [user_id, username],
    )
    await client.query(
      `insert into organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
         updated_at)
       values ($1, $2, 'user', $3, $3, 'member', now(), now(), now())`,
      [orgId, user_id, username],
    )
    tokens.push(await storeToken(client, { org_id: orgId, user_id }, ['tasks:read']))
  }
  return tokens
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Opens a stream, and resolves once it has said something. */
function open(
  target: Target,
  token: string,
  query: string,
  heard: (text: string) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const path = `/v1/events${query}`
    const request = httpGet({ port: target.port, host: '127.0.0.1', path, headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was answered ${answer.statusCode}`))
      answer.setEncoding('utf8').on('error', () => undefined)
      answer.on('data', (text: string) => {
        heard(text)
        resolve(request)
      })
    })
    request.on('error', () => undefined)
  })
}

async function openIdle(target: Target, tokens: string[]): Promise<ClientRequest[]> {
  const all: ClientRequest[] = []
  for (const token of tokens)
    all.push(
      ...(await Promise.all(Array.from({ length: each }, () => open(target, token, '', () => undefined)))),
    )
  return all
}

/**
 * Changes at one server, and how long after the answer to each, which comes right after its commit, its event came to
 * readers of a server. What came before the answer counts as 0.
 */
async function measureDelay(
  site: Site,
  how: Rounds,
  at: Target,
  from: Target,
  tokens: string[],
): Promise<Measured> {
  const came: { request_id: string; at: number }[] = []
  const heard = (text: string) => {
    const now = performance.now()
    for (const [, request_id] of text.matchAll(/"request_id":"([^"]+)"/g))
      came.push({ request_id: request_id!, at: now })
  }
  const readers = await Promise.all(tokens.slice(0, 10).map((token) => open(from, token, '', heard)))
  const seconds = how.seconds * how.rounds
  // The first seconds are those of a new process, and are not to be told with the rest.
  await changeSteadily(site, at, 5, 50)
  const made = await changeSteadily(site, at, seconds, 50)
  await sleep(1000)
  for (const reader of readers) reader.destroy()
  const answered = new Map(made.map((one) => [one.request_id, one.at]))
  const delays = came
    .filter(({ request_id }) => answered.has(request_id))
    .map((one) => Math.max(0, one.at - answered.get(one.request_id)!))
    .sort((a, b) => a - b)
  if (delays.length !== 10 * made.length)
    throw new Error(`${delays.length} of ${10 * made.length} events came`)
  const share = (part: number) => delays[Math.floor(delays.length * part)]!
  return foundOf({
    rate: delays.length / seconds,
    p50: share(0.5),
    p99: share(0.99),
    p999: share(0.999),
    requests: delays.length,
  })
}
