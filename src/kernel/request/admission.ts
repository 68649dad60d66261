/** Who asks, and may such a caller ask this at all: judged before the body of a request is read. */
import type { FastifyRequest } from 'fastify'
import type { Audience } from '../audience.ts'
import type { Caller } from '../caller.ts'
import { addressKey, positionHeaders, secondsLeft } from '../limits/limits.ts'
import { isWrite } from '../operation.ts'
import {
  insufficientScope,
  signInOfAnother,
  signInOfPagesAlone,
  testTokenReadOnly,
  tokenPolicy,
} from '../credential-problems.ts'
import { Problem, rateLimited, tooManyFailures } from '../problem.ts'
import { toolScopes } from '../scopes.ts'
import type { Services } from '../services/services.ts'
import { challenged } from './challenge.ts'
import type { Exchange, Step } from './exchange.ts'
import { isForAnother, isFromOwnPage, signInSecret } from './own-page.ts'

/** 401 unless somebody known asks; 429 instead where an address tries too often. */
const authenticated: Step = async (exchange) => {
  const { ready, services, request, millis, audience } = exchange
  if (ready.op.scope === 'none') return
  const { ahead } = ready.op
  const onToken =
    ahead &&
    ((hash: string) => {
      exchange.ahead = ahead(services, hash, request.params)
      // Whoever is not let in never asks for it.
      exchange.ahead.catch(() => {})
    })
  // Nobody guesses by a cookie: one that has ended, or that another site had sent, is no failure to count.
  const secret = audience === 'api' ? signInSecret(services.config, request) : undefined
  if (secret !== undefined) return bySignIn(exchange, secret)
  try {
    exchange.caller = await services.identity.callerOf(
      request.headers.authorization,
      millis,
      audience,
      onToken,
    )
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFailure(exchange)
    throw error
  }
}

/** Who is signed in in the browser; 401 unless a page of ours asks. */
async function bySignIn(exchange: Exchange, secret: string): Promise<void> {
  const { services, request, millis } = exchange
  const { config, identity } = services
  if (!isFromOwnPage(config, request)) throw signInOfPagesAlone(config.baseUrl)
  const caller = await identity.signedIn(secret, millis)
  if (isForAnother(request, caller.user.user_id)) throw signInOfAnother()
  exchange.caller = caller
}

/** From here on statements of the request take turns with those of the same person's others. */
const takingTurns: Step = (exchange) => {
  const { ready, services, caller } = exchange
  if (ready.op.scope === 'none') return
  exchange.database = services.turns.of(caller.user.user_id)
}

/** 429 in place of a 401 for an address that failed too often. Only failures are counted: what is valid gets in. */
export async function countFailure({
  services,
  request,
}: Pick<Exchange, 'services' | 'request'>): Promise<void> {
  const limit = services.config.rateLimit.address
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.address.count(addressKey(request.ip), millis)
  if (window.used > limit) throw tooManyFailures(secondsLeft(window, millis))
}

/** 403 for a token that its organization's policy refuses, as the settings are now. */
const allowedByPolicy: Step = ({ caller }) => withinPolicy(caller)

function withinPolicy({ breach }: Caller): void {
  if (breach) throw tokenPolicy(403, breach.rule, breach.words)
}

/**
 * Who asks at the MCP server, which is no operation: 401 with a challenge, or 429, for anybody who is not let in there.
 * What they may do is judged by each call that is made for them, as is how often they ask.
 */
export async function admittedAt(
  audience: Audience,
  services: Services,
  request: FastifyRequest,
): Promise<Caller> {
  try {
    const caller = await services.identity.callerOf(request.headers.authorization, services.clock(), audience)
    withinPolicy(caller)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFailure({ services, request })
    throw challenged(error, { baseUrl: services.config.baseUrl, audience, scopes: toolScopes })
  }
}

/** 429 for a token or a sign-in over its limit a minute. From here on the answers to a token say where it stands. */
const withinLimit: Step = async ({ caller, services, reply }) => {
  const { token, browser } = caller
  const id = token?.token_id ?? browser?.session_id
  if (id === undefined) return
  const limit = services.config.rateLimit[token?.kind ?? 'session']
  if (limit === 0) return
  const millis = services.monotonic()
  const window = await services.limits.token.count(id, millis)
  if (token) reply.headers(positionHeaders(limit, window, services.clock() + window.endsAt - millis))
  if (window.used > limit) throw rateLimited(secondsLeft(window, millis), token ? undefined : 'sign-in')
}

/** 403 for an access token where only a session will do. */
const availableToTokens: Step = ({ ready, caller }) => {
  if (ready.op.scope === 'session' && caller.token) throw insufficientScope(null)
}

/** 403 for any write with a test token: it reads and never writes. */
const testTokenReadsOnly: Step = ({ ready, caller }) => {
  if (isWrite(ready.op) && caller.token?.kind === 'test') throw testTokenReadOnly()
}

/** 403 for a missing scope, before anything is looked up. */
const scoped: Step = ({ ready, caller }) => {
  const { scope } = ready.op
  if (scope === 'none' || scope === 'any' || scope === 'session') return
  if (!caller.holds(scope)) throw insufficientScope(scope)
}

/** The order in which a caller is judged. */
export const beforeBody: readonly Step[] = [
  authenticated,
  takingTurns,
  allowedByPolicy,
  withinLimit,
  availableToTokens,
  testTokenReadsOnly,
  scoped,
]

/** Milliseconds for which a judgement of the caller holds. */
const judgementHolds = 1000

/**
 * 401 or 403 when what let the caller in does so no longer. A sender may stretch a body over a minute, and an action
 * takes its time: what was revoked meanwhile does not count. Asks again only when the last judgement is over a second old.
 */
export const stillAdmitted: Step = async (exchange) => {
  const { clock, monotonic } = exchange.services
  if (monotonic() - exchange.admittedAt <= judgementHolds) return
  exchange.admittedAt = monotonic()
  exchange.millis = clock()
  // It is still the same request, and was counted.
  for (const step of beforeBody) if (step !== withinLimit) await step(exchange)
}
