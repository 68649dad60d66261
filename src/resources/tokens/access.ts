import { askedOrganization, namedOrganization, orgAdmin, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findToken, type TokenRow } from './queries.ts'
import { requireGrantable, requireMinter } from './rules.ts'
import type { TokenCreate } from './schemas.ts'

/** Returns the organization and, for callers who are no organization admin, their user id as the filter. */
export function listableTokens({ ctx, query }: { ctx: Context; query: { org_id?: string } }) {
  const { org_id } = askedOrganization(ctx, query)
  wholeOrganization(ctx)
  return { org_id, principal: ctx.caller.isOrgAdmin(org_id) ? null : ctx.user.user_id }
}

/** Returns the token, locked on writes. Throws 404 unless the caller owns it or is an organization admin. */
export async function readableToken({ ctx, params }: { ctx: Context; params: { token_id: string } }) {
  wholeOrganization(ctx)
  const row = await findToken(ctx, params.token_id)
  if (!row || !(isTokenOwner(ctx, row) || ctx.caller.isOrgAdmin(row.org_id))) throw notFound()
  return row
}

/** Returns the token. Throws 403 unless the caller owns it; admins may also rotate tokens of service accounts. */
export async function rotatableToken(call: { ctx: Context; params: { token_id: string } }) {
  const { ctx } = call
  requireMinter(ctx.caller)
  const row = await readableToken(call)
  if (!isTokenOwner(ctx, row) && row.grant_type !== 'service_account')
    throw forbidden('Only the owner of this token can rotate it. Create a new token instead.')
  if (row.token_id !== ctx.caller.token?.token_id) requireGrantable(ctx.caller, row)
  return row
}

/**
 * Throws 403 unless the caller may create this token. Checked before a stored response is replayed, since it contains
 * the token.
 */
export function mintable({ ctx, body }: { ctx: Context; body: TokenCreate }) {
  const { org_id } = namedOrganization(ctx, body)
  wholeOrganization(ctx)
  requireMinter(ctx.caller)
  if (body.principal_user_id) orgAdmin(ctx, org_id)
  if (body.scopes.includes('admin') && !ctx.caller.isOrgAdmin(org_id))
    throw forbidden('Only organization owners and admins can grant the scope admin. Remove it from scopes.')
  requireGrantable(ctx.caller, { scopes: body.scopes, expires_at: body.expires_at ?? null })
  return { org_id }
}

const isTokenOwner = (ctx: Context, row: TokenRow): boolean => row.principal_user_id === ctx.user.user_id
