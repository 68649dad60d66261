import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers of ours that a browser app may read. */
const exposed = [
  'ETag',
  'X-Request-ID',
  'Idempotent-Replayed',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Deprecation',
  'Sunset',
  'Link',
  'WWW-Authenticate',
  'Content-Disposition',
  'Content-Range',
].join(', ')

/** Lets the browser apps of the named origins read an answer (Fetch standard, section 3.3), whatever its status. */
export function allowOrigin(origins: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  if (origins.length === 0) return
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed })
}

/** Whether a browser asks what it may send. Any other OPTIONS is a method like the rest. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers

/** Answers a preflight: every method, and the headers it asks for. What may really be done is judged with the request. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = headers['access-control-request-headers']
  if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  return reply
    .code(204)
    .headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
    })
    .send()
}
