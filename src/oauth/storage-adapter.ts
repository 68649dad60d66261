import type { Dependencies } from '../core/dependencies.ts'
import { findClientMetadata } from './client-metadata.ts'
import { createAccessTokenModel, createGrantModel } from './tokens/grants.ts'
import { createDeviceCodeModel } from './device/codes.ts'
import { resolveDocumentClient, isDocumentUrl } from './client-documents/resolve.ts'
import { findCredential, insertCredential, type CredentialKind } from './tokens/credentials.ts'
import type { TokenRequest } from './tokens/issue.ts'
import type { ProviderLibrary } from './oidc-provider-types.ts'
import { toProviderExpiry, toIsoTime, omitKeys, type StorageModel, type ModelPayload } from './storage-model.ts'
import { createInteractionModel } from './consent/interactions.ts'

const noop = async () => undefined
// The library's own sessions are not stored, since browser sessions replace them; nor are the models of disabled
// features.
const noStorage = {
  upsert: noop,
  find: noop,
  consume: noop,
  destroy: noop,
  revokeByGrantId: noop,
}

/**
 * Creates the storage adapter of oidc-provider on our tables, with ids stored as hashes. Consumed and issued
 * credentials of the token endpoint are only collected on the request; `issueTokens` writes them in one transaction.
 */
export function createStorageAdapter(services: Dependencies, library: ProviderLibrary) {
  const getIssue = () => library.Provider.ctx!.state as Partial<TokenRequest>
  const models: Record<string, StorageModel> = {
    Client: {
      async find(id) {
        if (isDocumentUrl(id)) return resolveDocumentClient(services, library, id)
        return findClientMetadata(services, id, library.Provider.ctx?.oidc.route === 'authorization')
      },
    },
    Grant: createGrantModel(services, library, getIssue),
    Interaction: createInteractionModel(services, library),
    AuthorizationCode: {
      ...credentialModel(services, library, 'code'),
      async upsert(id, payload, expiresIn) {
        const grant = { grant_id: String(payload.grantId), org_id: getIssue().org_id ?? null }
        const code = { ...grant, payload: toPayload(payload), expires_at: toIsoTime(services, expiresIn) }
        await insertCredential(services.database.db, 'code', id, code, toIsoTime(services))
      },
    },
    RefreshToken: {
      ...credentialModel(services, library, 'refresh_token'),
      async upsert(id, payload) {
        getIssue().refresh = { token: id, payload: toPayload(payload) }
      },
    },
    DeviceCode: createDeviceCodeModel(services, library, getIssue),
    AccessToken: {
      ...createAccessTokenModel(services, getIssue),
      async upsert(id, { grantId, scope }) {
        getIssue().grant_id = String(grantId)
        // Without `resource`, the tokens are valid for all audiences of the grant.
        const { resource } = library.Provider.ctx!.oidc.params
        getIssue().access = { token: id, scopes: String(scope ?? '').split(' '), resource }
      },
    },
  }
  return (name: string) => ({ ...noStorage, ...models[name] })
}

const toPayload = (payload: ModelPayload) => omitKeys(payload, 'jti', 'grantId')

function credentialModel(services: Dependencies, library: ProviderLibrary, kind: CredentialKind): StorageModel {
  const getIssue = () => library.Provider.ctx!.state as Partial<TokenRequest>
  return {
    async find(id) {
      const found = await findCredential(services.database.db, kind, id)
      if (!found) return undefined
      getIssue().org_id = found.org_id
      const isIntrospection = library.Provider.ctx?.oidc.route === 'introspection'
      return {
        ...found.payload,
        jti: id,
        grantId: found.grant_id,
        exp: toProviderExpiry(services, found.expires_at),
        // Reuse of a refresh token is checked with the grant locked, by `issueTokens`.
        ...((kind === 'code' || isIntrospection) &&
          found.consumed_at !== null && { consumed: Math.floor(Date.parse(found.consumed_at) / 1000) }),
      }
    },
    async consume(id) {
      getIssue().consumed = id
    },
  }
}
