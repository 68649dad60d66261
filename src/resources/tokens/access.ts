import { askedOrganization, namedOrganization, orgAdmin, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { findToken, type TokenRow } from './queries.ts'
import { requireGrantable, requireMinter } from './rules.ts'
import type { TokenCreate } from './schemas.ts'

/** The organization whose tokens are listed, and whose of them: the caller's own, or everyone's for owners and admins. */
export function listableTokens({ ctx, query }: { ctx: Context; query: { org_id?: string } }) {
  const { org_id } = askedOrganization(ctx, query)
  wholeOrganization(ctx)
  return { org_id, principal: ctx.caller.isOrgAdmin(org_id) ? null : ctx.user.user_id }
}

/** The token, for its owner and for owners and admins of the organization; locked on writes. */
export async function readableToken({ ctx, params }: { ctx: Context; params: { token_id: string } }) {
  wholeOrganization(ctx)
  const row = await findToken(ctx, params.token_id)
  if (!row || !(isOwn(ctx, row) || ctx.caller.isOrgAdmin(row.org_id))) throw notFound()
  return row
}

/** The token, for who may make another in its place: its owner; for a service account's, owners and admins too. */
export async function rotatableToken(call: { ctx: Context; params: { token_id: string } }) {
  const { ctx } = call
  requireMinter(ctx.caller)
  const row = await readableToken(call)
  if (!isOwn(ctx, row) && row.grant_type !== 'service_account')
    throw forbidden('Only its owner may rotate this token.')
  if (row.token_id !== ctx.caller.token?.token_id) requireGrantable(ctx.caller, row)
  return row
}

/**
 * Whether the caller may mint what it asks for, and where. All of it is judged here and not in the handler, so that a
 * stored answer, which holds the token, is replayed to nobody who couldn't mint that token themselves.
 */
export function mintable({ ctx, body }: { ctx: Context; body: TokenCreate }) {
  const { org_id } = namedOrganization(ctx, body)
  wholeOrganization(ctx)
  requireMinter(ctx.caller)
  if (body.principal_user_id) orgAdmin(ctx, org_id)
  if (body.scopes.includes('admin') && !ctx.caller.isOrgAdmin(org_id))
    throw forbidden('Only owners and admins of the organization may grant the scope admin.')
  requireGrantable(ctx.caller, { scopes: body.scopes, expires_at: body.expires_at ?? null })
  return { org_id }
}

const isOwn = (ctx: Context, row: TokenRow): boolean => row.principal_user_id === ctx.user.user_id
