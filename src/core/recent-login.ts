import type { Scope } from './scopes.ts'

const RECENT_SIGN_IN_MS = 10 * 60_000

/** Returns whether the last login is at most 10 minutes ago; `null` means that the provider did not report it. */
export const isRecentSignIn = (loginMillis: number | null, millis: number): boolean =>
  loginMillis !== null && millis - loginMillis <= RECENT_SIGN_IN_MS

/** Returns whether a credential with these scopes can create further credentials or change who has access. */
export const needsRecentSignIn = (scopes: readonly Scope[]): boolean =>
  scopes.includes('admin') || scopes.includes('org:write')
