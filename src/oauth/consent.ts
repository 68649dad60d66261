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

/** What the handlers of the pages share. */
export interface Pages {
  services: Services
  provider: () => Promise<Provider>
  signIn: ReturnType<typeof createSignIn>
}

type Request = FastifyRequest<{ Params: { uid: string }; Querystring: { org?: string; again?: string } }>

/** The path of the page on which a request is answered. The id is encoded: anybody can write anything into an address. */
export const consentPath = (uid: string): string => `/oauth/consent/${encodeURIComponent(uid)}`

/** The request that waits under this address; undefined in any other browser than the one in which it began. */
async function waiting(
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

/** An authorization request as one that waits for an answer. */
const awaitingOf = ({ uid, params }: Interaction): Awaiting => ({
  id: uid,
  path: consentPath(uid),
  params,
  device: null,
  decide: (db, at, answer) => decideRequest(db, uid, at, answer),
})

/** Shows what is asked, to whoever is signed in; sends anybody else to sign in. */
export async function showConsent(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services, signIn } = pages
  const interaction = await waiting(pages, request, reply)
  if (!interaction) return void (await show(reply, overPage(request.id), 400))
  const session = await findSession(services, request)
  const anew = interaction.prompt.reasons.includes('login_prompt') && !interaction.lastSubmission?.login
  const again = request.query.again !== undefined || anew
  const { uid } = interaction
  if (!session || again) return signIn.begin(reply, { uid, path: consentPath(uid) }, again)
  const page = await question({ services, request, session, awaiting: awaitingOf(interaction) })
  await (page === undefined ? show(reply, overPage(request.id), 400) : show(reply, page))
}

/** Takes the answer, and leads back to the app; or shows the question again. */
export async function takeAnswer(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services } = pages
  const found = await ownForm(pages, request, reply)
  if (!found) return
  const { interaction, session, form } = found
  const asked = { services, request, session, awaiting: awaitingOf(interaction) }
  const decision = await decisionOf(asked, form)
  if (typeof decision === 'object') return void (await show(reply, decision.page, 422))
  if (decision === 'over') return void (await show(reply, overPage(request.id), 400))
  const next = decision === 'again' ? 'again' : 'back'
  await reply.redirect(`${consentPath(request.params.uid)}/${next}`, 303)
}

/** A form of ours, from the browser and the session that it was made for; anything else is answered with a refusal. */
async function ownForm(pages: Pages, request: Request, reply: FastifyReply) {
  const form = await readSubmitted(request.raw)
  const interaction = await waiting(pages, request, reply)
  const session = interaction && (await findSession(pages.services, request))
  if (!interaction || !session) return void (await show(reply, overPage(request.id), 400))
  if (isOwnForm(pages.services, request, session, interaction.uid, form))
    return { interaction, session, form }
  await show(reply, foreignFormPage('app', request.id), 403)
}

/** Signs out here, and leads to signing in as somebody else. */
export async function changePerson(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const found = await ownForm(pages, request, reply)
  if (!found) return
  await endSession(pages.services, request, reply)
  await reply.redirect(`${consentPath(request.params.uid)}/again`, 303)
}

/** Leads on from a form with a page that forwards by itself, to the app or to signing in. */
export async function lead(request: Request, reply: FastifyReply, to: 'back' | 'again'): Promise<void> {
  const { uid } = request.params
  const page =
    to === 'back'
      ? onwardPage('Back to the app', `/oauth/authorize/${encodeURIComponent(uid)}`, 'Go on')
      : onwardPage('Signing in', `${consentPath(uid)}?again=1`, 'Sign in')
  await show(reply, page)
}

/** Where people come back to from the identity provider. */
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
    const away =
      error instanceof IdentityProviderUnavailable || (error instanceof Problem && error.status === 503)
    const why = away
      ? 'The identity provider does not answer.'
      : 'The identity provider did not say who you are.'
    const page = sorryPage('Signing in did not work', `${why} Go back to the app and try again.`, request.id)
    await show(reply, page, away ? 503 : 400)
  }
}
