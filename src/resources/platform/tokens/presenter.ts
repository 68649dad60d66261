import type { Context } from '../../../core/context.ts'
import { respond } from '../../../http/result.ts'
import type { TokenRow } from './queries.ts'
import { getTokenStatus } from './rules.ts'
import { tokenSchema } from './schema.ts'

const propertyNames = Object.keys(tokenSchema.properties)

export function presentToken(ctx: Context, row: TokenRow): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row, status: getTokenStatus(row, ctx.wallMillis) }
  return Object.fromEntries(propertyNames.map((name) => [name, values[name]]))
}

export const respondWithToken = (ctx: Context, row: TokenRow) => respond(presentToken(ctx, row), row.version)

/** Builds the response with the token itself. `secret` encrypts it where it is stored for an Idempotency-Key. */
export const respondWithNewToken = (ctx: Context, { row, token }: { row: TokenRow; token: string }) => ({
  body: { ...presentToken(ctx, row), token },
  version: row.version,
  secret: true,
})

export const tokenSubject = ({ org_id, token_id }: TokenRow) => ({
  org_id,
  resource_type: 'token',
  resource_id: token_id,
})
