import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAnyAccount, type AccountForSignIn } from '../../auth/accounts/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { isSecondFactorRequired } from '../../resources/people/account/queries.ts'
import { problemTexts } from '../messages/problems.ts'
import { decryptFlow, encryptFlow, type AccountFlow, type FlowTarget } from './flow.ts'
import type { ShownAgain, FormHandler, PageHandler } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { checkPassword } from './password-sign-in.ts'
import { renderExpiredFlowPage, renderSignInPage } from './pages.ts'
import { buildScriptPageHeaders, renderPasskeyForm } from './passkey-script.ts'
import { checkPasskey } from './passkey-sign-in.ts'
import { finishAccountSignIn, loadAccountCaller } from './session.ts'

export type FlowRequest = FastifyRequest<{ Querystring: { flow?: string } }>

/** Redirects to the sign-in page of this server. */
export async function beginAccountSignIn(
  services: Dependencies,
  reply: FastifyReply,
  target: FlowTarget,
  again: boolean,
): Promise<void> {
  const flow = encryptFlow(services, reply, { ...target, again })
  await reply.header('cache-control', 'no-store').redirect(`/id/sign-in?flow=${encodeURIComponent(flow)}`, 303)
}

interface ShownSignIn {
  flow: string
  isFirstStart?: boolean
  email?: string | undefined
  problem?: string
  connect?: AccountFlow['connect']
}

function renderSignIn(
  { config }: Dependencies,
  { flow, isFirstStart = false, email, problem, connect }: ShownSignIn,
): string {
  return renderSignInPage({
    flow,
    problem,
    isFirstStart,
    ...(email !== undefined && { entered: { email } }),
    canReset: config.mail !== undefined && config.accounts.mode !== 'off',
    canJoin: !connect && config.mail !== undefined && config.accounts.join.kind !== 'invite',
    provider: config.accounts.mode === 'beside' && !connect,
    connects: connect !== undefined,
    passkey: renderPasskeyForm({ config }, { action: '/id/sign-in', flow }),
  })
}

async function sendSignIn(
  services: Dependencies,
  reply: FastifyReply,
  shown: ShownSignIn,
  status = 200,
): Promise<void> {
  await sendPage(reply, renderSignIn(services, shown), status, buildScriptPageHeaders(services))
}

export const showSignInPage: PageHandler<FlowRequest> = async (services, request, reply) => {
  const { flow } = request.query
  // Opened without a request, such as from a bookmark.
  if (flow === undefined) return void (await reply.redirect('/auth/sign-in', 303))
  const pending = decryptFlow(services, request, flow)
  if (!pending) return sendPage(reply, renderExpiredFlowPage(), 400)
  const isFirstStart = await lacksAccounts(services)
  await sendSignIn(services, reply, { flow, isFirstStart, email: pending.connect?.email, connect: pending.connect })
}

/** Returns whether the server waits for its first account; false without a connection to the database. */
const lacksAccounts = async ({ config, database }: Dependencies): Promise<boolean> =>
  config.accounts.mode === 'on' && !(await hasAnyAccount(database.db).catch(() => true))

/** Handles a submitted password. Known and unknown addresses get the same response after the same time. */
export const submitSignInPage: FormHandler = async (services, request, reply, form) => {
  const flow = form.get('flow') ?? ''
  const pending = decryptFlow(services, request, flow)
  if (!pending) return sendExpiredSignIn(services, reply, form)
  const credential = form.get('credential')
  if (credential !== null)
    return submitPasskey(services, request, reply, { encrypted: flow, flow: pending, credential })
  const [email, password] = [readEmail(form), form.get('password') ?? '']
  const checked = await checkPassword(services, request, email, password)
  if (typeof checked === 'string')
    return sendSignIn(services, reply, { flow, email, problem: checked, connect: pending.connect }, 422)
  await continueSignIn(services, request, reply, checked, pending)
}

const readEmail = (form: URLSearchParams): string => (form.get('email') ?? '').trim().slice(0, 254)

/** Shows the form again after an error that is not about what was entered. */
export async function showSignInAgain(
  services: Dependencies,
  request: FastifyRequest,
  _reply: FastifyReply,
  { form, problem }: { form: URLSearchParams; problem: string },
): Promise<ShownAgain | undefined> {
  const flow = form.get('flow') ?? ''
  const pending = decryptFlow(services, request, flow)
  if (!pending) return undefined
  const page = renderSignIn(services, { flow, email: readEmail(form), problem, connect: pending.connect })
  return { page, headers: buildScriptPageHeaders(services) }
}

/** Begins a new sign-in for a form that was open too long, with the address that was entered. */
async function sendExpiredSignIn(services: Dependencies, reply: FastifyReply, form: URLSearchParams): Promise<void> {
  const email = readEmail(form)
  if (email === '' || services.config.accounts.mode === 'off') return sendPage(reply, renderExpiredFlowPage(), 400)
  const flow = encryptFlow(services, reply, { path: `${services.config.baseUrl}/`, again: true })
  await sendSignIn(services, reply, { flow, email, problem: problemTexts.openTooLong }, 400)
}

/** Handles a passkey, which is both factors. */
async function submitPasskey(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: { encrypted: string; flow: AccountFlow; credential: string },
): Promise<void> {
  const account = await checkPasskey(services, request, signIn)
  if (typeof account === 'string')
    return sendSignIn(services, reply, { flow: signIn.encrypted, problem: account, connect: signIn.flow.connect }, 422)
  await finishAccountSignIn(services, request, reply, account, { ...signIn.flow, factors: 'two factors' })
}

/** Continues after a correct password: with the second factor, if the account has one or needs one. */
export async function continueSignIn(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountForSignIn,
  target: FlowTarget,
): Promise<void> {
  const proved = { account_id: account.account_id, epoch: account.auth_epoch }
  const page = await findSecondFactorPage(services, account)
  if (page === undefined)
    return finishAccountSignIn(services, request, reply, account, { ...target, factors: 'one factor' })
  const flow = encryptFlow(services, reply, { ...target, again: true, proved })
  await reply.header('cache-control', 'no-store').redirect(`/id/${page}?flow=${encodeURIComponent(flow)}`, 303)
}

/** Returns the page of the second factor that the account has or needs; undefined if the password is enough. */
async function findSecondFactorPage(services: Dependencies, account: AccountForSignIn): Promise<string | undefined> {
  if (account.has_totp) return 'second-factor'
  if (!(await requiresSecondFactor(services, account))) return undefined
  return account.passkeys > 0 ? 'second-factor' : 'new-second-factor'
}

async function requiresSecondFactor(services: Dependencies, account: AccountForSignIn): Promise<boolean> {
  const { orgIds } = await loadAccountCaller(services, account)
  return orgIds.length > 0 && isSecondFactorRequired(services.database.db, orgIds)
}
