import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../kernel/problem.ts'
import { noneMatch } from '../kernel/request/etag.ts'
import { takes } from '../kernel/request/negotiate.ts'
import type { Services } from '../kernel/services/services.ts'
import { pageHeaders } from '../pages/layout.ts'
import { consoleFolder, filesOf, type ServedFile } from './files.ts'
import { leadToOwnName } from './own-name.ts'
import { unbuiltPage } from './pages.ts'

/**
 * What the page of the console may do: run what this server sends and nothing that is written into a document, ask this
 * server alone, and stand in no frame. Its one trusted type is for the address of the worker.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svc-sw',
].join('; ')

const common = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

const shellHeaders = {
  ...common,
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  // A window in which somebody signs in again has to stay known to the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const workerHeaders = {
  ...common,
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'service-worker-allowed': '/',
}

/** What lies at the root beside the page itself, where browsers look for it. */
const atRoot: Record<string, Record<string, string>> = {
  'sw.js': workerHeaders,
  'manifest.webmanifest': { ...common, 'cache-control': 'no-cache' },
  'icon.svg': { ...common, 'cache-control': 'public, max-age=86400' },
  'apple-touch-icon.png': { ...common, 'cache-control': 'public, max-age=86400' },
  'icon-192.png': { ...common, 'cache-control': 'public, max-age=86400' },
  'icon-512.png': { ...common, 'cache-control': 'public, max-age=86400' },
}

const immutable = { ...common, 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Serves the console: its page at `/`, below `/o` and at `/t/TASK`, which the page reads by itself, and its files. Without a
 * built console the page says how to build one, and all else goes on.
 */
export async function registerConsole(
  app: FastifyInstance,
  services: Services,
  folder = consoleFolder,
): Promise<void> {
  const files = filesOf(folder)

  async function shell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('vary', 'Accept')
    // No API is served here; monitors and link previews send no specific type.
    if (!takes('text/html', request.headers.accept)) throw notFound()
    const file = await files.plain('index.html')
    if (file) return send(request, reply.headers(shellHeaders), file)
    return reply.code(503).headers(pageHeaders).send(unbuiltPage())
  }

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    leadToOwnName(services, request, reply)
  for (const url of ['/', '/o/*', '/t/:task_id'])
    app.get(url, { onRequest }, (request, reply) => shell(request, reply))

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const file = await files.asset(request.params.name, request.headers['accept-encoding'])
    if (!file) throw notFound()
    return send(request, reply.headers({ ...immutable, vary: 'Accept-Encoding' }), file)
  })
  for (const [name, headers] of Object.entries(atRoot))
    app.get(`/${name}`, async (request, reply) => {
      const file = await files.plain(name)
      if (!file) throw notFound()
      return send(request, reply.headers(headers), file)
    })
}

function send(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  const { bytes, type, etag, encoding } = file
  reply.header('etag', etag)
  if (noneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}
