import { createAccount } from '../../auth/accounts/create.ts'
import { listUsersOfProviders } from '../../auth/accounts/identities.ts'
import { deleteAccountLink, findAccountLink } from '../../auth/accounts/links.ts'
import { hashPassword } from '../../auth/accounts/passwords.ts'
import { findAccountById, type AccountForSignIn } from '../../auth/accounts/queries.ts'
import { lockBrowserSession } from '../../auth/browser-sessions.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { commitContextEvents } from '../../events/log.ts'
import { emitSignInChanged } from '../../resources/people/account/events.ts'
import { createPageContext } from '../consent/request.ts'
import type { LinkRequest } from './link-request.ts'

/**
 * Adds an account to a user of an identity provider, who proved both the address by an emailed link and who they are by
 * a recent sign-in. Returns undefined if the link or the address was used concurrently, or the session has ended.
 */
export async function addAccountToUser(
  services: Dependencies,
  request: LinkRequest,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<AccountForSignIn | undefined> {
  const passwordHash = await hashPassword(password)
  const { database, clock } = services
  const { token } = request.params
  const { user, browser } = caller
  const { user_id } = user
  return database.transaction(async (trx) => {
    if (!(await findAccountLink(trx, 'join', token, clock(), true))) return undefined
    // Checked again, since the password was hashed after the first check.
    if (!browser || !(await lockBrowserSession(trx, user_id, browser.session_id))) return undefined
    if (!(await listUsersOfProviders(trx, email)).some((owner) => owner.user_id === user_id)) return undefined
    await deleteAccountLink(trx, token)
    const ctx = createPageContext(services, request, { caller }, trx, true)
    const id = await createAccount(trx, { email, email_verified: true, passwordHash, user_id }, clock())
    const account = id === undefined ? undefined : await findAccountById(trx, id)
    if (!account) return undefined
    emitSignInChanged(ctx, account, 'password_added')
    await commitContextEvents(ctx, trx)
    return account
  })
}
