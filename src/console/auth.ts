import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { problemOf } from '../kernel/request/failures.ts'
import { isFromOwnPage } from '../kernel/request/own-page.ts'
import { sendProblem } from '../kernel/request/pipeline.ts'
import type { Services } from '../kernel/services/services.ts'
import { refuseLogout, takeLogout } from '../oauth/back-channel.ts'
import { limitUse } from '../oauth/limits.ts'
import { sorryPage } from '../oauth/pages/messages.ts'
import { endSession } from '../oauth/sessions.ts'
import { createSignIn } from '../oauth/sign-in.ts'
import { pageHeaders } from '../pages/layout.ts'
import { leadToOwnName } from './own-name.ts'
import { signedInHeaders, signedInPage } from './pages.ts'
import { wantedPage } from './where.ts'

type SignInRequest = FastifyRequest<{ Querystring: { to?: string; fresh?: string; popup?: string } }>

const SIGNED_IN_PATH = '/auth/signed-in'

/**
 * Registers sign-in and sign-out of the console. Sign-in uses the redirect URI of app authorization and sets
 * the same cookie. Also receives back-channel logout from the identity provider.
 */
export async function registerSigningIn(app: FastifyInstance, services: Services): Promise<void> {
  const signIn = createSignIn(services)
  const { baseUrl } = services.config

  await app.register(async (scope) => {
    // Disables body parsing: the logout token is read from the raw stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request) => limitUse(services, request))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      leadToOwnName(services, request, reply)

    scope.get(
      '/auth/sign-in',
      { onRequest, errorHandler: renderError },
      async (request: SignInRequest, reply) => {
        const { to, fresh, popup } = request.query
        const path = popup === '1' ? `${baseUrl}${SIGNED_IN_PATH}` : wantedPage([to].flat()[0], baseUrl)
        await signIn.begin(reply.header('cache-control', 'no-store'), { path }, fresh === '1')
      },
    )
    scope.get(SIGNED_IN_PATH, async (_request, reply) => reply.headers(signedInHeaders).send(signedInPage))
    scope.post(
      '/auth/back-channel-logout',
      { errorHandler: (error, request, reply) => refuseLogout(services, error, request, reply) },
      (request, reply) => takeLogout(services, request, reply),
    )
    scope.post('/auth/sign-out', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      if (!isFromOwnPage(services.config, request)) throw createCrossOriginProblem(baseUrl)
      const idToken = await endSession(services, request, reply)
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
  const problem = problemOf(error)
  if (problem.status === 500) return sendProblem(request, reply, error)
  return reply
    .code(problem.status)
    .headers({ ...pageHeaders, ...problem.headers, 'x-request-id': request.id })
    .send(sorryPage('Sign-in failed', problem.message, request.id))
}
