import type { Context } from './context.ts'

/** Time for which the previous secret keeps working, so that every server can switch to the new one. */
const SECRET_GRACE_MS = 24 * 60 * 60 * 1000

/** Returns the columns of a secret that is replaced now. An older previous secret stops working immediately. */
export const buildRotationTimes = (ctx: Context) => ({
  secret_rotated_at: ctx.now,
  previous_secret_expires_at: new Date(ctx.wallMillis + SECRET_GRACE_MS).toISOString(),
})
