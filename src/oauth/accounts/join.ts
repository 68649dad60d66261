import type { FastifyReply } from 'fastify'
import { createAccount } from '../../auth/accounts/create.ts'
import { listUsersOfProviders } from '../../auth/accounts/identities.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { isRecentSignIn } from '../../core/recent-login.ts'
import { addAccountToUser } from './add-account.ts'
import { findBrowserCaller } from './browser-caller.ts'
import { encryptFlow } from './flow.ts'
import { findDetailsProblem, readNewAccountForm } from './forms.ts'
import type { FormHandler, NewAccountForm, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderAddPage, renderAddressOfUserPage, renderJoinPage } from './link-pages.ts'
import { sendInvalidLinkPage, signInToNewAccount, type LinkRequest } from './link-request.ts'
import { continueSignIn } from './sign-in.ts'

interface PendingJoin {
  email: string
  /** True if a user of an identity provider has the address, who gets the account instead of a new user. */
  isTaken: boolean
  /** That user, signed in recently in this browser. */
  caller: Caller | undefined
}

async function findPendingJoin(services: Dependencies, request: LinkRequest): Promise<PendingJoin | undefined> {
  const { database, clock } = services
  const email = (await findAccountLink(database.db, 'join', request.params.token, clock()))?.email
  if (email == null) return undefined
  const users = await listUsersOfProviders(database.db, email)
  if (users.length === 0) return { email, isTaken: false, caller: undefined }
  const caller = await findBrowserCaller(services, request)
  const isOwner = users.some(({ user_id }) => user_id === caller?.user.user_id)
  const isProved = isOwner && isRecentSignIn(caller?.browser?.loginMillis ?? null, clock())
  return { email, isTaken: true, caller: isProved ? caller : undefined }
}

function renderJoin(
  services: Dependencies,
  request: LinkRequest,
  reply: FastifyReply,
  { email, isTaken, caller }: PendingJoin,
  { entered, problem }: { entered?: NewAccountForm; problem?: string } = {},
): string {
  if (caller) return renderAddPage(email, caller.user.username, problem)
  if (!isTaken) return renderJoinPage(email, entered, problem)
  const path = `${services.config.baseUrl}/id/join/${request.params.token}`
  return renderAddressOfUserPage(email, encryptFlow(services, reply, { path, again: true }))
}

export const showJoinPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const pending = await findPendingJoin(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  await sendPage(reply, renderJoin(services, request, reply, pending))
}

export const submitJoinPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const pending = await findPendingJoin(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  const { email, isTaken, caller } = pending
  if (isTaken && !caller) return sendPage(reply, renderJoin(services, request, reply, pending), 403)
  const details = { ...readNewAccountForm(form), email }
  const problem = (caller ? undefined : findDetailsProblem(details)) ?? findPasswordProblem(details.password, email)
  if (problem !== undefined) {
    const page = renderJoin(services, request, reply, pending, { entered: details, problem })
    return sendPage(reply, page, 422)
  }
  if (!caller)
    return signInToNewAccount(services, request, reply, await createJoinedAccount(services, request, details))
  const account = await addAccountToUser(services, request, caller, details)
  if (!account) return sendInvalidLinkPage(reply)
  await continueSignIn(services, request, reply, account, { path: `${services.config.baseUrl}/` })
}

export const showJoinAgain: ShowAgain = async (services, request: LinkRequest, reply, { form, problem }) => {
  const pending = await findPendingJoin(services, request)
  if (!pending) return undefined
  return { page: renderJoin(services, request, reply, pending, { entered: readNewAccountForm(form), problem }) }
}

/** Creates the account and uses up the link. Returns undefined if either happened concurrently. */
async function createJoinedAccount(
  { database, clock }: Dependencies,
  { params: { token } }: LinkRequest,
  { email, name, password }: NewAccountForm,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password)
  return database.transaction(async (trx) => {
    if (!(await findAccountLink(trx, 'join', token, clock(), true))) return undefined
    await deleteAccountLink(trx, token)
    return createAccount(trx, { email, name, email_verified: true, passwordHash }, clock())
  })
}
