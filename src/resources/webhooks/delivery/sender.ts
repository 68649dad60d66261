import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../../kernel/config/config.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { RefusalReason } from '../../../kernel/outward/addresses.ts'
import { attempt, connectionFailed, type AttemptResult, type Outgoing } from './attempt.ts'
import { createConnections } from '../../../kernel/outward/sockets.ts'
import { createLookup, createUrlGuard } from '../../../kernel/outward/url-guard.ts'

export interface Sender {
  /** Returns the `reason` why a URL is refused, or null. Resolves DNS. */
  refusal(url: string): Promise<RefusalReason | null>
  /** Attempts a delivery within 20 seconds. Never throws for errors of the endpoint. */
  attempt(outgoing: Outgoing): Promise<AttemptResult>
  /**
   * Attempts a delivery for a waiting user, on a new connection. A connection failure is reported only after the full
   * timeout, so that response times do not reveal open ports.
   */
  probe(outgoing: Outgoing): Promise<AttemptResult>
  /** Closes idle connections; attempts in flight finish. */
  close(): void
}

export interface SenderLimits {
  totalMillis: number
  connectMillis: number
  /** Connect timeout of a probe, and its minimum duration if the connection fails. */
  probeMillis: number
  idleConnections: number
  ageMillis: number
  ca?: string
}

const DEFAULT_LIMITS: SenderLimits = {
  totalMillis: 20_000,
  connectMillis: 10_000,
  probeMillis: 5_000,
  idleConnections: 256,
  ageMillis: 60_000,
}

export function createSender(
  config: Pick<Config, 'webhookAllowCidrs' | 'webhookDns'>,
  limits: Partial<SenderLimits> = {},
): Sender {
  const effective = { ...DEFAULT_LIMITS, ...limits }
  const guard = createUrlGuard({
    allowCidrs: config.webhookAllowCidrs,
    lookup: createLookup(config.webhookDns),
  })
  const connections = createConnections(effective)
  const parts = { guard, connections, totalMillis: effective.totalMillis }
  const newConnections = createConnections({
    ...effective,
    connectMillis: effective.probeMillis,
    idleConnections: 0,
  })
  return {
    refusal: guard.refusal,
    attempt: (outgoing) => attempt(parts, outgoing),
    async probe(outgoing) {
      const minimumWait = pause(effective.probeMillis, undefined, { ref: false })
      const result = await attempt({ ...parts, connections: newConnections }, outgoing)
      if (result.error === connectionFailed) await minimumWait
      return result
    },
    close: connections.close,
  }
}

const senders = new WeakMap<Services, Sender>()

export function senderOf(services: Services): Sender {
  const existing = senders.get(services)
  if (existing) return existing
  const sender = createSender(services.config)
  senders.set(services, sender)
  return sender
}
