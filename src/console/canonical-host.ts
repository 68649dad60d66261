import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../core/config/config.ts'
import type { Dependencies } from '../core/dependencies.ts'

/** Redirects from another loopback name to that of BASE_URL, to which cookies belong. */
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
