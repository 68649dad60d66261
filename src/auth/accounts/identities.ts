/** Identities of an OpenID Connect provider that are connected with users of accounts. */
import { hash } from 'node:crypto'
import type { Db, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { isDevelopmentIssuer, type Config } from '../../core/config/config.ts'
import { isSameEmail, normalizeEmail } from '../../core/email-address.ts'
import { Problem } from '../../core/errors.ts'
import { listEmailKeys } from '../../core/text.ts'
import type { OidcIdentity } from '../oidc/session-token.ts'
import { accountProblemTexts } from './problem-texts.ts'

/** Issuer of accounts in `users`. Not a URL, so that users keep their identity when BASE_URL changes. */
export const ACCOUNT_ISSUER = 'svc:accounts'

/** Returns the issuer at which users of accounts can sign in instead; undefined if accounts are the only way. */
export const findUsableIssuer = ({ accounts, oidc }: Pick<Config, 'accounts' | 'oidc'>): string | undefined =>
  accounts.mode === 'on' ? undefined : oidc.issuer

export interface ConnectedIdentity {
  issuer: string
  subject: string
  connected_at: string
}

type IdentityKey = Pick<ConnectedIdentity, 'issuer' | 'subject'>

export const computeIdentityId = ({ issuer, subject }: IdentityKey): string =>
  hash('sha256', JSON.stringify([issuer, subject]), 'base64url')

/** An unknown identity whose verified address belongs to an account, which its user must prove before they are connected. */
export class IdentityNotConnected extends Problem {
  readonly email: string

  constructor(email: string) {
    super(403, 'This address belongs to an account of this server. Sign in in a browser once to connect the two.')
    this.email = email
  }
}

/** A user whose address an identity provider verified. */
export interface ProviderUser {
  user_id: string
  username: string
  issuer: string
  email: string
  /** Issuers of connected identities. */
  issuers: string[]
  has_account: boolean
}

/**
 * Lists the users with an address that an identity provider verified, the oldest first. Users of a development provider
 * are left out, since it verifies any address.
 */
export async function listUsersOfProviders(db: Db, email: string): Promise<ProviderUser[]> {
  const users = await db.query(sql<ProviderUser>`
    select u.user_id, u.username, u.issuer, u.email,
      array(select i.issuer from identities i where i.user_id = u.user_id) as issuers,
      exists (select from accounts a where a.user_id = u.user_id) as has_account
    from users u
    where u.email_key in (${sql.list(listEmailKeys(email))}) and u.email_verified and u.kind = 'user'
      and u.issuer <> ${ACCOUNT_ISSUER} order by u.created_at, u.user_id`)
  return users.filter((user) => isSameEmail(user.email, email) && !isDevelopmentIssuer(user.issuer))
}

/** Returns whether a user can sign in here: at the current provider, not a former one, or with an account. */
export function canSignIn(config: Pick<Config, 'accounts' | 'oidc'>, user: ProviderUser): boolean {
  const issuer = findUsableIssuer(config)
  if (user.has_account && config.accounts.mode !== 'off') return true
  return issuer !== undefined && [user.issuer, ...user.issuers].includes(issuer)
}

/** Returns the problem of the address of a new account, if an identity provider verified it for a user. */
export async function findAddressProblem(
  db: Db,
  config: Pick<Config, 'accounts' | 'oidc'>,
  email: string,
): Promise<string | undefined> {
  const users = await listUsersOfProviders(db, email)
  if (users.length === 0) return undefined
  const isUsable = users.some((user) => canSignIn(config, user))
  return isUsable ? accountProblemTexts.addressOfUser : accountProblemTexts.addressOfFormerUser
}

/** Makes concurrent first sign-ins with one address wait for each other, at a provider or with a new account. */
export const lockAddress = (trx: Transaction, email: string): Promise<unknown> =>
  trx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${normalizeEmail(email)}`}, 0))`)

/** Throws if the verified address of an unknown identity belongs to an account. */
export async function rejectIdentityOfAccount(db: Db, { email, email_verified }: OidcIdentity): Promise<void> {
  const emailKey = email === undefined || !email_verified ? null : normalizeEmail(email)
  if (emailKey === null) return
  const [account] = await db.query(sql`select 1 from accounts where email_key = ${emailKey} and email_verified`)
  if (account) throw new IdentityNotConnected(email!)
}

export async function findUserOfIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const [row] = await db.query(sql<{ user_id: string }>`
    select user_id from users where issuer = ${issuer} and subject = ${subject}
    union all select user_id from identities where issuer = ${issuer} and subject = ${subject} limit 1`)
  return row?.user_id
}

/** Connects an identity with a user. Returns false if it belongs to a user. */
export async function insertIdentity(
  db: Db,
  userId: string,
  { issuer, subject }: IdentityKey,
  now: string,
): Promise<boolean> {
  if (await findUserOfIdentity(db, { issuer, subject })) return false
  const inserted = await db.query(sql`
    insert into identities (issuer, subject, user_id, created_at) values (${issuer}, ${subject}, ${userId}, ${now})
    on conflict do nothing returning 1`)
  return inserted.length > 0
}

/** Removes an identity of a user: a connected one, or the one with which the user was created. */
export async function deleteIdentity(
  db: Db,
  { user_id, account_id }: { user_id: string; account_id: string },
  { issuer, subject }: IdentityKey,
  now: string,
): Promise<void> {
  await db.query(sql`
    delete from identities where issuer = ${issuer} and subject = ${subject} and user_id = ${user_id}`)
  await db.query(sql`
    update users set issuer = ${ACCOUNT_ISSUER}, subject = ${account_id}, updated_at = ${now}
    where user_id = ${user_id} and issuer = ${issuer} and subject = ${subject}`)
}

/** Disconnects all identities of the user of an account, such as those of another user who created it. */
export const deleteConnectedIdentities = (db: Db, userId: string): Promise<unknown> =>
  db.query(sql`delete from identities where user_id = ${userId}`)
