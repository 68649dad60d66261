import { audiencePaths, type TokenAudience } from '../core/audience.ts'
import type { Config } from '../core/config/config.ts'
import { scopeNames, toolScopes } from '../core/scopes.ts'
import { DEVICE_GRANT_TYPE } from './device/codes.ts'

export const buildServerMetadata = ({
  baseUrl,
  oauthDynamicRegistration: registration,
  oauthClientDocuments,
}: Pick<Config, 'baseUrl' | 'oauthDynamicRegistration' | 'oauthClientDocuments'>) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  device_authorization_endpoint: `${baseUrl}/oauth/device_authorization`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  introspection_endpoint: `${baseUrl}/oauth/introspect`,
  ...(registration && { registration_endpoint: `${baseUrl}/oauth/register` }),
  scopes_supported: scopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT_TYPE],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: oauthClientDocuments,
  service_documentation: `${baseUrl}/docs`,
})

/**
 * Returns the protected resource metadata (RFC 9728) of the API or the MCP server. For MCP, lists only the scopes of
 * its standard tools, since clients request all listed scopes.
 */
export const buildResourceMetadata = (baseUrl: string, audience: TokenAudience, path = audiencePaths[audience]) => ({
  resource: `${baseUrl}${path}`,
  authorization_servers: [baseUrl],
  scopes_supported: audience === 'mcp' ? toolScopes : scopeNames,
  bearer_methods_supported: ['header'],
  resource_documentation: `${baseUrl}/docs`,
})
