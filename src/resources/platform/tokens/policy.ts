import {
  membershipFromQuery,
  membershipFromBody,
  requireOrgAdmin,
  rejectProjectScopedToken,
} from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { findReadableToken, type TokenRow } from './queries.ts'
import { requireWithinCallerToken, rejectAppToken } from './rules.ts'
import type { TokenCreate } from './schema.ts'

export function requireTokenListAccess({ ctx, query }: { ctx: Context; query: { org_id?: string } }) {
  const { org_id } = membershipFromQuery(ctx, query)
  rejectProjectScopedToken(ctx)
  return { org_id, principal: ctx.caller.isOrgAdmin(org_id) ? null : ctx.user.user_id }
}

/** Returns the token, locked on writes. Throws 404 unless the caller owns it or is an organization admin. */
export async function loadReadableToken({ ctx, params }: { ctx: Context; params: { token_id: string } }) {
  rejectProjectScopedToken(ctx)
  const row = await findReadableToken(ctx, params.token_id)
  if (!row || !(isTokenOwner(ctx, row) || ctx.caller.isOrgAdmin(row.org_id))) throw notFound()
  return row
}

/** Returns the token. Throws 403 unless the caller owns it; admins may also rotate tokens of service accounts. */
export async function loadTokenForRotation(call: { ctx: Context; params: { token_id: string } }) {
  const { ctx } = call
  rejectAppToken(ctx.caller)
  const row = await loadReadableToken(call)
  if (!isTokenOwner(ctx, row) && row.grant_type !== 'service_account')
    throw forbidden('Only the owner of this token can rotate it. Create a new token instead.')
  if (row.token_id !== ctx.caller.token?.token_id) requireWithinCallerToken(ctx.caller, row)
  return row
}

/**
 * Throws 403 unless the caller may create this token. Checked before a stored response is replayed, since it contains
 * the token.
 */
export function requireTokenCreator({ ctx, body }: { ctx: Context; body: TokenCreate }) {
  const { org_id } = membershipFromBody(ctx, body)
  rejectProjectScopedToken(ctx)
  rejectAppToken(ctx.caller)
  if (body.principal_user_id) requireOrgAdmin(ctx, org_id)
  if (body.scopes.includes('admin') && !ctx.caller.isOrgAdmin(org_id))
    throw forbidden('Only organization owners and admins can grant the scope admin. Remove it from scopes.')
  requireWithinCallerToken(ctx.caller, { scopes: body.scopes, expires_at: body.expires_at ?? null })
  return { org_id }
}

const isTokenOwner = (ctx: Context, row: TokenRow): boolean => row.principal_user_id === ctx.user.user_id
