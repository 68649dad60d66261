import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ConfigError, developmentIssuer, isLoopback } from '../kernel/config/config.ts'
import { expiredPage, refusedPage, signInPage } from './dev-idp/page.ts'
import { readSignIn } from './dev-idp/person.ts'
import { createDevelopmentProvider, type DevelopmentProvider } from './dev-idp/provider.ts'
import { refuseAfar } from '../kernel/request/nearby.ts'
import { prefers } from '../kernel/request/negotiate.ts'
import { sendProblem } from '../kernel/request/pipeline.ts'
import { pageHeaders } from '../pages/layout.ts'

export { developmentIssuer } from '../kernel/config/config.ts'

const MOUNT = '/dev-idp'

/**
 * Serves an identity provider for development at `BASE_URL/dev-idp`, where anybody signs in as anybody.
 * It is an ordinary OpenID provider, so that signing in takes the same path as in production. Whatever HOST is, it
 * answers callers on this machine alone.
 * `baseUrl` is asked on the first request, for a server whose port is known only once it listens.
 * Throws `ConfigError` in production or when the public address is not a loopback one.
 */
export async function registerDevIdentityProvider(
  app: FastifyInstance,
  config: Config,
  baseUrl: () => string = () => config.baseUrl,
): Promise<void> {
  if (config.production || !isLoopback(config.baseUrl)) {
    throw new ConfigError(
      'OIDC_ISSUER',
      'must be set: the development provider is for a loopback BASE_URL only',
    )
  }
  let created: Promise<DevelopmentProvider> | undefined
  const provider = () =>
    (created ??= createDevelopmentProvider({ ...settings(config, baseUrl()), path: MOUNT }))

  await app.register(
    async (scope) => {
      // The provider reads bodies itself, from the raw stream.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.addHook('onRequest', (request, reply) => refuseOthers(request, reply, baseUrl()))
      scope.get('/interaction/:uid', async (request, reply) => showSignIn(await provider(), request, reply))
      scope.post('/interaction/:uid', async (request, reply) => takeSignIn(await provider(), request, reply))
      scope.all('/*', async (request, reply) => passOn(await provider(), request, reply))
    },
    { prefix: MOUNT },
  )
}

function settings(config: Config, baseUrl: string) {
  const { clientId, audience } = config.oidc
  return {
    baseUrl,
    clientId,
    dataDir: config.dataDir,
    issuer: developmentIssuer(baseUrl),
    audience: audience === config.baseUrl ? baseUrl : audience,
  }
}

const afar =
  'The development identity provider signs in anybody, so it answers callers on this machine alone. To let others sign in, set OIDC_ISSUER.'

/** Refuses callers that are not on this machine: from the network, through a proxy, or for a page of another site. */
async function refuseOthers(request: FastifyRequest, reply: FastifyReply, page: string): Promise<void> {
  const problem = refuseAfar(request, afar, page)
  if (!problem) return
  if (!prefers('text/html', request.headers.accept)) return void (await sendProblem(request, reply, problem))
  await reply.code(problem.status).headers(pageHeaders).send(refusedPage(problem.message))
}

async function showSignIn(
  idp: DevelopmentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const details = await idp.provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  if (!details) return void (await reply.code(400).headers(pageHeaders).send(expiredPage()))
  await reply.headers(pageHeaders).headers(idp.formTarget(details)).send(signInPage(idp.recentNames()))
}

async function takeSignIn(
  idp: DevelopmentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const details = await idp.provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  if (!details) return void (await reply.code(400).headers(pageHeaders).send(expiredPage()))
  const person = await readSignIn(request.raw)
  if (typeof person === 'string') {
    const page = signInPage(idp.recentNames(), person)
    return void (await reply.code(422).headers(pageHeaders).headers(idp.formTarget(details)).send(page))
  }
  idp.remember(person)
  reply.hijack()
  await idp.provider.interactionFinished(request.raw, reply.raw, { login: { accountId: person.sub, person } })
}

async function passOn(idp: DevelopmentProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const raw = Object.assign(request.raw, { originalUrl: request.raw.url })
  reply.hijack()
  raw.url = raw.originalUrl?.slice(MOUNT.length)
  try {
    await idp.callback(raw, reply.raw)
  } finally {
    // The log of the request shows the whole path.
    raw.url = raw.originalUrl
  }
}
