import type { FastifyReply, FastifyRequest } from 'fastify'
import { forgetFailures, takeAttempt, toAttempt } from '../../auth/accounts/attempts.ts'
import { findAccountById, type AccountForSignIn } from '../../auth/accounts/queries.ts'
import { listPasskeyIds } from '../../auth/accounts/passkeys.ts'
import { acceptSecondFactor } from '../../auth/accounts/second-factor.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { problemTexts } from '../messages/problems.ts'
import { describeDelay } from './delays.ts'
import { findKnownDevice, toDeviceAttempts } from './known-devices.ts'
import { decryptFlow, type AccountFlow } from './flow.ts'
import type { ShowAgain, ShownAgain, FormHandler, PageHandler } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderExpiredFlowPage, renderSecondFactorPage } from './pages.ts'
import { buildScriptPageHeaders, renderPasskeyForm } from './passkey-script.ts'
import { checkPasskey } from './passkey-sign-in.ts'
import { finishAccountSignIn } from './session.ts'
import type { FlowRequest } from './sign-in.ts'

export interface ProvedSignIn {
  flow: AccountFlow
  account: AccountForSignIn
}

/** Finds the sign-in whose password was verified; undefined once the account's ways to sign in have changed. */
export async function findProvedSignIn(
  services: Dependencies,
  request: FastifyRequest,
  encrypted: string | null | undefined,
): Promise<ProvedSignIn | undefined> {
  const flow = decryptFlow(services, request, encrypted)
  if (!flow?.proved) return undefined
  const account = await findAccountById(services.database.db, flow.proved.account_id)
  const isCurrent = account?.disabled_at === null && account.auth_epoch === flow.proved.epoch
  return isCurrent ? { flow, account } : undefined
}

export const showSecondFactorPage: PageHandler<FlowRequest> = async (services, request, reply) => {
  const { flow } = request.query
  const found = await findProvedSignIn(services, request, flow)
  if (!found) return sendPage(reply, renderExpiredFlowPage(), 400)
  await sendSecondFactor(services, reply, found, { flow: flow! })
}

async function buildSecondFactor(
  services: Dependencies,
  { account }: ProvedSignIn,
  { flow, problem }: { flow: string; problem?: string },
): Promise<ShownAgain> {
  const { account_id, has_totp } = account
  const allowed = await listPasskeyIds(services.database.db, account_id)
  const action = '/id/second-factor'
  const passkey = allowed.length > 0 ? renderPasskeyForm(services, { action, flow, allowed, account_id }) : undefined
  const page = renderSecondFactorPage({ flow, problem, has_totp, passkey })
  return { page, headers: buildScriptPageHeaders(services) }
}

async function sendSecondFactor(
  services: Dependencies,
  reply: FastifyReply,
  found: ProvedSignIn,
  shown: { flow: string; problem?: string },
  status = 200,
): Promise<void> {
  const { page, headers } = await buildSecondFactor(services, found, shown)
  await sendPage(reply, page, status, headers)
}

export const showSecondFactorAgain: ShowAgain = async (services, request: FastifyRequest, _reply, failed) => {
  const flow = failed.form.get('flow') ?? ''
  const found = await findProvedSignIn(services, request, flow)
  return found && buildSecondFactor(services, found, { flow, problem: failed.problem })
}

async function findPasskeyProblem(...[services, request, signIn]: Parameters<typeof checkPasskey>) {
  const checked = await checkPasskey(services, request, signIn)
  return typeof checked === 'string' ? checked : undefined
}

export const submitSecondFactorPage: FormHandler = async (services, request, reply, form) => {
  const encrypted = form.get('flow') ?? ''
  const found = await findProvedSignIn(services, request, encrypted)
  if (!found) return sendPage(reply, renderExpiredFlowPage(), 400)
  const credential = form.get('credential')
  const problem =
    credential === null
      ? await findCodeProblem(services, request, found.account.account_id, (form.get('code') ?? '').trim())
      : await findPasskeyProblem(services, request, { encrypted, flow: found.flow, credential })
  if (problem !== undefined) return sendSecondFactor(services, reply, found, { flow: encrypted, problem }, 422)
  await finishAccountSignIn(services, request, reply, found.account, { ...found.flow, factors: 'two factors' })
}

/**
 * Uses up a code. Returns the problem to show, if any. Browsers in which the account was used are counted separately, so
 * that an attacker with the password does not delay its user.
 */
async function findCodeProblem(
  services: Dependencies,
  request: FastifyRequest,
  accountId: string,
  code: string,
): Promise<string | undefined> {
  const { database, keyring, clock } = services
  const device = findKnownDevice(services, request)
  const isKnown = device?.account_id === accountId
  const attempts = isKnown ? toDeviceAttempts('code', device) : [toAttempt('code', accountId)]
  const delay = await takeAttempt(services, attempts)
  if (delay > 0) return describeDelay(delay)
  if (await acceptSecondFactor(database.db, keyring, accountId, code, clock())) {
    await forgetFailures(database.db, attempts)
    return undefined
  }
  return problemTexts.usedCode
}
