import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../core/config/config.ts'
import type { Dependencies } from '../core/dependencies.ts'

/**
 * Redirects from another loopback name (`localhost` for `127.0.0.1`) to that of BASE_URL, to which cookies
 * belong. With a public BASE_URL, host names are left to the proxy.
 */
export async function redirectToCanonicalHost(
  { config: { baseUrl } }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { host } = request.headers
  const requestedUrl = `http://${host ?? ''}`
  if (host === new URL(baseUrl).host || !isLoopback(baseUrl)) return undefined
  if (!URL.canParse(requestedUrl) || !isLoopback(requestedUrl)) return undefined
  return reply.redirect(`${baseUrl}${request.url}`, 302)
}
