import type { FastifyRequest } from 'fastify'
import {
  findKnownDelay,
  forgetFailures,
  releaseAttempts,
  releaseUnchecked,
  takeAttempt,
  toAttempt,
  type Attempt,
} from '../../auth/accounts/attempts.ts'
import type { HashSource } from '../../auth/accounts/hash-queue.ts'
import { selectDecoyHash } from '../../auth/accounts/decoy-hashes.ts'
import { runInTurn, type Hasher } from '../../auth/accounts/hash-threads.ts'
import { isOutdatedHash } from '../../auth/accounts/password-hashes.ts'
import { hashPasswordInTurn, verifyPasswordInTurn } from '../../auth/accounts/passwords.ts'
import {
  findAccountByEmail,
  recordCredentialUse,
  replacePasswordHash,
  type AccountForSignIn,
} from '../../auth/accounts/queries.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { problemTexts } from '../messages/problems.ts'
import { describeDelay } from './delays.ts'
import { findKnownDevice, toDeviceAttempts } from './known-devices.ts'

interface PasswordAttempt {
  emailKey: string
  password: string
  source: HashSource
  byAccount: Attempt
  /** By the IP, or by all browsers in which the account was used before if this is one. */
  bySource: Attempt
}

/**
 * Returns the account if the password is right, else the problem to show. An attempt costs the database nothing until
 * its turn to be hashed, so that many of them do not slow down other requests.
 */
export async function checkPassword(
  services: Dependencies,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<AccountForSignIn | string> {
  const attempt = await buildAttempt(services, request, normalizeEmail(email) ?? email.toLowerCase(), password)
  const delay = findKnownDelay(services, [attempt.byAccount, attempt.bySource])
  if (delay > 0) return describeDelay(delay)
  return runInTurn(
    attempt.source,
    (hasher) => checkInTurn(services, attempt, hasher),
    (checked) => typeof checked === 'string',
  )
}

async function buildAttempt(
  services: Dependencies,
  request: FastifyRequest,
  emailKey: string,
  password: string,
): Promise<PasswordAttempt> {
  const device = findKnownDevice(services, request)
  const account = device && (await findAccountByEmail(services.database.db, emailKey))
  if (device && account?.account_id === device.account_id) {
    const [byAccount, bySource] = toDeviceAttempts('account', device)
    return { emailKey, password, source: 'proved', byAccount, bySource }
  }
  const [byAccount, bySource] = [toAttempt('account', emailKey), toAttempt('ip', request.ip)]
  return { emailKey, password, source: { ip: request.ip }, byAccount, bySource }
}

async function checkInTurn(
  services: Dependencies,
  { emailKey, password, byAccount, bySource }: PasswordAttempt,
  hasher: Hasher,
): Promise<AccountForSignIn | string> {
  const { db } = services.database
  const attempts = [byAccount, bySource]
  const delay = await takeAttempt(services, attempts)
  if (delay > 0) return describeDelay(delay)
  const [account, decoy] = await Promise.all([findAccountByEmail(db, emailKey), selectDecoyHash(services, emailKey)])
  const check = verifyPasswordInTurn(password, account?.password_hash ?? decoy, hasher)
  const matches = await releaseUnchecked(db, attempts, check)
  if (!matches || !account?.password_hash || account.disabled_at !== null) return problemTexts.wrongPassword
  await forgetFailures(db, [byAccount])
  await releaseAttempts(db, [bySource])
  await recordCredentialUse(db, account.account_id, 'password', new Date(services.clock()).toISOString())
  if (isOutdatedHash(account.password_hash)) await replaceOutdatedHash(services, account, password, hasher)
  return account
}

/** Replaces a hash of an earlier version. The next sign-in tries again if it fails. */
async function replaceOutdatedHash(
  { database, log }: Dependencies,
  account: AccountForSignIn,
  password: string,
  hasher: Hasher,
): Promise<void> {
  try {
    await replacePasswordHash(database.db, account, await hashPasswordInTurn(password, hasher))
  } catch (error) {
    log('warn', 'the hash of a password could not be replaced', { error: String(error) })
  }
}
