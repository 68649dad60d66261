import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, notAMember, unknownReference } from '../../../core/errors.ts'
import { requireTokenCreator, loadTokenForRotation } from './policy.ts'
import { respondWithNewToken, buildTokenSubject } from './presenter.ts'
import * as queries from './queries.ts'
import { TOKEN_ROTATION_GRACE_MS, requireTokenPolicy, requireRotatableToken, requireFutureExpiry } from './rules.ts'
import { tokenCreateSchema, tokenCreatedSchema, tokenParams, type TokenCreate } from './schema.ts'

const policyViolation = {
  type: 'urn:svc:problem:token-policy',
  when: 'The token policy of the organization does not allow the token; `errors[0].type` names the rule.',
} as const

export const createTokenOperation = defineOperation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Create an access token',
  description:
    'Creates an access token for the caller or, as an organization admin, for a service account. The ' +
    'token itself is returned only in this response. A token created with another token cannot have ' +
    'more scopes or a later expiry than that token. Project-scoped tokens and tokens of OAuth apps ' +
    'cannot create tokens. Requires organization admin to grant the scope `admin`. Browser sessions ' +
    'need a sign-in within the last 10 minutes.',
  scope: 'org:write',
  requiresRecentLogin: {},
  body: tokenCreateSchema,
  reply: { status: 200, schema: tokenCreatedSchema },
  problems: { 422: policyViolation },
  emits: { 'token.created': 'An access token was created.' },
  example: {
    body: {
      name: 'Nightly export',
      scopes: ['tasks:read', 'projects:read'],
      expires_at: '2027-06-30T00:00:00Z',
    },
  },
  authorize: requireTokenCreator,
  async handle({ ctx, target, body }) {
    const newToken = await buildToken(ctx, target.org_id, body)
    const created = await queries.insertToken(ctx, newToken)
    const { name, kind, grant_type, principal_user_id, scopes, project_ids, expires_at } = created.row
    ctx.emit({
      ...buildTokenSubject(created.row),
      type: 'token.created',
      before: null,
      after: { name, kind, grant_type, principal_user_id, scopes, project_ids, expires_at },
    })
    return respondWithNewToken(ctx, created)
  },
})

async function buildToken(ctx: Context, orgId: string, body: TokenCreate): Promise<queries.NewToken> {
  const expires_at = body.expires_at ? new Date(body.expires_at).toISOString() : null
  requireFutureExpiry(expires_at, ctx.wallMillis)
  const principal_user_id = body.principal_user_id?.toLowerCase() ?? ctx.user.user_id
  const principal = await queries.lockTokenPrincipal(ctx, orgId, principal_user_id)
  if (body.principal_user_id && principal?.kind !== 'service_account')
    throw unknownReference(['body', 'principal_user_id'], 'service account')
  if (!principal) throw notAMember()
  const grant_type = principal.kind === 'service_account' ? 'service_account' : 'personal'
  requireTokenPolicy(principal, { grant_type, expires_at }, ctx.now, true)
  const project_ids = body.project_ids ? [...new Set(body.project_ids)] : null
  if (project_ids) {
    const readable = await queries.findReadableProjectIds(ctx, orgId, project_ids)
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

export const rotateTokenOperation = defineOperation({
  id: 'tokens.rotate',
  method: 'POST',
  path: '/v1/tokens/{token_id}/rotate',
  summary: 'Rotate an access token',
  description:
    'Creates a token with the same name, scopes, projects and expiry, and returns it only in this ' +
    'response. The old token keeps working for 60 seconds. Requires: owner of the token, or ' +
    'organization admin for tokens of service accounts. A token can rotate itself and tokens that ' +
    'grant no more than it does. If the token policy no longer allows such a token, the response is ' +
    '422 `token-policy`: create a new one instead. Browser sessions need a sign-in within the last 10 ' +
    'minutes.',
  scope: 'org:write',
  requiresRecentLogin: {},
  params: tokenParams,
  reply: { status: 200, schema: tokenCreatedSchema },
  problems: {
    409:
      'The token is revoked, expired or already rotated, belongs to an OAuth app, or its principal is ' +
      'no longer an active member.',
    422: policyViolation,
  },
  emits: { 'token.rotated': 'An access token was rotated.' },
  authorize: loadTokenForRotation,
  async handle({ ctx, target }) {
    requireRotatableToken(target, ctx.wallMillis)
    const principal = await queries.lockTokenPrincipal(ctx, target.org_id, target.principal_user_id)
    if (!principal) throw conflict('The principal of this token is no longer an active member of the organization.')
    requireTokenPolicy(principal, target, ctx.now, false)
    const created = await queries.insertToken(ctx, { ...target, rotated_from: target.token_id })
    await queries.saveToken(ctx, target, {
      revoked_at: new Date(ctx.wallMillis + TOKEN_ROTATION_GRACE_MS).toISOString(),
      revoked_by: ctx.user.username,
      revoke_reason: 'rotated',
    })
    ctx.emit({
      ...buildTokenSubject(target),
      type: 'token.rotated',
      before: { token_id: target.token_id },
      after: { token_id: created.row.token_id },
    })
    return respondWithNewToken(ctx, created)
  },
})
