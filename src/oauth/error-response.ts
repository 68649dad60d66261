import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../core/errors.ts'

const toErrorCode = (status: number): string =>
  status === 429 || status === 503 ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'

export const sendOAuthError = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, message }: Problem,
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send({ error: toErrorCode(status), error_description: message })
