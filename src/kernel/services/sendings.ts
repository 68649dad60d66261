import { channel } from 'node:diagnostics_channel'

/** The name of the channel on which it is announced that something is sent to the outside. */
export const sendingChannel = 'svc:sending'

/** Something that is sent, as it is told to those who listen on the channel. */
export interface AnnouncedSending {
  readonly what: 'webhook' | 'mail'
  /** What tells it from others: ids and kinds, never an address, a name or a word of what is sent. */
  readonly about: Record<string, string>
  /** Settled once it is known what became of it; what it gives is told too. Rejected when it failed. */
  readonly outcome: Promise<Became>
}

/** What became of a sending, as far as there is something to tell. */
export type Became = { readonly outcome: string; readonly status: number | null } | void

const begun = channel(sendingChannel)

/** Tells of something that is sent, and gives its outcome back. Without listeners it costs one look at a property. */
export function announceSending<T extends Became>(
  what: AnnouncedSending['what'],
  about: Record<string, string>,
  outcome: Promise<T>,
): Promise<T> {
  if (begun.hasSubscribers) begun.publish({ what, about, outcome } satisfies AnnouncedSending)
  return outcome
}
