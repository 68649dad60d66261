import { hash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { noneMatch } from './kernel/request/etag.ts'
import { openApiDocument } from './kernel/openapi/openapi.ts'
import type { AnyOperation } from './kernel/operation.ts'
import { resourceNames } from './operations.ts'

/** Serves the OpenAPI document at `/openapi.public.json` and pages to read it at `/docs`, with no outside downloads. */
export async function registerPages(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  baseUrl: () => string,
): Promise<void> {
  const documentOf = (url: string) => {
    const text = JSON.stringify(openApiDocument(operations, url, resourceNames), null, 1)
    return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` }
  }
  let made: { url: string; text: string; etag: string } | undefined
  app.get('/openapi.public.json', async (request, reply) => {
    const url = baseUrl()
    if (made?.url !== url) made = { url, ...documentOf(url) }
    reply.headers({
      etag: made.etag,
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
    })
    if (noneMatch(request.headers['if-none-match'], made.etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
  // Three megabytes of script that few visits need: read when the first one comes, not at every start.
  let pages: Promise<FastifyInstance> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { routing } = await (pages ??= openPages())
    reply.hijack()
    routing(request.raw, reply.raw)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { exposeHeadRoute: false }, show)
}

async function openPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.public.json', withDefaultFonts: false, hideClientButton: true },
  })
  await pages.ready()
  return pages
}
