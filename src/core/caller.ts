import { namedEnum } from './schema.ts'
import { type Scope, includesScope } from './scopes.ts'
import { notAMember } from './errors.ts'

export const orgRoles = namedEnum('OrganizationRole', ['owner', 'admin', 'member', 'guest'])
export type OrgRole = (typeof orgRoles)[number]
export const principalTypes = namedEnum('PrincipalType', ['user', 'service_account'])

export interface Membership {
  org_id: string
  org_name: string
  role: OrgRole
}

export interface TokenGrant {
  token_id: string
  org_id: string
  kind: 'live' | 'test'
  grant_type: 'personal' | 'service_account' | 'authorization_code'
  scopes: string[]
  /** Projects that the token is limited to; null for all that its principal can see. */
  project_ids: string[] | null
  expires_at: string | null
  client_id: string | null
}

/** The browser session of a request; absent for any other credential. */
export interface SessionGrant {
  session_id: string
  /** Time of the last login at the identity provider, in milliseconds since the epoch; null if unknown. */
  loginMillis: number | null
}

export interface TokenPolicyViolation {
  rule: string
  detail: string
}

export interface CallerPrincipal {
  user_id: string
  kind: 'user' | 'service_account'
  username: string
  email: string | null
  email_verified: boolean
}

/** The caller. Effective rights are scopes ∩ role ∩ projects; a session has every scope and no project limit. */
export class Caller {
  readonly user: CallerPrincipal
  readonly token: TokenGrant | null
  readonly policyViolation: TokenPolicyViolation | null
  /** Expiry of the credential in milliseconds since the epoch; Infinity for none. */
  readonly expiresAtMillis: number
  /** Set when the session cookie is the credential. */
  readonly browser: SessionGrant | null
  /** Active memberships by organization; a token has one. */
  readonly memberships: ReadonlyMap<string, Membership>

  constructor(
    user: CallerPrincipal,
    memberships: readonly Membership[],
    token: TokenGrant | null,
    policyViolation: TokenPolicyViolation | null = null,
    expiresAtMillis = Infinity,
    browser: SessionGrant | null = null,
  ) {
    this.user = user
    this.token = token
    this.policyViolation = policyViolation
    this.expiresAtMillis = expiresAtMillis
    this.browser = browser
    this.memberships = new Map(memberships.map((membership) => [membership.org_id, membership]))
  }

  get orgIds(): string[] {
    return [...this.memberships.keys()]
  }

  get projectLimit(): string[] | null {
    return this.token?.project_ids ?? null
  }

  hasScope(scope: Scope): boolean {
    return !this.token || includesScope(this.token.scopes, scope)
  }

  /** Returns a membership. Throws 403, whether the organization exists or not. */
  requireMembership(orgId: string): Membership {
    const membership = this.memberships.get(orgId.toLowerCase())
    if (!membership) throw notAMember()
    return membership
  }

  isOrgAdmin(orgId: string): boolean {
    const role = this.memberships.get(orgId)?.role
    return role === 'owner' || role === 'admin'
  }
}
