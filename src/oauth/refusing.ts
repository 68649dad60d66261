import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../kernel/problem.ts'

/** The error code for the status of a failure, one of RFC 6749 where that has one. */
const errorOf = (status: number): string =>
  status === 429 || status === 503
    ? 'temporarily_unavailable'
    : status < 500
      ? 'invalid_request'
      : 'server_error'

/** Answers a failure at an endpoint of the protocol, which a program reads. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, message }: Problem,
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send({ error: errorOf(status), error_description: message })
