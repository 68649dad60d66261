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

/** A text with what tells whether it has changed. */
interface Made {
  text: string
  etag: string
}

const made = (text: string): Made => ({ text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` })

/**
 * Serves the OpenAPI document at `/openapi.public.json` and at `/openapi.json`, which tools try first, its reference pages
 * at `/docs`, and a page about the server at `/about`.
 * No page has a script, and none asks anything of another server.
 */
export function registerPages(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  config: () => Config,
): void {
  const known = onceEach(config, operations)
  const document = () => known.text('', (api) => JSON.stringify(api))!
  for (const url of ['/openapi.public.json', '/openapi.json'])
    app.get(url, (request, reply) => {
      reply.headers({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' })
      return send(request, reply.type('application/json; charset=utf-8'), document())
    })
  const show = (name: string, write: (api: ApiDocument) => string | undefined) =>
    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const page = known.text(name, write)
      if (!page) throw notFound()
      return send(request, reply.headers(referenceHeaders), page)
    }
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ')
    return reply.headers(referenceHeaders).send(known.search(query))
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

/**
 * Texts rendered from the document, each at its first request, and the search index; rebuilt when the public URL
 * changes.
 */
function onceEach(config: () => Config, operations: readonly AnyOperation[]) {
  let api: ApiDocument | undefined
  let index: Entry[] | undefined
  const texts = new Map<string, Made>()
  const current = (): ApiDocument => {
    const { baseUrl } = config()
    if (api?.servers[0]?.url === baseUrl) return api
    texts.clear()
    index = undefined
    return (api = openApiDocument(operations, baseUrl, resourceNames, eventWords) as unknown as ApiDocument)
  }
  return {
    text(name: string, write: (api: ApiDocument) => string | undefined): Made | undefined {
      const document = current()
      const there = texts.get(name)
      if (there) return there
      const text = write(document)
      if (text === undefined) return undefined
      const one = made(text)
      texts.set(name, one)
      return one
    },
    search(query: string): string {
      const document = current()
      index ??= buildSearchIndex(document)
      return searchPage(document, index, query)
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: Made): FastifyReply {
  reply.header('etag', etag)
  if (noneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}
