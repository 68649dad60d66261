import type { FastifyReply, FastifyRequest } from 'fastify'
import { IdentityProviderUnavailable } from '../../auth/oidc/keys.ts'
import { Problem } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import { findConsentSession, isValidForm } from './session.ts'
import { readUrlEncodedForm } from '../read-form.ts'
import type { ProviderInteraction, OAuthProvider } from '../oidc-provider-types.ts'
import {
  renderInvalidFormPage,
  renderForwardingPage,
  renderExpiredRequestPage,
  renderErrorPage,
} from '../pages/error-pages.ts'
import { submitDecision, buildConsentPage } from './flow.ts'
import { sendPage } from '../send-page.ts'
import { decideRequest } from './interactions.ts'
import { endBrowserSession } from '../sign-in/sessions.ts'
import { problemTexts } from '../messages/problems.ts'
import { deviceTexts } from '../messages/devices.ts'
import { signInTexts } from '../messages/sign-in.ts'
import type { createBrowserSignIn } from '../sign-in/browser-sign-in.ts'

export interface ConsentDependencies {
  services: Dependencies
  provider: () => Promise<OAuthProvider>
  signIn: ReturnType<typeof createBrowserSignIn>
}

type Request = FastifyRequest<{ Params: { uid: string }; Querystring: { org?: string; again?: string } }>

/** Returns the path of the consent page. The id comes from the URL, so it is encoded. */
const buildConsentPath = (uid: string): string => `/oauth/consent/${encodeURIComponent(uid)}`

/** Finds the pending request of this URL; undefined in any other browser than the one that started it. */
async function findInteraction(
  { provider }: ConsentDependencies,
  request: Request,
  reply: FastifyReply,
): Promise<ProviderInteraction | undefined> {
  const details = await (await provider()).interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if ((error as Error).name === 'SessionNotFound') return undefined
    throw error
  })
  return details?.uid === request.params.uid ? details : undefined
}

const toPendingAuthorization = ({ uid, params }: ProviderInteraction): PendingAuthorization => ({
  id: uid,
  path: buildConsentPath(uid),
  params,
  device: null,
  decide: (db, at, decision) => decideRequest(db, uid, at, decision),
})

export async function showConsent(pages: ConsentDependencies, request: Request, reply: FastifyReply): Promise<void> {
  const { services, signIn } = pages
  const interaction = await findInteraction(pages, request, reply)
  if (!interaction) return sendPage(reply, renderExpiredRequestPage(request.id), 400)
  const session = await findConsentSession(services, request)
  const needsLogin = interaction.prompt.reasons.includes('login_prompt') && !interaction.lastSubmission?.login
  const again = request.query.again !== undefined || needsLogin
  const { uid } = interaction
  if (!session || again) return signIn.begin(reply, { uid, path: buildConsentPath(uid) }, again)
  const page = await buildConsentPage({
    services,
    request,
    session,
    awaiting: toPendingAuthorization(interaction),
  })
  await (page === undefined ? sendPage(reply, renderExpiredRequestPage(request.id), 400) : sendPage(reply, page))
}

export async function submitConsent(pages: ConsentDependencies, request: Request, reply: FastifyReply): Promise<void> {
  const { services } = pages
  const found = await requireOwnForm(pages, request, reply)
  if (!found) return
  const { interaction, session, form } = found
  const pending = { services, request, session, awaiting: toPendingAuthorization(interaction) }
  const decision = await submitDecision(pending, form)
  if (typeof decision === 'object') return sendPage(reply, decision.page, 422)
  if (decision === 'expired') return sendPage(reply, renderExpiredRequestPage(request.id), 400)
  const next = decision === 'again' ? 'again' : 'back'
  await reply.redirect(`${buildConsentPath(request.params.uid)}/${next}`, 303)
}

/** Reads a form and verifies its CSRF token. Sends an error page and returns undefined for an invalid one. */
async function requireOwnForm(pages: ConsentDependencies, request: Request, reply: FastifyReply) {
  const form = await readUrlEncodedForm(request.raw)
  const interaction = await findInteraction(pages, request, reply)
  const session = interaction && (await findConsentSession(pages.services, request))
  if (!interaction || !session) return sendPage(reply, renderExpiredRequestPage(request.id), 400)
  if (isValidForm(pages.services, request, session, interaction.uid, form)) return { interaction, session, form }
  await sendPage(reply, renderInvalidFormPage('app', request.id), 403)
}

export async function switchConsentUser(pages: ConsentDependencies, request: Request, reply: FastifyReply) {
  const found = await requireOwnForm(pages, request, reply)
  if (!found) return
  await endBrowserSession(pages.services, request, reply)
  await reply.redirect(`${buildConsentPath(request.params.uid)}/again`, 303)
}

/** Sends an auto-forwarding page, to the app or to the sign-in. */
export async function forwardFromConsent(request: Request, reply: FastifyReply, to: 'back' | 'again'): Promise<void> {
  const { uid } = request.params
  const page =
    to === 'back'
      ? renderForwardingPage(deviceTexts.backToApp, `/oauth/authorize/${encodeURIComponent(uid)}`, deviceTexts.continue)
      : renderForwardingPage(deviceTexts.signingIn, `${buildConsentPath(uid)}?again=1`, signInTexts.signIn)
  await sendPage(reply, page)
}

export async function handleSignInCallback(
  { services, signIn }: ConsentDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const path = await signIn.finish(request, reply)
    if (path !== undefined) return void (await reply.redirect(path, 303))
    await sendPage(reply, renderExpiredRequestPage(request.id), 400)
  } catch (error) {
    services.log('warn', 'sign-in failed', { request_id: request.id, error: String(error) })
    // Rules of the server itself, such as for a disabled account.
    if (error instanceof Problem && (error.status === 403 || error.status === 409))
      return sendPage(reply, renderErrorPage(problemTexts.signInFailed, error.message, request.id), error.status)
    const isUnavailable =
      error instanceof IdentityProviderUnavailable || (error instanceof Problem && error.status === 503)
    const reason = isUnavailable ? problemTexts.providerUnavailable : problemTexts.notConfirmed
    const page = renderErrorPage(problemTexts.signInFailed, reason, request.id)
    await sendPage(reply, page, isUnavailable ? 503 : 400)
  }
}
