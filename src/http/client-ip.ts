import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Normalizes client IPs before `request.ip` is read: removes ports, brackets, quotes and zones from X-Forwarded-For, and
 * unmaps IPv4-mapped IPv6 addresses.
 */
export function normalizeClientIp(request: FastifyRequest, trustsProxies: boolean): void {
  const { headers } = request
  if (trustsProxies && headers['x-forwarded-for'] !== undefined)
    headers['x-forwarded-for'] = listForwarded(String(headers['x-forwarded-for'])).join(', ')
  const { ip } = request
  // Fastify reads it from the connection, which has a mapped address on a server that listens on ::.
  if (ip?.startsWith('::')) Object.defineProperty(request, 'ip', { value: parseIp(ip) ?? ip })
}

/**
 * Lists the IPs of an X-Forwarded-For header from the last one back to the first invalid entry: those before an entry such
 * as `unknown` cannot be checked against TRUST_PROXY.
 */
function listForwarded(header: string): string[] {
  const addresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    if (entry.trim() === '') continue
    const address = parseIp(entry)
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses
}

function parseIp(entry: string): string | undefined {
  const unquoted = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, version4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(unquoted) ?? []
  const address = (bracketed ?? version4 ?? unquoted).replace(/%.*$/s, '')
  if (isIP(address) === 0) return undefined
  return ipaddr.process(address).toString()
}
