import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { takeTurn } from './delivery-queries.ts'
import type { WebhookRow } from './rows.ts'

/** Tests, and replays, of one webhook a minute: its endpoint is somebody else's. */
const mostTurns = 6

/** 429 when a webhook has had as many in the last minute as it may. */
export async function requireTurn(
  ctx: Context,
  webhook: WebhookRow,
  kind: 'tests' | 'replays',
): Promise<void> {
  const seconds = await takeTurn(ctx, webhook, kind, mostTurns)
  if (seconds === 0) return
  throw new Problem(429, `A webhook has ${mostTurns} ${kind} a minute. Wait ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
