// Shared with restores, which bring apps back without their secrets.
import { hash } from 'node:crypto'
import { compileSchema, type SchemaValidator } from '../../../http/validate.ts'
import { newClientSecret } from './queries.ts'
import { validateRedirectUri } from './redirect-uris.ts'
import { oauthClientCreateSchema, type OAuthClientCreate } from './schema.ts'

/** Returns the hash of a secret that no one knows, since a confidential app cannot be without. */
export const buildLostClientSecret = (): string => `\\x${hash('sha256', newClientSecret(), 'hex')}`

let check: SchemaValidator | undefined
const valid = { name: 'App', redirect_uris: ['https://example.com'], allowed_scopes: ['tasks:read'] }

/** Returns whether the API would accept an app with these properties; others are taken as valid. */
function isAcceptable(properties: Partial<OAuthClientCreate>): boolean {
  check ??= compileSchema(oauthClientCreateSchema)
  return check({ ...valid, ...properties })
}

const links = ['logo_url', 'homepage_url', 'privacy_url'] as const

interface AppRow extends Partial<Record<(typeof links)[number], string | null | undefined>> {
  name: string
  redirect_uris?: string[] | null | undefined
  scopes?: string[] | null | undefined
}

/** Chooses the properties of an app that the API would accept. */
export function chooseValidAppProperties(row: AppRow) {
  const uris = row.redirect_uris ?? []
  const scopes = row.scopes ?? []
  const redirect_uris = uris.filter(
    (uri) => validateRedirectUri(uri) === undefined && isAcceptable({ redirect_uris: [uri] }),
  )
  const allowed_scopes = scopes.filter((scope) =>
    isAcceptable({ allowed_scopes: [scope] as OAuthClientCreate['allowed_scopes'] }),
  )
  const urls = links.map((name) => [name, row[name] ?? null] as const)
  const lostUrls = urls.filter(([name, url]) => url !== null && !isAcceptable({ [name]: url }))
  const lost = [
    ...lostUrls.map(([name]) => name),
    ...(redirect_uris.length < uris.length ? ['redirect_uris'] : []),
    ...(allowed_scopes.length < scopes.length ? ['scopes'] : []),
  ]
  const validUrls = Object.fromEntries(urls.map(([name, url]) => [name, lost.includes(name) ? null : url]))
  return { properties: { redirect_uris, allowed_scopes, ...validUrls }, lost }
}
