import { channel } from 'node:diagnostics_channel'

/** The name of the channel on which each statement is announced. */
export const statementChannel = 'svc:statement'

/** A statement that is sent, as it is told to those who listen on the channel. */
export interface AnnouncedStatement {
  /** Its text, with `$1`, `$2`, … for the values, which are not told. */
  readonly text: string
  /** Settled once the server has answered: rejected when it refused. */
  readonly outcome: Promise<unknown>
}

const sent = channel(statementChannel)

/** Tells of a statement that is sent, BEGIN and COMMIT among them. Without listeners it costs one look at a property. */
export function announce(text: string, outcome: Promise<unknown>): void {
  if (sent.hasSubscribers) sent.publish({ text, outcome } satisfies AnnouncedStatement)
}
