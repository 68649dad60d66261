/** What an answer says on how to come in, and with which scopes (RFC 6750 section 3, RFC 9728 section 5.1). */
import { pathOfAudience, type Audience } from '../audience.ts'
import type { Caller } from '../caller.ts'
import { Problem } from '../problem.ts'
import { leastScopes } from '../scopes.ts'

/** At what a credential was refused. */
export interface Refused {
  baseUrl: string
  audience: Audience
  /** The scopes that are needed there; none where any credential will do. */
  scopes: readonly string[]
  /** Who asked, once that is known: what they hold already is named beside what they lack. */
  caller?: Caller | undefined
}

/** Where the metadata of a protected resource lies (RFC 9728 section 3.1). */
export const metadataUrl = (baseUrl: string, audience: Audience): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${pathOfAudience[audience]}`

/**
 * The same problem, with a challenge that tells where the metadata lies and which scopes to ask for. An app that lacks a
 * scope is told those it has too: it asks for all of them anew, and loses none. Any other error stays as it is.
 */
export function challenged(error: unknown, { baseUrl, audience, scopes, caller }: Refused): unknown {
  if (!(error instanceof Problem)) return error
  const said = error.headers['www-authenticate']
  if (said === undefined) return error
  const { required } = error.errors?.[0] ?? {}
  const wanted = error.status === 403 ? [...(caller?.token?.scopes ?? []), required ?? ''] : scopes
  const least = leastScopes(wanted)
  const parts = [
    // Of a missing scope the problem itself names that one alone.
    said.replace(/^Bearer */, '').replace(/, scope="[^"]*"$/, ''),
    least.length > 0 ? `scope="${least.join(' ')}"` : '',
    `resource_metadata="${metadataUrl(baseUrl, audience)}"`,
  ]
  return error.withHeaders({ 'www-authenticate': `Bearer ${parts.filter(Boolean).join(', ')}` })
}
