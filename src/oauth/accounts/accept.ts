import type { FastifyReply } from 'fastify'
import { releaseAttempts, takeAttempt, toAttempt } from '../../auth/accounts/attempts.ts'
import { createAccount } from '../../auth/accounts/create.ts'
import { findAddressProblem } from '../../auth/accounts/identities.ts'
import { deleteAccountLink, findAccountLink, type AccountLinkRow } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import {
  findAccountByEmail,
  findAccountById,
  findAccountByUser,
  markAccountVerified,
} from '../../auth/accounts/queries.ts'
import { loadNewUser } from '../../auth/users.ts'
import { Caller } from '../../core/caller.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import { notFound } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { commitContextEvents } from '../../events/log.ts'
import type { Transaction } from '../../db/database.ts'
import { acceptInvite } from '../../resources/people/invites/commands.ts'
import { loadInviteByLink } from '../../resources/people/invites/policy.ts'
import { findLinkedInvite, type LinkedInvite } from '../../resources/people/invites/queries.ts'
import { problemTexts } from '../messages/problems.ts'
import { createPageContext } from '../consent/request.ts'
import { findBrowserCaller } from './browser-caller.ts'
import { describeDelay } from './delays.ts'
import { encryptFlow } from './flow.ts'
import { findDetailsProblem, readNewAccountForm } from './forms.ts'
import type { FormHandler, NewAccountForm, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderAcceptPage, type AcceptPage } from './accept-page.ts'
import { sendInvalidLinkPage, type LinkRequest } from './link-request.ts'
import { continueSignIn } from './sign-in.ts'

interface PendingAcceptance {
  link: AccountLinkRow
  invite: LinkedInvite
  /** User who is signed in with the invited address. */
  caller: Caller | undefined
}

async function findPendingAcceptance(
  services: Dependencies,
  request: LinkRequest,
): Promise<PendingAcceptance | undefined> {
  const { database, clock } = services
  const link = await findAccountLink(database.db, 'invitation', request.params.token, clock())
  if (!link?.org_id || !link.invite_id) return undefined
  const invite = await findLinkedInvite(database.db, link.org_id, link.invite_id, clock())
  if (!invite) return undefined
  const signedIn = await findBrowserCaller(services, request)
  const isInvited = signedIn?.user.email != null && normalizeEmail(signedIn.user.email) === normalizeEmail(invite.email)
  return { link, invite, caller: isInvited ? signedIn : undefined }
}

/** Renders the page. It is the same whether or not the invited address has an account. */
function renderAccept(
  services: Dependencies,
  request: LinkRequest,
  reply: FastifyReply,
  { invite, caller }: PendingAcceptance,
  more: Pick<AcceptPage, 'entered' | 'problem'> = {},
): string {
  const path = `${services.config.baseUrl}/id/accept/${request.params.token}`
  const flow = encryptFlow(services, reply, { path, again: false })
  return renderAcceptPage({ invite, flow, username: caller?.user.username, ...more })
}

export const showAcceptPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const pending = await findPendingAcceptance(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  await sendPage(reply, renderAccept(services, request, reply, pending))
}

export const submitAcceptPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const pending = await findPendingAcceptance(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  if (pending.caller) return joinSignedIn(services, request, reply, pending.caller)
  const details = { ...readNewAccountForm(form), email: pending.invite.email }
  const problem =
    findDetailsProblem(details) ??
    findPasswordProblem(details.password, details.email) ??
    (await findAccountProblem(services, request, details.email))
  if (problem !== undefined) {
    const page = renderAccept(services, request, reply, pending, { entered: details, problem })
    return sendPage(reply, page, 422)
  }
  await joinWithNewAccount(services, request, reply, details)
}

export const showAcceptAgain: ShowAgain = async (services, request: LinkRequest, reply, { form, problem }) => {
  const pending = await findPendingAcceptance(services, request)
  if (!pending) return undefined
  return { page: renderAccept(services, request, reply, pending, { entered: readNewAccountForm(form), problem }) }
}

/**
 * Returns the problem of an address that has an account, or a user of an identity provider. Counted by IP, since the
 * holder of a link learns from it that the address is in use.
 */
async function findAccountProblem(
  services: Dependencies,
  request: LinkRequest,
  email: string,
): Promise<string | undefined> {
  const delay = await takeAttempt(services, [toAttempt('ip', request.ip)])
  if (delay > 0) return describeDelay(delay)
  const { db } = services.database
  if (await findAccountByEmail(db, normalizeEmail(email)!)) return problemTexts.hasAccount
  const problem = await findAddressProblem(db, services.config, email)
  if (problem !== undefined) return problem
  await releaseAttempts(db, [toAttempt('ip', request.ip)])
  return undefined
}

async function joinSignedIn(
  services: Dependencies,
  request: LinkRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<void> {
  const orgId = await services.database.transaction(async (trx) => {
    const link = await findAccountLink(trx, 'invitation', request.params.token, services.clock())
    if (!link) return undefined
    const account = link.mailed ? await findAccountByUser(trx, caller.user.user_id) : undefined
    if (account && !account.email_verified) await markAccountVerified(trx, account, toIso(services.clock()))
    await useInvitation(services, request, trx, caller, link)
    return link.org_id
  })
  if (!orgId) return sendInvalidLinkPage(reply)
  await reply.redirect(`${services.config.baseUrl}/o/${orgId}`, 303)
}

async function joinWithNewAccount(
  services: Dependencies,
  request: LinkRequest,
  reply: FastifyReply,
  { email, name, password }: NewAccountForm,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const { database, clock } = services
  const created = await database.transaction(async (trx) => {
    const link = await findAccountLink(trx, 'invitation', request.params.token, clock())
    if (!link) return undefined
    const accountId = await createAccount(trx, { email, name, email_verified: link.mailed, passwordHash }, clock())
    const account = accountId === undefined ? undefined : await findAccountById(trx, accountId)
    if (!account) return undefined
    const caller = new Caller(await loadNewUser(trx, account.user_id), [], null)
    await useInvitation(services, request, trx, caller, link)
    return { account, org_id: link.org_id }
  })
  if (!created) return sendInvalidLinkPage(reply)
  // The organization may require a second factor.
  await continueSignIn(services, request, reply, created.account, {
    path: `${services.config.baseUrl}/o/${created.org_id}`,
  })
}

const toIso = (millis: number) => new Date(millis).toISOString()

/**
 * Accepts the invitation of a link for a user, uses up the link and commits. Throws 409 unless the invitation is
 * pending.
 */
async function useInvitation(
  services: Dependencies,
  request: LinkRequest,
  trx: Transaction,
  caller: Caller,
  { org_id, invite_id }: AccountLinkRow,
): Promise<void> {
  const ctx = createPageContext(services, request, { caller }, trx, true)
  const invite = await loadInviteByLink(ctx, org_id!, invite_id!)
  // Locked after the organization, as by a resend, which replaces the link.
  if (!(await findAccountLink(trx, 'invitation', request.params.token, services.clock(), true))) throw notFound()
  await acceptInvite(ctx, invite)
  await deleteAccountLink(trx, request.params.token)
  await commitContextEvents(ctx, trx)
}
