import type { Context } from '../../kernel/context.ts'
import { answer } from '../../kernel/answer.ts'
import type { TokenRow } from './queries.ts'
import { statusOf } from './rules.ts'
import { tokenOut } from './schemas.ts'

const names = Object.keys(tokenOut.properties)

/** A token as it is shown, which is never the token itself. */
export function presentToken(ctx: Context, row: TokenRow): Record<string, unknown> {
  const known: Record<string, unknown> = { ...row, status: statusOf(row, ctx.wallMillis) }
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

/** The answer that is a token's record. */
export const shown = (ctx: Context, row: TokenRow) => answer(presentToken(ctx, row), row.version)

/** The answer that holds the token itself; it is stored sealed where an Idempotency-Key has it stored. */
export const shownOnce = (ctx: Context, { row, token }: { row: TokenRow; token: string }) => ({
  body: { ...presentToken(ctx, row), token },
  version: row.version,
  secret: true,
})

/** What an event of a token is about. */
export const subject = ({ org_id, token_id }: TokenRow) => ({
  org_id,
  resource_type: 'token',
  resource_id: token_id,
})
