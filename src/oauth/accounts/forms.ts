import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '../../core/email-address.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { hasVisibleCharacter } from '../../core/text.ts'
import { problemTexts } from '../messages/problems.ts'
import { readUrlEncodedForm } from '../read-form.ts'
import { sendPage } from '../send-page.ts'
import { renderRejectedFormPage } from './pages.ts'

const MAX_NAME_LENGTH = 120
const MAX_FORM_BYTES = 16 * 1024

const forms = new WeakMap<FastifyRequest, Promise<URLSearchParams>>()

/** Reads a form once, so that an error after it was read can show it again. */
function readFormOnce(request: FastifyRequest): Promise<URLSearchParams> {
  const form = forms.get(request) ?? readUrlEncodedForm(request.raw, MAX_FORM_BYTES)
  forms.set(request, form)
  return form
}

const isOwnForm = ({ config }: Dependencies, request: FastifyRequest): boolean =>
  request.headers.origin === config.baseUrl

/** Reads a form of this server. Sends a page and returns undefined if another site submitted it. */
export async function readOwnForm(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<URLSearchParams | undefined> {
  const form = await readFormOnce(request)
  if (isOwnForm(services, request)) return form
  await sendPage(reply, renderRejectedFormPage(), 403)
  return undefined
}

export type PageHandler<R extends FastifyRequest = FastifyRequest> = (
  services: Dependencies,
  request: R,
  reply: FastifyReply,
) => Promise<void>

/** Handles a form of this server; those of other sites are rejected. */
export type FormHandler<R extends FastifyRequest = FastifyRequest> = (
  services: Dependencies,
  request: R,
  reply: FastifyReply,
  form: URLSearchParams,
) => Promise<void>

/** A page with a form to show again after an error, with what was entered except secrets. */
export interface ShownAgain {
  page: string
  headers?: Record<string, string>
}

/** Builds the page of a form that failed; undefined if it cannot be shown again, such as with a link that was used. */
export type ShowAgain = (
  services: Dependencies,
  request: never,
  reply: FastifyReply,
  failed: { form: URLSearchParams; problem: string },
) => ShownAgain | undefined | Promise<ShownAgain | undefined>

/** Builds the page of a submitted form after an error; undefined for other requests, and while the database is unavailable. */
export async function buildPageAgain(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  showAgain: ShowAgain | undefined,
  problem: string,
): Promise<ShownAgain | undefined> {
  if (!showAgain || request.method !== 'POST' || !isOwnForm(services, request)) return undefined
  try {
    const form = await readFormOnce(request)
    return await showAgain(services, request as never, reply, { form, problem })
  } catch (error) {
    request.log.warn({ err: error, request_id: request.id }, 'a form could not be shown again')
    return undefined
  }
}

/** Fields of a form that creates an account. */
export interface NewAccountForm {
  email: string
  name: string
  password: string
}

export const readNewAccountForm = (form: URLSearchParams): NewAccountForm => ({
  email: (form.get('email') ?? '').trim(),
  name: (form.get('name') ?? '').trim(),
  password: form.get('password') ?? '',
})

/** Returns why address or name are not accepted; undefined if they are. */
export function findDetailsProblem({ email, name }: NewAccountForm): string | undefined {
  if (normalizeEmail(email) === null || normalizeEmail(email)!.endsWith('.svc.invalid')) return problemTexts.email
  if (name.length > MAX_NAME_LENGTH || !hasVisibleCharacter(name)) return problemTexts.name(MAX_NAME_LENGTH)
  return undefined
}
