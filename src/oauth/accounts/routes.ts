import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toProblem } from '../../http/error-handler.ts'
import { sendProblem } from '../../http/pipeline.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { limitRequests } from '../rate-limits.ts'
import { sendAccountPage } from './forms.ts'
import { renderBusyPage } from './pages.ts'
import { showAcceptPage, submitAcceptPage } from './accept.ts'
import { showJoinPage, submitJoinPage } from './join.ts'
import { createConnectPage } from './connect.ts'
import { createRequestPage, showSignInLink, submitSignInLink } from './request-link.ts'
import { sendPasskeyScript } from './passkey-script.ts'
import { createProviderPage } from './provider.ts'
import { showResetPage, submitResetPage } from './reset.ts'
import { showNewSecondFactorPage, submitNewSecondFactorPage } from './new-second-factor.ts'
import { showSecondFactorPage, submitSecondFactorPage } from './second-factor.ts'
import { showSetupPage, submitSetupPage } from './setup.ts'
import { showSignInPage, submitSignInPage } from './sign-in.ts'

/** Pages whose URL contains a secret or an encrypted sign-in, which are not logged. */
const config = { operation: 'accounts', secretPath: true }

type Handler = (services: Dependencies, request: never, reply: FastifyReply) => Promise<void>

interface Page {
  get?: Handler
  post?: Handler
}

const pages: Record<string, Page> = {
  '/id/sign-in': { get: showSignInPage, post: submitSignInPage },
  '/id/accept/:token': { get: showAcceptPage, post: submitAcceptPage },
  '/id/reset/:token': { get: showResetPage, post: submitResetPage },
  '/id/reset': createRequestPage('reset'),
  '/id/join': createRequestPage('join'),
  '/id/join/:token': { get: showJoinPage, post: submitJoinPage },
  '/id/link/:token': { get: showSignInLink, post: submitSignInLink },
  '/id/second-factor': { get: showSecondFactorPage, post: submitSecondFactorPage },
  '/id/new-second-factor': { get: showNewSecondFactorPage, post: submitNewSecondFactorPage },
  '/id/passkey.js': { get: sendPasskeyScript },
  '/id/setup/:token': { get: showSetupPage, post: submitSetupPage },
}

/** Pages with which users of a provider connect an account from before. */
const connectingPages = ['/id/sign-in', '/id/second-factor', '/id/new-second-factor', '/id/passkey.js']

function listServedPages(services: Dependencies): Record<string, Page> {
  const isOff = services.config.accounts.mode === 'off'
  if (isOff) return Object.fromEntries(connectingPages.map((path) => [path, pages[path]!]))
  return { ...pages, '/id/provider': { get: createProviderPage(services) }, '/id/connect': createConnectPage(services) }
}

/** Registers the pages of built-in accounts. */
export async function registerAccountPages(app: FastifyInstance, services: Dependencies): Promise<void> {
  await app.register(async (scope) => {
    // Handlers read forms from the raw stream, with a limit.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => sendAccountError(error, request, reply))
    scope.addHook('onRequest', (request) => limitRequests(services, request))
    for (const [url, { get, post }] of Object.entries(listServedPages(services))) {
      if (get) scope.get(url, { config }, (request, reply) => get(services, request as never, reply))
      if (post) scope.post(url, { config }, (request, reply) => post(services, request as never, reply))
    }
  })
}

function sendAccountError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status === 500) return sendProblem(request, reply, error)
  return sendAccountPage(reply.headers(problem.headers), renderBusyPage(problem.message), problem.status)
}
