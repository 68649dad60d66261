import { Agent, get, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { newUuid } from '../../src/kernel/values/ids.ts'
import { ApiClient } from '../api-client.ts'
import { buildGet } from '../client/connection.ts'
import {
  buildWorkload,
  measure,
  toMeasurement,
  toMedians,
  toPercentiles,
  type Measurement,
  type RoundOptions,
} from '../client/measure.ts'
import { readMemory, type ServerProcess } from '../client/processes.ts'
import { orgId } from '../data/organization.ts'
import { createToken } from '../data/tokens.ts'
import { print, withClient } from '../databases.ts'
import { startService, type Setup } from '../setup.ts'
import type { Row } from './case.ts'
import { sendChangesAtRate } from './changes.ts'

const USERS = 100
const STREAMS_PER_USER = 10
const READERS = 10
const CHANGES_PER_SECOND = 50
const WARM_UP_SECONDS = 5

/** Measures the cost of idle event streams, and the delay from a response to its event on a stream. */
export async function measureStreams(setup: Setup, options: RoundOptions): Promise<Row[]> {
  const tokens = await withClient(setup.databaseUrl!, createStreamUsers)
  const startApi = () => startService(setup.databaseUrl, { env: { ROLE: 'api' } })
  const servers = [await startApi(), await startApi()] as const
  const { tasks } = setup
  try {
    const name = `${CHANGES_PER_SECOND} changes/s, ${READERS} streams: from the response to the event`
    const same = await measureDelay(setup, options, servers[0], servers[0], tokens)
    const other = await measureDelay(setup, options, servers[0], servers[1], tokens)
    const { without, idle } = await measureIdle(setup, options, servers[1], tokens)
    return [
      { tasks, id: 'stream-same', name: `${name}, in the same process`, service: same },
      { tasks, id: 'stream-other', name: 'the same, in another process', service: other },
      { tasks, id: 'stream-none', name: 'read a task, no open stream', service: without },
      {
        tasks,
        id: 'stream-idle',
        name: `the same, ${USERS * STREAMS_PER_USER} idle streams`,
        service: idle,
      },
    ]
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Alternates between rounds without streams and with a thousand, and prints the memory that they take. */
async function measureIdle(
  setup: Setup,
  options: RoundOptions,
  server: ServerProcess,
  tokens: string[],
): Promise<{ without: Measurement; idle: Measurement }> {
  const reads = setup.taskIds.map((id) => buildGet(`/v1/tasks/${id}`, setup.api.member.headers))
  const measureReads = () => measure(buildWorkload(server, reads), { ...options, rounds: 1 })
  const without: Measurement[] = []
  const idle: Measurement[] = []
  await measureReads()
  for (let round = 0; round < options.rounds; round++) {
    without.push(await measureReads())
    const before = readMemory(server.pid)
    const streams = await openIdleStreams(server, tokens)
    const memory = readMemory(server.pid) - before
    idle.push(await measureReads())
    for (const stream of streams) stream.destroy()
    await sleep(1000)
    if (round === 0) print(`${streams.length} idle streams take ${memory.toFixed(0)} MB`)
  }
  return { without: toMedians(without), idle: toMedians(idle) }
}

/** Creates plain members with a token each, since streams per user are limited. */
async function createStreamUsers(client: ClientBase): Promise<string[]> {
  const tokens: string[] = []
  for (let i = 0; i < USERS; i++) {
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
    tokens.push(await createToken(client, { org_id: orgId, user_id }, ['tasks:read']))
  }
  return tokens
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Resolves after the first bytes of the stream. */
function openStream(
  { port }: ServerProcess,
  token: string,
  onText: (text: string) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const request = get({ port, host: '127.0.0.1', path: '/v1/events', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET /v1/events: ${response.statusCode}`))
      response.setEncoding('utf8').on('error', () => undefined)
      response.on('data', (text: string) => {
        onText(text)
        resolve(request)
      })
    })
    request.on('error', () => undefined)
  })
}

async function openIdleStreams(server: ServerProcess, tokens: string[]): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = []
  for (const token of tokens) {
    const opening = Array.from({ length: STREAMS_PER_USER }, () => openStream(server, token, () => undefined))
    streams.push(...(await Promise.all(opening)))
  }
  return streams
}

/** Sends changes to one server and reads their events from another; an event before the response counts as 0. */
async function measureDelay(
  setup: Setup,
  options: RoundOptions,
  written: ServerProcess,
  read: ServerProcess,
  tokens: string[],
): Promise<Measurement> {
  const events: { requestId: string; receivedAt: number }[] = []
  const onText = (text: string) => {
    const receivedAt = performance.now()
    for (const [, requestId] of text.matchAll(/"request_id":"([^"]+)"/g))
      events.push({ requestId: requestId!, receivedAt })
  }
  const streams = await Promise.all(tokens.slice(0, READERS).map((token) => openStream(read, token, onText)))
  const admin = new ApiClient(written.port, setup.api.admin.headers.authorization!.replace('Bearer ', ''))
  const seconds = options.seconds * options.rounds
  await sendChangesAtRate(setup, admin, WARM_UP_SECONDS, CHANGES_PER_SECOND)
  const changes = await sendChangesAtRate(setup, admin, seconds, CHANGES_PER_SECOND)
  await sleep(1000)
  for (const stream of streams) stream.destroy()
  const responses = new Map(changes.map(({ requestId, respondedAt }) => [requestId, respondedAt]))
  const delays = events
    .filter(({ requestId }) => responses.has(requestId))
    .map(({ requestId, receivedAt }) => Math.max(0, receivedAt - responses.get(requestId)!))
    .sort((a, b) => a - b)
  if (delays.length !== READERS * changes.length)
    throw new Error(`${delays.length} of ${READERS * changes.length} events were received`)
  const requestsPerSecond = delays.length / seconds
  return toMeasurement({ requestsPerSecond, ...toPercentiles(delays), requests: delays.length })
}
