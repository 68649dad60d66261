import type { FastifyRequest } from 'fastify'
import { takeAttempt, toAttempt } from '../../auth/accounts/attempts.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findAccountByEmail, findAccountById } from '../../auth/accounts/queries.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import { notFound } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { problemTexts } from '../messages/problems.ts'
import { composeAccountEmail, composeJoinEmail, sendLinkLater } from './emails.ts'
import type { FormHandler, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderConfirmSignInPage, renderLinkSentPage, renderRequestLinkPage } from './link-pages.ts'
import { sendInvalidLinkPage, type LinkRequest } from './link-request.ts'
import { describeDelay } from './delays.ts'
import { continueSignIn } from './sign-in.ts'

/** Returns whether a user may create an account with an address, without an invitation. */
function canJoinWith({ config: { accounts } }: Dependencies, emailKey: string): boolean {
  const { join } = accounts
  return join.kind === 'open' || (join.kind === 'domain' && emailKey.endsWith(`@${join.domain}`))
}

/** Serves the page that asks for an address, and emails it a link. The response is the same for every address. */
export const createRequestPage = (
  purpose: 'reset' | 'join',
): { get: PageHandler; post: FormHandler; again: ShowAgain } => ({
  async get(services, _request, reply) {
    requireEmails(services, purpose)
    await sendPage(reply, renderRequestLinkPage(purpose))
  },
  async post(services, request, reply, form) {
    requireEmails(services, purpose)
    const email = (form.get('email') ?? '').trim()
    const emailKey = normalizeEmail(email)
    const problem = emailKey === null ? problemTexts.email : await countRequest(services, request, emailKey)
    if (problem !== undefined) return sendPage(reply, renderRequestLinkPage(purpose, email, problem), 422)
    sendLinkLater(services, async () => {
      const account = await findAccountByEmail(services.database.db, emailKey!)
      if (account) return account.disabled_at === null ? composeAccountEmail(services, account) : undefined
      return purpose === 'join' && canJoinWith(services, emailKey!) ? composeJoinEmail(services, email) : undefined
    })
    await sendPage(reply, renderLinkSentPage(email))
  },
  again: (_services, _request, _reply, { form, problem }) => ({
    page: renderRequestLinkPage(purpose, (form.get('email') ?? '').trim(), problem),
  }),
})

function requireEmails({ config }: Dependencies, purpose: 'reset' | 'join'): void {
  if (!config.mail || (purpose === 'join' && config.accounts.join.kind === 'invite')) throw notFound()
}

/** Counts a request for an email, by address and IP. Returns the problem to show after too many. */
async function countRequest(
  services: Dependencies,
  request: FastifyRequest,
  emailKey: string,
): Promise<string | undefined> {
  const attempts = [toAttempt('mail', emailKey), toAttempt('ip', request.ip)]
  const delay = await takeAttempt(services, attempts)
  return delay > 0 ? describeDelay(delay) : undefined
}

/**
 * Asks for a click, since mail scanners open links, and names the account: a user who was sent the link of another
 * account would enter data into it.
 */
export const showSignInLink: PageHandler<LinkRequest> = async (services, request, reply) => {
  const { db } = services.database
  const link = await findAccountLink(db, 'sign_in', request.params.token, services.clock())
  const account = link?.account_id ? await findAccountById(db, link.account_id) : undefined
  await (account ? sendPage(reply, renderConfirmSignInPage(account.email)) : sendInvalidLinkPage(reply))
}

export const submitSignInLink: FormHandler<LinkRequest> = async (services, request, reply) => {
  const account = await services.database.transaction(async (trx) => {
    const link = await findAccountLink(trx, 'sign_in', request.params.token, services.clock(), true)
    const found = link?.account_id ? await findAccountById(trx, link.account_id) : undefined
    if (!found || found.disabled_at !== null) return undefined
    await deleteAccountLink(trx, request.params.token)
    return found
  })
  if (!account) return sendInvalidLinkPage(reply)
  await continueSignIn(services, request, reply, account, { path: `${services.config.baseUrl}/` })
}
