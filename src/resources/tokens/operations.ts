import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/list.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, notAMember, unknownReference } from '../../kernel/problem.ts'
import { object, optional, pageOf, text } from '../../kernel/schema.ts'
import { listableTokens, mintable, readableToken, rotatableToken } from './access.ts'
import * as queries from './queries.ts'
import type { TokenRow } from './queries.ts'
import { graceMillis, requireRotatable, requireToCome, statusOf } from './rules.ts'
import { tokenCreate, tokenCreated, tokenOut, tokenUpdate, type TokenCreate } from './schemas.ts'

const params = object({ token_id: text({ description: 'The token.' }) })

const names = Object.keys(tokenOut.properties)

function presentToken(ctx: Context, row: TokenRow): Record<string, unknown> {
  const known: Record<string, unknown> = { ...row, status: statusOf(row, ctx.millis) }
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

const shown = (ctx: Context, row: TokenRow) => answer(presentToken(ctx, row), row.version)

/** The answer that holds the token itself: kept sealed, should a key keep it. */
const shownOnce = (ctx: Context, { row, token }: { row: TokenRow; token: string }) => ({
  body: { ...presentToken(ctx, row), token },
  version: row.version,
  secret: true,
})

const subject = ({ org_id, token_id }: TokenRow) => ({
  org_id,
  resource_type: 'token',
  resource_id: token_id,
})

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
    "Your own tokens in one organization; its owners and admins see everyone's. Expired and revoked ones stay listed.",
  scope: 'org:read',
  query: object({
    org_id: optional(
      text({ description: 'The organization. May be left out when you use an access token.' }),
    ),
  }),
  reply: { status: 200, schema: pageOf(tokenOut) },
  list: sorts,
  access: listableTokens,
  async handle({ ctx, list, target }) {
    const found = await queries.listTokens(ctx, target.org_id, target.principal, list)
    return pageAnswer(ctx, list, found, (page) => page.map((row) => presentToken(ctx, row)))
  },
})

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Mint an access token',
  description:
    'For yourself, or for a service account by owners and admins. The answer is the only place where the token itself ' +
    'is shown. Minted with another token, it never exceeds nor outlives that one, and a token that is limited to ' +
    'projects or was given to an app mints none. Only owners and admins grant `admin`.',
  scope: 'org:write',
  body: tokenCreate,
  reply: { status: 200, schema: tokenCreated },
  emits: ['token.created'],
  example: {
    body: {
      name: 'Nightly export',
      scopes: ['tasks:read', 'projects:read'],
      expires_at: '2027-06-30T00:00:00Z',
    },
  },
  access: mintable,
  async handle({ ctx, target, body }) {
    const wanted = await decideToken(ctx, target.org_id, body)
    const made = await queries.insertToken(ctx, wanted)
    const { name, kind, grant_type, principal_user_id, scopes, project_ids, expires_at } = made.row
    ctx.emit({
      ...subject(made.row),
      type: 'token.created',
      before: null,
      after: { name, kind, grant_type, principal_user_id, scopes, project_ids, expires_at },
    })
    return shownOnce(ctx, made)
  },
})

/** The token a body asks for, once what it refers to is known to be there. */
async function decideToken(ctx: Context, orgId: string, body: TokenCreate): Promise<queries.NewToken> {
  const expires_at = body.expires_at ? new Date(body.expires_at).toISOString() : null
  requireToCome(expires_at, ctx.millis)
  const principal_user_id = body.principal_user_id?.toLowerCase() ?? ctx.user.user_id
  const principal = await queries.findPrincipal(ctx, orgId, principal_user_id)
  if (body.principal_user_id && principal?.kind !== 'service_account')
    throw unknownReference(['body', 'principal_user_id'], 'service account')
  if (!principal) throw notAMember()
  const project_ids = body.project_ids ? [...new Set(body.project_ids)] : null
  if (project_ids) {
    const readable = await queries.findReadableProjects(ctx, orgId, project_ids)
    const unknown = body.project_ids!.findIndex((id) => !readable.has(id))
    if (unknown >= 0) throw unknownReference(['body', 'project_ids', unknown], 'project')
  }
  return {
    org_id: orgId,
    principal_user_id,
    name: body.name,
    kind: body.kind ?? 'live',
    grant_type: principal.kind === 'service_account' ? 'service_account' : 'personal',
    scopes: [...new Set(body.scopes)],
    project_ids,
    expires_at,
    rotated_from: null,
  }
}

export const readToken = operation({
  id: 'tokens.read',
  method: 'GET',
  path: '/v1/tokens/{token_id}',
  summary: 'Read an access token',
  description: 'Its owner, and owners and admins of the organization. Never shows the token itself.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: tokenOut },
  access: readableToken,
  handle: async ({ ctx, target }) => shown(ctx, target),
})

export const updateToken = operation({
  id: 'tokens.update',
  method: 'PATCH',
  path: '/v1/tokens/{token_id}',
  summary: 'Rename an access token',
  description: 'Its owner, and owners and admins of the organization. Nothing but the name can change.',
  scope: 'org:write',
  params,
  body: tokenUpdate,
  reply: { status: 200, schema: tokenOut },
  emits: ['token.renamed'],
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

export const rotateToken = operation({
  id: 'tokens.rotate',
  method: 'POST',
  path: '/v1/tokens/{token_id}/rotate',
  summary: 'Replace an access token',
  description:
    'Mints a token with the same name, scopes, projects and expiry, shown in this answer alone; the old one works 60 ' +
    "seconds more. By its owner; a service account's by owners and admins too. A token may rotate itself, and others " +
    'that grant no more than it does.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: tokenCreated },
  problems: {
    409: 'The token is revoked, expired or rotated already, an app has it, or its principal has left.',
  },
  emits: ['token.rotated'],
  access: rotatableToken,
  async handle({ ctx, target }) {
    requireRotatable(target, ctx.millis)
    const principal = await queries.findPrincipal(ctx, target.org_id, target.principal_user_id)
    if (!principal) throw conflict('Who the token acts as is no longer an active member of the organization.')
    const made = await queries.insertToken(ctx, { ...target, rotated_from: target.token_id })
    await queries.updateToken(ctx, target, {
      revoked_at: new Date(ctx.millis + graceMillis).toISOString(),
      revoked_by: ctx.user.username,
      revoke_reason: 'rotated',
    })
    ctx.emit({
      ...subject(target),
      type: 'token.rotated',
      before: { token_id: target.token_id },
      after: { token_id: made.row.token_id },
    })
    return shownOnce(ctx, made)
  },
})

export const deleteToken = operation({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/v1/tokens/{token_id}',
  summary: 'Revoke an access token',
  description:
    'Its owner, and owners and admins of the organization. Refused from the next request on, during the 60 seconds ' +
    'after a rotation too; its record stays. Revoking a revoked one changes nothing.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: tokenOut },
  emits: ['token.revoked'],
  access: readableToken,
  async handle({ ctx, target }) {
    if (statusOf(target, ctx.millis) === 'revoked') return shown(ctx, target)
    const own = target.principal_user_id === ctx.user.user_id
    const row = await queries.updateToken(ctx, target, {
      revoked_at: ctx.now,
      revoked_by: ctx.user.username,
      revoke_reason: own ? 'revoked_by_user' : 'revoked_by_admin',
    })
    const change = changedAttributes(target, row, ['revoked_at', 'revoke_reason'])
    ctx.emit({ ...subject(row), type: 'token.revoked', ...change })
    return shown(ctx, row)
  },
})
