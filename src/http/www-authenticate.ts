/** `WWW-Authenticate` challenges (RFC 6750 section 3, RFC 9728 section 5.1). */
import { audiencePaths, type TokenAudience } from '../core/audience.ts'
import type { Caller } from '../core/caller.ts'
import { Problem } from '../core/errors.ts'
import { removeImpliedScopes } from '../core/scopes.ts'

interface ChallengeContext {
  baseUrl: string
  audience: TokenAudience
  /** Required scopes; empty if any credential will do. */
  scopes: readonly string[]
  /** The authenticated caller, whose scopes are listed beside the missing one. */
  caller?: Caller | undefined
}

/** Returns the URL of the metadata of a protected resource (RFC 9728 section 3.1). */
export const buildMetadataUrl = (baseUrl: string, audience: TokenAudience): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${audiencePaths[audience]}`

/**
 * Adds the metadata URL and the scopes to the challenge of a problem; returns other errors unchanged. For a missing scope
 * it lists the current scopes too, since a client requests all of them again.
 */
export function withChallenge(error: unknown, { baseUrl, audience, scopes, caller }: ChallengeContext): unknown {
  if (!(error instanceof Problem)) return error
  const challenge = error.headers['www-authenticate']
  if (challenge === undefined) return error
  const { required } = error.errors?.[0] ?? {}
  const needed = error.status === 403 ? [...(caller?.token?.scopes ?? []), required ?? ''] : scopes
  const requested = removeImpliedScopes(needed)
  const parts = [
    // The problem lists the missing scope alone.
    challenge.replace(/^Bearer */, '').replace(/, scope="[^"]*"$/, ''),
    requested.length > 0 ? `scope="${requested.join(' ')}"` : '',
    `resource_metadata="${buildMetadataUrl(baseUrl, audience)}"`,
  ]
  return error.withHeaders({ 'www-authenticate': `Bearer ${parts.filter(Boolean).join(', ')}` })
}
