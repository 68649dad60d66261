import { appendFileSync, mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { newTask } from './calls/make.ts'
import { callable, named, operationOf, pathOf, prepare } from './harness.ts'
import { dearText, largestCalls, withoutRefused, type Large } from './largest.ts'
import { makeWorld } from './world.ts'

/** Whether others are measured too, which only a machine with nothing else to do can tell. */
const long = process.env.TRIALS === 'long'

const app = await startApp()
/**
 * Milliseconds of the processor that a request may cost the server, and that anybody else may wait because of it. The
 * embedded database counts as the server. It has one connection, so that others wait for the whole of a change of many
 * tasks, which is one transaction.
 */
const most = { processor: app.engine === 'postgres' ? 1000 : 2000, others: 100, othersOfBulk: 700 }
const world = await makeWorld(app, 'cost')
const other = await app.session('cost-other')

/** Sends a call, without what the rules of the operation, not its schema, refuse; gives the answer and what it cost. */
async function sendLarge(client: Client, op: AnyOperation, prepared: Prepared, { body, query }: Large) {
  for (let sent = body; ;) {
    const before = process.cpuUsage()
    const headers = prepared.headers ?? {}
    const reply = await client.send(op.method, pathOf(op, prepared), { body: sent, query, headers })
    const { user, system } = process.cpuUsage(before)
    const less = reply.status === 422 ? withoutRefused(sent, reply.body.errors ?? []) : undefined
    if (!less) return { reply, processor: (user + system) / 1000 }
    sent = less
  }
}

/** How long another person waits for an answer while `work` is done: the longest but for one in a hundred. */
async function othersWait(work: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  const state = { over: false }
  const done = work.finally(() => (state.over = true))
  while (!state.over) {
    const began = performance.now()
    await other.get('/v1/me')
    waits.push(performance.now() - began)
    await sleep(2)
  }
  await done
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!
}

/** What a call cost: milliseconds of the processor, and those for which somebody else waited meanwhile. */
interface Cost {
  what: string
  status: number
  processor: number
  wait: number
}

/** Sends a call and measures what it costs; no call is answered with a fault. */
async function costOf(op: AnyOperation, prepared: Prepared, large: Large): Promise<Cost> {
  const sending = sendLarge(prepared.as ?? world.owner, op, prepared, large)
  const wait = long ? await othersWait(sending) : 0
  const { reply, processor }: { reply: Reply; processor: number } = await sending
  expect([large.what, reply.status < 500, reply.text.slice(0, 200)]).toEqual([large.what, true, expect.anything()])
  return { what: large.what, status: reply.status, processor, wait }
}

/** One call at this share of its largest size, on something prepared for it alone, and what it cost. */
async function measured(op: AnyOperation, which: number, share: number) {
  const prepared = await prepare(world, op)
  return costOf(op, prepared, largestCalls(op, prepared, share)[which]!)
}

/**
 * What a call costs: the least of three tries where the first passes the bound, since beside other tests the same work takes
 * half as much of the processor again, and more. `measure` makes the call on something new.
 */
async function least(measure: () => Promise<Cost>): Promise<Cost> {
  let found = await measure()
  for (let tries = 1; tries < 3 && found.processor > most.processor; tries++) {
    const again = await measure()
    if (again.processor < found.processor) found = again
  }
  return found
}

/** Writes a line of what was measured, with the memory that the process holds. */
function note(op: AnyOperation, { what, status, processor, wait }: Cost, half = 0): void {
  const numbers = [half, processor, wait, process.memoryUsage().rss / 2 ** 20].map(Math.round)
  mkdirSync('.svc', { recursive: true })
  appendFileSync('.svc/costs.tsv', `${[app.engine, op.id, what, status, ...numbers].join('\t')}\n`)
}

function expectBounded(op: AnyOperation, { what, processor, wait }: Cost): void {
  const others = app.engine === 'embedded' && op.id === 'tasks.bulk_update' ? most.othersOfBulk : most.others
  expect([what, Math.max(0, processor - most.processor)]).toEqual([what, 0])
  expect([what, Math.max(0, wait - others)]).toEqual([what, 0])
}

describe.each(named(callable))('%s', (_, op) => {
  test('with its largest input keeps the server from nobody for long', async () => {
    const count = largestCalls(op, await prepare(world, op), 1).length
    for (let i = 0; i < count; i++) {
      const { what, status, processor, wait } = await least(() => measured(op, i, 1))
      expectBounded(op, { what, status, processor, wait })
      // For whoever reads the table: by how much the cost grows with the input.
      if (long) note(op, { what, status, processor, wait }, (await measured(op, i, 0.5)).processor)
    }
  })
})

/** Bytes of text that a bulk change may write, nearly. */
const bulkBytes = app.engine === 'embedded' ? 245_000 : 1_950_000

// Here many things may be large at once: the largest texts that fit, in few tasks and in many.
describe.each([20, 200])('tasks.bulk_update of %i tasks', (count) => {
  test('with as much text as it takes keeps the server from nobody for long', async () => {
    const op = operationOf('tasks.bulk_update')
    const description = dearText(Math.floor(bulkBytes / count / 2.4))
    const found = await least(async () => {
      const made = await Promise.all(Array.from({ length: count }, () => newTask(world)))
      const body = { task_ids: made.map(({ task_id }) => task_id), changes: { description } }
      return costOf(op, { body }, { what: `${count} tasks`, body, query: {} })
    })
    expect(found.status).toBe(200)
    expectBounded(op, found)
    if (long) note(op, found)
  })
})
