import type { FastifyReply, FastifyRequest } from 'fastify'
import { findAccountById } from '../../auth/accounts/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { sendPage } from '../send-page.ts'
import { renderInvalidLinkPage } from './pages.ts'
import { finishAccountSignIn } from './session.ts'

/** Request for a page whose URL has the token of an emailed link. */
export type LinkRequest = FastifyRequest<{ Params: { token: string } }>

export const sendInvalidLinkPage = (reply: FastifyReply): Promise<void> => sendPage(reply, renderInvalidLinkPage(), 404)

/** Signs in to an account that a link created; without an ID, the link was used concurrently. */
export async function signInToNewAccount(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string | undefined,
): Promise<void> {
  const account = accountId === undefined ? undefined : await findAccountById(services.database.db, accountId)
  if (!account) return sendInvalidLinkPage(reply)
  const path = `${services.config.baseUrl}/`
  await finishAccountSignIn(services, request, reply, account, { path, factors: 'one factor' })
}
