import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../../api-docs/layout.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { hasVisibleCharacter } from '../../core/text.ts'
import { readUrlEncodedForm } from '../read-form.ts'
import { renderRejectedFormPage } from './pages.ts'

const MAX_FORM_BYTES = 16 * 1024

export const sendAccountPage = (
  reply: FastifyReply,
  page: string,
  status = 200,
  headers: Record<string, string> = {},
) =>
  reply
    .code(status)
    .headers({ ...pageHeaders, ...headers })
    .send(page)

/** Reads a form of this server. Sends a page and returns undefined if another site submitted it. */
export async function readOwnForm(
  { config }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<URLSearchParams | undefined> {
  const form = await readUrlEncodedForm(request.raw, MAX_FORM_BYTES)
  if (request.headers.origin === config.baseUrl) return form
  await sendAccountPage(reply, renderRejectedFormPage(), 403)
  return undefined
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
  if (normalizeEmail(email) === null || normalizeEmail(email)!.endsWith('.svc.invalid'))
    return 'Enter a valid email address.'
  if (name.length > 120 || !hasVisibleCharacter(name)) return 'Enter your name, at most 120 characters.'
  return undefined
}
