import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toProblem } from '../../http/error-handler.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { usePageLanguage } from '../../http/page-language.ts'
import { describePageProblem } from '../page-problem.ts'
import { limitRequests } from '../rate-limits.ts'
import { buildPageAgain, readOwnForm, type FormHandler, type PageHandler, type ShowAgain } from './forms.ts'
import { sendPage } from '../send-page.ts'
import { renderBusyPage } from './pages.ts'
import { showAcceptAgain, showAcceptPage, submitAcceptPage } from './accept.ts'
import { showJoinAgain, showJoinPage, submitJoinPage } from './join.ts'
import { createConnectPage } from './connect.ts'
import { createRequestPage, showSignInLink, submitSignInLink } from './request-link.ts'
import { sendPasskeyScript } from './passkey-script.ts'
import { createProviderPage } from './provider.ts'
import { showResetAgain, showResetPage, submitResetPage } from './reset.ts'
import { showNewSecondFactorAgain, showNewSecondFactorPage, submitNewSecondFactorPage } from './new-second-factor.ts'
import { showSecondFactorAgain, showSecondFactorPage, submitSecondFactorPage } from './second-factor.ts'
import { showSetupAgain, showSetupPage, submitSetupPage } from './setup.ts'
import { showSignInAgain, showSignInPage, submitSignInPage } from './sign-in.ts'

/** Pages whose URL contains a secret or an encrypted sign-in, which are not logged. */
const config = { operation: 'accounts', secretPath: true }

interface Page {
  get?: PageHandler<never>
  post?: FormHandler<never>
  /** Shows the form again after an error that `post` or the limit of requests throws. */
  again?: ShowAgain
}

const pages: Record<string, Page> = {
  '/id/sign-in': { get: showSignInPage, post: submitSignInPage, again: showSignInAgain },
  '/id/accept/:token': { get: showAcceptPage, post: submitAcceptPage, again: showAcceptAgain },
  '/id/reset/:token': { get: showResetPage, post: submitResetPage, again: showResetAgain },
  '/id/reset': createRequestPage('reset'),
  '/id/join': createRequestPage('join'),
  '/id/join/:token': { get: showJoinPage, post: submitJoinPage, again: showJoinAgain },
  '/id/link/:token': { get: showSignInLink, post: submitSignInLink },
  '/id/second-factor': { get: showSecondFactorPage, post: submitSecondFactorPage, again: showSecondFactorAgain },
  '/id/new-second-factor': {
    get: showNewSecondFactorPage,
    post: submitNewSecondFactorPage,
    again: showNewSecondFactorAgain,
  },
  '/id/passkey.js': { get: sendPasskeyScript },
  '/id/setup/:token': { get: showSetupPage, post: submitSetupPage, again: showSetupAgain },
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
    scope.addHook('onRequest', usePageLanguage)
    scope.addHook('onRequest', (request) => limitRequests(services, request))
    for (const [url, { get, post, again }] of Object.entries(listServedPages(services))) {
      const errorHandler: ErrorHandler = (error, request, reply) =>
        sendAccountError(services, { request, reply, again }, error)
      const options = { config, errorHandler }
      if (get) scope.get(url, options, (request, reply) => get(services, request as never, reply))
      if (!post) continue
      scope.post(url, options, async (request, reply) => {
        const form = await readOwnForm(services, request, reply)
        if (form) await post(services, request as never, reply, form)
      })
    }
  })
}

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface FailedRequest {
  request: FastifyRequest
  reply: FastifyReply
  again: ShowAgain | undefined
}

async function sendAccountError(
  services: Dependencies,
  { request, reply, again }: FailedRequest,
  error: unknown,
): Promise<unknown> {
  const found = toProblem(error)
  const { status, headers } = found
  if (status === 500) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  const problem = describePageProblem(found)
  const shown = await buildPageAgain(services, request, reply, again, problem)
  return sendPage(reply.headers(headers), shown?.page ?? renderBusyPage(problem), status, shown?.headers)
}
