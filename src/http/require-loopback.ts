import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../core/config/config.ts'
import { Problem } from '../core/errors.ts'

/**
 * Returns a problem unless the request comes from this machine. Checks the socket rather than headers, which clients can
 * forge, and `Host` against DNS rebinding. `page`: the only origin allowed to call; any loopback origin without it.
 */
export function findRemoteClientProblem(
  { socket, headers }: FastifyRequest,
  detail: string,
  page?: string,
): Problem | undefined {
  const isLocal = ipaddr.process(socket.remoteAddress ?? '0.0.0.0').range() === 'loopback'
  if (!isLocal || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
    return new Problem(403, detail)
  const { origin, host } = headers
  const isAllowedOrigin = origin === undefined || (page === undefined ? isLoopbackOrigin(origin) : origin === page)
  if (isAllowedOrigin && isLoopbackOrigin(`http://${host ?? ''}`)) return undefined
  return new Problem(421, 'Available only at localhost, 127.0.0.1 and [::1], and to pages of these hosts.')
}

const isLoopbackOrigin = (origin: string): boolean => URL.canParse(origin) && isLoopback(origin)
