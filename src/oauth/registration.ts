import type { FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { parseBody } from '../kernel/request/body.ts'
import { newId, systemOrganization } from '../kernel/values/ids.ts'
import type { Services } from '../kernel/services/services.ts'
import { insertClient } from '../resources/oauth-clients/queries.ts'
import { newClientSecret } from '../resources/oauth-clients/making.ts'
import { credentialHash } from './credentials.ts'
import { readDescription, refuse, type Metadata } from './descriptions.ts'
import { deviceGrant } from './device-codes.ts'
import { readBytes } from './forms.ts'

const mostBytes = 32 * 1024

/**
 * Registers an app dynamically (RFC 7591): in the system organization and without the scope `admin`, since no admin
 * has approved it. Returns the response, the only one that contains the client secret.
 */
export async function register({ database, clock }: Services, request: FastifyRequest): Promise<object> {
  const { auth_method, ...asked } = await readMetadata(request)
  const millis = clock()
  const client_id = newId('svcc_', millis)
  const client_secret = auth_method === 'none' ? null : newClientSecret()
  await insertClient(database.db, {
    ...asked,
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
    client_name: asked.name,
    redirect_uris: asked.redirect_uris,
    token_endpoint_auth_method: auth_method,
    grant_types: ['authorization_code', 'refresh_token', ...(asked.device_flow ? [deviceGrant] : [])],
    response_types: ['code'],
    scope: asked.allowed_scopes.join(' '),
    ...(asked.logo_url !== null && { logo_uri: asked.logo_url }),
    ...(asked.homepage_url !== null && { client_uri: asked.homepage_url }),
    ...(asked.privacy_url !== null && { policy_uri: asked.privacy_url }),
  }
}

async function readMetadata(request: FastifyRequest) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw refuse('send application/json')
  const bytes = await readBytes(request.raw, mostBytes)
  const metadata = bytes && parsed(bytes)
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw refuse('send a JSON object of at most 32 KB')
  return readDescription(metadata as Metadata)
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseBody(bytes)
  } catch (error) {
    const [item] = (error instanceof Problem && error.errors) || []
    throw refuse(item?.msg ?? 'the body is not valid JSON')
  }
}
