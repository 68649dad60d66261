import Fastify from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildHttpOptions, limitBody } from '../../src/http-options.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { delayContinue } from '../../src/http/expect-continue.ts'

const app = Fastify(buildHttpOptions(loadConfig({ LOG_LEVEL: 'silent' })))
delayContinue(app.server)
app.addHook('preParsing', limitBody(300))
app.addContentTypeParser('text/plain', (_, payload, done) => done(null, payload))
app.route({ method: 'POST', url: '/body', handler: async (request) => request.body })
app.route({
  method: 'POST',
  url: '/closed',
  onRequest: async (_, reply) => reply.code(403).send({}),
  handler: async () => ({}),
})
app.route({
  method: 'POST',
  url: '/file',
  config: { upload: true },
  async handler(request) {
    let length = 0
    for await (const chunk of request.raw) length += (chunk as Buffer).length
    return { length }
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** Sends a request in pieces, `pause` milliseconds apart; returns everything received. */
async function send(path: string, headers: string[], pieces: string[], pause: number) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const length = pieces.join('').length
  const head = [`POST ${path} HTTP/1.1`, 'host: svc', 'connection: close', `content-length: ${length}`, ...headers]
  let response = ''
  socket.on('data', (chunk) => (response += String(chunk)))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const piece of pieces) {
    await sleep(pause)
    if (socket.writable) socket.write(piece)
  }
  await closed
  return response
}

const json = 'content-type: application/json'
const pieces = ['{"a"', ':', '"b"', '}']

test('returns 408 for a body that does not arrive in time', async () => {
  expect(await send('/body', [json], pieces, 5)).toMatch(/^HTTP\/1.1 200 [^]*\{"a":"b"\}$/)
  expect(await send('/body', [json], pieces, 200)).toMatch(/^HTTP\/1.1 408 [^]*about:blank/)
})

test('accepts a slow upload', async () => {
  expect(await send('/file', ['content-type: text/plain'], pieces, 150)).toMatch(/^HTTP\/1.1 200 [^]*\{"length":9\}$/)
})

test('sends 100 Continue only if the body is wanted', async () => {
  const expecting = [json, 'expect: 100-continue']
  expect(await send('/body', expecting, pieces, 20)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  expect(await send('/closed', expecting, [], 0)).toMatch(/^HTTP\/1.1 403 /)
})
