import type { FastifyReply } from 'fastify'
import { createAccount } from '../../auth/accounts/create.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import { findAccountById } from '../../auth/accounts/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import {
  findDetailsProblem,
  readNewAccountForm,
  readOwnForm,
  sendAccountPage,
  type NewAccountForm,
  type ShowAgain,
} from './forms.ts'
import { renderInvalidLinkPage, renderJoinPage } from './link-pages.ts'
import { finishAccountSignIn } from './session.ts'
import type { LinkRequest } from './setup.ts'

async function findJoinEmail({ database, clock }: Dependencies, token: string): Promise<string | undefined> {
  return (await findAccountLink(database.db, 'join', token, clock()))?.email ?? undefined
}

export async function showJoinPage(services: Dependencies, request: LinkRequest, reply: FastifyReply): Promise<void> {
  const email = await findJoinEmail(services, request.params.token)
  await (email === undefined
    ? sendAccountPage(reply, renderInvalidLinkPage(), 404)
    : sendAccountPage(reply, renderJoinPage(email)))
}

export async function submitJoinPage(services: Dependencies, request: LinkRequest, reply: FastifyReply): Promise<void> {
  const form = await readOwnForm(services, request, reply)
  if (!form) return
  const email = await findJoinEmail(services, request.params.token)
  if (email === undefined) return void (await sendAccountPage(reply, renderInvalidLinkPage(), 404))
  const details = { ...readNewAccountForm(form), email }
  const problem = findDetailsProblem(details) ?? findPasswordProblem(details.password, email)
  if (problem !== undefined) return void (await sendAccountPage(reply, renderJoinPage(email, details, problem), 422))
  const accountId = await createJoinedAccount(services, request.params.token, details)
  const account = accountId === undefined ? undefined : await findAccountById(services.database.db, accountId)
  if (!account) return void (await sendAccountPage(reply, renderInvalidLinkPage(), 404))
  await finishAccountSignIn(services, request, reply, account, {
    path: `${services.config.baseUrl}/`,
    factors: 'one factor',
  })
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
