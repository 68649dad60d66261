import { createAccount } from '../../auth/accounts/create.ts'
import { findAddressProblem } from '../../auth/accounts/identities.ts'
import { createAccountLink, deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { findPasswordProblem, hashPassword } from '../../auth/accounts/passwords.ts'
import { hasAnyAccount } from '../../auth/accounts/queries.ts'
import { sql } from '../../db/sql.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { findDetailsProblem, readNewAccountForm } from './forms.ts'
import type { FormHandler, NewAccountForm, PageHandler, ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderSetupPage } from './pages.ts'
import { sendInvalidLinkPage, signInToNewAccount, type LinkRequest } from './link-request.ts'

const SETUP_LINK_MS = 60 * 60_000

/** Creates the link for the first account; undefined if accounts are off or one exists. */
export async function createSetupLink({ config, database, clock }: Dependencies): Promise<string | undefined> {
  if (config.accounts.mode !== 'on' || (await hasAnyAccount(database.db))) return undefined
  return createAccountLink(database.db, config, clock(), { kind: 'setup', lifetimeMs: SETUP_LINK_MS })
}

const isUsable = async ({ database, clock }: Dependencies, token: string): Promise<boolean> =>
  (await findAccountLink(database.db, 'setup', token, clock())) !== undefined && !(await hasAnyAccount(database.db))

export const showSetupPage: PageHandler<LinkRequest> = async (services, request, reply) => {
  const isOpen = await isUsable(services, request.params.token)
  await (isOpen ? sendPage(reply, renderSetupPage()) : sendInvalidLinkPage(reply))
}

export const submitSetupPage: FormHandler<LinkRequest> = async (services, request, reply, form) => {
  const { token } = request.params
  if (!(await isUsable(services, token))) return sendInvalidLinkPage(reply)
  const details = readNewAccountForm(form)
  const problem =
    findDetailsProblem(details) ??
    findPasswordProblem(details.password, details.email) ??
    (await findAddressProblem(services.database.db, services.config, details.email))
  if (problem !== undefined) return sendPage(reply, renderSetupPage(details, problem), 422)
  const accountId = await createFirstAccount(services, token, details)
  await signInToNewAccount(services, request, reply, accountId)
}

export const showSetupAgain: ShowAgain = (_services, _request, _reply, { form, problem }) => ({
  page: renderSetupPage(readNewAccountForm(form), problem),
})

/** Creates the first account and uses up the link. Returns undefined if either happened concurrently. */
async function createFirstAccount(
  { database, clock }: Dependencies,
  token: string,
  { email, name, password }: NewAccountForm,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password)
  return database.transaction(async (trx) => {
    await trx.query(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`)
    const link = await findAccountLink(trx, 'setup', token, clock(), true)
    if (!link || (await hasAnyAccount(trx))) return undefined
    await deleteAccountLink(trx, token)
    return createAccount(trx, { email, name, email_verified: true, passwordHash }, clock())
  })
}
