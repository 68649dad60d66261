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

type Wanting = FastifyRequest<{ Querystring: { to?: string; fresh?: string; popup?: string } }>

const signedInPath = '/auth/signed-in'

/**
 * Serves signing in and out for the console. Signing in goes to the identity provider and comes back where the pages of apps
 * do, so that one address is registered there; both leave the same cookie. The provider tells here that somebody signed out.
 */
export async function registerSigningIn(app: FastifyInstance, services: Services): Promise<void> {
  const signIn = createSignIn(services)
  const { baseUrl } = services.config

  await app.register(async (scope) => {
    // The one body that is taken is read where it is needed, from the raw stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request) => limitUse(services, request))
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      leadToOwnName(services, request, reply)

    scope.get('/auth/sign-in', { onRequest, errorHandler: showFailure }, async (request: Wanting, reply) => {
      const { to, fresh, popup } = request.query
      const path = popup === '1' ? `${baseUrl}${signedInPath}` : wantedPage([to].flat()[0], baseUrl)
      await signIn.begin(reply.header('cache-control', 'no-store'), { path }, fresh === '1')
    })
    scope.get(signedInPath, async (_request, reply) => reply.headers(signedInHeaders).send(signedInPage))
    scope.post(
      '/auth/back-channel-logout',
      { errorHandler: (error, request, reply) => refuseLogout(services, error, request, reply) },
      (request, reply) => takeLogout(services, request, reply),
    )
    scope.post('/auth/sign-out', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      if (!isFromOwnPage(services.config, request)) throw notFromHere(baseUrl)
      const idToken = await endSession(services, request, reply)
      // What a browser keeps of this person goes with them. Its other cookies may be those of a neighbour on this host.
      reply.header('clear-site-data', '"cache", "storage"')
      return { to: await signIn.wayOut(idToken) }
    })
  })
}

const notFromHere = (baseUrl: string) =>
  new Problem(
    403,
    `Pages of this server alone sign out: send Sec-Fetch-Site: same-origin, Origin: ${baseUrl} and X-CSRF: 1.`,
  )

/** Says on a page why signing in cannot begin. */
function showFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error)
  if (problem.status === 500) return sendProblem(request, reply, error)
  return reply
    .code(problem.status)
    .headers({ ...pageHeaders, ...problem.headers, 'x-request-id': request.id })
    .send(sorryPage('Signing in did not work', problem.message, request.id))
}
