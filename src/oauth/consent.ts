import type { FastifyReply, FastifyRequest } from 'fastify'
import { IdentityProviderUnavailable } from '../kernel/oidc/keys.ts'
import { Problem } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import type { Awaiting } from './awaiting.ts'
import { findSession, isOwnForm } from './browser.ts'
import { readSubmitted } from './forms.ts'
import type { Interaction, Provider } from './library.ts'
import { foreignFormPage, onwardPage, overPage, sorryPage } from './pages/messages.ts'
import { decisionOf, question, show } from './question.ts'
import { decideRequest } from './requests.ts'
import { endSession } from './sessions.ts'
import type { createSignIn } from './sign-in.ts'

export interface Pages {
  services: Services
  provider: () => Promise<Provider>
  signIn: ReturnType<typeof createSignIn>
}

type Request = FastifyRequest<{ Params: { uid: string }; Querystring: { org?: string; again?: string } }>

/** Returns the path of the consent page. The id comes from the URL, so it is encoded. */
export const consentPath = (uid: string): string => `/oauth/consent/${encodeURIComponent(uid)}`

/** Finds the pending request of this URL; undefined in any other browser than the one that started it. */
async function findInteraction(
  { provider }: Pages,
  request: Request,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  const details = await (
    await provider()
  )
    .interactionDetails(request.raw, reply.raw)
    .catch((error: unknown) => {
      if ((error as Error).name === 'SessionNotFound') return undefined
      throw error
    })
  return details?.uid === request.params.uid ? details : undefined
}

/** Converts an interaction of oidc-provider to a pending authorization. */
const toPendingAuthorization = ({ uid, params }: Interaction): Awaiting => ({
  id: uid,
  path: consentPath(uid),
  params,
  device: null,
  decide: (db, at, answer) => decideRequest(db, uid, at, answer),
})

/** Shows the consent page, or redirects to the sign-in. */
export async function showConsent(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services, signIn } = pages
  const interaction = await findInteraction(pages, request, reply)
  if (!interaction) return void (await show(reply, overPage(request.id), 400))
  const session = await findSession(services, request)
  const needsLogin = interaction.prompt.reasons.includes('login_prompt') && !interaction.lastSubmission?.login
  const again = request.query.again !== undefined || needsLogin
  const { uid } = interaction
  if (!session || again) return signIn.begin(reply, { uid, path: consentPath(uid) }, again)
  const page = await question({ services, request, session, awaiting: toPendingAuthorization(interaction) })
  await (page === undefined ? show(reply, overPage(request.id), 400) : show(reply, page))
}

/** Handles the submitted decision: redirects to the app, or shows the page again. */
export async function takeAnswer(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services } = pages
  const found = await requireOwnForm(pages, request, reply)
  if (!found) return
  const { interaction, session, form } = found
  const pending = { services, request, session, awaiting: toPendingAuthorization(interaction) }
  const decision = await decisionOf(pending, form)
  if (typeof decision === 'object') return void (await show(reply, decision.page, 422))
  if (decision === 'over') return void (await show(reply, overPage(request.id), 400))
  const next = decision === 'again' ? 'again' : 'back'
  await reply.redirect(`${consentPath(request.params.uid)}/${next}`, 303)
}

/** Reads a form and verifies its CSRF token. Sends an error page and returns undefined for an invalid one. */
async function requireOwnForm(pages: Pages, request: Request, reply: FastifyReply) {
  const form = await readSubmitted(request.raw)
  const interaction = await findInteraction(pages, request, reply)
  const session = interaction && (await findSession(pages.services, request))
  if (!interaction || !session) return void (await show(reply, overPage(request.id), 400))
  if (isOwnForm(pages.services, request, session, interaction.uid, form))
    return { interaction, session, form }
  await show(reply, foreignFormPage('app', request.id), 403)
}

/** Signs out and redirects to a new sign-in. */
export async function changePerson(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const found = await requireOwnForm(pages, request, reply)
  if (!found) return
  await endSession(pages.services, request, reply)
  await reply.redirect(`${consentPath(request.params.uid)}/again`, 303)
}

/** Sends an auto-forwarding page, to the app or to the sign-in. */
export async function lead(request: Request, reply: FastifyReply, to: 'back' | 'again'): Promise<void> {
  const { uid } = request.params
  const page =
    to === 'back'
      ? onwardPage('Back to the app', `/oauth/authorize/${encodeURIComponent(uid)}`, 'Continue')
      : onwardPage('Signing in', `${consentPath(uid)}?again=1`, 'Sign in')
  await show(reply, page)
}

export async function signedIn(
  { services, signIn }: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const path = await signIn.finish(request, reply)
    if (path !== undefined) return void (await reply.redirect(path, 303))
    await show(reply, overPage(request.id), 400)
  } catch (error) {
    services.log('warn', 'sign-in failed', { request_id: request.id, error: String(error) })
    const isUnavailable =
      error instanceof IdentityProviderUnavailable || (error instanceof Problem && error.status === 503)
    const reason = isUnavailable
      ? 'The identity provider is unavailable.'
      : 'The identity provider did not confirm who you are.'
    const page = sorryPage('Sign-in failed', `${reason} Go back to the app and try again.`, request.id)
    await show(reply, page, isUnavailable ? 503 : 400)
  }
}
