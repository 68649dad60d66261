import type { FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import { insufficientScope } from '../kernel/credential-problems.ts'
import { admittedAt } from '../kernel/request/admission.ts'
import { challenged } from '../kernel/request/challenge.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'

/** Authenticates the access token of a request. Sessions are rejected, since they have all permissions of the user. */
export const admitted = (services: Services, request: FastifyRequest): Promise<Caller> =>
  admittedAt('mcp', services, request)

/** Builds the 403 response with all scopes to request: those of the token, to retain them, and the missing ones. */
export function lackingAt({ config }: Services, { token }: Caller, scopes: readonly Scope[]): unknown {
  const [first, ...rest] = scopes
  const caller = { token: { scopes: [...token!.scopes, ...rest] } } as unknown as Caller
  return challenged(insufficientScope(first!), {
    baseUrl: config.baseUrl,
    audience: 'mcp',
    scopes: [],
    caller,
  })
}
