import type { FastifyRequest } from 'fastify'
import { pathOf } from './exchange.ts'

/** The path of a request as logs and traces may tell it: without its query, and where the path is a secret its pattern. */
export function toldPath(request: FastifyRequest): string {
  const { secretPath } = request.routeOptions.config as { secretPath?: boolean }
  return secretPath ? String(request.routeOptions.url) : pathOf(request)
}
