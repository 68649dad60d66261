import type { errors, JSONWebKeySet, JWTVerifyGetKey, LocalJWKSet } from 'jose'

/** Loaded when first needed: a server that starts need not wait for it. */
const load = () => import('jose')

/** The provider's keys cannot be had now, or are not what they should be; worth trying again later. */
export class IdentityProviderUnavailable extends Error {}

/** Runs a verification with the provider's keys. */
export type WithKeys = <T>(verify: (key: JWTVerifyGetKey) => Promise<T>) => Promise<T>

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const FRESH_MS = 10 * 60_000
/** How long keys are still trusted while the provider does not answer. */
const STALE_MS = 24 * 60 * 60_000
const ROTATION_COOLDOWN_MS = 30_000
const FAILURE_COOLDOWN_MS = 2_000

/** The keys that were fetched last: `refresh` fetches them anew, `current` only when they are no longer fresh. */
function keptKeys(issuer: string, fetch: Fetch, monotonic: () => number) {
  let keys: { set: LocalJWKSet; at: number } | undefined
  let failed: { error: IdentityProviderUnavailable; at: number } | undefined
  let underWay: Promise<LocalJWKSet> | undefined

  function refresh(): Promise<LocalJWKSet> {
    if (failed && monotonic() - failed.at < FAILURE_COOLDOWN_MS) return Promise.reject(failed.error)
    underWay ??= fetchKeys(issuer, fetch)
      .then(
        (set) => {
          keys = { set, at: monotonic() }
          failed = undefined
          return set
        },
        (cause: unknown) => {
          const error = new IdentityProviderUnavailable(`${issuer}: ${(cause as Error).message}`, { cause })
          failed = { error, at: monotonic() }
          throw error
        },
      )
      .finally(() => (underWay = undefined))
    return underWay
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

/**
 * Gives a function that runs a verification with the provider's keys, fetching them on first use, every ten
 * minutes, and when a token names an unknown key (RFC 7517; at most every 30 s, since strangers can cause it).
 * Throws `IdentityProviderUnavailable`, or what the verification throws.
 */
export function providerKeys(issuer: string, fetch: Fetch, monotonic: () => number): WithKeys {
  const kept = keptKeys(issuer, fetch, monotonic)

  return async function withKeys<T>(verify: (key: JWTVerifyGetKey) => Promise<T>): Promise<T> {
    // Decided inside the look-up, which is reached only by a token of an allowed algorithm.
    let used: LocalJWKSet | undefined
    const lookUp: JWTVerifyGetKey = async (header, token) => (used = await kept.current())(header, token)
    try {
      return await verify(lookUp)
    } catch (error) {
      const { errors } = await load()
      if (error instanceof errors.JWKSMultipleMatchingKeys) return tryEach(error, verify)
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const latest = kept.latest()
      const newer = latest && latest.set !== used ? latest.set : undefined
      if (latest && !newer && monotonic() - latest.at < ROTATION_COOLDOWN_MS) throw error
      const set = newer ?? (await kept.refresh())
      return verify((header, token) => set(header, token))
    }
  }
}

/** A token without a `kid` may fit several keys: the first that verifies it counts. */
async function tryEach<T>(
  candidates: errors.JWKSMultipleMatchingKeys,
  verify: (key: JWTVerifyGetKey) => Promise<T>,
): Promise<T> {
  const { errors } = await load()
  for await (const key of candidates) {
    try {
      return await verify(() => Promise.resolve(key))
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

/** OpenID Connect Discovery 1.0 section 4, then the JWKS it points to, within 5 s for both. */
async function fetchKeys(issuer: string, fetch: Fetch): Promise<LocalJWKSet> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const get = (url: string) => fetch(url, { signal, redirect: 'error', headers })
  // Tried twice, since a kept connection may have died with the provider's last restart.
  const read = async (url: string) => readJson(url, await get(url).catch(() => get(url)))
  const metadata = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (metadata.issuer !== issuer) throw new Error('its discovery document names another issuer')
  const uri = metadata.jwks_uri
  const allowed = issuer.startsWith('https:') ? /^https:\/\// : /^https?:\/\//
  if (typeof uri !== 'string' || !allowed.test(uri)) throw new Error('its jwks_uri is missing or not https')
  const { createLocalJWKSet } = await load()
  return createLocalJWKSet((await read(uri)) as unknown as JSONWebKeySet)
}

const headers = { accept: 'application/json, application/jwk-set+json' }

async function readJson(url: string, response: Response): Promise<Record<string, unknown>> {
  if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    size += chunk.byteLength
    // Leaving the loop cancels the body, so that an endless answer ends here.
    if (size > MAX_BYTES) throw new Error(`${url} answered more than ${MAX_BYTES} bytes`)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (!value || typeof value !== 'object') throw new Error(`${url} answered no JSON object`)
  return value as Record<string, unknown>
}
