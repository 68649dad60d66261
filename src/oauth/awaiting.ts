import type { Db } from '../db/database.ts'

/** A person's answer: the connection that they allowed, or that they don't want one. */
export type Answer = { accountId: string; grantId: string; orgId: string; scope: string } | 'denied'

/** What an app is told of a person who doesn't want a connection. */
export const notAllowed = 'The person did not allow it.'

/** A device that asks, as its person is told of it. */
export interface AskingDevice {
  /** The code that it shows. */
  code: string
  /** The address from which it asked. */
  address: string
  /** Whether the person's browser has the same address. */
  beside: boolean
  /** How the program on it calls itself. */
  program: string | null
  /** How many whole minutes ago it asked. */
  minutes: number
}

/** A request that waits for a person's answer, be it that of an app that sent them here, or of a device. */
export interface Awaiting {
  /** What tells it from others, for the token that its forms bring. */
  id: string
  /** The path of the page on which it is answered. */
  path: string
  /** What was asked, in the names of OAuth: `client_id`, `scope`, `resource`, and for an app `redirect_uri`. */
  params: Record<string, unknown>
  device: AskingDevice | null
  /**
   * Notes the answer; false when it was answered before or waits no more. It belongs into the transaction in which what
   * was allowed is stored.
   */
  decide(db: Db, at: string, answer: Answer): Promise<boolean>
}
