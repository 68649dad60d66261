import type { FastifyRequest } from 'fastify'
import { getPath } from './request-state.ts'

/** Segment as long as a secret, such as of a link that was damaged on its way. */
const LONG_SEGMENT = /[^/]{40,}/g

/**
 * Returns the path for logs, traces and problems: without its query, as the route pattern if it contains a secret, and
 * without long segments if it has no route.
 */
export function getLoggablePath(request: FastifyRequest): string {
  const { url, config } = request.routeOptions
  if ((config as { secretPath?: boolean }).secretPath) return String(url)
  return url === undefined ? getPath(request).replaceAll(LONG_SEGMENT, '…') : getPath(request)
}
