import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kernel/config/config.ts'
import { noneMatch } from '../kernel/request/etag.ts'
import { contractVersion, openApiDocument } from '../kernel/openapi/openapi.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { notFound } from '../kernel/problem.ts'
import { eventWords } from '../events.ts'
import { resourceNames } from '../resource-names.ts'
import { frontPage } from './front.ts'
import { pageHeaders } from './layout.ts'
import type { ApiDocument } from './openapi.ts'
import { indexPage, objectPage, referenceHeaders, resourcePage, searchPage } from './reference.ts'
import { buildSearchIndex, type Entry } from './search.ts'

interface CachedText {
  text: string
  etag: string
}

const toCachedText = (text: string): CachedText => ({
  text,
  etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
})

/**
 * Registers the OpenAPI document at `/openapi.public.json` and `/openapi.json` (the default of many tools), its
 * reference at `/docs`, and a page about the server at `/about`. Pages have no scripts and load nothing from other
 * servers.
 */
export function registerPages(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  config: () => Config,
): void {
  const pages = createPageCache(config, operations)
  const document = () => pages.text('', (api) => JSON.stringify(api))!
  for (const url of ['/openapi.public.json', '/openapi.json'])
    app.get(url, (request, reply) => {
      reply.headers({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' })
      return send(request, reply.type('application/json; charset=utf-8'), document())
    })
  const show = (name: string, write: (api: ApiDocument) => string | undefined) =>
    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const page = pages.text(name, write)
      if (!page) throw notFound()
      return send(request, reply.headers(referenceHeaders), page)
    }
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ')
    return reply.headers(referenceHeaders).send(pages.search(query))
  })
  app.get('/docs', show('/', indexPage))
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => {
    const { name } = request.params
    return show(name, (api) => resourcePage(api, name))(request, reply)
  })
  app.get<{ Params: { name: string } }>('/docs/objects/:name', (request, reply) => {
    const { name } = request.params
    return show(`objects/${name}`, (api) => objectPage(api, name))(request, reply)
  })
  app.get('/about', async (_request, reply) =>
    reply.headers(pageHeaders).send(frontPage(config(), contractVersion)),
  )
}

/** Creates a cache of rendered pages and the search index, which is cleared when the public URL changes. */
function createPageCache(config: () => Config, operations: readonly AnyOperation[]) {
  let api: ApiDocument | undefined
  let index: Entry[] | undefined
  const texts = new Map<string, CachedText>()
  const current = (): ApiDocument => {
    const { baseUrl } = config()
    if (api?.servers[0]?.url === baseUrl) return api
    texts.clear()
    index = undefined
    return (api = openApiDocument(operations, baseUrl, resourceNames, eventWords) as unknown as ApiDocument)
  }
  return {
    text(name: string, write: (api: ApiDocument) => string | undefined): CachedText | undefined {
      const document = current()
      const cachedText = texts.get(name)
      if (cachedText) return cachedText
      const text = write(document)
      if (text === undefined) return undefined
      const page = toCachedText(text)
      texts.set(name, page)
      return page
    },
    search(query: string): string {
      const document = current()
      index ??= buildSearchIndex(document)
      return searchPage(document, index, query)
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: CachedText): FastifyReply {
  reply.header('etag', etag)
  if (noneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}
