import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../../kernel/config/config.ts'
import type { Services } from '../../../kernel/services/services.ts'
import type { RefusalReason } from '../../../kernel/outward/addresses.ts'
import { attempt, connectionFailed, type AttemptResult, type Outgoing } from './attempt.ts'
import { createConnections } from '../../../kernel/outward/sockets.ts'
import { createLookup, createUrlGuard } from '../../../kernel/outward/url-guard.ts'

/** Everything of a process that reaches out to receivers. */
export interface Sender {
  /** Why a URL can't be registered, the `reason` of a `url-refused` problem; null when it can. Asks name servers. */
  refusal(url: string): Promise<RefusalReason | null>
  /** Makes one attempt, in 20 seconds at most. Never throws for what the other side does. */
  attempt(outgoing: Outgoing): Promise<AttemptResult>
  /**
   * Makes one attempt for somebody who waits for it. It goes over a new connection, for which there is less time. That
   * there was none is told only once all of that time is over, so that nobody learns by the time it takes what is there
   * and what is not.
   */
  probe(outgoing: Outgoing): Promise<AttemptResult>
  /** Closes the connections that are kept; attempts under way end by themselves. */
  close(): void
}

export interface SenderLimits {
  totalMillis: number
  connectMillis: number
  /** The time that a probe has for its connection, and after which it is told that there was none. */
  probeMillis: number
  idleConnections: number
  ageMillis: number
  /** Certificates of authorities to trust beside the usual ones. */
  ca?: string
}

const usualLimits: SenderLimits = {
  totalMillis: 20_000,
  connectMillis: 10_000,
  probeMillis: 5_000,
  idleConnections: 256,
  ageMillis: 60_000,
}

/** Makes a sender by the settings. */
export function createSender(
  config: Pick<Config, 'webhookAllowCidrs' | 'webhookDns'>,
  limits: Partial<SenderLimits> = {},
): Sender {
  const all = { ...usualLimits, ...limits }
  const guard = createUrlGuard({
    allowCidrs: config.webhookAllowCidrs,
    lookup: createLookup(config.webhookDns),
  })
  const connections = createConnections(all)
  const parts = { guard, connections, totalMillis: all.totalMillis }
  const newConnections = createConnections({ ...all, connectMillis: all.probeMillis, idleConnections: 0 })
  return {
    refusal: guard.refusal,
    attempt: (outgoing) => attempt(parts, outgoing),
    async probe(outgoing) {
      const told = pause(all.probeMillis, undefined, { ref: false })
      const result = await attempt({ ...parts, connections: newConnections }, outgoing)
      if (result.error === connectionFailed) await told
      return result
    },
    close: connections.close,
  }
}

const senders = new WeakMap<Services, Sender>()

/** The one sender of a process, made when it is first needed. */
export function senderOf(services: Services): Sender {
  const known = senders.get(services)
  if (known) return known
  const sender = createSender(services.config)
  senders.set(services, sender)
  return sender
}
