import type { FastifyRequest } from 'fastify'
import type { Config } from '../core/config/config.ts'
import { forbidden } from '../core/errors.ts'

/**
 * 403 for a page of another origin: a browser would let it reach a server on the same machine by a name of its own (DNS
 * rebinding). Programs send no Origin.
 */
export function requireOwnOrigin({ headers }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (
    origin === undefined ||
    origin === new URL(config.baseUrl).origin ||
    config.corsOrigins.includes(origin)
  )
    return
  throw forbidden('Pages of this origin are not let in: CORS_ORIGINS names those that are.')
}
