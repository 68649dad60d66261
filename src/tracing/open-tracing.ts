import type { Config } from '../core/config/config.ts'
import type { Log } from '../core/log.ts'
import type { Tracing } from './tracing.ts'

/** Starts tracing if configured. Otherwise loads and subscribes nothing, at no cost. */
export async function openTracing({ traces }: Config, log: Log): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const { createTracing } = await import('./tracer.ts')
  return createTracing(traces, log)
}
