import { conflict, invalid } from '../../../core/errors.ts'
import { validateRedirectUri } from './redirect-uris.ts'
import type { OAuthClientRow } from './queries.ts'
import type { OAuthClientCreate, OAuthClientUpdate } from './schema.ts'

export const toNewOAuthClient = (body: OAuthClientCreate) => ({
  name: body.name,
  client_type: body.client_type ?? 'confidential',
  redirect_uris: parseRedirectUris(body.redirect_uris),
  allowed_scopes: [...new Set(body.allowed_scopes)],
  logo_url: body.logo_url ?? null,
  homepage_url: body.homepage_url ?? null,
  privacy_url: body.privacy_url ?? null,
})

/** Removes duplicate redirect URIs. Throws 422 for the first invalid one. */
function parseRedirectUris(uris: readonly string[]): string[] {
  uris.forEach((uri, i) => {
    const reason = validateRedirectUri(uri)
    if (reason !== undefined) throw invalid(['body', 'redirect_uris', i], reason, 'redirect_uri')
  })
  return [...new Set(uris)]
}

export function requireActiveOAuthClient(client: OAuthClientRow): void {
  if (client.revoked_at !== null) throw conflict('The app is revoked. Create a new one.')
}

/** Returns the properties of an app after an update. Only URLs can be cleared. */
export function applyOAuthClientUpdate(client: OAuthClientRow, update: OAuthClientUpdate) {
  const resolveUrl = (name: 'logo_url' | 'homepage_url' | 'privacy_url') =>
    update[name] === undefined ? client[name] : update[name]
  const changed = {
    name: update.name ?? client.name,
    redirect_uris: update.redirect_uris ? parseRedirectUris(update.redirect_uris) : client.redirect_uris,
    allowed_scopes: update.allowed_scopes ? [...new Set(update.allowed_scopes)] : client.allowed_scopes,
    logo_url: resolveUrl('logo_url'),
    homepage_url: resolveUrl('homepage_url'),
    privacy_url: resolveUrl('privacy_url'),
  }
  return {
    ...changed,
    review_state: needsReview(client, changed) ? ('private' as const) : client.review_state,
  }
}

/** Returns whether an update needs a new review: another name, a new redirect URI or a further scope. */
const needsReview = (
  client: OAuthClientRow,
  changed: Pick<OAuthClientRow, 'name' | 'redirect_uris' | 'allowed_scopes'>,
) =>
  changed.name !== client.name ||
  changed.redirect_uris.some((uri) => !client.redirect_uris.includes(uri)) ||
  changed.allowed_scopes.some((scope) => !client.allowed_scopes.includes(scope))
