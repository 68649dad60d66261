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

type EntryRequest = FastifyRequest<{ Querystring: { user_code?: string; again?: string } }>
type DecisionRequest = FastifyRequest<{ Params: { handle: string }; Querystring: { org?: string } }>

/** CSRF subject and path of the form for user codes. */
const codeForm = { id: 'device', path: devicePath }
const SEAL_PURPOSE = 'oauth-device'

/** Returns the path of the form, optionally with a code filled in. */
const toEntryPath = (code: string | undefined): string =>
  code === undefined ? devicePath : `${devicePath}?user_code=${encodeURIComponent(code)}`

/** Shows the form for a user code, or redirects to the sign-in. */
export async function showEntry({ services, signIn }: Pages, request: EntryRequest, reply: FastifyReply) {
  const { user_code, again } = request.query
  const letters = readUserCode(String(user_code ?? ''))
  const code = letters && shownUserCode(letters)
  const session = await findSession(services, request)
  if (!session || again !== undefined)
    return signIn.begin(reply, { path: toEntryPath(code) }, again !== undefined)
  await show(reply, codePage(askedPerson(services, session, codeForm), code ?? ''))
}

/** Handles a submitted user code and redirects to the consent page of its device. */
export async function takeCode(
  { services }: Pages,
  request: EntryRequest,
  reply: FastifyReply,
): Promise<void> {
  const found = await requireOwnForm(services, request, reply, codeForm.id)
  if (!found) return
  const { session, form } = found
  const entered = (form.get('user_code') ?? '').slice(0, 40)
  const showAgain = (problem: string, status: number) =>
    show(reply, codePage(askedPerson(services, session, codeForm), entered, problem), status)
  const wait = await waitOfCode(services, request, session.caller.user.user_id)
  if (wait !== null) {
    reply.header('retry-after', String(wait))
    return void (await showAgain(`Too many codes. Wait ${wait} seconds, then try again.`, 429))
  }
  const letters = readUserCode(entered)
  if (letters === undefined)
    return void (await showAgain('A code has 8 letters and no vowels. Check your device.', 422))
  if (!(await findDevice(services, letters)))
    return void (await showAgain(
      'No device is waiting with this code. A code expires after 15 minutes and works once. Start ' +
        'again on the device.',
      422,
    ))
  // The code continues as an encrypted handle that works only in this session, so that codes can be tried on this
  // rate-limited form only.
  const handle = services.keyring.seal(SEAL_PURPOSE, session.id, letters)
  await reply.redirect(`${devicePath}/${handle}`, 303)
}

export async function showDevice(
  { services }: Pages,
  request: DecisionRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await findSession(services, request)
  const awaiting = session && (await findPendingDevice(services, request, session))
  const page = awaiting && (await question({ services, request, session, awaiting }))
  await (page === undefined ? show(reply, deviceOverPage(request.id), 400) : show(reply, page))
}

export async function answerDevice({ services }: Pages, request: DecisionRequest, reply: FastifyReply) {
  const found = await requireOwnForm(services, request, reply, request.params.handle)
  if (!found) return
  const { session, form } = found
  const awaiting = await findPendingDevice(services, request, session)
  const decision = awaiting ? await decisionOf({ services, request, session, awaiting }, form) : 'over'
  if (typeof decision === 'object') return void (await show(reply, decision.page, 422))
  if (decision === 'over') return void (await show(reply, deviceOverPage(request.id), 400))
  if (decision === 'again') return redirectToSignIn(reply, awaiting?.device?.code)
  await reply.redirect(`${devicePath}/${decision}`, 303)
}

export const showAnswered = (reply: FastifyReply, decision: 'allowed' | 'denied') =>
  show(reply, answeredPage(decision === 'allowed'))

/** Signs out and redirects to a new sign-in, after which the code is entered again. */
export async function changeDevicePerson({ services }: Pages, request: DecisionRequest, reply: FastifyReply) {
  const { handle } = request.params
  const found = await requireOwnForm(services, request, reply, handle ?? codeForm.id)
  if (!found) return
  const letters = handle && openHandle(services, found.session, handle)
  const code = letters && shownUserCode(letters)
  await endSession(services, request, reply)
  await redirectToSignIn(reply, code)
}

async function redirectToSignIn(reply: FastifyReply, code: string | undefined): Promise<void> {
  await reply.redirect(`${devicePath}/again${code ? `?user_code=${code}` : ''}`, 303)
}

/** Sends an auto-forwarding page to the sign-in, since the identity provider is another site. */
export async function leadToSignIn(request: EntryRequest, reply: FastifyReply): Promise<void> {
  const letters = readUserCode(String(request.query.user_code ?? ''))
  const code = letters === undefined ? '' : `&user_code=${shownUserCode(letters)}`
  await show(reply, onwardPage('Signing in', `${devicePath}?again=1${code}`, 'Sign in'))
}

/** Decrypts the user code of a handle; undefined in another session. */
function openHandle({ keyring }: Services, session: BrowserSession, handle: string): string | undefined {
  try {
    return keyring.open(SEAL_PURPOSE, session.id, handle)
  } catch {
    return undefined
  }
}

/** Converts the device of a handle to a pending authorization. */
async function findPendingDevice(
  services: Services,
  request: DecisionRequest,
  session: BrowserSession,
): Promise<Awaiting | undefined> {
  const { handle } = request.params
  const letters = openHandle(services, session, handle)
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

/** Reads a form and verifies its CSRF token. Sends an error page and returns undefined for an invalid one. */
async function requireOwnForm(services: Services, request: FastifyRequest, reply: FastifyReply, id: string) {
  const form = await readSubmitted(request.raw)
  const session = await findSession(services, request)
  if (!session) return void (await show(reply, deviceOverPage(request.id), 400))
  if (isOwnForm(services, request, session, id, form)) return { session, form }
  await show(reply, foreignFormPage('device', request.id), 403)
}
