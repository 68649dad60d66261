import type { FastifyRequest } from 'fastify'
import { findAccountById, hasSecondFactor, savePendingTotp } from '../../auth/accounts/queries.ts'
import { encryptTotpSecret } from '../../auth/accounts/second-factor.ts'
import { buildTotpUri, createTotpSecret } from '../../auth/accounts/totp.ts'
import { conflict, Problem } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { commitContextEvents } from '../../events/log.ts'
import { confirmTotp } from '../../resources/people/account/commands.ts'
import { problemTexts } from '../messages/problems.ts'
import { createPageContext } from '../consent/request.ts'
import { requireUnchangedAccount } from '../sign-in/sessions.ts'
import { encryptFlow } from './flow.ts'
import type { ShowAgain, FormHandler, PageHandler } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderExpiredFlowPage, renderNewSecondFactorPage, renderRecoveryCodesPage } from './pages.ts'
import { findProvedSignIn, type ProvedSignIn } from './second-factor.ts'
import { loadAccountCaller, startAccountSession } from './session.ts'
import type { FlowRequest } from './sign-in.ts'

const renderSetup = (
  { config }: Dependencies,
  { account }: ProvedSignIn,
  flow: string,
  secret: string,
  problem?: string,
): string =>
  renderNewSecondFactorPage({
    flow,
    secret,
    uri: buildTotpUri(secret, account.email, new URL(config.baseUrl).host),
    problem,
  })

/** Shows a new secret for an authenticator app to a user whose organization requires a second factor. */
export const showNewSecondFactorPage: PageHandler<FlowRequest> = async (services, request, reply) => {
  const found = await findProvedSignIn(services, request, request.query.flow)
  if (!found || hasSecondFactor(found.account)) return sendPage(reply, renderExpiredFlowPage(), 400)
  const totp = found.flow.totp ?? createTotpSecret()
  const flow = encryptFlow(services, reply, { ...found.flow, totp })
  await sendPage(reply, renderSetup(services, found, flow, totp))
}

export const submitNewSecondFactorPage: FormHandler = async (services, request, reply, form) => {
  const encrypted = form.get('flow') ?? ''
  const found = await findProvedSignIn(services, request, encrypted)
  const secret = found?.flow.totp
  if (!found || hasSecondFactor(found.account) || secret === undefined)
    return sendPage(reply, renderExpiredFlowPage(), 400)
  const codes = await saveSecondFactor(services, request, found, secret, (form.get('code') ?? '').trim())
  if (typeof codes === 'string') return sendPage(reply, renderSetup(services, found, encrypted, secret, codes), 422)
  // The new factor raised the epoch by one.
  const account = { ...found.account, auth_epoch: found.account.auth_epoch + 1 }
  await startAccountSession(services, request, reply, account, { ...found.flow, factors: 'two factors' })
  await sendPage(reply, renderRecoveryCodesPage(codes, found.flow.path))
}

export const showNewSecondFactorAgain: ShowAgain = async (services, request: FastifyRequest, _reply, failed) => {
  const flow = failed.form.get('flow') ?? ''
  const found = await findProvedSignIn(services, request, flow)
  const secret = found?.flow.totp
  if (!found || hasSecondFactor(found.account) || secret === undefined) return undefined
  return { page: renderSetup(services, found, flow, secret, failed.problem) }
}

/** Stores and confirms the secret. Returns the recovery codes, or the problem to show. */
async function saveSecondFactor(
  services: Dependencies,
  request: FastifyRequest,
  { account }: ProvedSignIn,
  secret: string,
  code: string,
): Promise<string[] | string> {
  const caller = await loadAccountCaller(services, account)
  const work = services.database.transaction(async (trx) => {
    await requireUnchangedAccount(trx, account)
    // A passkey that was added since does not raise the epoch.
    const current = await findAccountById(trx, account.account_id)
    if (!current || hasSecondFactor(current)) throw conflict(problemTexts.accountChanged)
    const ctx = createPageContext(services, request, { caller }, trx, true)
    const encrypted = encryptTotpSecret(services.keyring, account.account_id, secret)
    await savePendingTotp(trx, account.account_id, encrypted, ctx.now)
    const { recovery_codes } = await confirmTotp(ctx, account, code)
    await commitContextEvents(ctx, trx)
    return recovery_codes
  })
  return work.catch((error: unknown) => {
    if (error instanceof Problem && error.status === 422) return problemTexts.wrongCode
    throw error
  })
}
