import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import {
  createSessionTokenVerifier,
  IdentityProviderUnavailable,
  SessionExpired,
  InvalidSessionToken,
  type SessionTokenVerifier,
} from '../../src/auth/oidc/session-token.ts'

const issuer = 'https://id.example.com'
const audience = 'https://tasks.example.com'
const first = await generateSigningKey('first')
const second = await generateSigningKey('second')

let now: number
/** Milliseconds by which the clock was set, without time passing. */
let setBack: number
let provider: { keys: JWK[]; down: boolean; requests: string[]; padding: string; issuer: string }
let verifier: SessionTokenVerifier

beforeEach(() => {
  now = Date.parse('2026-11-20T12:00:00Z')
  setBack = 0
  provider = { keys: [first.jwk], down: false, requests: [], padding: '', issuer }
  verifier = createSessionTokenVerifier({
    issuer,
    audience,
    fetch: respond,
    clock: () => now,
    monotonic: () => now - setBack,
  })
})

test('nothing is fetched before the first use, and concurrent first uses share one fetch', async () => {
  expect(provider.requests).toEqual([])
  const tokens = await Promise.all([sign(), sign({ sub: 'b' }), sign({ sub: 'c' })])
  await Promise.all(tokens.map((token) => verifier.verify(token)))
  expect(provider.requests).toEqual([`${issuer}/.well-known/openid-configuration`, `${issuer}/jwks`])
})

test('the claims determine the identity, and rights in the token are ignored', async () => {
  const token = await sign({
    preferred_username: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    scope: 'x',
    iat: now / 1000 - 10,
  })
  expect(await verifier.verify(token)).toEqual({
    issuer,
    subject: 'a',
    preferred_username: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    issued_at: now / 1000 - 10,
    expires_at: now / 1000 + 43_200,
  })
})

test('claims that cannot be stored are dropped, and nothing is verified without an email', async () => {
  const token = await sign({
    preferred_username: 'a\0',
    email: 5,
    name: '\ud800',
    email_verified: 'true',
    iat: 1e15,
  })
  expect(await verifier.verify(token)).toEqual({
    issuer,
    subject: 'a',
    email_verified: false,
    issued_at: now / 1000,
    expires_at: now / 1000 + 43_200,
  })
  await expect(verifier.verify(await sign({ sub: 'a\0' }))).rejects.toThrow(InvalidSessionToken)
})

test.each<[string, () => Promise<string> | string]>([
  ['another issuer', () => sign({ iss: 'https://evil.example' })],
  ['another audience', () => sign({ aud: 'https://other.example' })],
  ['no audience', () => sign({ aud: undefined })],
  ['no sub', () => sign({ sub: undefined })],
  ['an empty sub', () => sign({ sub: '' })],
  ['no exp', () => sign({ exp: undefined })],
  ['not yet valid', () => sign({ nbf: now / 1000 + 60 })],
  ['alg none', () => new UnsecuredJWT(buildClaims()).encode()],
  ['HMAC with the public key', signWithPublicKey],
  ['another key under a known kid', () => sign({}, { ...second, kid: 'first' })],
  ['garbage', () => 'not-a-jwt'],
  ['three dots', () => 'a.b.c'],
  ['nothing', () => ''],
])('rejects %s', async (_, make) => {
  await expect(verifier.verify(await make())).rejects.toThrow(InvalidSessionToken)
})

test('an expired token is reported as expired, after 30 s of tolerance', async () => {
  const token = await sign({ exp: now / 1000 + 10 })
  now += 39_000
  await expect(verifier.verify(token)).resolves.toMatchObject({ subject: 'a' })
  now += 2_000
  await expect(verifier.verify(token)).rejects.toThrow(SessionExpired)
})

test('a verified token is cached for a minute at most', async () => {
  const token = await sign()
  await verifier.verify(token)
  const again = await verifier.verify(token)
  expect(await verifier.verify(token)).toBe(again)
  now += 60_001
  expect(await verifier.verify(token)).not.toBe(again)
})

test('an unknown kid is looked up again after the cooldown, and a rotated key is accepted', async () => {
  await verifier.verify(await sign())
  provider.keys = [second.jwk]
  const rotated = await sign({}, second)
  await expect(verifier.verify(rotated)).rejects.toThrow(InvalidSessionToken)
  expect(provider.requests).toHaveLength(2)
  now += 30_001
  await expect(verifier.verify(rotated)).resolves.toMatchObject({ subject: 'a' })
  expect(provider.requests).toHaveLength(4)
  await expect(verifier.verify(await sign())).rejects.toThrow(InvalidSessionToken)
  expect(provider.requests).toHaveLength(4)
})

test('a token without a kid is tried with every key that fits', async () => {
  provider.keys = [first.jwk, second.jwk]
  await expect(verifier.verify(await sign({}, { ...second, kid: undefined }))).resolves.toMatchObject({
    subject: 'a',
  })
})

test('an unreachable provider is unavailable, not an invalid token, and is not retried immediately', async () => {
  provider.down = true
  await expect(verifier.verify(await sign())).rejects.toThrow(IdentityProviderUnavailable)
  await expect(verifier.verify(await sign())).rejects.toThrow(IdentityProviderUnavailable)
  expect(provider.requests).toHaveLength(2)
  await expect(verifier.verify(await sign({ iss: 'https://evil.example' }))).rejects.toThrow(InvalidSessionToken)
  provider.down = false
  now += 2_001
  await expect(verifier.verify(await sign())).resolves.toMatchObject({ subject: 'a' })
})

test('cached keys, failures and tokens last no longer when the clock is set back', async () => {
  const setClockBack = (millis: number) => {
    now -= millis
    setBack -= millis
  }
  provider.down = true
  await expect(verifier.verify(await sign())).rejects.toThrow(IdentityProviderUnavailable)
  setClockBack(3_600_000)
  provider.down = false
  now += 2_001
  const token = await sign({ nbf: now / 1000 - 10 })
  const first = await verifier.verify(token)
  const requests = provider.requests.length
  setClockBack(1000)
  now += 60_001
  expect(await verifier.verify(token)).not.toBe(first)
  expect(provider.requests).toHaveLength(requests)
  setClockBack(3_600_000)
  now += 600_001
  await verifier.verify(await sign({ nbf: now / 1000 - 10 }))
  expect(provider.requests).toHaveLength(requests + 2)
})

test('cached keys outlive an outage', async () => {
  await verifier.verify(await sign())
  provider.down = true
  now += 3_600_000
  await expect(verifier.verify(await sign())).resolves.toMatchObject({ subject: 'a' })
  now += 86_400_000
  await expect(verifier.verify(await sign())).rejects.toThrow(IdentityProviderUnavailable)
})

test.each(['oversize keys', 'another issuer in the discovery document'])('rejects %s', async (what) => {
  if (what === 'oversize keys') provider.padding = 'x'.repeat(300_000)
  else provider.issuer = 'https://evil.example'
  await expect(verifier.verify(await sign())).rejects.toThrow(IdentityProviderUnavailable)
})

async function respond(url: string): Promise<Response> {
  provider.requests.push(url)
  if (provider.down) throw new TypeError('fetch failed')
  if (url.endsWith('/jwks')) return Response.json({ keys: provider.keys, padding: provider.padding })
  return Response.json({ issuer: provider.issuer, jwks_uri: `${issuer}/jwks` })
}

interface SigningKey {
  kid: string | undefined
  jwk: JWK
  privateKey: CryptoKey
  publicKey: CryptoKey
}

async function generateSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' }, privateKey, publicKey }
}

function buildClaims(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { iss: issuer, aud: audience, sub: 'a', exp: now / 1000 + 43_200, ...overrides }
}

function sign(overrides: Record<string, unknown> = {}, key: SigningKey = first): Promise<string> {
  const header = key.kid === undefined ? { alg: 'ES256' } : { alg: 'ES256', kid: key.kid }
  return new SignJWT(buildClaims(overrides)).setProtectedHeader(header).sign(key.privateKey)
}

async function signWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(first.publicKey))
  return new SignJWT(buildClaims()).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret)
}
