import type { Scope } from './scopes.ts'

/** Maximum age of a recent sign-in. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/** Returns whether the identity provider authenticated the user within the last 10 minutes; null means it never said so. */
export const isRecentSignIn = (authenticated: number | null, millis: number): boolean =>
  authenticated !== null && millis - authenticated <= RECENT_SIGN_IN_MS

/** Returns whether a credential with these scopes can create further credentials or change who has access. */
export const needsRecentSignIn = (scopes: readonly Scope[]): boolean =>
  scopes.includes('admin') || scopes.includes('org:write')
