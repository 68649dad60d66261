import { channel } from 'node:diagnostics_channel'

/** Name of the diagnostics channel for outbound deliveries. */
export const sendingChannel = 'svc:sending'

export interface AnnouncedSending {
  readonly what: 'webhook' | 'mail'
  /** Identifying attributes: IDs and kinds, never addresses, names or content. */
  readonly about: Record<string, string>
  readonly outcome: Promise<Became>
}

export type Became = { readonly outcome: string; readonly status: number | null } | void

const deliveries = channel(sendingChannel)

/** Publishes a delivery and returns its outcome. Costs one property check without subscribers. */
export function announceSending<T extends Became>(
  what: AnnouncedSending['what'],
  about: Record<string, string>,
  outcome: Promise<T>,
): Promise<T> {
  if (deliveries.hasSubscribers) deliveries.publish({ what, about, outcome } satisfies AnnouncedSending)
  return outcome
}
