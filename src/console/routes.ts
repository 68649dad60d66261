import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, requireFound } from '../core/errors.ts'
import { isNotModified } from '../http/etag.ts'
import { acceptsMediaType } from '../http/content-negotiation.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { pageHeaders } from '../api-docs/layout.ts'
import { CONSOLE_DIR, createAssetReader, type ServedFile } from './assets.ts'
import { redirectToCanonicalHost } from './canonical-host.ts'
import { renderUnbuiltPage } from './pages.ts'

/** Allows scripts and requests of this server only. The only Trusted Types policy is for the URL of the service worker. */
const POLICY = [
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

const COMMON_HEADERS = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

const SHELL_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  // Keeps the sign-in window connected to the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const WORKER_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'service-worker-allowed': '/',
}

const ROOT_FILES: Record<string, Record<string, string>> = {
  'sw.js': WORKER_HEADERS,
  'manifest.webmanifest': { ...COMMON_HEADERS, 'cache-control': 'no-cache' },
  'icon.svg': { ...COMMON_HEADERS, 'cache-control': 'public, max-age=86400' },
  'apple-touch-icon.png': { ...COMMON_HEADERS, 'cache-control': 'public, max-age=86400' },
  'icon-192.png': { ...COMMON_HEADERS, 'cache-control': 'public, max-age=86400' },
  'icon-512.png': { ...COMMON_HEADERS, 'cache-control': 'public, max-age=86400' },
}

const IMMUTABLE_HEADERS = { ...COMMON_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' }

/** Registers the console. Without a build, its page explains how to build it. */
export async function registerConsole(app: FastifyInstance, services: Dependencies, folder = CONSOLE_DIR) {
  const files = createAssetReader(folder)

  async function sendShell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('vary', 'Accept')
    // Rejects API clients; monitors and link previews accept any type.
    if (!acceptsMediaType('text/html', request.headers.accept)) throw notFound()
    const file = await files.plain('index.html')
    if (file) return sendFile(request, reply.headers(SHELL_HEADERS), file)
    return reply.code(503).headers(pageHeaders).send(renderUnbuiltPage())
  }

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    redirectToCanonicalHost(services, request, reply)
  for (const url of ['/', '/o/*', '/t/:task_id'])
    app.get(url, { onRequest }, (request, reply) => sendShell(request, reply))

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const file = requireFound(await files.asset(request.params.name, request.headers['accept-encoding']))
    return sendFile(request, reply.headers({ ...IMMUTABLE_HEADERS, vary: 'Accept-Encoding' }), file)
  })
  for (const [name, headers] of Object.entries(ROOT_FILES))
    app.get(`/${name}`, async (request, reply) => {
      const file = requireFound(await files.plain(name))
      return sendFile(request, reply.headers(headers), file)
    })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  const { bytes, type, etag, encoding } = file
  reply.header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}
