import type { FastifyReply } from 'fastify'
import { notFound } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { createProviderSignIn } from '../sign-in/provider-sign-in.ts'
import { decryptFlow } from './flow.ts'
import { sendPage } from '../send-page.ts'
import { renderExpiredFlowPage } from './pages.ts'
import type { FlowRequest } from './sign-in.ts'

/** Creates the page that continues a sign-in at the identity provider instead. */
export function createProviderPage(services: Dependencies) {
  const signIn = createProviderSignIn(services)
  return async (_services: Dependencies, request: FlowRequest, reply: FastifyReply): Promise<void> => {
    if (services.config.accounts.mode !== 'beside') throw notFound()
    const flow = decryptFlow(services, request, request.query.flow)
    if (!flow) return sendPage(reply, renderExpiredFlowPage(), 400)
    const { path, uid, again } = flow
    await signIn.begin(reply, { path, ...(uid !== undefined && { uid }) }, again)
  }
}
