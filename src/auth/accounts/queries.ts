import type { Db } from '../../db/database.ts'
import { sql, type Sql, buildUpdatedAt, buildUpsertedAt, formatTime } from '../../db/sql.ts'
import { ACCOUNT_ISSUER, type ConnectedIdentity } from './identities.ts'

export interface AccountRow {
  account_id: string
  user_id: string
  email: string
  email_verified: boolean
  auth_epoch: number
  version: number
  disabled_at: string | null
  created_at: string
  updated_at: string
}

/** Account with what a sign-in needs to know of its credentials. */
export interface AccountForSignIn extends AccountRow {
  password_hash: string | null
  has_totp: boolean
  /** Number of passkeys. */
  passkeys: number
  /** Identities of providers with which the user can also sign in. */
  identities: ConnectedIdentity[]
}

export const hasSecondFactor = ({ has_totp, passkeys }: Pick<AccountForSignIn, 'has_totp' | 'passkeys'>): boolean =>
  has_totp || passkeys > 0

const accountColumns = sql`a.account_id, a.user_id, a.email, a.email_verified, a.auth_epoch, a.version, a.disabled_at,
  a.created_at, a.updated_at`

const credentialColumns = sql`
  exists (select from account_credentials c
    where c.account_id = a.account_id and c.kind = 'totp' and c.confirmed_at is not null) as has_totp,
  (select count(*) from account_credentials c where c.account_id = a.account_id and c.kind = 'passkey')::int as passkeys,
  (select coalesce(jsonb_agg(jsonb_build_object('issuer', x.issuer, 'subject', x.subject,
      'connected_at', ${formatTime('x.created_at')}) order by x.issuer, x.subject), '[]')
    from (select i.issuer, i.subject, i.created_at from identities i where i.user_id = a.user_id
      union all select p.issuer, p.subject, p.created_at from users p
        where p.user_id = a.user_id and p.issuer <> ${ACCOUNT_ISSUER}) x) as identities,
  (select c.secret from account_credentials c where c.account_id = a.account_id and c.credential_id = 'password')
    as password_hash`

const selectForSignIn = (condition: Sql) => sql<AccountForSignIn>`
  select ${accountColumns}, ${credentialColumns} from accounts a where ${condition}`

/** Finds the account of a normalized email address. */
export async function findAccountByEmail(db: Db, emailKey: string): Promise<AccountForSignIn | undefined> {
  return (await db.query(selectForSignIn(sql`a.email_key = ${emailKey}`)))[0]
}

export async function findAccountById(db: Db, accountId: string): Promise<AccountForSignIn | undefined> {
  return (await db.query(selectForSignIn(sql`a.account_id = ${accountId}`)))[0]
}

export async function findAccountByUser(db: Db, userId: string): Promise<AccountForSignIn | undefined> {
  return (await db.query(selectForSignIn(sql`a.user_id = ${userId}`)))[0]
}

/** Locks an account, so that changes of its credentials run one at a time, and returns it. */
export async function lockAccount(db: Db, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await db.query(
    sql<AccountRow>`select ${accountColumns} from accounts a where a.account_id = ${accountId} for update`,
  )
  return row
}

export async function hasAnyAccount(db: Db): Promise<boolean> {
  return (await db.query(sql`select 1 from accounts limit 1`)).length > 0
}

export const listAccounts = (
  db: Db,
): Promise<(AccountForSignIn & { username: string; last_used_at: string | null })[]> =>
  db.query(sql`
    select ${accountColumns}, u.username, ${credentialColumns},
      (select max(c.last_used_at) from account_credentials c where c.account_id = a.account_id) as last_used_at
    from accounts a join users u on u.user_id = a.user_id order by a.email_key`)

interface NewAccount {
  account_id: string
  user_id: string
  email: string
  email_key: string
  email_verified: boolean
}

/** Inserts an account. Returns false if the email address or the user has one. */
export async function insertAccount(db: Db, account: NewAccount, now: string): Promise<boolean> {
  const { account_id, user_id, email, email_key, email_verified } = account
  const inserted = await db.query(sql`
    insert into accounts (account_id, user_id, email, email_key, email_verified, created_at, updated_at)
    values (${account_id}, ${user_id}, ${email}, ${email_key}, ${email_verified}, ${now}, ${now})
    on conflict do nothing returning 1`)
  return inserted.length > 0
}

/** Stores the hash of a new password. */
export const savePassword = (db: Db, accountId: string, passwordHash: string, now: string): Promise<unknown> =>
  db.query(sql`
    insert into account_credentials as c (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
    values (${accountId}, 'password', 'password', ${passwordHash}, ${now}, ${now}, ${now})
    on conflict (account_id, credential_id) do update
    set secret = excluded.secret, updated_at = ${buildUpsertedAt('c')},
      version = c.version + 1`)

/** Stores another hash of the same password, unless the password has changed since. */
export const replacePasswordHash = (
  db: Db,
  { account_id, password_hash }: Pick<AccountForSignIn, 'account_id' | 'password_hash'>,
  newHash: string,
): Promise<unknown> =>
  db.query(sql`
    update account_credentials set secret = ${newHash}
    where account_id = ${account_id} and credential_id = 'password' and secret = ${password_hash}`)

/** Returns whether any password has the slower hash of versions up to 0.2. */
export async function hasScryptPasswords(db: Db): Promise<boolean> {
  const found = sql`select 1 from account_credentials where kind = 'password' and secret like 'scrypt$%' limit 1`
  return (await db.query(found)).length > 0
}

/** Records the use of a credential. */
export const recordCredentialUse = (db: Db, accountId: string, credentialId: string, now: string): Promise<unknown> =>
  db.query(sql`
    update account_credentials set last_used_at = ${now}
    where account_id = ${accountId} and credential_id = ${credentialId}`)

export const raiseAccountVersion = (db: Db, accountId: string, now: string): Promise<unknown> =>
  db.query(sql`update accounts set version = version + 1, updated_at = ${now} where account_id = ${accountId}`)

/** Marks pending sign-ins of an account as void, after a change of its ways to sign in. */
export const raiseAuthEpoch = (db: Db, accountId: string, now: string): Promise<unknown> =>
  db.query(sql`
    update accounts set auth_epoch = auth_epoch + 1, version = version + 1, updated_at = ${now}
    where account_id = ${accountId}`)

export const markAccountVerified = (db: Db, { account_id, user_id }: AccountRow, now: string): Promise<unknown> =>
  Promise.all([
    db.query(sql`update accounts set email_verified = true, updated_at = ${now} where account_id = ${account_id}`),
    db.query(sql`
      update users u set email_verified = true, updated_at = ${now} from accounts a
      where u.user_id = ${user_id} and a.account_id = ${account_id} and u.email = a.email`),
  ])

/** Deletes TOTP, recovery codes and passkeys of an account. */
export const deleteSecondFactors = (db: Db, accountId: string): Promise<unknown> =>
  db.query(sql`delete from account_credentials where account_id = ${accountId} and kind <> 'password'`)

/** Deletes the password, the authenticator app, recovery codes and passkeys. */
export const deleteCredentials = (db: Db, accountId: string): Promise<unknown> =>
  db.query(sql`delete from account_credentials where account_id = ${accountId}`)

export const setAccountDisabled = (
  db: Db,
  accountId: string,
  disabledAt: string | null,
  now: string,
): Promise<unknown> =>
  db.query(sql`
    update accounts set disabled_at = ${disabledAt}, auth_epoch = auth_epoch + 1, version = version + 1,
      updated_at = ${now}
    where account_id = ${accountId}`)

interface TotpRow {
  /** Encrypted. */
  secret: string
  counter: number | null
  confirmed_at: string | null
}

export async function findTotp(db: Db, accountId: string): Promise<TotpRow | undefined> {
  const [row] = await db.query(sql<TotpRow>`
    select secret, counter::float8 as counter, confirmed_at from account_credentials
    where account_id = ${accountId} and credential_id = 'totp'`)
  return row
}

/** Stores a secret of TOTP that is not confirmed yet. */
export const savePendingTotp = (db: Db, accountId: string, encrypted: string, now: string): Promise<unknown> =>
  db.query(sql`
    insert into account_credentials as c (account_id, credential_id, kind, secret, created_at, updated_at)
    values (${accountId}, 'totp', 'totp', ${encrypted}, ${now}, ${now})
    on conflict (account_id, credential_id) do update set secret = excluded.secret,
      updated_at = ${buildUpdatedAt(now, 'c.updated_at')}
    where c.confirmed_at is null`)

/** Confirms the pending TOTP and replaces the recovery codes by these hashes. */
export async function confirmPendingTotp(
  db: Db,
  accountId: string,
  step: number,
  codeHashes: readonly string[],
  now: string,
): Promise<void> {
  await db.query(sql`
    update account_credentials set confirmed_at = ${now}, counter = ${step},
      updated_at = ${buildUpdatedAt(now, 'updated_at')}
    where account_id = ${accountId} and credential_id = 'totp'`)
  await db.query(sql`delete from account_credentials where account_id = ${accountId} and kind = 'recovery_code'`)
  for (const codeHash of codeHashes)
    await db.query(sql`
      insert into account_credentials (account_id, credential_id, kind, confirmed_at, created_at, updated_at)
      values (${accountId}, ${codeHash}, 'recovery_code', ${now}, ${now}, ${now})`)
}

/** Records a time step as accepted. Returns false if it, or a later one, was accepted before. */
export async function acceptTotpStep(db: Db, accountId: string, step: number, now: string): Promise<boolean> {
  const accepted = await db.query(sql`
    update account_credentials set counter = ${step}, last_used_at = ${now}
    where account_id = ${accountId} and credential_id = 'totp' and confirmed_at is not null
      and (counter is null or counter < ${step}) returning 1`)
  return accepted.length > 0
}

/** Deletes a recovery code, which works once. Returns false if the account has no such code. */
export async function takeRecoveryCode(db: Db, accountId: string, codeHash: string): Promise<boolean> {
  const taken = await db.query(sql`
    delete from account_credentials
    where account_id = ${accountId} and kind = 'recovery_code' and credential_id = ${codeHash} returning 1`)
  return taken.length > 0
}

/** Deletes TOTP with its recovery codes, or the password. */
export const deleteCredential = (db: Db, accountId: string, kind: 'password' | 'totp'): Promise<unknown> =>
  db.query(sql`
    delete from account_credentials where account_id = ${accountId}
      and (kind = ${kind} or (kind = 'recovery_code' and ${kind === 'totp'}))`)

/** Returns the display name of an account's user, and the number of unused recovery codes. */
export async function loadAccountDetails(
  db: Db,
  { account_id, user_id }: Pick<AccountRow, 'account_id' | 'user_id'>,
): Promise<{ name: string | null; recovery_codes_left: number }> {
  const [row] = await db.query(sql<{ name: string | null; recovery_codes_left: number }>`
    select u.name, (select count(*)::int from account_credentials c
      where c.account_id = ${account_id} and c.kind = 'recovery_code') as recovery_codes_left
    from users u where u.user_id = ${user_id}`)
  return row!
}

/** Changes the display name of a user. Returns false if the user has it. */
export async function saveDisplayName(db: Db, userId: string, name: string, now: string): Promise<boolean> {
  const saved = await db.query(sql`
    update users set name = ${name}, updated_at = ${now}
    where user_id = ${userId} and name is distinct from ${name} returning 1`)
  return saved.length > 0
}
