import { words } from './schema.ts'
import type { Scope } from './scopes.ts'
import { holdsScope } from './scopes.ts'
import { notAMember } from './problem.ts'

/** What a member may be in an organization. */
export const orgRoles = words('OrganizationRole', ['owner', 'admin', 'member', 'guest'])
/** One of `orgRoles`. */
export type OrgRole = (typeof orgRoles)[number]
/** What can authenticate. */
export const principalTypes = words('PrincipalType', ['user', 'service_account'])

/** An active membership of the caller, read from the database on this request. */
export interface Membership {
  org_id: string
  org_name: string
  role: OrgRole
}

/** The access token a request came with; absent for a session. */
export interface TokenGrant {
  token_id: string
  org_id: string
  kind: 'live' | 'test'
  grant_type: 'personal' | 'service_account' | 'authorization_code'
  scopes: string[]
  /** The projects it is limited to; null = all that its principal may see. */
  project_ids: string[] | null
  expires_at: string | null
  client_id: string | null
}

/** The sign-in in a browser that a request came with; absent for any other credential. */
export interface SignedIn {
  session_id: string
  /** When the person last proved who they are, in milliseconds since the epoch; null where nobody knows. */
  authenticated: number | null
}

/** Which rule of its organization's policy a token breaks, and what the rule allows, as a sentence. */
export interface Breach {
  rule: string
  words: string
}

/** Who a request acts for. */
export interface User {
  user_id: string
  kind: 'user' | 'service_account'
  username: string
  email: string | null
  email_verified: boolean
}

/**
 * Who asks, and where: a person's session, or an access token. Rights are scopes ∩ role ∩ projects; a session holds
 * every scope and no project limit.
 */
export class Caller {
  readonly user: User
  readonly token: TokenGrant | null
  /** What the organization's policy has against the token. */
  readonly breach: Breach | null
  /** When the credential expires, in milliseconds since the epoch; Infinity for one that does not. */
  readonly until: number
  /** The sign-in of the browser, where its cookie is the credential. */
  readonly browser: SignedIn | null
  /** Active memberships by organization; with a token its own organization alone. */
  readonly memberships: ReadonlyMap<string, Membership>

  constructor(
    user: User,
    memberships: readonly Membership[],
    token: TokenGrant | null,
    breach: Breach | null = null,
    until = Infinity,
    browser: SignedIn | null = null,
  ) {
    this.user = user
    this.token = token
    this.breach = breach
    this.until = until
    this.browser = browser
    this.memberships = new Map(memberships.map((membership) => [membership.org_id, membership]))
  }

  /** The organizations in which something is looked up by an id alone. */
  get orgIds(): string[] {
    return [...this.memberships.keys()]
  }

  /** The projects the token is limited to, or null. */
  get projectLimit(): string[] | null {
    return this.token?.project_ids ?? null
  }

  holds(scope: Scope): boolean {
    return !this.token || holdsScope(this.token.scopes, scope)
  }

  /** The caller's membership of an organization, or 403, the same whether the organization exists or not. */
  memberOf(orgId: string): Membership {
    const membership = this.memberships.get(orgId.toLowerCase())
    if (!membership) throw notAMember()
    return membership
  }

  /** Whether the caller is an owner or admin of the organization. */
  isOrgAdmin(orgId: string): boolean {
    const role = this.memberships.get(orgId)?.role
    return role === 'owner' || role === 'admin'
  }
}
