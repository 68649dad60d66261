/** What is asked: the input of a request, read and checked against the declaration. */
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

/** Reads path, query, filters and paging against the declaration. */
const validQuery: Step = ({ ready, request, input, caller, services }) => {
  const { op } = ready
  const params = request.params as Record<string, string>
  // PostgreSQL takes no NUL in a text, and no id of ours has one.
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(params))
    if (hasLongRun(value)) throw longRunRefused(['path', name])
  input.params = params
  const given = readNames(op, request.query as RawQuery)
  const last = op.reply.live && request.headers['last-event-id']
  // Whoever comes again sends the address of before, with the cursor of before: what it has read since is in the header.
  const raw = last ? { ...given, cursor: String(last) } : given
  input.query = readQuery(op.query as never, raw)
  input.filters = readFilters(op.filters ?? {}, raw)
  if (!op.list) return
  const filters = boundFilters(op.filters ?? {}, input.filters, caller.user.username)
  const binding = bindingOf(op, { params, query: input.query as object, filters }, caller.token?.org_id ?? '')
  input.list = readList(op.list, raw, binding, services.keyring.derived('cursor'))
}

/** Reads and checks the JSON body. */
const validBody: Step = ({ ready, request, input }) => {
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

/** 403 where a browser's sign-in is not fresh enough for what is asked. A token was given for what it may do. */
const freshlySignedIn: Step = ({ ready, caller, input, millis }) => {
  const { freshSignIn } = ready.op
  if (!freshSignIn || !caller.browser || freshSignIn.asks?.(input.body) === false) return
  if (!isRecentSignIn(caller.browser.authenticated, millis)) throw freshSignInRequired()
}

/** 400 for an Idempotency-Key of the wrong form; every write honours one. */
const keyed: Step = (exchange) => {
  const { ready, request } = exchange
  if (request.headers['idempotency-key'] === undefined || !isWrite(ready.op)) return
  // Node joins repeated headers to one text; two keys are none.
  if ((request.raw.headersDistinct['idempotency-key']?.length ?? 0) > 1) throw idempotencyKeyInvalid()
  const key = readKey(request.headers['idempotency-key'])
  if (key !== undefined) exchange.key = key
}

const contentOf = ({ name, media_type, spooled }: Received) => [
  name,
  media_type,
  spooled.sha256.toString('base64url'),
]

/**
 * Notes whose the key is and what request it stands for, once the body is known. A request that names no organization
 * means the token's: the same words with tokens of two organizations are two requests.
 */
const claimed: Step = (exchange) => {
  const { key, ready, request, input, caller, services } = exchange
  if (key === undefined) return
  const named = (input.body as { org_id?: unknown } | undefined)?.org_id
  const organization = named || !caller.token ? '' : `${caller.token.org_id} `
  const content = input.file ? [input.body, contentOf(input.file)] : input.body
  const fingerprint = fingerprintOf(ready.op.method, `${organization}${request.url}`, content)
  const whose = { principal: caller.user.user_id, key, fingerprint }
  exchange.claim = new Claim(whose, services.keyring, () => exchange.millis)
}

/** The order in which the input is read. */
export const beforeRun: readonly Step[] = [
  keyed,
  validQuery,
  formReceived,
  stillAdmitted,
  validBody,
  freshlySignedIn,
  claimed,
]
