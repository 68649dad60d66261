import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, notAMember, unknownReference } from '../../kernel/problem.ts'
import { mintable, rotatableToken } from './access.ts'
import { shownOnce, subject } from './present.ts'
import * as queries from './queries.ts'
import { graceMillis, requireAllowed, requireRotatable, requireToCome } from './rules.ts'
import { tokenCreate, tokenCreated, tokenParams, type TokenCreate } from './schemas.ts'

const refusedByPolicy = {
  type: 'urn:svc:problem:token-policy',
  when: "the organization's token policy would refuse the token; `errors[0].type` names the rule",
} as const

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Mint an access token',
  description:
    'For yourself, or for a service account by owners and admins. The answer is the only place where the token itself ' +
    'is shown. Minted with another token, it never exceeds nor outlives that one, and a token that is limited to ' +
    'projects or was given to an app mints none. Only owners and admins grant `admin`. What the token policy in the ' +
    "organization's settings forbids is 422 `token-policy`.",
  scope: 'org:write',
  freshSignIn: {},
  body: tokenCreate,
  reply: { status: 200, schema: tokenCreated },
  problems: { 422: refusedByPolicy },
  emits: { 'token.created': 'An access token was minted.' },
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
  requireToCome(expires_at, ctx.wallMillis)
  const principal_user_id = body.principal_user_id?.toLowerCase() ?? ctx.user.user_id
  const principal = await queries.findPrincipal(ctx, orgId, principal_user_id)
  if (body.principal_user_id && principal?.kind !== 'service_account')
    throw unknownReference(['body', 'principal_user_id'], 'service account')
  if (!principal) throw notAMember()
  const grant_type = principal.kind === 'service_account' ? 'service_account' : 'personal'
  requireAllowed(principal, { grant_type, expires_at }, ctx.now, true)
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
    grant_type,
    scopes: [...new Set(body.scopes)],
    project_ids,
    expires_at,
    rotated_from: null,
  }
}

export const rotateToken = operation({
  id: 'tokens.rotate',
  method: 'POST',
  path: '/v1/tokens/{token_id}/rotate',
  summary: 'Replace an access token',
  description:
    'Mints a token with the same name, scopes, projects and expiry, shown in this answer alone; the old one works 60 ' +
    "seconds more. By its owner; a service account's by owners and admins too. A token may rotate itself, and others " +
    'that grant no more than it does. Where the token policy would refuse the new one it is 422 `token-policy`: mint ' +
    'another.',
  scope: 'org:write',
  freshSignIn: {},
  params: tokenParams,
  reply: { status: 200, schema: tokenCreated },
  problems: {
    409: 'The token is revoked, expired or rotated already, an app has it, or its principal has left.',
    422: refusedByPolicy,
  },
  emits: { 'token.rotated': 'An access token was replaced by a new one.' },
  access: rotatableToken,
  async handle({ ctx, target }) {
    requireRotatable(target, ctx.wallMillis)
    const principal = await queries.findPrincipal(ctx, target.org_id, target.principal_user_id)
    if (!principal) throw conflict('Who the token acts as is no longer an active member of the organization.')
    requireAllowed(principal, target, ctx.now, false)
    const made = await queries.insertToken(ctx, { ...target, rotated_from: target.token_id })
    await queries.updateToken(ctx, target, {
      revoked_at: new Date(ctx.wallMillis + graceMillis).toISOString(),
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
