import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED_HEADERS = [
  'ETag',
  'Location',
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

/** Sets the CORS headers for an allowed origin (Fetch standard, section 3.3), also on errors. */
export function setCorsHeaders(origins: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  if (origins.length === 0) return
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS })
}

export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers

/** Allows all methods and requested headers; the request itself is authorized later. */
export function sendPreflightResponse({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requestedHeaders = headers['access-control-request-headers']
  if (requestedHeaders !== undefined) reply.header('access-control-allow-headers', requestedHeaders)
  return reply
    .code(204)
    .headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
    })
    .send()
}
