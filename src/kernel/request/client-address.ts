import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Normalizes where a request came from, before `request.ip` is read: entries of X-Forwarded-For lose ports, brackets,
 * quotes and zones, and an IPv4 address mapped into IPv6 is that address.
 */
export function normalizeClientAddress(request: FastifyRequest, trustsProxies: boolean): void {
  const { headers } = request
  if (trustsProxies && headers['x-forwarded-for'] !== undefined)
    headers['x-forwarded-for'] = listForwarded(String(headers['x-forwarded-for'])).join(', ')
  const { ip } = request
  // Fastify reads it of the connection, which a server that listens on :: knows by its mapped address.
  if (ip?.startsWith('::')) Object.defineProperty(request, 'ip', { value: toAddress(ip) ?? ip })
}

/**
 * Lists the addresses of an X-Forwarded-For header, as far back as they are addresses: what is named before an entry such
 * as `unknown` was vouched for by nothing that can be compared with TRUST_PROXY.
 */
function listForwarded(header: string): string[] {
  const addresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    if (entry.trim() === '') continue
    const address = toAddress(entry)
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses
}

/** Returns the address of `192.0.2.1:443`, `[2001:db8::1]:443`, `fe80::1%eth0` and the like in its canonical form. */
export function toAddress(entry: string): string | undefined {
  const plain = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, version4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(plain) ?? []
  const address = (bracketed ?? version4 ?? plain).replace(/%.*$/s, '')
  if (isIP(address) === 0) return undefined
  return ipaddr.process(address).toString()
}
