import { authenticate } from '../../identity/authenticate.ts'
import { parseBody, requireJson } from './body.ts'
import type { Exchange } from './exchange.ts'
import { bindingOf } from '../lists/cursor.ts'
import { boundFilters, readFilters } from '../lists/filter.ts'
import type { Received } from '../files/form.ts'
import { fingerprintOf, readKey } from '../write/idempotency.ts'
import { addressKey, positionHeaders, secondsLeft } from '../limits/limits.ts'
import { readList } from '../paging.ts'
import { isWrite } from '../operation.ts'
import {
  idempotencyKeyInvalid,
  insufficientScope,
  invalid,
  longRunRefused,
  notFound,
  Problem,
  rateLimited,
  testTokenReadOnly,
  tokenPolicy,
  tooManyFailures,
} from '../problem.ts'
import { hasLongRun } from '../text.ts'
import { readQuery, requireValid } from './validate.ts'

/** The steps of a request that come before its transaction, each throwing the problem that ends it. */
export type Step = (exchange: Exchange) => void | Promise<void>

/** 401 unless somebody known asks; 429 instead where an address tries too often. */
export const authenticated: Step = async (exchange) => {
  const { ready, services, request, millis } = exchange
  if (ready.op.scope === 'none') return
  try {
    exchange.caller = await authenticate(services, request.headers.authorization, millis)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFailure(exchange)
    throw error
  }
}

/** From here on statements of the request take turns with those of the same person's others. */
export const takingTurns: Step = (exchange) => {
  const { ready, services, caller } = exchange
  if (ready.op.scope === 'none') return
  exchange.services = { ...services, database: services.turns.of(caller.user.user_id) }
}

/** 429 in place of a 401 for an address that failed too often. Only failures are counted: what is valid gets in. */
export async function countFailure({
  services,
  request,
}: Pick<Exchange, 'services' | 'request'>): Promise<void> {
  const limit = services.config.rateLimit.address
  if (limit === 0) return
  const millis = services.clock()
  const window = await services.limits.address.count(addressKey(request.ip), millis)
  if (window.used > limit) throw tooManyFailures(secondsLeft(window, millis))
}

/** 403 for a token that its organization's policy refuses, as the settings are now. */
export const allowedByPolicy: Step = ({ caller: { breach } }) => {
  if (breach) throw tokenPolicy(403, breach.rule, breach.words)
}

/** 429 for a token over its limit a minute. From here on its answers say where it stands. */
export const withinLimit: Step = async ({ caller, services, reply }) => {
  const { token } = caller
  if (!token) return
  const limit = services.config.rateLimit[token.kind]
  if (limit === 0) return
  const millis = services.clock()
  const window = await services.limits.token.count(token.token_id, millis)
  reply.headers(positionHeaders(limit, window))
  if (window.used > limit) throw rateLimited(secondsLeft(window, millis))
}

/** 401 or 403 when what let the caller in does so no longer: bodies take their time. */
export const stillAllowed: Step = (exchange) => exchange.stillAllowed()

/** 403 for an access token where only a session will do. */
export const availableToTokens: Step = ({ ready, caller }) => {
  if (ready.op.scope === 'session' && caller.token) throw insufficientScope(null)
}

/** 403 for any write with a test token: it reads and never writes. */
export const testTokenReadsOnly: Step = ({ ready, caller }) => {
  if (isWrite(ready.op) && caller.token?.kind === 'test') throw testTokenReadOnly()
}

/** 403 for a missing scope, before anything is looked up. */
export const scoped: Step = ({ ready, caller }) => {
  const { scope } = ready.op
  if (scope === 'none' || scope === 'any' || scope === 'session') return
  if (!caller.holds(scope)) throw insufficientScope(scope)
}

type RawQuery = Record<string, string | string[] | undefined>

/** Reads path, query, filters and paging against the declaration. */
export const validQuery: Step = ({ ready, request, input, caller, services }) => {
  const { op } = ready
  const params = request.params as Record<string, string>
  // PostgreSQL takes no NUL in a text, and no id of ours has one.
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(params))
    if (hasLongRun(value)) throw longRunRefused(['path', name])
  input.params = params
  const raw = request.query as RawQuery
  input.query = readQuery(op.query as never, raw)
  input.filters = readFilters(op.filters ?? {}, raw)
  if (!op.list) return
  const filters = boundFilters(op.filters ?? {}, input.filters, caller.user.username)
  const binding = bindingOf(op, { params, query: input.query as object, filters }, caller.token?.org_id ?? '')
  input.list = readList(op.list, raw, binding, services.keyring.derived('cursor'))
}

/** Reads and checks the JSON body. */
export const validBody: Step = ({ ready, request, input }) => {
  const { op } = ready
  const check = ready.checkBody()
  if (!check) return
  if (op.upload) return requireValid(check, input.body, 'body')
  const bytes = request.body as Buffer | undefined
  if (!bytes || bytes.length === 0) {
    if (!op.bodyOptional) throw invalid(['body'], 'is required', 'missing')
    input.body = {}
  } else {
    requireJson(request.headers)
    input.body = parseBody(bytes)
  }
  requireValid(check, input.body, 'body')
}

/** Notes the Idempotency-Key of a POST: whose it is and what request it stands for. */
export const keyed: Step = (exchange) => {
  const { ready, request, caller } = exchange
  if (ready.op.method !== 'POST') return
  // Node joins repeated headers to one text; two keys are none.
  if ((request.raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw idempotencyKeyInvalid()
  const key = readKey(request.headers['idempotency-key'])
  if (key === undefined) return
  exchange.claim = { principal: caller.user.user_id, key, fingerprint: '' }
}

const contentOf = ({ name, media_type, spooled }: Received) => [
  name,
  media_type,
  spooled.sha256.toString('base64url'),
]

/**
 * Completes the claim once the body is known. What names no organization means the token's: the same words with tokens
 * of two organizations are two requests.
 */
export const fingerprinted: Step = ({ claim, ready, request, input, caller }) => {
  if (!claim) return
  const named = (input.body as { org_id?: unknown } | undefined)?.org_id
  const organization = named || !caller.token ? '' : `${caller.token.org_id} `
  const content = ready.op.upload ? [input.body, contentOf(input.file)] : input.body
  claim.fingerprint = fingerprintOf(ready.op.method, `${organization}${request.url}`, content)
}
