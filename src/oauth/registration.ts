import type { FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { parseBody } from '../kernel/request/body.ts'
import { newId, systemOrganization } from '../kernel/values/ids.ts'
import type { Services } from '../kernel/services/services.ts'
import { insertClient, newClientSecret } from '../resources/oauth-clients/queries.ts'
import { credentialHash } from './credentials.ts'
import { readDescription, refuse, type Metadata } from './descriptions.ts'
import { deviceGrant } from './device-codes.ts'
import { readBytes } from './forms.ts'

const MAX_BYTES = 32 * 1024

/**
 * Registers an app dynamically (RFC 7591), in the system organization and without the scope `admin`, since no admin has
 * approved it. Returns the response, the only one that contains the client secret.
 */
export async function register({ database, clock }: Services, request: FastifyRequest): Promise<object> {
  const { auth_method, ...metadata } = await readMetadata(request)
  const millis = clock()
  const client_id = newId('svcc_', millis)
  const client_secret = auth_method === 'none' ? null : newClientSecret()
  await insertClient(database.db, {
    ...metadata,
    org_id: systemOrganization,
    client_id,
    client_type: client_secret === null ? 'public' : 'confidential',
    registration: 'dynamic',
    secret_hash: client_secret === null ? null : credentialHash(client_secret),
    created_by: null,
    created_at: new Date(millis).toISOString(),
  })
  return {
    client_id,
    client_id_issued_at: Math.floor(millis / 1000),
    // Zero means no expiry (RFC 7591, section 3.2.1).
    ...(client_secret !== null && { client_secret, client_secret_expires_at: 0 }),
    client_name: metadata.name,
    redirect_uris: metadata.redirect_uris,
    token_endpoint_auth_method: auth_method,
    grant_types: ['authorization_code', 'refresh_token', ...(metadata.device_flow ? [deviceGrant] : [])],
    response_types: ['code'],
    scope: metadata.allowed_scopes.join(' '),
    ...(metadata.logo_url !== null && { logo_uri: metadata.logo_url }),
    ...(metadata.homepage_url !== null && { client_uri: metadata.homepage_url }),
    ...(metadata.privacy_url !== null && { policy_uri: metadata.privacy_url }),
  }
}

async function readMetadata(request: FastifyRequest) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw refuse('the Content-Type must be application/json')
  const bytes = await readBytes(request.raw, MAX_BYTES)
  const metadata = bytes && parseJson(bytes)
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw refuse('the body must be a JSON object of at most 32 KB')
  return readDescription(metadata as Metadata)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return parseBody(bytes)
  } catch (error) {
    const [item] = (error instanceof Problem && error.errors) || []
    throw refuse(item?.msg ?? 'the body is not valid JSON')
  }
}
