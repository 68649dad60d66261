import type { Services } from '../kernel/services/services.ts'
import { findClientMetadata } from './clients.ts'
import { accessTokens, grants } from './grants.ts'
import { deviceCodes } from './device-codes.ts'
import { findDescribed, isDocumentUrl } from './described.ts'
import { findCredential, insertCredential, type CredentialKind } from './credentials.ts'
import type { Issue } from './issuing.ts'
import type { Library } from './library.ts'
import { expiry, now, without, type Model, type Payload } from './model.ts'
import { requests } from './requests.ts'

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
export function createAdapter(services: Services, library: Library) {
  const getIssue = () => library.Provider.ctx!.state as Partial<Issue>
  const models: Record<string, Model> = {
    Client: {
      async find(id) {
        if (isDocumentUrl(id)) return findDescribed(services, library, id)
        return findClientMetadata(services, id, library.Provider.ctx?.oidc.route === 'authorization')
      },
    },
    Grant: grants(services, library, getIssue),
    Interaction: requests(services, library),
    AuthorizationCode: {
      ...credentialModel(services, library, 'code'),
      async upsert(id, payload, expiresIn) {
        const grant = { grant_id: String(payload.grantId), org_id: getIssue().org_id ?? null }
        const code = { ...grant, payload: toPayload(payload), expires_at: now(services, expiresIn) }
        await insertCredential(services.database.db, 'code', id, code, now(services))
      },
    },
    RefreshToken: {
      ...credentialModel(services, library, 'refresh_token'),
      async upsert(id, payload) {
        getIssue().refresh = { token: id, payload: toPayload(payload) }
      },
    },
    DeviceCode: deviceCodes(services, library, getIssue),
    AccessToken: {
      ...accessTokens(services, getIssue),
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

const toPayload = (payload: Payload) => without(payload, 'jti', 'grantId')

function credentialModel(services: Services, library: Library, kind: CredentialKind): Model {
  const getIssue = () => library.Provider.ctx!.state as Partial<Issue>
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
        exp: expiry(services, found.expires_at),
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
