import { receiveForm } from '../uploads/receive-form.ts'
import type { UploadedFile } from '../uploads/form.ts'
import { buildCursorBinding } from '../pagination/cursor.ts'
import { serializeFilters, parseFilters } from '../pagination/filters.ts'
import { isWrite } from '../operation.ts'
import { parsePageRequest } from '../pagination/pagination.ts'
import { recentLoginRequired } from '../credential-errors.ts'
import { idempotencyKeyInvalid, invalid, tooManyCombiningMarks, notFound } from '../../core/errors.ts'
import { isRecentSignIn } from '../../core/recent-login.ts'
import { hasLongMarkRun } from '../../core/text.ts'
import { IdempotentRequest, fingerprintRequest, parseIdempotencyKey } from '../idempotency.ts'
import { reauthorize } from './authenticate.ts'
import { parseJson, requireJsonContentType } from '../parse-body.ts'
import type { Hook } from '../request-state.ts'
import { normalizeQueryNames, type RawQuery } from '../query-names.ts'
import { parseQueryParameters, requireValidBody } from '../validate.ts'

const parseQuery: Hook = ({ compiled, request, input, caller, services }) => {
  const { op } = compiled
  const params = request.params as Record<string, string>
  // PostgreSQL text cannot contain NUL, so no stored id does.
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(params))
    if (hasLongMarkRun(value)) throw tooManyCombiningMarks(['path', name])
  input.params = params
  const query = normalizeQueryNames(op, request.query as RawQuery)
  const lastEventId = op.reply.live && request.headers['last-event-id']
  // On reconnect, Last-Event-ID overrides the cursor in the URL.
  const raw = lastEventId ? { ...query, cursor: String(lastEventId) } : query
  input.query = parseQueryParameters(op.query as never, raw)
  input.filters = parseFilters(op.filters ?? {}, raw)
  if (!op.list) return
  const filters = serializeFilters(op.filters ?? {}, input.filters, caller.user.username)
  const binding = buildCursorBinding(op, { params, query: input.query as object, filters }, caller.token?.org_id ?? '')
  input.list = parsePageRequest(op.list, raw, binding, services.keyring.deriveKeys('cursor'))
}

const parseJsonBody: Hook = ({ compiled, request, input }) => {
  const { op } = compiled
  const check = compiled.checkBody()
  if (!check) return
  if (op.upload) return requireValidBody(check, input.body)
  const bytes = request.body as Buffer | undefined
  if (!bytes || bytes.length === 0) {
    if (!op.bodyOptional) throw invalid(['body'], 'is required', 'missing')
    input.body = {}
  } else {
    requireJsonContentType(request.headers)
    input.body = parseJson(bytes)
  }
  requireValidBody(check, input.body)
}

/** Throws 403 where the operation requires a recent login and the session has none. Access tokens are exempt. */
const requireRecentLogin: Hook = ({ compiled, caller, input, millis }) => {
  const { requiresRecentLogin } = compiled.op
  if (!requiresRecentLogin || !caller.browser || requiresRecentLogin.appliesTo?.(input.body) === false) return
  if (!isRecentSignIn(caller.browser.loginMillis, millis)) throw recentLoginRequired()
}

const readIdempotencyKey: Hook = (state) => {
  const { compiled, request } = state
  if (request.headers['idempotency-key'] === undefined || !isWrite(compiled.op)) return
  // Node joins repeated headers into one value.
  if ((request.raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw idempotencyKeyInvalid()
  const key = parseIdempotencyKey(request.headers['idempotency-key'])
  if (key !== undefined) state.idempotencyKey = key
}

const toFileContent = ({ name, media_type, spooled }: UploadedFile) => [
  name,
  media_type,
  spooled.sha256.toString('base64url'),
]

/**
 * Builds the idempotent request from key, principal and fingerprint. The token's organization is part of the fingerprint
 * where the body does not name one: the same body means different requests for tokens of two organizations.
 */
const createIdempotentRequest: Hook = (state) => {
  const { idempotencyKey: key, compiled, request, input, caller, services } = state
  if (key === undefined) return
  const bodyOrgId = (input.body as { org_id?: unknown } | undefined)?.org_id
  const orgPrefix = bodyOrgId || !caller.token ? '' : `${caller.token.org_id} `
  const content = input.file ? [input.body, toFileContent(input.file)] : input.body
  const fingerprint = fingerprintRequest(compiled.op.method, `${orgPrefix}${request.url}`, content)
  const identity = { principal: caller.user.user_id, key, fingerprint }
  state.idempotentRequest = new IdempotentRequest(identity, services.keyring, () => state.millis)
}

export const inputHooks: readonly Hook[] = [
  readIdempotencyKey,
  parseQuery,
  receiveForm,
  reauthorize,
  parseJsonBody,
  requireRecentLogin,
  createIdempotentRequest,
]
