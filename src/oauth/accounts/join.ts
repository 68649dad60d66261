import type { FastifyReply } from 'fastify'
import { createAccount } from '../../auth/accounts/create.ts'
import { canSignIn, listUsersOfProviders } from '../../auth/accounts/identities.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import { findAccountByUser } from '../../auth/accounts/queries.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { isRecentSignIn } from '../../core/recent-login.ts'
import { addAccountToUser } from './add-account.ts'
import { findBrowserCaller } from './browser-caller.ts'
import { encryptFlow } from './flow.ts'
import { findDetailsProblem, readNewAccountForm } from './forms.ts'
import type { FormHandler, NewAccountForm, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import {
  renderAddPage,
  renderAddressOfFormerUserPage,
  renderAddressOfUserPage,
  renderHasAccountPage,
  renderJoinPage,
} from './link-pages.ts'
import { sendInvalidLinkPage, signInToNewAccount, type LinkRequest } from './link-request.ts'
import { continueSignIn } from './sign-in.ts'

interface PendingJoin {
  email: string
  /** Set if a user of an identity provider has the address, who gets the account instead of a new user. */
  owner?: {
    /** That user, signed in recently in this browser. */
    caller: Caller | undefined
    /** False if no user with the address can sign in any more. */
    canSignIn: boolean
    /** Other address with which the caller has an account. */
    otherAddress: string | undefined
  }
}

async function findPendingJoin(services: Dependencies, request: LinkRequest): Promise<PendingJoin | undefined> {
  const { database, clock } = services
  const email = (await findAccountLink(database.db, 'join', request.params.token, clock()))?.email
  if (email == null) return undefined
  const users = await listUsersOfProviders(database.db, email)
  if (users.length === 0) return { email }
  const signedIn = await findBrowserCaller(services, request)
  const isOwner = users.some(({ user_id }) => user_id === signedIn?.user.user_id)
  const caller = isOwner && isRecentSignIn(signedIn?.browser?.loginMillis ?? null, clock()) ? signedIn : undefined
  const account = caller && (await findAccountByUser(database.db, caller.user.user_id))
  const isUsable = users.some((user) => canSignIn(services.config, user))
  return { email, owner: { caller, canSignIn: isUsable, otherAddress: account?.email } }
}

/** Returns the status with which a form is refused, if it is. */
const findRefusalStatus = ({ owner }: PendingJoin): 403 | 409 | undefined =>
  owner?.otherAddress !== undefined ? 409 : owner && !owner.caller ? 403 : undefined

function renderJoin(
  services: Dependencies,
  request: LinkRequest,
  reply: FastifyReply,
  { email, owner }: PendingJoin,
  { entered, problem }: { entered?: NewAccountForm; problem?: string } = {},
): string {
  if (!owner) return renderJoinPage(email, entered, problem)
  if (owner.otherAddress !== undefined) return renderHasAccountPage(owner.otherAddress)
  if (owner.caller) return renderAddPage(email, owner.caller.user.username, problem)
  if (!owner.canSignIn) return renderAddressOfFormerUserPage()
  const path = `${services.config.baseUrl}/id/join/${request.params.token}`
  return renderAddressOfUserPage(email, encryptFlow(services, reply, { path, again: true }))
}

/** Shows what is missing since the page was shown: a sign-in, or the link. */
async function refuseJoin(services: Dependencies, request: LinkRequest, reply: FastifyReply): Promise<void> {
  const pending = await findPendingJoin(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  return sendPage(reply, renderJoin(services, request, reply, pending), findRefusalStatus(pending) ?? 409)
}

export const showJoinPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const pending = await findPendingJoin(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  await sendPage(reply, renderJoin(services, request, reply, pending))
}

export const submitJoinPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const pending = await findPendingJoin(services, request)
  if (!pending) return sendInvalidLinkPage(reply)
  const { email, owner } = pending
  if (findRefusalStatus(pending) !== undefined) return refuseJoin(services, request, reply)
  const caller = owner?.caller
  const details = { ...readNewAccountForm(form), email }
  const problem = (caller ? undefined : findDetailsProblem(details)) ?? findPasswordProblem(details.password, email)
  if (problem !== undefined) {
    const page = renderJoin(services, request, reply, pending, { entered: details, problem })
    return sendPage(reply, page, 422)
  }
  if (!caller)
    return signInToNewAccount(services, request, reply, await createJoinedAccount(services, request, details))
  const account = await addAccountToUser(services, request, caller, details)
  if (!account) return refuseJoin(services, request, reply)
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
