import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ConfigError, developmentIssuer, isLoopback } from '../../core/config/config.ts'
import { renderDevExpiredPage, renderDevRejectedPage, renderDevSignInPage } from './pages.ts'
import { readSignInForm } from './sign-in-form.ts'
import { createDevelopmentProvider, type DevelopmentProvider } from './provider.ts'
import { findRemoteClientProblem } from '../../http/require-loopback.ts'
import { prefersMediaType } from '../../http/content-negotiation.ts'
import { sendProblem } from '../../http/pipeline.ts'
import { sendPage } from '../send-page.ts'

const MOUNT = '/dev-idp'

/**
 * Serves an OpenID provider for development at `BASE_URL/dev-idp`, where any user signs in without a password, by the
 * same flow as in production. Accepts only local callers, for any HOST. `baseUrl` is read on the first request, since
 * the port may be known only once the server listens. Throws `ConfigError` in production or if the public URL is not a
 * loopback one.
 */
export async function registerDevIdentityProvider(
  app: FastifyInstance,
  config: Config,
  baseUrl: () => string = () => config.baseUrl,
): Promise<void> {
  if (config.production || !isLoopback(config.baseUrl)) {
    throw new ConfigError('OIDC_ISSUER', 'must be set: the development provider is for a loopback BASE_URL only')
  }
  let instance: Promise<DevelopmentProvider> | undefined
  const getProvider = () => (instance ??= createDevelopmentProvider({ ...toSettings(config, baseUrl()), path: MOUNT }))

  await app.register(
    async (scope) => {
      // The provider reads bodies itself, from the raw stream.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.addHook('onRequest', (request, reply) => rejectRemote(request, reply, baseUrl()))
      scope.get('/interaction/:uid', async (request, reply) => showSignIn(await getProvider(), request, reply))
      scope.post('/interaction/:uid', async (request, reply) => submitSignIn(await getProvider(), request, reply))
      scope.all('/*', async (request, reply) => forward(await getProvider(), request, reply))
    },
    { prefix: MOUNT },
  )
}

function toSettings(config: Config, baseUrl: string) {
  const { clientId, audience } = config.oidc
  return {
    baseUrl,
    clientId,
    dataDir: config.dataDir,
    issuer: developmentIssuer(baseUrl),
    audience: audience === config.baseUrl ? baseUrl : audience,
  }
}

const NOT_LOCAL =
  'The development identity provider accepts any user, so it is available only on this machine. Set ' +
  'OIDC_ISSUER to let others sign in.'

async function rejectRemote(request: FastifyRequest, reply: FastifyReply, page: string): Promise<void> {
  const problem = findRemoteClientProblem(request, NOT_LOCAL, page)
  if (!problem) return
  if (!prefersMediaType('text/html', request.headers.accept)) return void (await sendProblem(request, reply, problem))
  await sendPage(reply, renderDevRejectedPage(problem.message), problem.status)
}

async function showSignIn(idp: DevelopmentProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const details = await idp.provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  if (!details) return sendPage(reply, renderDevExpiredPage(), 400)
  await sendPage(reply, renderDevSignInPage(idp.recentNames()), 200, idp.buildFormPolicy(details))
}

async function submitSignIn(idp: DevelopmentProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const details = await idp.provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  if (!details) return sendPage(reply, renderDevExpiredPage(), 400)
  const person = await readSignInForm(request.raw)
  if (typeof person === 'string') {
    const page = renderDevSignInPage(idp.recentNames(), person)
    return sendPage(reply, page, 422, idp.buildFormPolicy(details))
  }
  idp.rememberUser(person)
  reply.hijack()
  await idp.provider.interactionFinished(request.raw, reply.raw, { login: { accountId: person.sub, person } })
}

async function forward(idp: DevelopmentProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const raw = Object.assign(request.raw, { originalUrl: request.raw.url })
  reply.hijack()
  raw.url = raw.originalUrl?.slice(MOUNT.length)
  try {
    await idp.callback(raw, reply.raw)
  } finally {
    // Restored, since the request log shows the whole path.
    raw.url = raw.originalUrl
  }
}
