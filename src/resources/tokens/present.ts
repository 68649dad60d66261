import type { Context } from '../../kernel/context.ts'
import { answer } from '../../kernel/answer.ts'
import type { TokenRow } from './queries.ts'
import { statusOf } from './rules.ts'
import { tokenOut } from './schemas.ts'

const propertyNames = Object.keys(tokenOut.properties)

/** Returns the metadata of a token with its current status. */
export function presentToken(ctx: Context, row: TokenRow): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row, status: statusOf(row, ctx.wallMillis) }
  return Object.fromEntries(propertyNames.map((name) => [name, values[name]]))
}

export const shown = (ctx: Context, row: TokenRow) => answer(presentToken(ctx, row), row.version)

/** Builds the response with the token itself. `secret` encrypts it where it is stored for an Idempotency-Key. */
export const shownOnce = (ctx: Context, { row, token }: { row: TokenRow; token: string }) => ({
  body: { ...presentToken(ctx, row), token },
  version: row.version,
  secret: true,
})

export const subject = ({ org_id, token_id }: TokenRow) => ({
  org_id,
  resource_type: 'token',
  resource_id: token_id,
})
