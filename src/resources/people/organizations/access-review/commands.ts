import type { Context } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'
import { createAccessHash } from './access-hash.ts'
import { selectAccessReview, type AcceptedWays } from './queries.ts'
import type { AccessReviewSign } from './schema.ts'

/** Records in the audit log that the caller reviewed the access that the hash stands for. */
export async function signAccessReview(
  ctx: Context,
  org_id: string,
  ways: AcceptedWays,
  { access_hash, note = null }: AccessReviewSign,
) {
  const access = createAccessHash(org_id)
  for (const row of await ctx.db.query(selectAccessReview(org_id, ctx.now, ways))) access.add(row)
  const current = access.finish()
  if (current.access_hash !== access_hash)
    throw conflict('Members, tokens or ways to sign in changed since this review. Get the access review again.')
  const signed = { ...current, note }
  ctx.emit({
    org_id,
    resource_type: 'access_review',
    resource_id: access_hash,
    type: 'access_review.signed',
    before: null,
    after: signed,
  })
  return { org_id, ...signed, signed_at: ctx.now }
}
