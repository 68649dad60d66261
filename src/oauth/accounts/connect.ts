import type { FastifyReply, FastifyRequest } from 'fastify'
import { markup, renderPage } from '../../api-docs/layout.ts'
import { signInTexts } from '../messages/sign-in.ts'
import { findAccountByUser } from '../../auth/accounts/queries.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { notFound, secondFactorRequired } from '../../core/errors.ts'
import { lacksOwnSecondFactor } from '../../auth/accounts/second-factor.ts'
import { isRecentSignIn } from '../../core/recent-login.ts'
import { createProviderSignIn } from '../sign-in/provider-sign-in.ts'
import { findBrowserCaller } from './browser-caller.ts'
import { sendPage } from '../send-page.ts'

/** Creates the page with which a signed-in user connects an identity. The form prevents that other sites begin it. */
export function createConnectPage(services: Dependencies) {
  const signIn = createProviderSignIn(services)
  const findOwner = async (request: FastifyRequest): Promise<Caller | undefined> => {
    if (services.config.accounts.mode !== 'beside') throw notFound()
    const caller = await findBrowserCaller(services, request)
    if (!caller) return undefined
    const account = await findAccountByUser(services.database.db, caller.user.user_id)
    if (!account) throw notFound()
    const [locked] = caller.membershipsRequiringSecondFactor
    if (locked && lacksOwnSecondFactor(caller, account)) throw secondFactorRequired(locked.org_name)
    return isRecentSignIn(caller.browser?.loginMillis ?? null, services.clock()) ? caller : undefined
  }
  const signInFirst = (reply: FastifyReply) => reply.redirect('/auth/sign-in?fresh=1&to=/id/connect', 303)
  return {
    async get(_services: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const caller = await findOwner(request)
      await (caller ? sendPage(reply, renderConnectPage(caller.user.username)) : signInFirst(reply))
    },
    async post(_services: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const caller = await findOwner(request)
      if (!caller) return void (await signInFirst(reply))
      const path = `${services.config.baseUrl}/`
      // A new login there, so that no one else's session at the provider is used.
      await signIn.begin(reply, { path, connectUser: caller.user.user_id }, true)
    },
  }
}

const renderConnectPage = (username: string): string =>
  renderPage(
    signInTexts.identityTitle,
    markup`<p>${signInTexts.identityText(markup`<strong>${username}</strong>`)}</p>
<form method="post"><div class="answers"><button class="main">${signInTexts.identityButton}</button></div></form>`,
  )
