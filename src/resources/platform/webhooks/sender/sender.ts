import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../../../core/config/config.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { UrlRefusalReason } from '../../../../core/outbound/ip-ranges.ts'
import { attemptDelivery, CONNECTION_FAILED, type AttemptResult, type OutgoingDelivery } from './attempt.ts'
import { createConnectionPool } from '../../../../core/outbound/connections.ts'
import { createResolver, createSsrfGuard } from '../../../../core/outbound/ssrf-guard.ts'

export interface WebhookSender {
  /** Returns the `reason` why a URL is refused, or null. Resolves DNS. */
  findRefusalReason(url: string): Promise<UrlRefusalReason | null>
  /** Attempts a delivery within 20 seconds. Never throws for errors of the endpoint. */
  attempt(outgoing: OutgoingDelivery): Promise<AttemptResult>
  /**
   * Attempts a delivery for a waiting user, on a new connection. A connection failure is reported not before
   * `testConnectMillis` have passed since the name resolved, so that response times do not reveal open ports.
   */
  attemptTest(outgoing: OutgoingDelivery): Promise<AttemptResult>
  close(): void
}

export interface SenderLimits {
  totalMillis: number
  connectMillis: number
  /** Connect timeout of a test, and its minimum duration if the connection fails. */
  testConnectMillis: number
  idleConnections: number
  ageMillis: number
  ca?: string
}

const DEFAULT_LIMITS: SenderLimits = {
  totalMillis: 20_000,
  connectMillis: 10_000,
  testConnectMillis: 5_000,
  idleConnections: 256,
  ageMillis: 60_000,
}

export function createWebhookSender(
  config: Pick<Config, 'webhookAllowCidrs' | 'webhookDns'>,
  limits: Partial<SenderLimits> = {},
): WebhookSender {
  const effective = { ...DEFAULT_LIMITS, ...limits }
  const guard = createSsrfGuard({
    allowCidrs: config.webhookAllowCidrs,
    lookup: createResolver(config.webhookDns),
  })
  const connections = createConnectionPool(effective)
  const dependencies = { guard, connections, totalMillis: effective.totalMillis }
  const newConnections = createConnectionPool({
    ...effective,
    connectMillis: effective.testConnectMillis,
    idleConnections: 0,
  })
  return {
    findRefusalReason: guard.findRefusal,
    attempt: (outgoing) => attemptDelivery(dependencies, outgoing),
    async attemptTest(outgoing) {
      const wait = () => pause(effective.testConnectMillis, undefined, { ref: false })
      let minimumWait = wait()
      const resolveDestination = async (url: string) => {
        const destination = await guard.resolveDestination(url)
        // The connect timeout begins only now.
        minimumWait = wait()
        return destination
      }
      const testDependencies = { ...dependencies, guard: { ...guard, resolveDestination }, connections: newConnections }
      const result = await attemptDelivery(testDependencies, outgoing)
      if (result.error === CONNECTION_FAILED) await minimumWait
      return result
    },
    close: connections.close,
  }
}

const senders = new WeakMap<Dependencies, WebhookSender>()

export function getWebhookSender(services: Dependencies): WebhookSender {
  const existing = senders.get(services)
  if (existing) return existing
  const sender = createWebhookSender(services.config)
  senders.set(services, sender)
  return sender
}
