import type { FastifyReply } from 'fastify'
import type { Dependencies } from '../../core/dependencies.ts'
import { beginAccountSignIn } from '../accounts/sign-in.ts'
import type { FlowTarget } from '../accounts/flow.ts'
import { createProviderSignIn } from './provider-sign-in.ts'

/** Creates the sign-in of the pages: with built-in accounts if they are on, else at the identity provider. */
export function createBrowserSignIn(services: Dependencies): ReturnType<typeof createProviderSignIn> {
  const provider = createProviderSignIn(services)
  if (services.config.accounts.mode === 'off') return provider
  return {
    ...provider,
    begin: (reply: FastifyReply, target: FlowTarget, again: boolean) =>
      beginAccountSignIn(services, reply, target, again),
  }
}
