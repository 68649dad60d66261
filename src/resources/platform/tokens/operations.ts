import { findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { requireTokenListAccess, loadReadableToken } from './policy.ts'
import { presentToken, respondWithToken, buildTokenSubject } from './presenter.ts'
import * as queries from './queries.ts'
import { getTokenStatus } from './rules.ts'
import { tokenSchema, tokenParams, tokenUpdateSchema } from './schema.ts'

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 't.name_key', type: 'text' }],
    created_at: [{ sql: 't.created_at', type: 'timestamptz' }],
    last_used_at: [{ sql: 't.last_used_at', type: 'timestamptz', nullable: true }],
    expires_at: [{ sql: 't.expires_at', type: 'timestamptz', nullable: true }],
  },
  defaultOrder: [{ sql: 't.created_at', type: 'timestamptz' }],
  id: { sql: 't.token_id', type: 'text' },
}

export const listTokensOperation = defineOperation({
  id: 'tokens.list',
  method: 'GET',
  path: '/v1/tokens',
  summary: 'List access tokens',
  description:
    "Returns the caller's tokens in an organization; organization owners and admins get the tokens of " +
    'all members. Expired and revoked tokens are included.',
  scope: 'org:read',
  query: s.object({
    org_id: s.orgIdParam,
  }),
  reply: { status: 200, schema: s.pageSchema(tokenSchema) },
  list: sorts,
  authorize: requireTokenListAccess,
  async handle({ ctx, list, target }) {
    const found = await queries.listTokens(ctx, target.org_id, target.principal, list)
    return respondWithPage(ctx, list, found, (row) => presentToken(ctx, row))
  },
})

export const getTokenOperation = defineOperation({
  id: 'tokens.read',
  method: 'GET',
  path: '/v1/tokens/{token_id}',
  summary: 'Get an access token',
  description:
    'Returns the metadata of a token, never the token itself. Requires: owner of the token, or ' +
    'organization admin.',
  scope: 'org:read',
  params: tokenParams,
  reply: { status: 200, schema: tokenSchema },
  authorize: loadReadableToken,
  handle: async ({ ctx, target }) => respondWithToken(ctx, target),
})

export const updateTokenOperation = defineOperation({
  id: 'tokens.update',
  method: 'PATCH',
  path: '/v1/tokens/{token_id}',
  summary: 'Update an access token',
  description:
    'Renames a token. No other property can be changed. Requires: owner of the token, or organization admin.',
  scope: 'org:write',
  params: tokenParams,
  body: tokenUpdateSchema,
  reply: { status: 200, schema: tokenSchema },
  emits: { 'token.renamed': 'An access token was renamed.' },
  example: { body: { name: 'Weekly export' } },
  authorize: loadReadableToken,
  async handle({ ctx, target, body }) {
    const change = findChangedAttributes(target, body, ['name'])
    if (!change) return respondWithToken(ctx, target)
    const row = await queries.saveToken(ctx, target, { name: body.name })
    ctx.emit({ ...buildTokenSubject(row), type: 'token.renamed', ...change })
    return respondWithToken(ctx, row)
  },
})

export const revokeTokenOperation = defineOperation({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/v1/tokens/{token_id}',
  summary: 'Revoke an access token',
  description:
    'Revokes a token with immediate effect, also during the 60 seconds after a rotation. Its record ' +
    'is retained; revoking a revoked token changes nothing. Revoking the token of an OAuth app also ' +
    'ends the connection that it belongs to, so the app cannot get another. Requires: owner of the ' +
    'token, or organization admin.',
  scope: 'org:write',
  params: tokenParams,
  reply: { status: 200, schema: tokenSchema },
  emits: { 'token.revoked': 'An access token was revoked.' },
  authorize: loadReadableToken,
  async handle({ ctx, target }) {
    if (getTokenStatus(target, ctx.wallMillis) === 'revoked') return respondWithToken(ctx, target)
    const isOwner = target.principal_user_id === ctx.user.user_id
    const reason = isOwner ? 'revoked_by_user' : 'revoked_by_admin'
    const revocation = { at: ctx.wallTime, by: ctx.user.username, reason }
    const row = await queries.saveToken(ctx, target, {
      revoked_at: revocation.at,
      revoked_by: revocation.by,
      revoke_reason: reason,
    })
    if (row.grant_id !== null) await queries.revokeGrant(ctx.db, row.org_id, row.grant_id, revocation)
    const change = findChangedAttributes(target, row, ['revoked_at', 'revoke_reason'])
    ctx.emit({ ...buildTokenSubject(row), type: 'token.revoked', ...change })
    return respondWithToken(ctx, row)
  },
})
