import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { insufficientScope } from '../http/credential-errors.ts'
import { authenticateMcpRequest } from '../http/hooks/authenticate.ts'
import { withChallenge } from '../http/www-authenticate.ts'
import type { Scope } from '../core/scopes.ts'
import type { Dependencies } from '../core/dependencies.ts'

/** Who asks: an access token that is good here. A session may do whatever its person may, so no agent is handed one. */
export const admitted = (services: Dependencies, request: FastifyRequest): Promise<Caller> =>
  authenticateMcpRequest('mcp', services, request)

/** 403 that names the scopes to ask for: those that the token has, so that none is lost, and all that it lacks. */
export function lackingAt({ config }: Dependencies, { token }: Caller, scopes: readonly Scope[]): unknown {
  const [first, ...rest] = scopes
  const caller = { token: { scopes: [...token!.scopes, ...rest] } } as unknown as Caller
  return withChallenge(insufficientScope(first!), {
    baseUrl: config.baseUrl,
    audience: 'mcp',
    scopes: [],
    caller,
  })
}
