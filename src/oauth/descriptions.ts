import { wrongRedirectUri } from '../resources/oauth-clients/redirect-uris.ts'
import { commonScopes, memberScopes, type Scope } from '../kernel/scopes.ts'
import { shownName } from '../kernel/text.ts'
import { deviceGrant } from './device-codes.ts'

/** A registration that is answered with an error of RFC 7591, section 3.2.2. */
export class RegistrationRefused extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(error: RegistrationRefused['error'], description: string) {
    super(description)
    this.error = error
  }
}

/** Refuses metadata; the description is for whoever wrote them. */
export const refuse = (description: string) => new RegistrationRefused('invalid_client_metadata', description)

/** Metadata of an app in its own words (RFC 7591, section 2). */
export type Metadata = Record<string, unknown>

/** Authentication methods of the token endpoint: a secret in a header or in the form, or none. */
export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** Returns the requested method if supported, else `none`, which RFC 7591 section 3.2.1 allows. */
const grantedMethod = ({ token_endpoint_auth_method: asked }: Metadata): AuthMethod =>
  asked === 'client_secret_basic' || asked === 'client_secret_post' ? asked : 'none'

/** What is kept of the metadata of an app that registers itself; throws `RegistrationRefused`. */
export function readDescription(sent: Metadata) {
  requireSupported(sent)
  return {
    auth_method: grantedMethod(sent),
    name: shownName(text(sent, 'client_name', 100) ?? ''),
    redirect_uris: redirectUris(sent.redirect_uris),
    device_flow: [sent.grant_types].flat().includes(deviceGrant),
    allowed_scopes: scopes(text(sent, 'scope', 1000)),
    logo_url: webAddress(sent, 'logo_uri'),
    homepage_url: webAddress(sent, 'client_uri'),
    privacy_url: webAddress(sent, 'policy_uri'),
  }
}

/**
 * Refuses metadata without any supported value. Ignores unsupported values among several, since the response lists what
 * was granted (RFC 7591, section 3.2.1), and unknown metadata (section 2).
 */
function requireSupported(sent: Metadata): void {
  const requireOne = (name: string, known: string[]) => {
    const values = [sent[name] ?? []].flat()
    if (values.length > 0 && !values.some((value) => known.includes(String(value))))
      throw refuse(`${name} takes ${known.join(', ')}`)
  }
  requireOne('grant_types', ['authorization_code', 'refresh_token', deviceGrant])
  requireOne('response_types', ['code'])
}

function redirectUris(uris: unknown): string[] {
  const refuse = (why: string) => new RegistrationRefused('invalid_redirect_uri', why)
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10)
    throw refuse('redirect_uris takes 1 to 10 addresses')
  for (const uri of uris as unknown[]) {
    const wrong = typeof uri === 'string' && uri.length <= 2000 ? wrongRedirectUri(uri) : 'has to be a text'
    if (wrong !== undefined) throw refuse(`a redirect_uri ${wrong}`)
  }
  return [...new Set(uris as string[])]
}

function text(sent: Metadata, name: string, most: number): string | undefined {
  const value = sent[name] ?? undefined
  if (value !== undefined && (typeof value !== 'string' || value.length > most))
    throw refuse(`${name} is a text of at most ${most} characters`)
  return value
}

/** An address that pages show as a link; anything but http and https is refused, since it could be a script. */
function webAddress(sent: Metadata, name: string): string | null {
  const value = text(sent, name, 2000)
  if (value === undefined || value === '') return null
  if (!/^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(value)) throw refuse(`${name} is an http or https address`)
  return value
}

function scopes(asked: string | undefined): Scope[] {
  const allowed = asked ? commonScopes(asked.split(' '), memberScopes) : memberScopes
  if (allowed.length === 0) throw refuse('scope names none that this server knows')
  return allowed
}
