import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { usePageLanguage } from '../http/page-language.ts'
import { problemTexts } from '../oauth/messages/problems.ts'
import { Problem } from '../core/errors.ts'
import { toProblem } from '../http/error-handler.ts'
import { isSameOriginRequest } from '../http/csrf.ts'
import { sendProblem } from '../http/pipeline.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { rejectBackChannelLogout, handleBackChannelLogout } from '../oauth/back-channel-logout.ts'
import { describePageProblem } from '../oauth/page-problem.ts'
import { limitRequests } from '../oauth/rate-limits.ts'
import { renderErrorPage } from '../oauth/pages/error-pages.ts'
import { endBrowserSession } from '../oauth/sign-in/sessions.ts'
import { createBrowserSignIn } from '../oauth/sign-in/browser-sign-in.ts'
import { pageHeaders } from '../api-docs/layout.ts'
import { redirectToCanonicalHost } from './canonical-host.ts'
import { SIGNED_IN_HEADERS, SIGNED_IN_PAGE } from './pages.ts'

type SignInRequest = FastifyRequest<{ Querystring: { to?: string; fresh?: string; popup?: string } }>

const SIGNED_IN_PATH = '/auth/signed-in'

/** Uses the redirect URI and the cookie of app authorization; also receives back-channel logout. */
export async function registerConsoleAuth(app: FastifyInstance, services: Dependencies): Promise<void> {
  const signIn = createBrowserSignIn(services)
  const { baseUrl } = services.config

  await app.register(async (scope) => {
    // Disables body parsing: the logout token is read from the raw stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request) => limitRequests(services, request))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      redirectToCanonicalHost(services, request, reply)

    scope.get(
      '/auth/sign-in',
      { onRequest: [usePageLanguage, onRequest], errorHandler: renderError },
      async (request: SignInRequest, reply) => {
        const { to, fresh, popup } = request.query
        const path = popup === '1' ? `${baseUrl}${SIGNED_IN_PATH}` : resolveReturnUrl([to].flat()[0], baseUrl)
        await signIn.begin(reply.header('cache-control', 'no-store'), { path }, fresh === '1')
      },
    )
    scope.get(SIGNED_IN_PATH, async (_request, reply) => reply.headers(SIGNED_IN_HEADERS).send(SIGNED_IN_PAGE))
    if (services.config.accounts.mode !== 'on')
      scope.post(
        '/auth/back-channel-logout',
        { errorHandler: (error, request, reply) => rejectBackChannelLogout(services, error, request, reply) },
        (request, reply) => handleBackChannelLogout(services, request, reply),
      )
    scope.post('/auth/sign-out', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      if (!isSameOriginRequest(services.config, request)) throw createCrossOriginProblem(baseUrl)
      const idToken = await endBrowserSession(services, request, reply)
      // Clears cache and storage of this user, but not cookies, which may belong to another app on this host.
      reply.header('clear-site-data', '"cache", "storage"')
      return { to: await signIn.wayOut(idToken) }
    })
  })
}

const createCrossOriginProblem = (baseUrl: string) =>
  new Problem(
    403,
    `Sign-out is limited to pages of this server. Send Sec-Fetch-Site: same-origin, Origin: ${baseUrl} and X-CSRF: 1.`,
  )

function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status === 500) return sendProblem(request, reply, error)
  return reply
    .code(problem.status)
    .headers({ ...pageHeaders, ...problem.headers, 'x-request-id': request.id })
    .send(renderErrorPage(problemTexts.signInFailed, describePageProblem(problem), request.id))
}

const isReturnPath = (path: string): boolean => path === '/' || path === '/id/connect' || /^\/(o|t)\/./.test(path)

/** Returns the URL to open after sign-in; the start page unless it is a page of the console, or to connect an identity. */
export function resolveReturnUrl(to: string | undefined, baseUrl: string): string {
  const startPage = `${baseUrl}/`
  // Browsers treat backslashes as slashes and ignore tabs and line breaks, as URL does.
  if (to === undefined || /[\\\p{Control}]/u.test(to) || !URL.canParse(to, baseUrl)) return startPage
  const { origin, pathname, search, hash, username } = new URL(to, baseUrl)
  if (origin !== baseUrl || username !== '' || !isReturnPath(pathname)) return startPage
  return `${baseUrl}${pathname}${search}${hash}`
}
