import type { errors, JSONWebKeySet, JWTVerifyGetKey, LocalJWKSet } from 'jose'

/** Loaded on first use, which keeps the start fast. */
const loadJose = () => import('jose')

export class IdentityProviderUnavailable extends Error {}

export type RunWithKeys = <T>(verify: (key: JWTVerifyGetKey) => Promise<T>) => Promise<T>

export type OidcFetch = (url: string, init: RequestInit) => Promise<Response>

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const FRESH_MS = 10 * 60_000
/** Time for which cached keys are trusted while the provider is unavailable. */
const STALE_MS = 24 * 60 * 60_000
const ROTATION_COOLDOWN_MS = 30_000
const FAILURE_COOLDOWN_MS = 2_000

/** Creates a cache of the provider's keys. `refresh` fetches them, `current` only if they are no longer fresh. */
function createKeyCache(issuer: string, fetch: OidcFetch, monotonic: () => number) {
  let keys: { set: LocalJWKSet; at: number } | undefined
  let lastFailure: { error: IdentityProviderUnavailable; at: number } | undefined
  let pending: Promise<LocalJWKSet> | undefined

  function refresh(): Promise<LocalJWKSet> {
    if (lastFailure && monotonic() - lastFailure.at < FAILURE_COOLDOWN_MS) return Promise.reject(lastFailure.error)
    pending ??= fetchKeys(issuer, fetch)
      .then(
        (set) => {
          keys = { set, at: monotonic() }
          lastFailure = undefined
          return set
        },
        (cause: unknown) => {
          const error = new IdentityProviderUnavailable(`${issuer}: ${(cause as Error).message}`, { cause })
          lastFailure = { error, at: monotonic() }
          throw error
        },
      )
      .finally(() => (pending = undefined))
    return pending
  }

  async function current(): Promise<LocalJWKSet> {
    if (keys && monotonic() - keys.at < FRESH_MS) return keys.set
    const stale = keys && monotonic() - keys.at < STALE_MS ? keys.set : undefined
    return refresh().catch((error: unknown) => {
      if (stale) return stale
      throw error
    })
  }

  return { refresh, current, latest: () => keys }
}

/** Fetches keys on first use, every ten minutes, and for an unknown key (RFC 7517; at most every 30 s). */
export function createKeyProvider(issuer: string, fetch: OidcFetch, monotonic: () => number): RunWithKeys {
  const cache = createKeyCache(issuer, fetch, monotonic)

  return async function withKeys<T>(verify: (key: JWTVerifyGetKey) => Promise<T>): Promise<T> {
    // Fetched inside the lookup, which runs only for tokens of an allowed algorithm.
    let usedKeys: LocalJWKSet | undefined
    const getKey: JWTVerifyGetKey = async (header, token) => (usedKeys = await cache.current())(header, token)
    try {
      return await verify(getKey)
    } catch (error) {
      const { errors } = await loadJose()
      if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithEach(error, verify)
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const latest = cache.latest()
      const newer = latest && latest.set !== usedKeys ? latest.set : undefined
      if (latest && !newer && monotonic() - latest.at < ROTATION_COOLDOWN_MS) throw error
      const set = newer ?? (await cache.refresh())
      return verify((header, token) => set(header, token))
    }
  }
}

/** Tries all keys that fit a token without `kid`. */
async function verifyWithEach<T>(
  candidates: errors.JWKSMultipleMatchingKeys,
  verify: (key: JWTVerifyGetKey) => Promise<T>,
): Promise<T> {
  const { errors } = await loadJose()
  for await (const key of candidates) {
    try {
      return await verify(() => Promise.resolve(key))
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

/** Fetches the discovery document (OpenID Connect Discovery 1.0, section 4) and its JWKS, within 5 s for both. */
async function fetchKeys(issuer: string, fetch: OidcFetch): Promise<LocalJWKSet> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const get = (url: string) => fetch(url, { signal, redirect: 'error', headers: requestHeaders })
  // Retried once, since a pooled connection may have died with the provider's last restart.
  const fetchJson = async (url: string) => readJson(url, await get(url).catch(() => get(url)))
  const metadata = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (metadata.issuer !== issuer) throw new Error('its discovery document names another issuer')
  const uri = metadata.jwks_uri
  const allowed = issuer.startsWith('https:') ? /^https:\/\// : /^https?:\/\//
  if (typeof uri !== 'string' || !allowed.test(uri)) throw new Error('its jwks_uri is missing or not https')
  const { createLocalJWKSet } = await loadJose()
  return createLocalJWKSet((await fetchJson(uri)) as unknown as JSONWebKeySet)
}

const requestHeaders = { accept: 'application/json, application/jwk-set+json' }

async function readJson(url: string, response: Response): Promise<Record<string, unknown>> {
  if (response.status !== 200 || !response.body) throw new Error(`${url} returned ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop cancels the body, so that an endless response is aborted.
    if (size > MAX_BYTES) throw new Error(`${url} returned more than ${MAX_BYTES} bytes`)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (!value || typeof value !== 'object') throw new Error(`${url} did not return a JSON object`)
  return value as Record<string, unknown>
}
