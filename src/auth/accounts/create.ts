import { conflict, unavailable, type Problem } from '../../core/errors.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import { newUuid } from '../../core/ids.ts'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { createUser } from '../users.ts'
import { ACCOUNT_ISSUER, listUsersOfProviders, lockAddress } from './identities.ts'
import { accountProblemTexts } from './problem-texts.ts'
import { findAccountByEmail, findAccountByUser, insertAccount, savePassword } from './queries.ts'

interface AccountDetails {
  email: string
  name?: string | undefined
  /** True if the user proved the address, or the operator entered it. */
  email_verified: boolean
  /** Undefined: the account gets a password by a link. */
  passwordHash?: string | undefined
  /** Existing user of an identity provider, who gets an account. */
  user_id?: string | undefined
  /** True to create another user although one of an identity provider has the address. */
  allowsSecondUser?: boolean
}

/**
 * Creates an account with its user. Returns its id, or undefined if the address has an account. Throws 409 if a user of
 * an identity provider has the address or the given user has an account, and 503 if no username is free.
 */
export async function createAccount(
  trx: Transaction,
  details: AccountDetails,
  millis: number,
): Promise<string | undefined> {
  const { email, name, email_verified, passwordHash } = details
  const account_id = newUuid(millis)
  const now = new Date(millis).toISOString()
  const email_key = normalizeEmail(email)!
  await lockAddress(trx, email)
  if (await findAccountByEmail(trx, email_key)) return undefined
  if (details.user_id === undefined && !details.allowsSecondUser) await rejectAddressOfUser(trx, email)
  const user_id = details.user_id ?? (await createAccountUser(trx, account_id, { email, name, email_verified }, millis))
  const isNew = await insertAccount(trx, { account_id, user_id, email, email_key, email_verified }, now)
  // Rolls a new user back: the same address was entered twice at the same time.
  if (!isNew) throw await toInsertProblem(trx, user_id)
  if (passwordHash !== undefined) await savePassword(trx, account_id, passwordHash, now)
  return account_id
}

/** Returns the problem of an account that was not inserted: the user has another one, or the address was just taken. */
async function toInsertProblem(trx: Transaction, userId: string): Promise<Problem> {
  const other = await findAccountByUser(trx, userId)
  return other
    ? conflict(accountProblemTexts.hasOtherAccount(other.email))
    : unavailable(accountProblemTexts.notCreated)
}

/** Throws 409 if a user of an identity provider has the address: the same person would be two users. */
async function rejectAddressOfUser(trx: Transaction, email: string): Promise<void> {
  if ((await listUsersOfProviders(trx, email)).length > 0) throw conflict(accountProblemTexts.addressOfUser)
}

async function createAccountUser(
  trx: Transaction,
  subject: string,
  { email, name, email_verified }: Pick<AccountDetails, 'email' | 'name' | 'email_verified'>,
  millis: number,
): Promise<string> {
  const issued_at = Math.floor(millis / 1000)
  const profile = { email, email_verified, issued_at, ...(name && { name }) }
  await createUser(trx, { issuer: ACCOUNT_ISSUER, subject, ...profile }, millis)
  const [user] = await trx.query(sql<{ user_id: string }>`
    select user_id from users where issuer = ${ACCOUNT_ISSUER} and subject = ${subject}`)
  if (!user) throw unavailable(accountProblemTexts.notCreated)
  return user.user_id
}
