import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ConfigError, developmentIssuer, isLoopback } from '../kernel/config/config.ts'
import { expiredPage, signInPage } from './dev-idp/page.ts'
import { readSignIn } from './dev-idp/person.ts'
import { createDevelopmentProvider, type DevelopmentProvider } from './dev-idp/provider.ts'
import { pageHeaders } from '../pages/layout.ts'

export { developmentIssuer } from '../kernel/config/config.ts'

const MOUNT = '/dev-idp'

/**
 * Serves an identity provider for development at `BASE_URL/dev-idp`, where anybody signs in as anybody.
 * It is an ordinary OpenID provider, so that signing in takes the same path as in production.
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
      scope.addHook('onRequest', refuseForeignHost)
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

/** A page elsewhere that made its name resolve to this machine must not sign itself in. */
async function refuseForeignHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = `http://${request.headers.host ?? ''}`
  const origin = request.headers.origin
  const foreign = origin !== undefined && (!URL.canParse(origin) || !isLoopback(origin))
  if (foreign || !URL.canParse(address) || !isLoopback(address)) {
    await reply
      .code(421)
      .type('text/plain; charset=utf-8')
      .send('The development provider answers on loopback only.\n')
  }
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
    // Whoever logs the request afterwards wants to see the whole path.
    raw.url = raw.originalUrl
  }
}
