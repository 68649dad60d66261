import type { FastifyRequest } from 'fastify'
import type { TokenAudience } from '../../core/audience.ts'
import type { Caller } from '../../core/caller.ts'
import { getIpKey, buildRateLimitHeaders, getRetryAfterSeconds } from '../limits/rate-limits.ts'
import { isWrite } from '../operation.ts'
import {
  insufficientScope,
  differentUserSignedIn,
  crossOriginSession,
  testTokenReadOnly,
  tokenPolicyViolated,
} from '../credential-errors.ts'
import { Problem, rateLimited, tooManyFailedLogins } from '../../core/errors.ts'
import { toolScopes } from '../../core/scopes.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { withChallenge } from '../www-authenticate.ts'
import type { RequestState, Hook } from '../request-state.ts'
import { isForDifferentUser, isSameOriginRequest, getSessionSecret } from '../csrf.ts'

const authenticate: Hook = async (state) => {
  const { compiled, services, request, millis, audience } = state
  if (compiled.op.scope === 'none') return
  const { prefetch } = compiled.op
  const onToken =
    prefetch &&
    ((hash: string) => {
      state.prefetched = prefetch(services, hash, request.params as Record<string, string>)
      // Not awaited when authentication fails.
      state.prefetched.catch(() => {})
    })
  // A rejected cookie is not counted as a failure: sessions expire, and cross-site requests send cookies too.
  const secret = audience === 'api' ? getSessionSecret(services.config, request) : undefined
  if (secret !== undefined) return authenticateBySession(state, secret)
  try {
    state.caller = await services.identity.authenticate(request.headers.authorization, millis, audience, onToken)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFailedAuthentication(state)
    throw error
  }
}

async function authenticateBySession(state: RequestState, secret: string): Promise<void> {
  const { services, request, millis } = state
  const { config, identity } = services
  if (!isSameOriginRequest(config, request)) throw crossOriginSession(config.baseUrl)
  const caller = await identity.authenticateSession(secret, millis)
  if (isForDifferentUser(request, caller.user.user_id)) throw differentUserSignedIn()
  state.caller = caller
}

const applyConcurrencyLimit: Hook = (state) => {
  const { compiled, services, caller } = state
  if (compiled.op.scope === 'none') return
  state.database = services.concurrencyLimiter.forUser(caller.user.user_id)
}

export async function countFailedAuthentication({ services, request }: Pick<RequestState, 'services' | 'request'>) {
  const limit = services.config.rateLimit.address
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.address.count(getIpKey(request.ip), millis)
  if (window.used > limit) throw tooManyFailedLogins(getRetryAfterSeconds(window, millis))
}

const enforceTokenPolicy: Hook = ({ caller }) => requireCompliantToken(caller)

function requireCompliantToken({ policyViolation }: Caller): void {
  if (policyViolation) throw tokenPolicyViolated(403, policyViolation.rule, policyViolation.detail)
}

/**
 * Authenticates a request to the MCP server. Throws 401 with a challenge, or 429. Each tool call is authorized and
 * rate-limited as an API request of its own.
 */
export async function authenticateMcpRequest(
  audience: TokenAudience,
  services: Dependencies,
  request: FastifyRequest,
): Promise<Caller> {
  try {
    const caller = await services.identity.authenticate(request.headers.authorization, services.clock(), audience)
    requireCompliantToken(caller)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFailedAuthentication({ services, request })
    throw withChallenge(error, { baseUrl: services.config.baseUrl, audience, scopes: toolScopes })
  }
}

/** Throws 429 above the rate limit of the token or session; sets the `RateLimit` headers for tokens. */
const applyRateLimit: Hook = async ({ caller, services, reply }) => {
  const { token, browser } = caller
  const id = token?.token_id ?? browser?.session_id
  if (id === undefined) return
  const limit = services.config.rateLimit[token?.kind ?? 'session']
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.token.count(id, millis)
  if (token) reply.headers(buildRateLimitHeaders(limit, window, services.clock() + window.endsAt - millis))
  if (window.used > limit) throw rateLimited(getRetryAfterSeconds(window, millis), token ? undefined : 'session')
}

const requireSession: Hook = ({ compiled, caller }) => {
  if (compiled.op.scope === 'session' && caller.token) throw insufficientScope(null)
}

const rejectTestTokenWrites: Hook = ({ compiled, caller }) => {
  if (isWrite(compiled.op) && caller.token?.kind === 'test') throw testTokenReadOnly()
}

const requireScope: Hook = ({ compiled, caller }) => {
  const { scope } = compiled.op
  if (scope === 'none' || scope === 'any' || scope === 'session') return
  if (!caller.hasScope(scope)) throw insufficientScope(scope)
}

export const onRequestHooks: readonly Hook[] = [
  authenticate,
  applyConcurrencyLimit,
  enforceTokenPolicy,
  applyRateLimit,
  requireSession,
  rejectTestTokenWrites,
  requireScope,
]

/** Age from which an authorization is repeated. */
const AUTHORIZATION_MAX_AGE_MS = 1000

/**
 * Authorizes the caller again if the last check is over a second old. A slow body or side effect can take a minute, in
 * which the credential may have been revoked.
 */
export const reauthorize: Hook = async (state) => {
  const { clock, monotonic } = state.services
  if (monotonic() - state.authorizedAt <= AUTHORIZATION_MAX_AGE_MS) return
  state.authorizedAt = monotonic()
  state.millis = clock()
  // The request was counted the first time.
  for (const hook of onRequestHooks) if (hook !== applyRateLimit) await hook(state)
}
