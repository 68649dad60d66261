import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { askedOrgId, object, pageOf } from '../../kernel/schema.ts'
import { listableTokens, readableToken } from './access.ts'
import { presentToken, shown, subject } from './present.ts'
import * as queries from './queries.ts'
import { statusOf } from './rules.ts'
import { tokenOut, tokenParams, tokenUpdate } from './schemas.ts'

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 't.name_key', type: 'text' }],
    created_at: [{ sql: 't.created_at', type: 'timestamptz' }],
    last_used_at: [{ sql: 't.last_used_at', type: 'timestamptz', nullable: true }],
    expires_at: [{ sql: 't.expires_at', type: 'timestamptz', nullable: true }],
  },
  natural: [{ sql: 't.created_at', type: 'timestamptz' }],
  id: { sql: 't.token_id', type: 'text' },
}

export const listTokens = operation({
  id: 'tokens.list',
  method: 'GET',
  path: '/v1/tokens',
  summary: 'List access tokens',
  description:
    "Returns the caller's tokens in an organization; organization owners and admins get the tokens of " +
    'all members. Expired and revoked tokens are included.',
  scope: 'org:read',
  query: object({
    org_id: askedOrgId,
  }),
  reply: { status: 200, schema: pageOf(tokenOut) },
  list: sorts,
  access: listableTokens,
  async handle({ ctx, list, target }) {
    const found = await queries.listTokens(ctx, target.org_id, target.principal, list)
    return pageAnswer(ctx, list, found, (page) => page.map((row) => presentToken(ctx, row)))
  },
})

export const readToken = operation({
  id: 'tokens.read',
  method: 'GET',
  path: '/v1/tokens/{token_id}',
  summary: 'Get an access token',
  description:
    'Returns the metadata of a token, never the token itself. Requires: owner of the token, or ' +
    'organization admin.',
  scope: 'org:read',
  params: tokenParams,
  reply: { status: 200, schema: tokenOut },
  access: readableToken,
  handle: async ({ ctx, target }) => shown(ctx, target),
})

export const updateToken = operation({
  id: 'tokens.update',
  method: 'PATCH',
  path: '/v1/tokens/{token_id}',
  summary: 'Update an access token',
  description:
    'Renames a token. No other property can be changed. Requires: owner of the token, or organization ' +
    'admin.',
  scope: 'org:write',
  params: tokenParams,
  body: tokenUpdate,
  reply: { status: 200, schema: tokenOut },
  emits: { 'token.renamed': 'An access token was renamed.' },
  example: { body: { name: 'Weekly export' } },
  access: readableToken,
  async handle({ ctx, target, body }) {
    const change = changedAttributes(target, body, ['name'])
    if (!change) return shown(ctx, target)
    const row = await queries.updateToken(ctx, target, { name: body.name })
    ctx.emit({ ...subject(row), type: 'token.renamed', ...change })
    return shown(ctx, row)
  },
})

export const deleteToken = operation({
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
  reply: { status: 200, schema: tokenOut },
  emits: { 'token.revoked': 'An access token was revoked.' },
  access: readableToken,
  async handle({ ctx, target }) {
    if (statusOf(target, ctx.wallMillis) === 'revoked') return shown(ctx, target)
    const isOwner = target.principal_user_id === ctx.user.user_id
    const reason = isOwner ? 'revoked_by_user' : 'revoked_by_admin'
    const revocation = { at: ctx.wallTime, by: ctx.user.username, reason }
    const row = await queries.updateToken(ctx, target, {
      revoked_at: revocation.at,
      revoked_by: revocation.by,
      revoke_reason: reason,
    })
    if (row.grant_id !== null) await queries.endConnection(ctx.db, row.org_id, row.grant_id, revocation)
    const change = changedAttributes(target, row, ['revoked_at', 'revoke_reason'])
    ctx.emit({ ...subject(row), type: 'token.revoked', ...change })
    return shown(ctx, row)
  },
})
