import { appendFileSync, mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { createTask } from './calls/create.ts'
import { callable, nameOperations, getOperation, buildPath, prepare } from './harness.ts'
import { buildExpensiveText, buildLargestCalls, removeRejectedFields, type LargeCall } from './largest.ts'
import { createFixture } from './fixtures.ts'

/** Also measures the wait of other users, which requires an otherwise idle machine. */
const long = process.env.TRIALS === 'long'

const app = await startApp()
/**
 * Milliseconds of CPU time that a request may cost the server outside the kernel, whose part depends on what else runs,
 * and that other requests may wait. The embedded database counts as the server and has one connection, so others wait
 * for the whole transaction of a bulk update.
 */
const max = { processor: app.engine === 'postgres' ? 800 : 1600, others: 100, othersOfBulk: 700 }
const fixture = await createFixture(app, 'cost')
const other = await app.signIn('cost-other')

/** Sends a call, dropping fields that the rules beyond the schema reject; returns the response and its CPU time. */
async function sendLarge(client: Client, op: AnyOperation, prepared: Prepared, { body, query }: LargeCall) {
  for (let sent = body; ;) {
    const before = process.cpuUsage()
    const headers = prepared.headers ?? {}
    const reply = await client.send(op.method, buildPath(op, prepared), { body: sent, query, headers })
    const { user } = process.cpuUsage(before)
    const less = reply.status === 422 ? removeRejectedFields(sent, reply.body.errors ?? []) : undefined
    if (!less) return { reply, processor: user / 1000 }
    sent = less
  }
}

/** CPU time of `runReference` on the idle machine for which the limits are set. */
const REFERENCE_MS = 11

const referenceTexts = Array.from({ length: 2000 }, (_, i) => `Überprüfung ${i} der Ánchors ${'straße '.repeat(20)}`)

function runReference(): void {
  for (const text of referenceTexts) {
    const folded = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
    JSON.parse(JSON.stringify({ folded, words: folded.split(' ') }))
  }
}

/** Returns how much slower than the idle machine this one is now, at least 1. */
function measureSlowdown(): number {
  const times = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage()
    runReference()
    return process.cpuUsage(before).user / 1000
  })
  return Math.max(1, times.sort((a, b) => a - b)[4]! / REFERENCE_MS)
}

/** Returns the CPU time of a request as on an idle machine, since concurrent tests can double it. */
const toIdleTime = (processor: number): number =>
  processor > max.processor ? processor / measureSlowdown() : processor

/** Returns the 99th percentile of the response time of another user until `work` ends. */
async function measureOthersWait(work: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  const state = { over: false }
  const done = work.finally(() => (state.over = true))
  while (!state.over) {
    const startedAt = performance.now()
    await other.get('/v1/me')
    waits.push(performance.now() - startedAt)
    await sleep(2)
  }
  await done
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!
}

/** CPU time of a call and wait of other users, in milliseconds. */
interface Cost {
  what: string
  status: number
  processor: number
  wait: number
}

/** Sends a call and measures its cost; fails on a 5xx. */
async function measureCost(op: AnyOperation, prepared: Prepared, large: LargeCall): Promise<Cost> {
  const sending = sendLarge(prepared.as ?? fixture.owner, op, prepared, large)
  const wait = long ? await measureOthersWait(sending) : 0
  const { reply, processor }: { reply: Reply; processor: number } = await sending
  expect([large.what, reply.status < 500, reply.text.slice(0, 200)]).toEqual([large.what, true, expect.anything()])
  return { what: large.what, status: reply.status, processor: toIdleTime(processor), wait }
}

/** Measures one call at this share of its largest size on a new resource. */
async function measureShare(op: AnyOperation, which: number, share: number) {
  const prepared = await prepare(fixture, op)
  return measureCost(op, prepared, buildLargestCalls(op, prepared, share)[which]!)
}

/**
 * Returns the lowest CPU time of up to five tries, since concurrent tests can add half to it. `measure` must call on a
 * new resource.
 */
async function measureLowest(measure: () => Promise<Cost>): Promise<Cost> {
  let found = await measure()
  for (let tries = 1; tries < 5 && found.processor > max.processor; tries++) {
    const again = await measure()
    if (again.processor < found.processor) found = again
  }
  return found
}

function printMeasurement(op: AnyOperation, { what, status, processor, wait }: Cost, half = 0): void {
  const numbers = [half, processor, wait, process.memoryUsage().rss / 2 ** 20].map(Math.round)
  mkdirSync('.svc', { recursive: true })
  appendFileSync('.svc/costs.tsv', `${[app.engine, op.id, what, status, ...numbers].join('\t')}\n`)
}

function expectBounded(op: AnyOperation, { what, processor, wait }: Cost): void {
  const others = app.engine === 'embedded' && op.id === 'tasks.bulk_update' ? max.othersOfBulk : max.others
  expect([what, Math.max(0, processor - max.processor)]).toEqual([what, 0])
  expect([what, Math.max(0, wait - others)]).toEqual([what, 0])
}

describe.each(nameOperations(callable))('%s', (_, op) => {
  test('does not block other requests with its largest input', async () => {
    const count = buildLargestCalls(op, await prepare(fixture, op), 1).length
    for (let i = 0; i < count; i++) {
      const { what, status, processor, wait } = await measureLowest(() => measureShare(op, i, 1))
      expectBounded(op, { what, status, processor, wait })
      // Shows in the table how the cost grows with the input.
      if (long) printMeasurement(op, { what, status, processor, wait }, (await measureShare(op, i, 0.5)).processor)
    }
  })
})

/** Approximate limit of the text that a bulk update may write. */
const bulkBytes = app.engine === 'embedded' ? 245_000 : 1_950_000

// Both extremes: the largest texts that fit, in few tasks and in many.
describe.each([20, 200])('tasks.bulk_update of %i tasks', (count) => {
  test('does not block other requests with the largest accepted text', async () => {
    const op = getOperation('tasks.bulk_update')
    const description = buildExpensiveText(Math.floor(bulkBytes / count / 2.4))
    const found = await measureLowest(async () => {
      const created = await Promise.all(Array.from({ length: count }, () => createTask(fixture)))
      const body = { task_ids: created.map(({ task_id }) => task_id), changes: { description } }
      return measureCost(op, { body }, { what: `${count} tasks`, body, query: {} })
    })
    expect(found.status).toBe(200)
    expectBounded(op, found)
    if (long) printMeasurement(op, found)
  })
})
