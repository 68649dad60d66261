import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { callable, named, pathOf, prepare } from './harness.ts'
import { largestCalls, withoutRefused, type Large } from './largest.ts'
import { makeWorld } from './world.ts'

/** Whether others are measured too, which only a machine with nothing else to do can tell. */
const long = process.env.TRIALS === 'long'

const app = await startApp()
/**
 * Milliseconds of the processor that a request may cost the server, and that anybody else may wait because of it. The
 * embedded database counts as the server, and with its one connection everybody waits for every statement.
 */
const most = app.engine === 'postgres' ? { processor: 1000, others: 100 } : { processor: 4000, others: 4000 }
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

/** One call at this share of its largest size, on something prepared for it alone, and what it cost. */
async function measured(op: AnyOperation, which: number, share: number) {
  const prepared = await prepare(world, op)
  const large = largestCalls(op, prepared, share)[which]!
  const sending = sendLarge(prepared.as ?? world.owner, op, prepared, large)
  const wait = long ? await othersWait(sending) : 0
  const { reply, processor }: { reply: Reply; processor: number } = await sending
  return { what: large.what, reply, processor, wait }
}

/** What costs less is measured too coarsely to tell by how much it grew. */
const toldApart = 100

describe.each(named(callable))('%s', (_, op) => {
  test('with its largest input keeps the server from nobody for long', async () => {
    const count = largestCalls(op, await prepare(world, op), 1).length
    for (let i = 0; i < count; i++) {
      const { what, reply, processor, wait } = await measured(op, i, 1)
      expect([what, reply.status < 500, reply.text.slice(0, 200)]).toEqual([what, true, expect.anything()])
      expect([what, Math.max(0, processor - most.processor)]).toEqual([what, 0])
      expect([what, Math.max(0, wait - most.others)]).toEqual([what, 0])
      if (!long) continue
      // Twice the input may cost twice as much, and what the machine does beside; four times would be its square.
      const half = await measured(op, i, 0.5)
      const { rss } = process.memoryUsage()
      const row = [app.engine, op.id, what, reply.status, half.processor, processor, wait, rss / 2 ** 20]
      appendFileSync(
        '.svc/costs.tsv',
        `${row.map((value) => (typeof value === 'number' ? Math.round(value) : value)).join('\t')}\n`,
      )
      expect([what, Math.max(0, processor - 3 * Math.max(half.processor, toldApart))]).toEqual([what, 0])
    }
  })
})
