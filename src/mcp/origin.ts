import type { FastifyRequest } from 'fastify'
import type { Config } from '../core/config/config.ts'
import { forbidden } from '../core/errors.ts'

/** Throws 403 for browser requests from another origin, against DNS rebinding. Other clients send no Origin. */
export function requireOwnOrigin({ headers }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(config.baseUrl).origin || config.corsOrigins.includes(origin)) return
  throw forbidden('Requests from this origin are not allowed. To allow it, add it to CORS_ORIGINS.')
}
