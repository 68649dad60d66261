import { findOperator, type Operator } from '../auth/operators.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'

/** Returns the caller as an operator. Throws 404 for all other users. */
export async function requireOperator({ ctx }: { ctx: Context }): Promise<Operator> {
  const operator = await findOperator(ctx)
  if (!operator) throw notFound()
  return operator
}
