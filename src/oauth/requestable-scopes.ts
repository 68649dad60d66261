import { memberScopes } from '../core/scopes.ts'
import type { OAuthClientRegistration } from '../resources/platform/oauth-clients/queries.ts'

export interface ScopePolicy {
  allowed_scopes: string[]
  registration: OAuthClientRegistration
}

/**
 * Returns the scopes that an app may request. Self-registered apps may request every member scope: limiting them to the
 * registered ones would not help, since they can register again, and agents request more scopes step by step. Their
 * registered scopes are the default without `scope`. The user always sees the request.
 */
export const listRequestableScopes = ({ allowed_scopes, registration }: ScopePolicy): readonly string[] =>
  registration === 'dynamic' ? memberScopes : allowed_scopes
