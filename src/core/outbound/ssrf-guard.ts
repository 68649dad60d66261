import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { findIpRefusal, createIpAllowlist, normalizeIp, type UrlRefusalReason } from './ip-ranges.ts'

/** Resolves a host to its IPs, IPv4 first; empty if it does not resolve. Never rejects. */
type ResolveHost = (host: string) => Promise<string[]>

/** Queries DNS servers directly: `dns.lookup` would block the thread pool that files and ciphers share. */
export function createResolver(servers: string[]): ResolveHost {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (host) => {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  }
}

export class UrlRefused extends Error {
  readonly reason: UrlRefusalReason

  constructor(reason: UrlRefusalReason) {
    super(`URL refused: ${reason}`)
    this.reason = reason
  }
}

export interface CheckedDestination {
  url: URL
  /** Host without brackets and trailing dot, as in its certificate. */
  host: string
  addresses: string[]
}

export interface SsrfGuard {
  /** Returns why a URL cannot be registered; null if it can. A host that does not resolve yet is allowed. */
  findRefusal(url: string): Promise<UrlRefusalReason | null>
  /** Resolves the destination of a request. Throws `UrlRefused` if one of its IPs is forbidden. */
  resolveDestination(url: string): Promise<CheckedDestination>
}

/** Maximum DNS wait during registration, in which a user waits for the response. */
const REGISTRATION_DNS_TIMEOUT_MS = 3_000

export function createSsrfGuard(settings: { allowCidrs: string[]; lookup: ResolveHost }): SsrfGuard {
  const { allowCidrs, lookup } = settings
  const isAllowed = createIpAllowlist(allowCidrs)

  async function checkUrl(text: string, resolve: ResolveHost): Promise<CheckedDestination> {
    const { url, host } = parseUrl(text)
    const localReason = url.protocol === 'https:' ? findLocalRefusal(host) : 'not_https'
    // Only an allowed range can override the refusal, so without one the host is not resolved.
    if (localReason && allowCidrs.length === 0) throw new UrlRefused(localReason)
    const addresses = (await resolveIps(host, resolve)).map(normalizeIp)
    if (addresses.length > 0 && addresses.every(isAllowed)) return { url, host, addresses }
    if (localReason) throw new UrlRefused(localReason)
    for (const address of addresses) {
      const reason = isAllowed(address) ? null : findIpRefusal(address)
      if (reason) throw new UrlRefused(reason)
    }
    return { url, host, addresses }
  }

  return {
    resolveDestination: (text) => checkUrl(text, lookup),
    async findRefusal(text) {
      try {
        await checkUrl(text, (host) => withTimeout(REGISTRATION_DNS_TIMEOUT_MS, lookup(host), []))
        return null
      } catch (error) {
        if (error instanceof UrlRefused) return error.reason
        throw error
      }
    },
  }
}

// oxlint-disable-next-line no-control-regex
const UNSAFE_CHARACTERS = /[\0-\x20\x7f\\]/

/** Rejects what the parser silently drops: white space, controls, backslashes, missing slashes, an empty user. */
function parseUrl(text: string): { url: URL; host: string } {
  if (!URL.canParse(text) || UNSAFE_CHARACTERS.test(text)) throw new UrlRefused('invalid')
  if (!/^https?:/i.test(text)) throw new UrlRefused('not_https')
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) throw new UrlRefused('invalid')
  if (authority.includes('@')) throw new UrlRefused('credentials')
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (!isValidHost(host) || url.port === '0') throw new UrlRefused('invalid')
  return { url, host }
}

/** Returns whether it is an IP or a valid DNS name (RFC 1035, section 2.3.4). */
const isValidHost = (host: string) =>
  isIP(host) > 0 || (host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label)))

function findLocalRefusal(host: string): UrlRefusalReason | null {
  if (isIP(host)) return null
  if (isLocalhost(host)) return 'loopback'
  if (/^(metadata\.google\.internal|metadata\.goog|instance-data\.ec2\.internal)$/.test(host)) return 'metadata'
  const isLocal = !host.includes('.') || /\.(internal|local|localdomain|home\.arpa)$/.test(host)
  return isLocal ? 'private' : null
}

const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost')

async function resolveIps(host: string, resolve: ResolveHost): Promise<string[]> {
  if (isIP(host)) return [host]
  // DNS must not be queried for localhost (RFC 6761).
  return isLocalhost(host) ? ['127.0.0.1'] : resolve(host)
}

async function withTimeout<T>(millis: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), millis)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
