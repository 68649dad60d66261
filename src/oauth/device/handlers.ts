import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../../core/dependencies.ts'
import type { PendingAuthorization } from '../consent/pending-authorization.ts'
import { findConsentSession, isValidForm, type ConsentSession } from '../consent/session.ts'
import type { ConsentDependencies } from '../consent/handlers.ts'
import { decideDevice, DEVICE_PATH, findWaitingDevice, normalizeUserCode, formatUserCode } from './codes.ts'
import { deviceTexts } from '../messages/devices.ts'
import { signInTexts } from '../messages/sign-in.ts'
import { readUrlEncodedForm } from '../read-form.ts'
import { countUserCode } from '../rate-limits.ts'
import { renderDeviceDecidedPage, renderCodePage } from '../pages/device-page.ts'
import { renderExpiredDevicePage, renderInvalidFormPage, renderForwardingPage } from '../pages/error-pages.ts'
import { toConsentPageUser, submitDecision, buildConsentPage } from '../consent/flow.ts'
import { sendPage } from '../send-page.ts'
import { endBrowserSession } from '../sign-in/sessions.ts'

type EntryRequest = FastifyRequest<{ Querystring: { user_code?: string; again?: string } }>
type DecisionRequest = FastifyRequest<{ Params: { handle: string }; Querystring: { org?: string } }>

const codeForm = { id: 'device', path: DEVICE_PATH }
const SEAL_PURPOSE = 'oauth-device'

const toEntryPath = (code: string | undefined): string =>
  code === undefined ? DEVICE_PATH : `${DEVICE_PATH}?user_code=${encodeURIComponent(code)}`

export async function showCodeForm(
  { services, signIn }: ConsentDependencies,
  request: EntryRequest,
  reply: FastifyReply,
) {
  const { user_code, again } = request.query
  const letters = normalizeUserCode(String(user_code ?? ''))
  const code = letters && formatUserCode(letters)
  const session = await findConsentSession(services, request)
  if (!session || again !== undefined) return signIn.begin(reply, { path: toEntryPath(code) }, again !== undefined)
  await sendPage(reply, renderCodePage(toConsentPageUser(services, session, codeForm), code ?? ''))
}

export async function submitCode({ services }: ConsentDependencies, request: EntryRequest, reply: FastifyReply) {
  const found = await requireOwnForm(services, request, reply, codeForm.id)
  if (!found) return
  const { session, form } = found
  const entered = (form.get('user_code') ?? '').slice(0, 40)
  const showAgain = (problem: string, status: number) =>
    sendPage(reply, renderCodePage(toConsentPageUser(services, session, codeForm), entered, problem), status)
  const wait = await countUserCode(services, request, session.caller.user.user_id)
  if (wait !== null) {
    reply.header('retry-after', String(wait))
    return void (await showAgain(deviceTexts.tooMany(wait), 429))
  }
  const letters = normalizeUserCode(entered)
  if (letters === undefined) return void (await showAgain(deviceTexts.malformed, 422))
  if (!(await findWaitingDevice(services, letters))) return void (await showAgain(deviceTexts.notWaiting, 422))
  // The code continues as an encrypted handle that works only in this session, so that codes can be tried on this
  // rate-limited form only.
  const handle = services.keyring.encrypt(SEAL_PURPOSE, session.id, letters)
  await reply.redirect(`${DEVICE_PATH}/${handle}`, 303)
}

export async function showDeviceConsent(
  { services }: ConsentDependencies,
  request: DecisionRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await findConsentSession(services, request)
  const awaiting = session && (await findPendingDevice(services, request, session))
  const page = awaiting && (await buildConsentPage({ services, request, session, awaiting }))
  await (page === undefined ? sendPage(reply, renderExpiredDevicePage(request.id), 400) : sendPage(reply, page))
}

export async function submitDeviceConsent(
  { services }: ConsentDependencies,
  request: DecisionRequest,
  reply: FastifyReply,
) {
  const found = await requireOwnForm(services, request, reply, request.params.handle)
  if (!found) return
  const { session, form } = found
  const awaiting = await findPendingDevice(services, request, session)
  const decision = awaiting ? await submitDecision({ services, request, session, awaiting }, form) : 'expired'
  if (typeof decision === 'object') return sendPage(reply, decision.page, 422)
  if (decision === 'expired') return sendPage(reply, renderExpiredDevicePage(request.id), 400)
  if (decision === 'again') return redirectToSignIn(reply, awaiting?.device?.code)
  await reply.redirect(`${DEVICE_PATH}/${decision}`, 303)
}

export const showDeviceDecided = (reply: FastifyReply, decision: 'allowed' | 'denied') =>
  sendPage(reply, renderDeviceDecidedPage(decision === 'allowed'))

export async function switchDeviceUser(
  { services }: ConsentDependencies,
  request: DecisionRequest,
  reply: FastifyReply,
) {
  const { handle } = request.params
  const found = await requireOwnForm(services, request, reply, handle ?? codeForm.id)
  if (!found) return
  const letters = handle && openHandle(services, found.session, handle)
  const code = letters && formatUserCode(letters)
  await endBrowserSession(services, request, reply)
  await redirectToSignIn(reply, code)
}

async function redirectToSignIn(reply: FastifyReply, code: string | undefined): Promise<void> {
  await reply.redirect(`${DEVICE_PATH}/again${code ? `?user_code=${code}` : ''}`, 303)
}

/** Sends an auto-forwarding page to the sign-in, since the identity provider is another site. */
export async function forwardToSignIn(request: EntryRequest, reply: FastifyReply): Promise<void> {
  const letters = normalizeUserCode(String(request.query.user_code ?? ''))
  const code = letters === undefined ? '' : `&user_code=${formatUserCode(letters)}`
  await sendPage(
    reply,
    renderForwardingPage(deviceTexts.signingIn, `${DEVICE_PATH}?again=1${code}`, signInTexts.signIn),
  )
}

function openHandle({ keyring }: Dependencies, session: ConsentSession, handle: string): string | undefined {
  try {
    return keyring.decrypt(SEAL_PURPOSE, session.id, handle)
  } catch {
    return undefined
  }
}

async function findPendingDevice(
  services: Dependencies,
  request: DecisionRequest,
  session: ConsentSession,
): Promise<PendingAuthorization | undefined> {
  const { handle } = request.params
  const letters = openHandle(services, session, handle)
  const device = letters === undefined ? undefined : await findWaitingDevice(services, letters)
  if (letters === undefined || !device) return undefined
  const { client_id, scope, resources, ip, user_agent, created_at } = device
  return {
    id: handle,
    path: `${DEVICE_PATH}/${handle}`,
    params: { client_id, scope, resource: resources },
    device: {
      code: formatUserCode(letters),
      ip,
      isSameIp: ip === request.ip,
      userAgent: user_agent,
      ageMinutes: Math.max(0, Math.floor((services.clock() - Date.parse(created_at)) / 60_000)),
    },
    decide: (db, at, decision) => decideDevice(services, db, letters, at, decision),
  }
}

/** Reads a form and verifies its CSRF token. Sends an error page and returns undefined for an invalid one. */
async function requireOwnForm(services: Dependencies, request: FastifyRequest, reply: FastifyReply, id: string) {
  const form = await readUrlEncodedForm(request.raw)
  const session = await findConsentSession(services, request)
  if (!session) return sendPage(reply, renderExpiredDevicePage(request.id), 400)
  if (isValidForm(services, request, session, id, form)) return { session, form }
  await sendPage(reply, renderInvalidFormPage('device', request.id), 403)
}
