import type { FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { parseBody } from '../kernel/request/body.ts'
import { newId, systemOrganization } from '../kernel/values/ids.ts'
import { wrongRedirectUri } from '../resources/oauth-clients/redirect-uris.ts'
import { commonScopes, memberScopes, type Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { shownName } from '../kernel/text.ts'
import { insertClient } from '../resources/oauth-clients/queries.ts'
import { deviceGrant } from './device-codes.ts'
import { readBytes } from './forms.ts'

/** A registration that is answered with an error of RFC 7591, section 3.2.2. */
export class RegistrationRefused extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(error: RegistrationRefused['error'], description: string) {
    super(description)
    this.error = error
  }
}
const refuse = (description: string) => new RegistrationRefused('invalid_client_metadata', description)

const mostBytes = 32 * 1024

/**
 * Registers an app that asks for it itself (RFC 7591): public, of the system organization, and never for the scope
 * `admin`, since nobody vouches for it. Gives the answer.
 */
export async function register({ database, clock }: Services, request: FastifyRequest): Promise<object> {
  const asked = await readMetadata(request)
  const millis = clock()
  const client_id = newId('svcc_', millis)
  await insertClient(database.db, {
    ...asked,
    org_id: systemOrganization,
    client_id,
    client_type: 'public',
    registration: 'dynamic',
    secret_hash: null,
    created_by: null,
    created_at: new Date(millis).toISOString(),
  })
  return {
    client_id,
    client_id_issued_at: Math.floor(millis / 1000),
    client_name: asked.name,
    redirect_uris: asked.redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', ...(asked.device_flow ? [deviceGrant] : [])],
    response_types: ['code'],
    scope: asked.allowed_scopes.join(' '),
    ...(asked.logo_url !== null && { logo_uri: asked.logo_url }),
    ...(asked.homepage_url !== null && { client_uri: asked.homepage_url }),
    ...(asked.privacy_url !== null && { policy_uri: asked.privacy_url }),
  }
}

type Metadata = Record<string, unknown>

async function readMetadata(request: FastifyRequest) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw refuse('send application/json')
  const bytes = await readBytes(request.raw, mostBytes)
  const metadata = bytes && parsed(bytes)
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw refuse('send a JSON object of at most 32 KB')
  const sent = metadata as Metadata
  requireSupported(sent)
  return {
    name: shownName(text(sent, 'client_name', 100) ?? ''),
    redirect_uris: redirectUris(sent.redirect_uris),
    device_flow: [sent.grant_types].flat().includes(deviceGrant),
    allowed_scopes: scopes(text(sent, 'scope', 1000)),
    logo_url: webAddress(sent, 'logo_uri'),
    homepage_url: webAddress(sent, 'client_uri'),
    privacy_url: webAddress(sent, 'policy_uri'),
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseBody(bytes)
  } catch (error) {
    const [item] = (error instanceof Problem && error.errors) || []
    throw refuse(item?.msg ?? 'the body is not valid JSON')
  }
}

/** Refuses metadata that asks for what is not served. Unknown metadata is ignored (RFC 7591, section 2). */
function requireSupported(sent: Metadata): void {
  const only = (name: string, known: string[]) => {
    const values = [sent[name] ?? []].flat()
    const wrong = values.find((value) => !known.includes(String(value)))
    if (wrong !== undefined) throw refuse(`${name} takes ${known.join(', ')}`)
  }
  only('token_endpoint_auth_method', ['none'])
  only('grant_types', ['authorization_code', 'refresh_token', deviceGrant])
  only('response_types', ['code'])
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
