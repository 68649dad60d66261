import type { IncomingMessage, Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const waiting = new WeakSet<IncomingMessage>()
const unmet = new WeakSet<IncomingMessage>()

/** Delays `100 Continue` (RFC 9110 section 10.1.1) until `sendContinue`, so that a refused body is never sent. */
export function delayContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    unmet.add(request)
    server.emit('request', request, response)
  })
}

export const hasUnsupportedExpectation = (request: IncomingMessage): boolean => unmet.has(request)

export function sendContinue(request: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(request.raw)) reply.raw.writeContinue()
}

/** Destroys a request whose body is still arriving after the response, with a delay for the client to read that. */
export function destroyUnfinishedLater(request: IncomingMessage, millis = 10_000): void {
  if (request.complete) return
  const timer = setTimeout(() => request.complete || request.destroy(), millis).unref()
  request.once('close', () => clearTimeout(timer))
}
