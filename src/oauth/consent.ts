import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../kernel/values/ids.ts'
import { IdentityProviderUnavailable } from '../kernel/oidc/keys.ts'
import { Problem } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import {
  askedScopes,
  findApp,
  listReadableProjects,
  mostProjectsShown,
  pageContext,
  presentApp,
  type App,
} from './asking.ts'
import { endSession, findSession, formToken, isOwnForm, type BrowserSession } from './browser.ts'
import { allow, deny, type Decided } from './deciding.ts'
import { readSubmitted } from './forms.ts'
import { grantable } from './issuing.ts'
import type { Interaction, Provider } from './library.ts'
import {
  consentPage,
  nothingPage,
  organizationPage,
  type AskingApp,
  type AskedPerson,
} from './pages/consent-page.ts'
import { pageHeaders } from '../pages/layout.ts'
import { onwardPage, overPage, sorryPage } from './pages/messages.ts'
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

const show = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).headers(pageHeaders).send(page)

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

/** Shows what is asked, to whoever is signed in; sends anybody else to sign in. */
export async function showConsent(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services, signIn } = pages
  const interaction = await waiting(pages, request, reply)
  if (!interaction) return void (await show(reply, overPage(request.id), 400))
  const session = await findSession(services, request)
  const anew = interaction.prompt.reasons.includes('login_prompt') && !interaction.lastSubmission?.login
  const again = request.query.again !== undefined || anew
  if (!session || again) return signIn.begin(reply, interaction.uid, again)
  const asking = await askedOf(services, interaction, session)
  if (!asking) return void (await show(reply, overPage(request.id), 400))
  await show(reply, await question(services, request, session, { interaction, ...asking }))
}

interface Asking {
  interaction: Interaction
  row: App
  app: AskingApp
  asked: AskedPerson
}

async function askedOf(services: Services, interaction: Interaction, session: BrowserSession) {
  const row = await findApp(services.database.db, String(interaction.params.client_id))
  if (!row) return undefined
  const { username, email } = session.caller.user
  const { uid } = interaction
  const asked: AskedPerson = {
    username,
    email,
    path: consentPath(uid),
    form: formToken(services, session, uid),
  }
  return { row, app: presentApp(row, interaction, session), asked }
}

/** The page for what the person has chosen so far. */
async function question(
  services: Services,
  request: Request,
  session: BrowserSession,
  { interaction, row, app, asked }: Asking,
  before?: { org: string; problem: string; chosen: string[] },
): Promise<string> {
  const organizations = [...session.caller.memberships.values()]
  if (organizations.length === 0)
    return nothingPage(app, asked, 'You are in no organization yet, so there is nothing that it could reach.')
  const wanted = before?.org ?? request.query.org
  const organization =
    organizations.length === 1 ? organizations[0]! : organizations.find(({ org_id }) => org_id === wanted)
  if (!organization) return organizationPage(app, asked, organizations)
  const asks = askedScopes(interaction)
  const scopes = grantable(asks, { ...row, role: organization.role })
  const several = organizations.length > 1
  // A role alone never leaves nothing: it takes away what is for owners and admins.
  if (scopes.length === 0)
    return nothingPage(app, asked, 'It is no longer allowed to ask for any of what it asks for.')
  const ctx = pageContext(services, request, session, services.database.db)
  const projects = await listReadableProjects(ctx, organization.org_id)
  return consentPage(app, asked, {
    organization,
    several,
    scopes,
    missing: asks.filter((scope) => !scopes.includes(scope)),
    projects: projects.slice(0, mostProjectsShown),
    more: projects.length > mostProjectsShown,
    ...before,
  })
}

/** Takes the answer, and leads back to the app; or shows the question again. */
export async function takeAnswer(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const { services } = pages
  const found = await ownForm(pages, request, reply)
  if (!found) return
  const { interaction, session, form } = found
  if (form.get('answer') !== 'allow') return led(request, reply, await deny(services, interaction.uid))
  const org = form.get('org') ?? ''
  const limited = form.get('projects') === 'some'
  const chosen = limited ? form.getAll('project') : []
  const decided: Decided = !isUuid(org)
    ? 'over'
    : limited && chosen.length === 0
      ? { problem: 'Choose at least one project, or all of them.' }
      : await allow(services, request, session, interaction, {
          org_id: org,
          project_ids: limited ? chosen : null,
        })
  if (typeof decided === 'string') return led(request, reply, decided)
  const asking = await askedOf(services, interaction, session)
  if (!asking) return led(request, reply, 'over')
  const before = { org, problem: decided.problem, chosen }
  await show(reply, await question(services, request, session, { interaction, ...asking }, before), 422)
}

async function led(request: Request, reply: FastifyReply, decided: 'decided' | 'over'): Promise<void> {
  if (decided === 'over') return void (await show(reply, overPage(request.id), 400))
  await reply.redirect(`${consentPath(request.params.uid)}/back`, 303)
}

/** A form of ours, from the browser and the session that it was made for; anything else is answered with a refusal. */
async function ownForm(pages: Pages, request: Request, reply: FastifyReply) {
  const form = await readSubmitted(request.raw)
  const interaction = await waiting(pages, request, reply)
  const session = interaction && (await findSession(pages.services, request))
  if (!interaction || !session) return void (await show(reply, overPage(request.id), 400))
  if (isOwnForm(pages.services, request, session, interaction.uid, form))
    return { interaction, session, form }
  const why =
    'This answer did not come from our page as you were shown it. Go back to the app and start again.'
  await show(reply, sorryPage('This was refused', why, request.id), 403)
}

/** Signs out here, and leads to signing in as somebody else. */
export async function changePerson(pages: Pages, request: Request, reply: FastifyReply): Promise<void> {
  const found = await ownForm(pages, request, reply)
  if (!found) return
  await endSession(pages.services, reply, found.session)
  await reply.redirect(`${consentPath(request.params.uid)}/again`, 303)
}

/** Leads on from a form with a page that forwards by itself, to the app or to signing in. */
export async function lead(request: Request, reply: FastifyReply, to: 'back' | 'again'): Promise<void> {
  const { uid } = request.params
  const page =
    to === 'back'
      ? onwardPage('Back to the app', `/oauth/authorize/${encodeURIComponent(uid)}`, 'Go on')
      : onwardPage('Signed out', `${consentPath(uid)}?again=1`, 'Sign in')
  await show(reply, page)
}

/** Where people come back to from the identity provider. */
export async function signedIn(
  { services, signIn }: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const uid = await signIn.finish(request, reply)
    if (uid !== undefined) return void (await reply.redirect(consentPath(uid), 303))
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
