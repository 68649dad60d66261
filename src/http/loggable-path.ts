import type { FastifyRequest } from 'fastify'
import { getPath } from './request-state.ts'

/** Returns the path for logs and traces: without its query, and as the route pattern if it contains a secret. */
export function getLoggablePath(request: FastifyRequest): string {
  const { secretPath } = request.routeOptions.config as { secretPath?: boolean }
  return secretPath ? String(request.routeOptions.url) : getPath(request)
}
