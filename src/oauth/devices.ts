import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../kernel/services/services.ts'
import type { Awaiting } from './awaiting.ts'
import { findSession, isOwnForm, type BrowserSession } from './browser.ts'
import type { Pages } from './consent.ts'
import { decideDevice, devicePath, findDevice, readUserCode, shownUserCode } from './device-codes.ts'
import { readSubmitted } from './forms.ts'
import { waitOfCode } from './limits.ts'
import { answeredPage, codePage } from './pages/device-page.ts'
import { deviceOverPage, foreignFormPage, onwardPage } from './pages/messages.ts'
import { askedPerson, decisionOf, question, show } from './question.ts'
import { endSession } from './sessions.ts'

type Entering = FastifyRequest<{ Querystring: { user_code?: string; again?: string } }>
type Answering = FastifyRequest<{ Params: { handle: string }; Querystring: { org?: string } }>

/** What the form for a code is about. */
const entry = { id: 'device', path: devicePath }
const purpose = 'oauth-device'

/** Where codes are entered, with one that is entered already. */
const entryPath = (code: string | undefined): string =>
  code === undefined ? devicePath : `${devicePath}?user_code=${encodeURIComponent(code)}`

/** Shows the form for a code, to whoever is signed in; sends anybody else to sign in. */
export async function showEntry({ services, signIn }: Pages, request: Entering, reply: FastifyReply) {
  const { user_code, again } = request.query
  const letters = readUserCode(String(user_code ?? ''))
  const code = letters && shownUserCode(letters)
  const session = await findSession(services, request)
  if (!session || again !== undefined)
    return signIn.begin(reply, { path: entryPath(code) }, again !== undefined)
  await show(reply, codePage(askedPerson(services, session, entry), code ?? ''))
}

/** Takes a code, and leads to what its device asks for. */
export async function takeCode({ services }: Pages, request: Entering, reply: FastifyReply): Promise<void> {
  const found = await ownForm(services, request, reply, entry.id)
  if (!found) return
  const { session, form } = found
  const entered = (form.get('user_code') ?? '').slice(0, 40)
  const again = (problem: string, status: number) =>
    show(reply, codePage(askedPerson(services, session, entry), entered, problem), status)
  const wait = await waitOfCode(services, request, session.caller.user.user_id)
  if (wait !== null) {
    reply.header('retry-after', String(wait))
    return void (await again(`These were too many codes. Wait ${wait} seconds, then go on.`, 429))
  }
  const letters = readUserCode(entered)
  if (letters === undefined)
    return void (await again('A code has 8 letters, without vowels. Look at your device again.', 422))
  if (!(await findDevice(services, letters)))
    return void (await again(
      'No device waits under this code. It may be over: each is good for 15 minutes, and for one answer.',
      422,
    ))
  // The code goes on as something that only this browser can use, so that codes are tried on this form alone.
  const handle = services.keyring.seal(purpose, session.id, letters)
  await reply.redirect(`${devicePath}/${handle}`, 303)
}

/** Shows what a device asks for. */
export async function showDevice(
  { services }: Pages,
  request: Answering,
  reply: FastifyReply,
): Promise<void> {
  const session = await findSession(services, request)
  const awaiting = session && (await deviceAwaiting(services, request, session))
  const page = awaiting && (await question({ services, request, session, awaiting }))
  await (page === undefined ? show(reply, deviceOverPage(request.id), 400) : show(reply, page))
}

/** Takes the answer to a device. */
export async function answerDevice({ services }: Pages, request: Answering, reply: FastifyReply) {
  const found = await ownForm(services, request, reply, request.params.handle)
  if (!found) return
  const { session, form } = found
  const awaiting = await deviceAwaiting(services, request, session)
  const decision = awaiting ? await decisionOf({ services, request, session, awaiting }, form) : 'over'
  if (typeof decision === 'object') return void (await show(reply, decision.page, 422))
  if (decision === 'over') return void (await show(reply, deviceOverPage(request.id), 400))
  if (decision === 'again') return redirectToSignIn(reply, awaiting?.device?.code)
  await reply.redirect(`${devicePath}/${decision}`, 303)
}

/** Says that the device has its answer. */
export const showAnswered = (reply: FastifyReply, decision: 'allowed' | 'denied') =>
  show(reply, answeredPage(decision === 'allowed'))

/** Signs out here, and leads to signing in as somebody else, who then enters the code. */
export async function changeDevicePerson({ services }: Pages, request: Answering, reply: FastifyReply) {
  const { handle } = request.params
  const found = await ownForm(services, request, reply, handle ?? entry.id)
  if (!found) return
  const letters = handle && lettersOf(services, found.session, handle)
  const code = letters && shownUserCode(letters)
  await endSession(services, request, reply)
  await redirectToSignIn(reply, code)
}

/** Redirects to the page that starts a new sign-in, after which the code is entered. */
async function redirectToSignIn(reply: FastifyReply, code: string | undefined): Promise<void> {
  await reply.redirect(`${devicePath}/again${code ? `?user_code=${code}` : ''}`, 303)
}

/** Leads on from signing out, with a page that forwards by itself, since the identity provider is another site. */
export async function leadToSignIn(request: Entering, reply: FastifyReply): Promise<void> {
  const letters = readUserCode(String(request.query.user_code ?? ''))
  const code = letters === undefined ? '' : `&user_code=${shownUserCode(letters)}`
  await show(reply, onwardPage('Signing in', `${devicePath}?again=1${code}`, 'Sign in'))
}

/** The code that a path stands for; undefined in any other browser or session than that in which it was entered. */
function lettersOf({ keyring }: Services, session: BrowserSession, handle: string): string | undefined {
  try {
    return keyring.open(purpose, session.id, handle)
  } catch {
    return undefined
  }
}

/** The device behind a path, as one that waits for an answer. */
async function deviceAwaiting(
  services: Services,
  request: Answering,
  session: BrowserSession,
): Promise<Awaiting | undefined> {
  const { handle } = request.params
  const letters = lettersOf(services, session, handle)
  const device = letters === undefined ? undefined : await findDevice(services, letters)
  if (letters === undefined || !device) return undefined
  const { client_id, scope, resources, ip, user_agent, created_at } = device
  return {
    id: handle,
    path: `${devicePath}/${handle}`,
    params: { client_id, scope, resource: resources },
    device: {
      code: shownUserCode(letters),
      address: ip,
      beside: ip === request.ip,
      program: user_agent,
      minutes: Math.max(0, Math.floor((services.clock() - Date.parse(created_at)) / 60_000)),
    },
    decide: (db, at, answer) => decideDevice(services, db, letters, at, answer),
  }
}

/** A form of ours about `id`, from the session that it was made for; anything else is answered with a refusal. */
async function ownForm(services: Services, request: FastifyRequest, reply: FastifyReply, id: string) {
  const form = await readSubmitted(request.raw)
  const session = await findSession(services, request)
  if (!session) return void (await show(reply, deviceOverPage(request.id), 400))
  if (isOwnForm(services, request, session, id, form)) return { session, form }
  await show(reply, foreignFormPage('device', request.id), 403)
}
