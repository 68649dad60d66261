import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDocumentReader, ResponseTooLarge } from '../../src/core/outbound/document-reader.ts'
import { CertificateRefused, ConnectionFailed } from '../../src/core/outbound/connections.ts'
import {
  createWebhookSender,
  type WebhookSender,
  type SenderLimits,
} from '../../src/resources/platform/webhooks/sender/sender.ts'
import { createRange } from '../resilience/sizes.ts'
import { hostileServers, startHostile } from './hostile.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { watchConnections } from './traps.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function createSender(limits: Partial<SenderLimits> = {}): WebhookSender {
  const sender = createWebhookSender(
    { webhookAllowCidrs: ['127.0.0.0/8'], webhookDns: [] },
    { totalMillis: 5_000, ...limits },
  )
  closers.push(sender.close)
  return sender
}

async function startHealthyReceiver(host = '127.0.0.1', port = 0): Promise<Receiver> {
  const receiver = await startReceiver((_request, response) => void response.end('ok'), { host, port })
  closers.push(receiver.close)
  return receiver
}

const send = (sender: WebhookSender, port: number, host = '127.0.0.1') =>
  sender.attempt({
    url: `http://${host}:${port}/`,
    id: 'WD1',
    type: 't',
    body: '{}',
    secrets: ['whsec_AAAA'],
    at: Date.now(),
  })

test('consecutive deliveries share a connection, concurrent ones have their own', async () => {
  const sender = createSender()
  const receiver = await startHealthyReceiver()
  for (const _ of createRange(5)) expect((await send(sender, receiver.port)).status).toBe(200)
  expect(receiver.connections).toBe(1)
  await Promise.all(createRange(20).map(() => send(sender, receiver.port)))
  expect(receiver.connections).toBe(20)
})

test('few idle connections stay open, and none for long', async () => {
  const watch = watchConnections()
  closers.push(watch.stop)
  const open = () => watch.sockets.filter((socket) => !socket.destroyed).length
  const receiver = await startHealthyReceiver()
  const sender = createSender({ idleConnections: 4 })
  await Promise.all(createRange(20).map(() => send(sender, receiver.port)))
  await expect.poll(open).toBe(4)
  sender.close()
  await expect.poll(open).toBe(0)
  const young = createSender({ ageMillis: 0 })
  for (const _ of createRange(3)) await send(young, receiver.port)
  await expect.poll(open).toBe(0)
})

test('a connection that the receiver closes during reuse causes no failed attempt', async () => {
  const sender = createSender()
  // Responds once on each connection, and closes it at the second request.
  const receiver = await startHostile((socket: Socket) => {
    let requests = 0
    socket.on('data', () => {
      if (++requests > 1) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  closers.push(receiver.close)
  for (const _ of createRange(6)) expect((await send(sender, receiver.port)).status).toBe(200)
})

test('a receiver that closes a new connection at the first request gets one request and one failure', async () => {
  let requests = 0
  const receiver = await startHostile((socket) =>
    socket.on('data', () => {
      requests++
      socket.resetAndDestroy()
    }),
  )
  closers.push(receiver.close)
  expect((await send(createSender(), receiver.port)).outcome).toBe('failed')
  expect(requests).toBe(1)
})

test('an unsolicited response is not taken for the next one', async () => {
  const sender = createSender()
  const receiver = await startHostile((socket) =>
    socket.on('data', () => {
      socket.write('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    }),
  )
  closers.push(receiver.close)
  for (const _ of createRange(5)) expect((await send(sender, receiver.port)).status).toBe(500)
})

test('a receiver that hangs delays no other, and no other delivery to itself', async () => {
  const sender = createSender({ totalMillis: 2_000 })
  let first = true
  const receiver = await startHostile((socket) => {
    const hangs = first
    first = false
    socket.on('data', () => {
      if (!hangs) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  closers.push(receiver.close)
  const healthy = await startHealthyReceiver()
  let isOver = false
  const hanging = send(sender, receiver.port).finally(() => (isOver = true))
  await expect.poll(() => first).toBe(false)
  expect((await send(sender, receiver.port)).status).toBe(200)
  expect((await send(sender, healthy.port)).status).toBe(200)
  expect(isOver).toBe(false)
  expect((await hanging).error).toBe('no response in time')
})

test('the document reader finishes with every hostile receiver in time, and leaves no connection', async () => {
  const watch = watchConnections()
  closers.push(watch.stop)
  const network = { allowCidrs: ['127.0.0.0/8'], nameServers: [] }
  const read = createDocumentReader(network, { totalMillis: 400, connectMillis: 300, maxBytes: 16_384 })
  const startedAt = performance.now()
  await Promise.all(
    Object.entries(hostileServers).map(async ([name, { serve, scheme = 'http' }]) => {
      const receiver = await startHostile(serve)
      closers.push(receiver.close)
      const outcome: unknown = await read(`${scheme}://127.0.0.1:${receiver.port}/`).catch((error) => error)
      const expected = [ConnectionFailed, CertificateRefused, ResponseTooLarge].some((kind) => outcome instanceof kind)
      const answered = { status: expect.any(Number), body: expect.any(Buffer) }
      if (!expected) expect({ name, outcome }).toMatchObject({ name, outcome: answered })
    }),
  )
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  await expect.poll(() => watch.sockets.filter((socket) => !socket.destroyed).length).toBe(0)
})
