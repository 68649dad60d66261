import { findOperator, type Operator } from '../auth/operators.ts'
import type { Context } from '../core/context.ts'
import { requireFound } from '../core/errors.ts'

/** Returns the caller as an operator. Throws 404 for all other users. */
export const requireOperator = async ({ ctx }: { ctx: Context }): Promise<Operator> =>
  requireFound(await findOperator(ctx))
