import { validateRedirectUri } from '../resources/platform/oauth-clients/redirect-uris.ts'
import { intersectScopes, memberScopes, type Scope } from '../core/scopes.ts'
import { sanitizeName } from '../core/text.ts'
import { DEVICE_GRANT_TYPE } from './device/codes.ts'

/** Signals an invalid registration, with an error code of RFC 7591, section 3.2.2. */
export class ClientMetadataInvalid extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(error: ClientMetadataInvalid['error'], description: string) {
    super(description)
    this.error = error
  }
}

export const invalidClientMetadata = (description: string) =>
  new ClientMetadataInvalid('invalid_client_metadata', description)

export type ClientMetadata = Record<string, unknown>

/** Authentication methods of the token endpoint: a secret in a header or in the form, or none. */
type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** Returns the requested method if supported, else `none`, which RFC 7591 section 3.2.1 allows. */
const resolveAuthMethod = ({ token_endpoint_auth_method: requested }: ClientMetadata): ClientAuthMethod =>
  requested === 'client_secret_basic' || requested === 'client_secret_post' ? requested : 'none'

/** Validates client metadata and returns the supported part. Throws `ClientMetadataInvalid`. */
export function parseClientMetadata(metadata: ClientMetadata) {
  requireSupported(metadata)
  return {
    auth_method: resolveAuthMethod(metadata),
    name: sanitizeName(parseText(metadata, 'client_name', 100) ?? ''),
    redirect_uris: parseRedirectUris(metadata.redirect_uris),
    device_flow: [metadata.grant_types].flat().includes(DEVICE_GRANT_TYPE),
    allowed_scopes: parseScopes(parseText(metadata, 'scope', 1000)),
    logo_url: parseUrl(metadata, 'logo_uri'),
    homepage_url: parseUrl(metadata, 'client_uri'),
    privacy_url: parseUrl(metadata, 'policy_uri'),
  }
}

/**
 * Rejects metadata without any supported value. Ignores unsupported values among several, since the response lists what
 * was granted (RFC 7591, section 3.2.1), and unknown metadata (section 2).
 */
function requireSupported(metadata: ClientMetadata): void {
  const requireOne = (name: string, supported: string[]) => {
    const values = [metadata[name] ?? []].flat()
    if (values.length > 0 && !values.some((value) => supported.includes(String(value))))
      throw invalidClientMetadata(`${name} takes ${supported.join(', ')}`)
  }
  requireOne('grant_types', ['authorization_code', 'refresh_token', DEVICE_GRANT_TYPE])
  requireOne('response_types', ['code'])
}

function parseRedirectUris(uris: unknown): string[] {
  const refuse = (reason: string) => new ClientMetadataInvalid('invalid_redirect_uri', reason)
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10)
    throw refuse('redirect_uris must be an array of 1 to 10 URIs')
  for (const uri of uris as unknown[]) {
    const reason =
      typeof uri === 'string' && uri.length <= 2000
        ? validateRedirectUri(uri)
        : 'must be a string of at most 2000 characters'
    if (reason !== undefined) throw refuse(`a redirect_uri ${reason}`)
  }
  return [...new Set(uris as string[])]
}

function parseText(metadata: ClientMetadata, name: string, maxLength: number): string | undefined {
  const value = metadata[name] ?? undefined
  if (value !== undefined && (typeof value !== 'string' || value.length > maxLength))
    throw invalidClientMetadata(`${name} must be a string of at most ${maxLength} characters`)
  return value
}

/** Validates a URL that pages show as a link; other schemes than http and https could run scripts. */
function parseUrl(metadata: ClientMetadata, name: string): string | null {
  const value = parseText(metadata, name, 2000)
  if (value === undefined || value === '') return null
  if (!/^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(value))
    throw invalidClientMetadata(`${name} must be an http or https URL`)
  return value
}

function parseScopes(requested: string | undefined): Scope[] {
  const allowed = requested ? intersectScopes(requested.split(' '), memberScopes) : memberScopes
  if (allowed.length === 0) throw invalidClientMetadata('scope contains no scope of this server')
  return allowed
}
