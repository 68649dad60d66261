import type { Config } from '../kernel/config/config.ts'
import type { Log } from '../kernel/services/log.ts'
import type { Tracing } from './tracing.ts'

/**
 * Starts tracing where the settings ask for it. Where they don't, nothing is loaded and nobody listens, so that a
 * statement, a delivery and a request cost what they cost without.
 */
export async function openTracing({ traces }: Config, log: Log): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const { createTracing } = await import('./tracer.ts')
  return createTracing(traces, log)
}
