import { namedEnum } from './schema.ts'
import { type Scope, includesScope } from './scopes.ts'
import { notAMember, secondFactorRequired, type Problem } from './errors.ts'

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
  /** Organizations that require a second factor, if the session began without one; none of them is usable. */
  lockedOrgIds?: readonly string[]
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
  /** Active memberships by organization that the credential can use; a token has one. */
  readonly memberships: ReadonlyMap<string, Membership>
  /** All active memberships in their order, among them those of organizations that are locked for the session. */
  readonly allMemberships: readonly Membership[]

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
    this.allMemberships = memberships
    const usable = memberships.filter(({ org_id }) => !browser?.lockedOrgIds?.includes(org_id))
    this.memberships = new Map(usable.map((membership) => [membership.org_id, membership]))
  }

  /** Memberships in organizations that require a second factor, which the session lacks. */
  get membershipsRequiringSecondFactor(): Membership[] {
    return this.allMemberships.filter(({ org_id }) => !this.memberships.has(org_id))
  }

  get orgIds(): string[] {
    return [...this.memberships.keys()]
  }

  /** Ids of all organizations of the caller, for events about the caller that each of them records. */
  get allOrgIds(): string[] {
    return this.allMemberships.map(({ org_id }) => org_id)
  }

  get allowedProjectIds(): string[] | null {
    return this.token?.project_ids ?? null
  }

  hasScope(scope: Scope): boolean {
    return !this.token || includesScope(this.token.scopes, scope)
  }

  /** Returns a membership. Throws 403, whether the organization exists or not. */
  requireMembership(orgId: string): Membership {
    const membership = this.memberships.get(orgId.toLowerCase())
    if (!membership) throw this.refuseOrganization(orgId)
    return membership
  }

  /** Returns whether an organization requires a second factor, which the session lacks. */
  requiresSecondFactor(orgId: string): boolean {
    return this.membershipsRequiringSecondFactor.some(({ org_id }) => org_id === orgId.toLowerCase())
  }

  /** Returns the 403 of an organization that the caller does not belong to, or that is locked for the session. */
  refuseOrganization(orgId: string): Problem {
    const locked = this.membershipsRequiringSecondFactor.find(({ org_id }) => org_id === orgId.toLowerCase())
    return locked ? secondFactorRequired(locked.org_name) : notAMember()
  }

  isOrgAdmin(orgId: string): boolean {
    const role = this.memberships.get(orgId)?.role
    return role === 'owner' || role === 'admin'
  }
}
