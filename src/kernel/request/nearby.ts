import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../config/config.ts'
import { Problem } from '../problem.ts'

/**
 * The problem for a request that does not come from this machine; undefined for one that does. `words` is the `detail`
 * told to a caller from elsewhere.
 *
 * The caller is judged by the connection, since headers can be written by anybody; what a proxy on this machine passes
 * on is from elsewhere, whatever TRUST_PROXY says. The name in Host is judged too: a site elsewhere can make its own
 * name resolve to this machine, and then a browser on it asks in that name. With `page`, pages of that origin alone may ask;
 * else any that this machine serves.
 */
export function refuseAfar(
  { socket, headers }: FastifyRequest,
  words: string,
  page?: string,
): Problem | undefined {
  const near = ipaddr.process(socket.remoteAddress ?? '0.0.0.0').range() === 'loopback'
  if (!near || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
    return new Problem(403, words)
  const { origin, host } = headers
  const known = origin === undefined || (page === undefined ? isOfHere(origin) : origin === page)
  if (known && isOfHere(`http://${host ?? ''}`)) return undefined
  return new Problem(421, 'This answers at localhost, 127.0.0.1 and [::1] alone, and to pages from there.')
}

const isOfHere = (origin: string): boolean => URL.canParse(origin) && isLoopback(origin)
