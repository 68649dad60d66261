import { conflict, invalid } from '../../kernel/problem.ts'
import { wrongRedirectUri } from './redirect-uris.ts'
import type { ClientRow } from './queries.ts'
import type { ClientCreate, ClientUpdate } from './schemas.ts'

/** How long the secret before the current one works, so that every server of an app can be given the new one. */
export const graceMillis = 24 * 60 * 60 * 1000

/** The app that a body asks for. */
export const newClient = (body: ClientCreate) => ({
  name: body.name,
  client_type: body.client_type ?? 'confidential',
  redirect_uris: redirectUris(body.redirect_uris),
  allowed_scopes: [...new Set(body.allowed_scopes)],
  logo_url: body.logo_url ?? null,
  homepage_url: body.homepage_url ?? null,
  privacy_url: body.privacy_url ?? null,
})

/** The addresses without repetition, or 422 at the first that can't be one to send people back to. */
function redirectUris(uris: readonly string[]): string[] {
  uris.forEach((uri, i) => {
    const wrong = wrongRedirectUri(uri)
    if (wrong !== undefined) throw invalid(['body', 'redirect_uris', i], wrong, 'redirect_uri')
  })
  return [...new Set(uris)]
}

/** 409 for an app that was revoked, whose record never changes again. */
export function requireActive(client: ClientRow): void {
  if (client.revoked_at !== null) throw conflict('The app is revoked: register another.')
}

/** What an app is after an update. Only the links can be cleared. */
export function changedClient(client: ClientRow, update: ClientUpdate) {
  const link = (name: 'logo_url' | 'homepage_url' | 'privacy_url') =>
    update[name] === undefined ? client[name] : update[name]
  const changed = {
    name: update.name ?? client.name,
    redirect_uris: update.redirect_uris ? redirectUris(update.redirect_uris) : client.redirect_uris,
    allowed_scopes: update.allowed_scopes ? [...new Set(update.allowed_scopes)] : client.allowed_scopes,
    logo_url: link('logo_url'),
    homepage_url: link('homepage_url'),
    privacy_url: link('privacy_url'),
  }
  return { ...changed, review_state: saysMore(client, changed) ? ('private' as const) : client.review_state }
}

/** Whether an app has another name, a new address or a further scope, which nobody has reviewed. */
const saysMore = (client: ClientRow, changed: Pick<ClientRow, 'name' | 'redirect_uris' | 'allowed_scopes'>) =>
  changed.name !== client.name ||
  changed.redirect_uris.some((uri) => !client.redirect_uris.includes(uri)) ||
  changed.allowed_scopes.some((scope) => !client.allowed_scopes.includes(scope))
