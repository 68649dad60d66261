import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { insufficientScope } from '../http/credential-errors.ts'
import { authenticateMcpRequest } from '../http/hooks/authenticate.ts'
import { withChallenge } from '../http/www-authenticate.ts'
import type { Scope } from '../core/scopes.ts'
import type { Dependencies } from '../core/dependencies.ts'

/** Authenticates the access token of a request. Sessions are rejected, since they have all permissions of the user. */
export const authenticateAgent = (services: Dependencies, request: FastifyRequest): Promise<Caller> =>
  authenticateMcpRequest('mcp', services, request)

/** Builds the 403 response with all scopes to request: those of the token, to retain them, and the missing ones. */
export function buildMissingScopesProblem(
  { config }: Dependencies,
  { token }: Caller,
  scopes: readonly Scope[],
): unknown {
  const [first, ...rest] = scopes
  const caller = { token: { scopes: [...token!.scopes, ...rest] } } as unknown as Caller
  return withChallenge(insufficientScope(first!), {
    baseUrl: config.baseUrl,
    audience: 'mcp',
    scopes: [],
    caller,
  })
}
