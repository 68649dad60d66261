import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/resources/platform/webhooks/sender/sender.ts'
import { hostileServers, startHostile } from '../webhooks/hostile.ts'
import { watchConnections } from '../webhooks/traps.ts'
import { isLongRun, createRange, chooseSize } from './sizes.ts'

const config = { webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [] }
/**
 * Timeout of receivers that never finish, ample for a connection on a busy machine. The long run uses the real 20
 * seconds, too.
 */
const short = 800
const hasty = createWebhookSender(config, { totalMillis: short })
/** For receivers that end by themselves, on a machine of any speed. */
const patient = createWebhookSender(config, { totalMillis: 10_000, connectMillis: 1000 })
const watch = watchConnections()
afterAll(() => {
  watch.stop()
  hasty.close()
  patient.close()
})
beforeEach(() => {
  watch.sockets.length = 0
  watch.contacted.length = 0
})

const send = (through: WebhookSender, port: number, scheme = 'http') =>
  through.attempt({
    url: `${scheme}://127.0.0.1:${port}/hook`,
    id: 'WD1',
    type: 'task.updated',
    body: JSON.stringify({ id: 'WD1', filler: 'f'.repeat(100_000) }),
    secrets: ['whsec_AAAA'],
    at: Date.now(),
  })

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Returns megabytes in use, after several garbage collections. */
async function measureMemory(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Largest body that is read, one further socket read, and the headers. */
const MAX_READ_BYTES = 65_536 * 2 + 16_384

/** Memory use before the first receiver, which neither one nor all of them may raise. */
let before: number
beforeAll(async () => {
  before = await measureMemory()
})

describe.each(Object.entries(hostileServers))('a webhook receiver that %s', (_name, kind) => {
  test('costs one attempt, bounded in time and memory, and leaves nothing behind', async () => {
    const receiver = await startHostile(kind.serve)
    for (let round = 0; round < chooseSize(1, 5); round++) {
      const start = performance.now()
      const results = await Promise.all(
        createRange(10).map(() => send(kind.lasts ? hasty : patient, receiver.port, kind.scheme)),
      )
      const took = performance.now() - start
      for (const result of results) expect(result).toMatchObject(kind.becomes)
      if (kind.lasts) expect(took).toBeGreaterThan(short - 5)
      expect(took).toBeLessThan(kind.lasts ? short + 7_000 : 9_000)
    }
    for (const { address, port } of watch.contacted) expect([address, port]).toEqual(['127.0.0.1', receiver.port])
    for (const socket of watch.sockets) expect(socket.bytesRead).toBeLessThan(MAX_READ_BYTES)
    await receiver.close()
    await expect.poll(() => watch.sockets.filter((socket) => !socket.destroyed).length).toBe(0)
    watch.sockets.length = 0
    expect((await measureMemory()) - before).toBeLessThan(5)
  })
})

const lasting = isLongRun ? Object.values(hostileServers).filter((kind) => kind.lasts) : []

test.each(lasting.length > 0 ? [20] : [])('slow receivers time out after %i seconds', async (seconds) => {
  const usual = createWebhookSender(config)
  await Promise.all(
    lasting.map(async (kind) => {
      const receiver = await startHostile(kind.serve)
      const start = performance.now()
      expect(await send(usual, receiver.port, kind.scheme)).toMatchObject(kind.becomes)
      const took = (performance.now() - start) / 1000
      expect(took).toBeGreaterThan(seconds - 0.1)
      expect(took).toBeLessThan(seconds + 1)
      await receiver.close()
    }),
  )
  usual.close()
})
