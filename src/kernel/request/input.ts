/** Hooks that parse and validate the input of a request. */
import { formReceived } from '../files/upload.ts'
import type { Received } from '../files/form.ts'
import { bindingOf } from '../lists/cursor.ts'
import { boundFilters, readFilters } from '../lists/filter.ts'
import { isWrite } from '../operation.ts'
import { readList } from '../paging.ts'
import { freshSignInRequired } from '../credential-problems.ts'
import { idempotencyKeyInvalid, invalid, longRunRefused, notFound } from '../problem.ts'
import { isRecentSignIn } from '../recent-sign-in.ts'
import { hasLongRun } from '../text.ts'
import { Claim, fingerprintOf, readKey } from '../write/idempotency.ts'
import { stillAdmitted } from './admission.ts'
import { parseBody, requireJson } from './body.ts'
import type { Step } from './exchange.ts'
import { readNames, type RawQuery } from './query-names.ts'
import { readQuery, requireValid } from './validate.ts'

const parseQuery: Step = ({ compiled, request, input, caller, services }) => {
  const { op } = compiled
  const params = request.params as Record<string, string>
  // PostgreSQL text cannot contain NUL, so no stored id does.
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(params))
    if (hasLongRun(value)) throw longRunRefused(['path', name])
  input.params = params
  const query = readNames(op, request.query as RawQuery)
  const lastEventId = op.reply.live && request.headers['last-event-id']
  // On reconnect, Last-Event-ID overrides the cursor in the URL.
  const raw = lastEventId ? { ...query, cursor: String(lastEventId) } : query
  input.query = readQuery(op.query as never, raw)
  input.filters = readFilters(op.filters ?? {}, raw)
  if (!op.list) return
  const filters = boundFilters(op.filters ?? {}, input.filters, caller.user.username)
  const binding = bindingOf(op, { params, query: input.query as object, filters }, caller.token?.org_id ?? '')
  input.list = readList(op.list, raw, binding, services.keyring.derived('cursor'))
}

const parseJsonBody: Step = ({ compiled, request, input }) => {
  const { op } = compiled
  const check = compiled.checkBody()
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

/** Throws 403 where the operation requires a recent login and the session has none. Access tokens are exempt. */
const requireRecentLogin: Step = ({ compiled, caller, input, millis }) => {
  const { freshSignIn } = compiled.op
  if (!freshSignIn || !caller.browser || freshSignIn.asks?.(input.body) === false) return
  if (!isRecentSignIn(caller.browser.authenticated, millis)) throw freshSignInRequired()
}

/** Reads the Idempotency-Key of a write. Throws 400 for a malformed one. */
const readIdempotencyKey: Step = (state) => {
  const { compiled, request } = state
  if (request.headers['idempotency-key'] === undefined || !isWrite(compiled.op)) return
  // Node joins repeated headers into one value.
  if ((request.raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw idempotencyKeyInvalid()
  const key = readKey(request.headers['idempotency-key'])
  if (key !== undefined) state.idempotencyKey = key
}

const toFileContent = ({ name, media_type, spooled }: Received) => [
  name,
  media_type,
  spooled.sha256.toString('base64url'),
]

/**
 * Builds the idempotent request from key, principal and fingerprint. The token's organization is part of the fingerprint
 * where the body does not name one: the same body means different requests for tokens of two organizations.
 */
const createIdempotentRequest: Step = (state) => {
  const { idempotencyKey: key, compiled, request, input, caller, services } = state
  if (key === undefined) return
  const bodyOrgId = (input.body as { org_id?: unknown } | undefined)?.org_id
  const orgPrefix = bodyOrgId || !caller.token ? '' : `${caller.token.org_id} `
  const content = input.file ? [input.body, toFileContent(input.file)] : input.body
  const fingerprint = fingerprintOf(compiled.op.method, `${orgPrefix}${request.url}`, content)
  const keyed = { principal: caller.user.user_id, key, fingerprint }
  state.idempotentRequest = new Claim(keyed, services.keyring, () => state.millis)
}

/** Run in this order. */
export const beforeRun: readonly Step[] = [
  readIdempotencyKey,
  parseQuery,
  formReceived,
  stillAdmitted,
  parseJsonBody,
  requireRecentLogin,
  createIdempotentRequest,
]
