import type { IncomingMessage, Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const waiting = new WeakSet<IncomingMessage>()
const unmet = new WeakSet<IncomingMessage>()

/** Senders that ask first (`Expect: 100-continue`, RFC 9110 section 10.1.1) are no longer told to go on at once. */
export function letSendersWait(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    unmet.add(request)
    server.emit('request', request, response)
  })
}

/** Whether the sender expects something else than to be told to go on. */
export const isUnmet = (request: IncomingMessage): boolean => unmet.has(request)

/** Tells a sender that waits to go on: its body is wanted now. */
export function askForBody(request: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(request.raw)) reply.raw.writeContinue()
}

/**
 * After the answer: who still sends is listened to for a while, so that it gets to read the answer, and then cut off.
 */
export function cutOffLater(request: IncomingMessage, millis = 10_000): void {
  if (request.complete) return
  const timer = setTimeout(() => request.complete || request.destroy(), millis).unref()
  request.once('close', () => clearTimeout(timer))
}
