import type { Db } from '../../db/database.ts'

export type ConsentDecision = { accountId: string; grantId: string; orgId: string; scope: string } | 'denied'

export const ACCESS_DENIED_DESCRIPTION = 'The user denied the request.'

export interface RequestingDevice {
  code: string
  ip: string
  isSameIp: boolean
  userAgent: string | null
  ageMinutes: number
}

/** Authorization request of an app or device that waits for the user's decision. */
export interface PendingAuthorization {
  /** Identifier, bound into the CSRF token of its forms. */
  id: string
  path: string
  /** OAuth parameters: `client_id`, `scope`, `resource`, and for an app `redirect_uri`. */
  params: Record<string, unknown>
  device: RequestingDevice | null
  /**
   * Stores the decision in the transaction that stores the grant. Returns false if it was decided before or has
   * expired.
   */
  decide(db: Db, at: string, decision: ConsentDecision): Promise<boolean>
}
