import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../core/config/config.ts'
import { isNotModified } from '../http/etag.ts'
import { CONTRACT_VERSION, buildOpenApiDocument } from '../http/openapi/document.ts'
import type { AnyOperation } from '../http/operation.ts'
import { requireFound } from '../core/errors.ts'
import { eventDescriptions } from '../event-types.ts'
import { resourceDescriptions } from '../resource-descriptions.ts'
import { pageHeaders, markup, renderPage } from './layout.ts'
import type { OpenApiDocument } from './openapi.ts'
import {
  renderIndexPage,
  renderObjectPage,
  referenceHeaders,
  renderResourcePage,
  renderSearchPage,
} from './reference-pages.ts'
import { buildSearchIndex, type SearchEntry } from './search.ts'

interface CachedText {
  text: string
  etag: string
}

const toCachedText = (text: string): CachedText => ({
  text,
  etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
})

/** Registers `/openapi.json` (the default of many tools), `/docs` and `/about`. Pages load nothing from elsewhere. */
export function registerPages(app: FastifyInstance, operations: readonly AnyOperation[], config: () => Config): void {
  const pages = createPageCache(config, operations)
  const serializeDocument = () => pages.text('', (api) => JSON.stringify(api))!
  for (const url of ['/openapi.public.json', '/openapi.json'])
    app.get(url, (request, reply) => {
      reply.headers({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' })
      return send(request, reply.type('application/json; charset=utf-8'), serializeDocument())
    })
  const show = (name: string, write: (api: OpenApiDocument) => string | undefined) =>
    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const page = requireFound(pages.text(name, write))
      return send(request, reply.headers(referenceHeaders), page)
    }
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ')
    return reply.headers(referenceHeaders).send(pages.search(query))
  })
  app.get('/docs', show('/', renderIndexPage))
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => {
    const { name } = request.params
    return show(name, (api) => renderResourcePage(api, name))(request, reply)
  })
  app.get<{ Params: { name: string } }>('/docs/objects/:name', (request, reply) => {
    const { name } = request.params
    return show(`objects/${name}`, (api) => renderObjectPage(api, name))(request, reply)
  })
  app.get('/about', async (_request, reply) =>
    reply.headers(pageHeaders).send(renderAboutPage(config(), CONTRACT_VERSION)),
  )
}

/** Creates a cache of rendered pages and the search index, which is cleared when the public URL changes. */
function createPageCache(config: () => Config, operations: readonly AnyOperation[]) {
  let api: OpenApiDocument | undefined
  let index: SearchEntry[] | undefined
  const texts = new Map<string, CachedText>()
  const loadCurrentDocument = (): OpenApiDocument => {
    const { baseUrl } = config()
    if (api?.servers[0]?.url === baseUrl) return api
    texts.clear()
    index = undefined
    return (api = buildOpenApiDocument(
      operations,
      baseUrl,
      resourceDescriptions,
      eventDescriptions,
    ) as unknown as OpenApiDocument)
  }
  return {
    text(name: string, write: (api: OpenApiDocument) => string | undefined): CachedText | undefined {
      const document = loadCurrentDocument()
      const cachedText = texts.get(name)
      if (cachedText) return cachedText
      const text = write(document)
      if (text === undefined) return undefined
      const page = toCachedText(text)
      texts.set(name, page)
      return page
    },
    search(query: string): string {
      const document = loadCurrentDocument()
      index ??= buildSearchIndex(document)
      return renderSearchPage(document, index, query)
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: CachedText): FastifyReply {
  reply.header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}

function renderAboutPage({ baseUrl, oidc, accounts }: Config, version: string): string {
  const command = oidc.development
    ? markup`<p>The built-in development provider accepts any user name. In the folder of the service:</p>
<pre><code>TOKEN=$(npm run -s svc-server -- login --user ada)
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
    : accounts.mode === 'on'
      ? markup`<p>Users sign in with accounts of this server. <code>svc login</code> connects the command line, and access
tokens for scripts are created in the console.</p>`
      : markup`<p>Users sign in at your identity provider. <code>svc-server login</code> prints a session token, which can
create access tokens for scripts with <code>POST /v1/tokens</code>.</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/v1/me</code></pre>`
  return renderPage(
    'svc',
    markup`<p>Task and project management for organizations: a JSON API.</p>
<p><a href="/">Open the console</a></p>
<h2>Documentation</h2>
<ul>
<li><a href="/docs">API reference</a>, version ${version}</li>
<li><a href="/openapi.public.json">OpenAPI document</a></li>
<li><a href="/v1/health">Health check</a></li>
<li><a href="/.well-known/oauth-authorization-server">Authorization server metadata</a> (OAuth 2.1)</li>
</ul>
<h2>Sign in</h2>
${command}
`,
  )
}
