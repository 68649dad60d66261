import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../kernel/config/config.ts'
import type { Services } from '../kernel/services/services.ts'

/**
 * Leads a browser that asks this machine by another of its names, `localhost` for `127.0.0.1`, to the name of BASE_URL: the
 * cookie of a sign-in is for one name, and the console sends requests in one. In front of a public address stands a proxy,
 * whose business it is which names lead here.
 */
export async function leadToOwnName(
  { config: { baseUrl } }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { host } = request.headers
  const asked = `http://${host ?? ''}`
  if (host === new URL(baseUrl).host || !isLoopback(baseUrl)) return undefined
  if (!URL.canParse(asked) || !isLoopback(asked)) return undefined
  return reply.redirect(`${baseUrl}${request.url}`, 302)
}
