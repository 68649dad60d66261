import { createSubject } from '../../../core/change-event.ts'
import type { Context } from '../../../core/context.ts'
import { respond, respondWithSecret } from '../../../http/result.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { TokenRow } from './queries.ts'
import { getTokenStatus } from './rules.ts'
import { tokenSchema } from './schema.ts'

export const presentToken = (ctx: Context, row: TokenRow) =>
  pickProperties(tokenSchema, { ...row, status: getTokenStatus(row, ctx.wallMillis) })

export const respondWithToken = (ctx: Context, row: TokenRow) => respond(presentToken(ctx, row), row.version)

export const respondWithNewToken = (ctx: Context, { row, token }: { row: TokenRow; token: string }) =>
  respondWithSecret({ ...presentToken(ctx, row), token }, row.version)

export const buildTokenSubject = createSubject('token', 'token_id')
