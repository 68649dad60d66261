import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import { newId } from '../../src/core/ids.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { sendUntilFinal } from './send-until-final.ts'
import { createRange } from './sizes.ts'

/** Concurrent writers in one organization. */
export interface Writers {
  /** Number of committed transactions. */
  readonly written: number
  /** Ids of events that were rolled back. */
  readonly rolledBack: ReadonlySet<string>
  /** Stops all writers after their current write. Throws the first failure. */
  stop(): Promise<void>
}

interface WriterOptions {
  /** Clients that write over HTTP and survive restarts of their server. */
  clients: readonly Client[]
  /** Number of concurrent transactions that write directly into the event log. */
  raw: number
  databaseUrl: string
  orgId: string
}

/** Starts writers that race, pause and roll back. */
export function startWriters({ clients, raw, databaseUrl, orgId }: WriterOptions): Writers {
  const state = { isOver: false, written: 0, rolledBack: new Set<string>() }
  const isOver = () => state.isOver
  const countWrite = () => void state.written++
  const all = Promise.all([
    ...clients.map((client, i) => writeByHttp(client, orgId, `w${i}`, isOver, countWrite)),
    ...createRange(raw).map(() => writeBySql(databaseUrl, orgId, state)),
  ])
  all.catch(() => (state.isOver = true))
  return {
    get written() {
      return state.written
    },
    rolledBack: state.rolledBack,
    async stop() {
      state.isOver = true
      await all
    },
  }
}

/** Creates and changes tasks, each request retried with its key. */
async function writeByHttp(
  client: Client,
  orgId: string,
  name: string,
  isOver: () => boolean,
  done: () => void,
): Promise<void> {
  for (let i = 0; !isOver(); i++) {
    const headers = { 'idempotency-key': `${name}-${i}` }
    const body = { org_id: orgId, title: `${name} ${i}` }
    const created = await sendUntilFinal(client, 'POST', '/v1/tasks', { headers, body }, { patience: 300_000 })
    const { task_id } = expectStatus(created.reply, 200)
    done()
    const change = { body: { title: `${name} ${i} again` } }
    await sendUntilFinal(client, 'PATCH', `/v1/tasks/${task_id}`, change, { patience: 300_000 })
    done()
    await sleep(Math.random() * 20)
  }
}

const insert = `insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at, ord)
  values ($1, $2, 'task.updated', 'task', 'T0', 'system', now(), $3)`

interface WriterState {
  isOver: boolean
  written: number
  rolledBack: Set<string>
}

/** Runs transactions that take their id early, write several events with pauses, and sometimes roll back. */
async function writeBySql(databaseUrl: string, orgId: string, state: WriterState): Promise<void> {
  const connection = new Connection({ connectionString: databaseUrl })
  await connection.connect()
  while (!state.isOver) {
    await connection.query('begin')
    if (Math.random() < 0.3) {
      await connection.query('select pg_current_xact_id()')
      await sleep(Math.random() * 30)
    }
    const ids: string[] = []
    for (const ord of createRange(1 + Math.floor(Math.random() * 3))) {
      ids.push(newId('EV', Date.now()))
      await connection.query(insert, [orgId, ids.at(-1), ord])
      if (Math.random() < 0.5) await sleep(Math.random() * 40)
    }
    if (Math.random() < 0.05) {
      await connection.query('rollback')
      for (const id of ids) state.rolledBack.add(id)
    } else {
      await connection.query('commit')
      state.written++
    }
  }
  await connection.end()
}
