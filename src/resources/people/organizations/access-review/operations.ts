import { createHash } from 'node:crypto'
import { requireOrgAdmin, rejectProjectScopedToken } from '../../../../core/org-access.ts'
import type { Config } from '../../../../core/config/config.ts'
import { respond, type OperationResult } from '../../../../http/result.ts'
import type { Context } from '../../../../core/context.ts'
import { CSV_MEDIA_TYPE } from '../../../../core/csv.ts'
import { respondWithSpooledFile } from './spooled-file.ts'
import { defineOperation } from '../../../../http/operation.ts'
import * as s from '../../../../core/schema.ts'
import { prefersMediaType } from '../../../../http/content-negotiation.ts'
import { findUsableIssuer } from '../../../../auth/accounts/identities.ts'
import { loadOrganizationForUpdate } from '../policy.ts'
import { createAccessHash } from './access-hash.ts'
import { signAccessReview } from './commands.ts'
import { accessReviewSignedEvent } from './events.ts'
import { accessReview, accessReviewSignSchema, signedAccessReview } from './schema.ts'
import { selectAccessReview, type AcceptedWays, type AccessReviewRow } from './queries.ts'
import { streamAccessReviewCsv, streamAccessReviewJson } from './stream.ts'

function requireReviewAccess({ ctx, params }: { ctx: Context; params: { org_id: string } }) {
  const { org_id } = requireOrgAdmin(ctx, params.org_id)
  rejectProjectScopedToken(ctx)
  return { org_id }
}

const findAcceptedWays = (config: Config): AcceptedWays => ({
  accounts: config.accounts.mode !== 'off',
  issuer: findUsableIssuer(config) ?? null,
})

/** Builds the review as JSON or CSV. Its ETag does not cover `generated_at`, which differs on every request. */
function buildReview(ctx: Context, org_id: string, csv: boolean): Promise<OperationResult> {
  const { database } = ctx
  const { storage, config } = ctx.services
  const access = createAccessHash(org_id)
  const hash = createHash('sha256').update(`${org_id}\n`)
  const head = csv ? '' : JSON.stringify({ org_id, generated_at: ctx.now }).replace(/\}$/, ',')
  async function* texts(batches: AsyncIterable<AccessReviewRow[]>) {
    yield head
    for await (const text of csv ? streamAccessReviewCsv(batches) : streamAccessReviewJson(batches, access)) {
      hash.update(text)
      yield text
    }
  }
  const ways = findAcceptedWays(config)
  return database.stream(selectAccessReview(org_id, ctx.now, ways), (batches) =>
    respondWithSpooledFile(storage, csv ? CSV_MEDIA_TYPE : 'application/json; charset=utf-8', texts(batches), () =>
      hash.digest('base64url'),
    ),
  )
}

export const getAccessReviewOperation = defineOperation({
  id: 'organizations.access_review',
  method: 'GET',
  path: '/v1/organizations/{org_id}/access-review',
  summary: 'Get the access review',
  description:
    'Returns all active members with their valid tokens: not expired, not revoked, and not rejected by the token policy ' +
    'of the organization. Unattached tokens are neither expired nor revoked, but belong to a removed or deactivated ' +
    'member; they are rejected, and become valid again if that member is reactivated. With `Accept: text/csv`, returns ' +
    'CSV with a byte order mark, one line for each token and each member without tokens; cells that a spreadsheet ' +
    "would run as a formula are prefixed with `'`. Requires: organization admin.",
  scope: 'org:read',
  reply: { status: 200, schema: accessReview, also: { 'text/csv': s.text() } },
  authorize: requireReviewAccess,
  handle: ({ ctx, target }) => buildReview(ctx, target.org_id, prefersMediaType('text/csv', ctx.accept)),
})

export const signAccessReviewOperation = defineOperation({
  id: 'organizations.sign_access_review',
  method: 'POST',
  path: '/v1/organizations/{org_id}/access-review/sign',
  summary: 'Sign the access review',
  description:
    'Records that the caller reviewed the access, as an `access_review.signed` event in the audit log with the hash and ' +
    'the numbers of members and tokens. `If-Match` refers to the organization. Requires: organization admin.',
  scope: 'org:write',
  body: accessReviewSignSchema,
  reply: { status: 200, schema: signedAccessReview },
  problems: { 409: 'Members, tokens or ways to sign in changed since the review.' },
  emits: accessReviewSignedEvent,
  example: { body: { access_hash: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', note: 'Quarterly review.' } },
  authorize: loadOrganizationForUpdate,
  handle: async ({ ctx, target, body }) =>
    respond(await signAccessReview(ctx, target.org_id, findAcceptedWays(ctx.services.config), body)),
})
