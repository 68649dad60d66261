import type { FastifyRequest } from 'fastify'
import { releaseAttempts, takeAttempt, toAttempt } from '../../auth/accounts/attempts.ts'
import {
  acceptPasskeyCounter,
  deriveSignInChallenge,
  findPasskey,
  findPasskeyObstacle,
  markChallengeUsed,
  readPasskeyAnswer,
  verifyPasskey,
  type PasskeyAnswer,
} from '../../auth/accounts/passkeys.ts'
import { findAccountById, type AccountForSignIn } from '../../auth/accounts/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { AccountFlow } from './flow.ts'
import { problemTexts } from '../messages/problems.ts'
import { describeDelay } from './delays.ts'

interface PasskeySignIn {
  /** Encrypted sign-in of the page, from which its challenge is derived. */
  encrypted: string
  flow: AccountFlow
  /** Answer of the browser as JSON. */
  credential: string
}

/**
 * Verifies a passkey, which the browser unlocked by a second factor of its own. Returns the account, or the problem to
 * show. The challenge of a page works once.
 */
export async function checkPasskey(
  services: Dependencies,
  request: FastifyRequest,
  signIn: PasskeySignIn,
): Promise<AccountForSignIn | string> {
  const obstacle = findPasskeyObstacle(services.config)
  if (obstacle !== undefined) return obstacle
  const attempts = [toAttempt('ip', request.ip)]
  const delay = await takeAttempt(services, attempts)
  if (delay > 0) return describeDelay(delay)
  const response = parseAnswer(signIn.credential)
  const result = readPasskeyAnswer(response)
  const account = result && (await verifyAnswer(services, signIn, response, result))
  if (!account) return problemTexts.passkey
  await releaseAttempts(services.database.db, attempts)
  return account
}

function parseAnswer(credential: string): unknown {
  try {
    return JSON.parse(credential)
  } catch {
    return undefined
  }
}

async function verifyAnswer(
  { config, database, clock }: Dependencies,
  { encrypted, flow }: PasskeySignIn,
  response: unknown,
  { account_id, credential_id }: PasskeyAnswer,
): Promise<AccountForSignIn | undefined> {
  if (flow.proved && flow.proved.account_id !== account_id) return undefined
  const passkey = await findPasskey(database.db, account_id, credential_id)
  const account = passkey && (await findAccountById(database.db, account_id))
  if (!account || account.disabled_at !== null) return undefined
  const challenge = deriveSignInChallenge(encrypted)
  const counter = await verifyPasskey(config, response, passkey, challenge)
  if (counter === undefined) return undefined
  const now = new Date(clock()).toISOString()
  const isFirst = await markChallengeUsed(database.db, challenge, clock(), flow.until)
  return isFirst && (await acceptPasskeyCounter(database.db, passkey, counter, now)) ? account : undefined
}
