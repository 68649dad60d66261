import { channel } from 'node:diagnostics_channel'

export const deliveryTraceChannel = 'svc:sending'

export interface PublishedDelivery {
  readonly kind: 'webhook' | 'mail'
  /** Identifying attributes: IDs and kinds, never addresses, names or content. */
  readonly attributes: Record<string, string>
  readonly outcome: Promise<DeliveryOutcome>
}

export type DeliveryOutcome = { readonly outcome: string; readonly status: number | null } | void

const deliveries = channel(deliveryTraceChannel)

/** Publishes a delivery and returns its outcome. Costs one property check without subscribers. */
export function traceDelivery<T extends DeliveryOutcome>(
  kind: PublishedDelivery['kind'],
  about: Record<string, string>,
  outcome: Promise<T>,
): Promise<T> {
  if (deliveries.hasSubscribers) deliveries.publish({ kind, attributes: about, outcome } satisfies PublishedDelivery)
  return outcome
}
