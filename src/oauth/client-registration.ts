import type { FastifyRequest } from 'fastify'
import { Problem } from '../core/errors.ts'
import { parseJson } from '../http/parse-body.ts'
import { newId, SYSTEM_ORG_ID } from '../core/ids.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { insertOAuthClient, newClientSecret } from '../resources/platform/oauth-clients/queries.ts'
import { hashCredential } from './tokens/credentials.ts'
import { parseClientMetadata, invalidClientMetadata, type ClientMetadata } from './parse-client-metadata.ts'
import { DEVICE_GRANT_TYPE } from './device/codes.ts'
import { readLimitedBody } from './read-form.ts'

const MAX_BYTES = 32 * 1024

/**
 * Registers an app dynamically (RFC 7591), in the system organization and without the scope `admin`, since no admin has
 * approved it. Returns the response, the only one that contains the client secret.
 */
export async function registerOAuthClient({ database, clock }: Dependencies, request: FastifyRequest): Promise<object> {
  const { auth_method, ...metadata } = await readMetadata(request)
  const millis = clock()
  const client_id = newId('svcc_', millis)
  const client_secret = auth_method === 'none' ? null : newClientSecret()
  await insertOAuthClient(database.db, {
    ...metadata,
    org_id: SYSTEM_ORG_ID,
    client_id,
    client_type: client_secret === null ? 'public' : 'confidential',
    registration: 'dynamic',
    secret_hash: client_secret === null ? null : hashCredential(client_secret),
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
    grant_types: ['authorization_code', 'refresh_token', ...(metadata.device_flow ? [DEVICE_GRANT_TYPE] : [])],
    response_types: ['code'],
    scope: metadata.allowed_scopes.join(' '),
    ...(metadata.logo_url !== null && { logo_uri: metadata.logo_url }),
    ...(metadata.homepage_url !== null && { client_uri: metadata.homepage_url }),
    ...(metadata.privacy_url !== null && { policy_uri: metadata.privacy_url }),
  }
}

async function readMetadata(request: FastifyRequest) {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw invalidClientMetadata('the Content-Type must be application/json')
  const bytes = await readLimitedBody(request.raw, MAX_BYTES)
  const metadata = bytes && parseMetadataJson(bytes)
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw invalidClientMetadata('the body must be a JSON object of at most 32 KB')
  return parseClientMetadata(metadata as ClientMetadata)
}

function parseMetadataJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    const [item] = (error instanceof Problem && error.errors) || []
    throw invalidClientMetadata(item?.msg ?? 'the body is not valid JSON')
  }
}
