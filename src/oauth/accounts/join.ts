import { createAccount } from '../../auth/accounts/create.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { findDetailsProblem, readNewAccountForm } from './forms.ts'
import type { FormHandler, NewAccountForm, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderJoinPage } from './link-pages.ts'
import { sendInvalidLinkPage, signInToNewAccount, type LinkRequest } from './link-request.ts'

async function findJoinEmail({ database, clock }: Dependencies, token: string): Promise<string | undefined> {
  return (await findAccountLink(database.db, 'join', token, clock()))?.email ?? undefined
}

export const showJoinPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const email = await findJoinEmail(services, request.params.token)
  await (email === undefined ? sendInvalidLinkPage(reply) : sendPage(reply, renderJoinPage(email)))
}

export const submitJoinPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const email = await findJoinEmail(services, request.params.token)
  if (email === undefined) return sendInvalidLinkPage(reply)
  const details = { ...readNewAccountForm(form), email }
  const problem = findDetailsProblem(details) ?? findPasswordProblem(details.password, email)
  if (problem !== undefined) return sendPage(reply, renderJoinPage(email, details, problem), 422)
  const accountId = await createJoinedAccount(services, request.params.token, details)
  await signInToNewAccount(services, request, reply, accountId)
}

export const showJoinAgain: ShowAgain = async (services, request: LinkRequest, _reply, { form, problem }) => {
  const email = await findJoinEmail(services, request.params.token)
  return email === undefined ? undefined : { page: renderJoinPage(email, readNewAccountForm(form), problem) }
}

/** Creates the account and uses up the link. Returns undefined if either happened concurrently. */
async function createJoinedAccount(
  { database, clock }: Dependencies,
  token: string,
  { email, name, password }: NewAccountForm,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password)
  return database.transaction(async (trx) => {
    if (!(await findAccountLink(trx, 'join', token, clock(), true))) return undefined
    await deleteAccountLink(trx, token)
    return createAccount(trx, { email, name, email_verified: true, passwordHash }, clock())
  })
}
