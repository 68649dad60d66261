/** Passkeys (WebAuthn Level 3). Ceremonies are verified by a library, which is loaded on first use. */
import { hash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isLoopback, type Config } from '../../core/config/config.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { accountProblemTexts } from './problem-texts.ts'

const TIMEOUT_MS = 5 * 60_000
const MIN_ID_LENGTH = 16
const MAX_ID_LENGTH = 512

const loadWebAuthn = () => import('@simplewebauthn/server')

type Served = Pick<Config, 'baseUrl'>

/** Returns why this server refuses passkeys; undefined if it does not. */
export function findPasskeyObstacle({ baseUrl }: Served): string | undefined {
  if (isLoopback(baseUrl)) return undefined
  if (!baseUrl.startsWith('https:')) return accountProblemTexts.needsHttps
  return hasHostName({ baseUrl }) ? undefined : accountProblemTexts.needsHostName
}

/** Returns whether BASE_URL has a name: browsers offer no passkeys for IPs, not even on loopback. */
const hasHostName = ({ baseUrl }: Served): boolean => isIP(new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')) === 0

export const offersPasskeys = (config: Served): boolean =>
  findPasskeyObstacle(config) === undefined && hasHostName(config)

/** Returns the relying party ID: the host of BASE_URL, whatever the request says. */
export const getRelyingPartyId = ({ baseUrl }: Served): string => new URL(baseUrl).hostname

export interface PasskeyRow {
  account_id: string
  /** Credential ID in base64url. */
  credential_id: string
  /** Public key (COSE) in base64url. */
  secret: string
  counter: number
  name: string
  transports: string[] | null
  last_used_at: string | null
  created_at: string
  updated_at: string
  version: number
}

export const passkeyColumns = sql`c.account_id, c.credential_id, c.secret, c.counter::float8 as counter, c.name,
  c.transports, c.last_used_at, c.created_at, c.updated_at, c.version`

export async function findPasskey(
  db: Db,
  accountId: string,
  credentialId: string,
  lock = false,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.query(sql<PasskeyRow>`
    select ${passkeyColumns} from account_credentials c
    where c.account_id = ${accountId} and c.credential_id = ${credentialId} and c.kind = 'passkey'
      ${lock ? sql`for update` : sql``}`)
  return row
}

export const listPasskeyIds = async (db: Db, accountId: string): Promise<string[]> => {
  const rows = await db.query(sql<{ credential_id: string }>`
    select credential_id from account_credentials where account_id = ${accountId} and kind = 'passkey'`)
  return rows.map(({ credential_id }) => credential_id)
}

interface PasskeyOwner {
  account_id: string
  email: string
  name: string
}

/** Creates the options of a new passkey; their challenge must be stored until the browser answers. */
export async function createPasskeyOptions(
  db: Db,
  config: Served,
  { account_id, email, name }: PasskeyOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: new URL(config.baseUrl).host,
    rpID: getRelyingPartyId(config),
    userID: new TextEncoder().encode(account_id),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await listPasskeyIds(db, account_id)).map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export interface NewPasskey {
  credential_id: string
  secret: string
  counter: number
  transports: string[]
}

/**
 * Removes the statement of who built the authenticator, which is not requested (WebAuthn Level 2, section 5.4.7): to verify
 * it, the library would connect to URLs that it names.
 */
async function removeAttestation(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const { attestationObject } = answer.response
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const parts: [string, Parameters<typeof isoCBOR.encode>[0]][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]
  const unattested = isoBase64URL.fromBuffer(isoCBOR.encode(new Map(parts)))
  return { ...answer, response: { ...answer.response, attestationObject: unattested } }
}

/** Verifies the answer of the browser to the options of a new passkey; undefined if it is not valid. */
export async function verifyNewPasskey(
  config: Served,
  response: unknown,
  isExpected: (challenge: string) => Promise<boolean>,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: await removeAttestation(response as RegistrationResponseJSON),
      expectedChallenge: isExpected,
      expectedOrigin: config.baseUrl,
      expectedRPID: getRelyingPartyId(config),
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports } = registrationInfo.credential
    if (id.length < MIN_ID_LENGTH || id.length > MAX_ID_LENGTH) return undefined
    const known = (transports ?? []).filter((one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    return { credential_id: id, secret: Buffer.from(publicKey).toString('base64url'), counter, transports: known }
  } catch {
    // The library throws for every answer that is malformed or does not match.
    return undefined
  }
}

/** Derives the challenge of a sign-in from the encrypted sign-in of its page, which is unique and bound to the browser. */
export const deriveSignInChallenge = (flow: string): string => hash('sha256', `passkey ${flow}`, 'base64url')

export interface PasskeyAnswer {
  account_id: string
  credential_id: string
}

/** Reads which account and passkey the answer of a browser names; undefined if it is malformed. */
export function readPasskeyAnswer(response: unknown): PasskeyAnswer | undefined {
  const { id, response: inner } = (response ?? {}) as { id?: unknown; response?: { userHandle?: unknown } }
  const handle = inner?.userHandle
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH || typeof handle !== 'string') return undefined
  const account_id = Buffer.from(handle, 'base64url').toString()
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(account_id) ? { account_id, credential_id: id } : undefined
}

/**
 * Verifies the answer of a browser at a sign-in. Returns the new counter, or undefined if it is not valid: another
 * challenge, origin or key, no user verification, or a counter that did not rise (a cloned authenticator).
 */
export async function verifyPasskey(
  config: Served,
  response: unknown,
  { credential_id, secret, counter }: PasskeyRow,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: config.baseUrl,
      expectedRPID: getRelyingPartyId(config),
      credential: { id: credential_id, publicKey: new Uint8Array(Buffer.from(secret, 'base64url')), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Records the use of a passkey. Returns false if its counter was raised concurrently. */
export async function acceptPasskeyCounter(
  db: Db,
  { account_id, credential_id, counter }: PasskeyRow,
  newCounter: number,
  now: string,
): Promise<boolean> {
  const accepted = await db.query(sql`
    update account_credentials set counter = ${newCounter}, last_used_at = ${now}
    where account_id = ${account_id} and credential_id = ${credential_id} and counter = ${counter} returning 1`)
  return accepted.length > 0
}

const hashChallenge = (challenge: string) => hash('sha256', `passkey ${challenge}`, 'buffer')

/** Stores the challenge of a new passkey for five minutes. */
export async function storePasskeyChallenge(
  db: Db,
  accountId: string,
  challenge: string,
  millis: number,
): Promise<void> {
  const [now, end] = [millis, millis + TIMEOUT_MS].map((at) => new Date(at).toISOString())
  await db.query(sql`
    insert into account_links (link_hash, kind, account_id, created_at, expires_at)
    values (${hashChallenge(challenge)}, 'passkey', ${accountId}, ${now}, ${end})`)
}

/** Uses up the challenge of a new passkey. Returns false if the account has no such challenge. */
export async function takePasskeyChallenge(
  db: Db,
  accountId: string,
  challenge: string,
  millis: number,
): Promise<boolean> {
  const taken = await db.query(sql`
    delete from account_links where link_hash = ${hashChallenge(challenge)} and kind = 'passkey'
      and account_id = ${accountId} and expires_at > ${new Date(millis).toISOString()} returning 1`)
  return taken.length > 0
}

/** Records that the challenge of a sign-in was used, until it expires. Returns false if it was used before. */
export async function markChallengeUsed(db: Db, challenge: string, millis: number, until: number): Promise<boolean> {
  const [now, end] = [millis, until].map((at) => new Date(at).toISOString())
  const updated = await db.query(sql`
    insert into account_links (link_hash, kind, created_at, expires_at)
    values (${hashChallenge(challenge)}, 'passkey', ${now}, ${end}) on conflict do nothing returning 1`)
  return updated.length > 0
}
