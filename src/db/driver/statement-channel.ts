import { channel } from 'node:diagnostics_channel'

export const statementChannel = 'svc:statement'

export interface PublishedStatement {
  /** Text with `$1`, `$2`, … for the values, which are not published. */
  readonly text: string
  readonly outcome: Promise<unknown>
}

const statements = channel(statementChannel)

/** Publishes a statement, including BEGIN and COMMIT. Costs one property check without subscribers. */
export function publishStatement(text: string, outcome: Promise<unknown>): void {
  if (statements.hasSubscribers) statements.publish({ text, outcome } satisfies PublishedStatement)
}
