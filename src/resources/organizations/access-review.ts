import { createHash } from 'node:crypto'
import { orgAdmin, wholeOrganization } from '../../kernel/access.ts'
import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { csvType } from '../../kernel/values/csv.ts'
import { largeAnswer } from './large-answer.ts'
import { operation } from '../../kernel/operation.ts'
import { object, text } from '../../kernel/schema.ts'
import { prefers } from '../../kernel/request/negotiate.ts'
import { accessReview } from './access-review-schemas.ts'
import { selectReview, type ReviewRow } from './access-review-rows.ts'
import { csvTexts, jsonTexts } from './access-review-texts.ts'

/** The organization, for its owners and admins. */
function reviewedOrganization({ ctx, params }: { ctx: Context; params: { org_id: string } }) {
  const { org_id } = orgAdmin(ctx, params.org_id)
  wholeOrganization(ctx)
  return { org_id }
}

/** The whole review in either form. When it was made is not part of what its ETag covers: it would never be the same. */
function review(ctx: Context, org_id: string, csv: boolean): Promise<Answer> {
  const { database } = ctx
  const { storage } = ctx.services
  const hash = createHash('sha256').update(`${org_id}\n`)
  const head = csv ? '' : JSON.stringify({ org_id, generated_at: ctx.now }).replace(/\}$/, ',')
  async function* texts(portions: AsyncIterable<ReviewRow[]>) {
    yield head
    for await (const text of csv ? csvTexts(portions) : jsonTexts(portions)) {
      hash.update(text)
      yield text
    }
  }
  return database.walk(selectReview(org_id, ctx.now), (portions) =>
    largeAnswer(storage, csv ? csvType : 'application/json; charset=utf-8', texts(portions), () =>
      hash.digest('base64url'),
    ),
  )
}

export const readAccessReview = operation({
  id: 'organizations.access_review',
  method: 'GET',
  path: '/v1/organizations/{org_id}/access-review',
  summary: 'Review who has access',
  description:
    'Every active member with the tokens that give access right now: neither expired nor revoked, nor refused by the ' +
    "organization's token policy. Unattached tokens are those, neither expired nor revoked, whose principal has left or " +
    'was deactivated; they are refused, and would work again should a deactivated principal be activated. Owners and ' +
    'admins. With `Accept: text/csv` as CSV, one line a token and one for a member without any; a cell that a ' +
    "spreadsheet would run as a formula begins with `'`. The CSV begins with a byte order mark.",
  scope: 'org:read',
  params: object({ org_id: text({ description: 'The organization.' }) }),
  reply: { status: 200, schema: accessReview, also: { 'text/csv': text() } },
  access: reviewedOrganization,
  handle: ({ ctx, target }) => review(ctx, target.org_id, prefers('text/csv', ctx.accept)),
})
