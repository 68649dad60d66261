import { findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import { findAccountById, lockAccount, type AccountForSignIn } from '../../auth/accounts/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { commitContextEvents } from '../../events/log.ts'
import { changePassword, claimAccount } from '../../resources/people/account/commands.ts'
import { createPageContext } from '../consent/request.ts'
import type { ShowAgain, FormHandler, PageHandler } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderPasswordPage } from './pages.ts'
import { loadAccountCaller } from './session.ts'
import { sendInvalidLinkPage, type LinkRequest } from './link-request.ts'
import { continueSignIn } from './sign-in.ts'

/** Finds the account of a link to set a password. */
async function findResetAccount(
  { database, clock }: Dependencies,
  token: string,
): Promise<AccountForSignIn | undefined> {
  const link = await findAccountLink(database.db, 'reset', token, clock())
  const account = link?.account_id ? await findAccountById(database.db, link.account_id) : undefined
  return account?.disabled_at === null ? account : undefined
}

export const showResetPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const account = await findResetAccount(services, request.params.token)
  if (!account) return sendInvalidLinkPage(reply)
  await sendPage(reply, renderPasswordPage(account.email))
}

export const submitResetPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const account = await findResetAccount(services, request.params.token)
  if (!account) return sendInvalidLinkPage(reply)
  const password = form.get('password') ?? ''
  const problem = findPasswordProblem(password, account.email)
  if (problem !== undefined) return sendPage(reply, renderPasswordPage(account.email, problem), 422)
  const changed = await resetPassword(services, request, account, await hashPassword(password))
  if (!changed) return sendInvalidLinkPage(reply)
  await continueSignIn(services, request, reply, changed, { path: `${services.config.baseUrl}/` })
}

export const showResetAgain: ShowAgain = async (services, request: LinkRequest, _reply, { problem }) => {
  const account = await findResetAccount(services, request.params.token)
  return account && { page: renderPasswordPage(account.email, problem) }
}

/** Stores the password and ends other access. Returns undefined if the link was used concurrently. */
async function resetPassword(
  services: Dependencies,
  request: LinkRequest,
  account: AccountForSignIn,
  passwordHash: string,
): Promise<AccountForSignIn | undefined> {
  const caller = await loadAccountCaller(services, account)
  const isReset = await services.database.transaction(async (trx) => {
    const locked = await lockAccount(trx, account.account_id)
    const link = await findAccountLink(trx, 'reset', request.params.token, services.clock(), true)
    if (!link || locked?.disabled_at !== null) return false
    const ctx = createPageContext(services, request, { caller }, trx, true)
    if (link.mailed && !account.email_verified) await claimAccount(ctx, account)
    await changePassword(ctx, account, passwordHash)
    await commitContextEvents(ctx, trx)
    return true
  })
  return isReset ? findAccountById(services.database.db, account.account_id) : undefined
}
