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

const nothing = async () => undefined
// The library's sessions are kept nowhere, since browser.ts remembers who signed in, nor is what is switched off.
const forgetful = {
  upsert: nothing,
  find: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}

/**
 * Where the library keeps what it makes: in rows of ours, found by hashes. What the token endpoint uses up and hands out
 * is only noted here, on the request; issuing.ts writes it in one transaction once the answer is known.
 */
export function createAdapter(services: Services, library: Library) {
  const noted = () => library.Provider.ctx!.state as Partial<Issue>
  const models: Record<string, Model> = {
    Client: {
      async find(id) {
        if (isDocumentUrl(id)) return findDescribed(services, library, id)
        return findClientMetadata(services, id, library.Provider.ctx?.oidc.route === 'authorization')
      },
    },
    Grant: grants(services, library, noted),
    Interaction: requests(services, library),
    AuthorizationCode: {
      ...credentials(services, library, 'code'),
      async upsert(id, payload, expiresIn) {
        const connection = { grant_id: String(payload.grantId), org_id: noted().org_id ?? null }
        const code = { ...connection, payload: stored(payload), expires_at: now(services, expiresIn) }
        await insertCredential(services.database.db, 'code', id, code, now(services))
      },
    },
    RefreshToken: {
      ...credentials(services, library, 'refresh_token'),
      async upsert(id, payload) {
        noted().refresh = { token: id, payload: stored(payload) }
      },
    },
    DeviceCode: deviceCodes(services, library, noted),
    AccessToken: {
      ...accessTokens(services, noted),
      async upsert(id, { grantId, scope }) {
        noted().grant_id = String(grantId)
        // Without one, the tokens are for all that the connection is for.
        const { resource } = library.Provider.ctx!.oidc.params
        noted().access = { token: id, scopes: String(scope ?? '').split(' '), resource }
      },
    },
  }
  return (name: string) => ({ ...forgetful, ...models[name] })
}

const stored = (payload: Payload) => without(payload, 'jti', 'grantId')

function credentials(services: Services, library: Library, kind: CredentialKind): Model {
  const noted = () => library.Provider.ctx!.state as Partial<Issue>
  return {
    async find(id) {
      const found = await findCredential(services.database.db, kind, id)
      if (!found) return undefined
      noted().org_id = found.org_id
      const looks = library.Provider.ctx?.oidc.route === 'introspection'
      return {
        ...found.payload,
        jti: id,
        grantId: found.grant_id,
        exp: expiry(services, found.expires_at),
        // Whether a refresh token that was used is taken once more is judged with the connection locked: issuing.ts.
        ...((kind === 'code' || looks) &&
          found.consumed_at !== null && { consumed: Math.floor(Date.parse(found.consumed_at) / 1000) }),
      }
    },
    async consume(id) {
      noted().consumed = id
    },
  }
}
