import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressRefusal, openedRanges, plainAddress, type RefusalReason } from './addresses.ts'

/** Every address of a name, IPv4 first; none when it does not resolve. Never fails. */
export type Lookup = (host: string) => Promise<string[]>

/**
 * Asks name servers directly (those of the system when none are given), anew each time. The system's own look-up runs in
 * the few threads that files and ciphers need too, so that one dead name server would stop everything.
 */
export function createLookup(servers: string[]): Lookup {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/** A target that no webhook is sent to. */
export class UrlRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`URL refused: ${reason}`)
    this.reason = reason
  }
}

/** A target that has been judged: connect to one of the addresses and to nothing else. */
export interface Destination {
  url: URL
  /** The host without brackets and without a trailing dot; the name in its certificate. */
  host: string
  /** Every one of them allowed, IPv4 first; empty when the name does not resolve. */
  addresses: string[]
}

/** Judges where webhooks are sent to. */
export interface UrlGuard {
  /** Why a URL can't be registered; null when it can. A name that does not resolve is let in: it may do so later. */
  refusal(url: string): Promise<RefusalReason | null>
  /** Where to send to now, with the name resolved anew. Throws `UrlRefused` when one of its addresses is forbidden. */
  destination(url: string): Promise<Destination>
}

/** How long registering waits for a name to resolve: somebody waits for the answer. */
const registrationLookupMillis = 3_000

/** Makes the guard. The ranges `allowCidrs` are opened as targets, and may be sent to by plain http too. */
export function createUrlGuard(settings: { allowCidrs: string[]; lookup: Lookup }): UrlGuard {
  const { allowCidrs, lookup } = settings
  const isOpened = openedRanges(allowCidrs)

  async function examine(text: string, resolve: Lookup): Promise<Destination> {
    const { url, host } = readUrl(text)
    const doubt = url.protocol === 'https:' ? localName(host) : 'not_https'
    // Only an opened range can clear a doubt, so without one the name need not be resolved.
    if (doubt && allowCidrs.length === 0) throw new UrlRefused(doubt)
    const addresses = (await addressesOf(host, resolve)).map(plainAddress)
    if (addresses.length > 0 && addresses.every(isOpened)) return { url, host, addresses }
    if (doubt) throw new UrlRefused(doubt)
    for (const address of addresses) {
      const reason = isOpened(address) ? null : addressRefusal(address)
      if (reason) throw new UrlRefused(reason)
    }
    return { url, host, addresses }
  }

  return {
    destination: (text) => examine(text, lookup),
    async refusal(text) {
      try {
        await examine(text, (host) => atMost(registrationLookupMillis, lookup(host), []))
        return null
      } catch (error) {
        if (error instanceof UrlRefused) return error.reason
        throw error
      }
    },
  }
}

// oxlint-disable-next-line no-control-regex
const unwritten = /[\0-\x20\x7f\\]/

/**
 * Reads a URL as the client that sends to it will. The raw text is judged only for what the parser drops in silence:
 * white space and control characters, backslashes, missing slashes, and an empty name before `@`.
 */
function readUrl(text: string): { url: URL; host: string } {
  if (!URL.canParse(text) || unwritten.test(text)) throw new UrlRefused('invalid')
  if (!/^https?:/i.test(text)) throw new UrlRefused('not_https')
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) throw new UrlRefused('invalid')
  if (authority.includes('@')) throw new UrlRefused('credentials')
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (!isHost(host) || url.port === '0') throw new UrlRefused('invalid')
  return { url, host }
}

/** An address, or a name that a name server can be asked for (RFC 1035, section 2.3.4). */
const isHost = (host: string) =>
  isIP(host) > 0 || (host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label)))

/** Why a name is refused whatever it resolves to (opened ranges aside): it belongs to this machine or network. */
function localName(host: string): RefusalReason | null {
  if (isIP(host)) return null
  if (isLocalhost(host)) return 'loopback'
  if (/^(metadata\.google\.internal|metadata\.goog|instance-data\.ec2\.internal)$/.test(host))
    return 'metadata'
  const local = !host.includes('.') || /\.(internal|local|localdomain|home\.arpa)$/.test(host)
  return local ? 'private' : null
}

const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost')

async function addressesOf(host: string, resolve: Lookup): Promise<string[]> {
  if (isIP(host)) return [host]
  // No name server should be asked for localhost (RFC 6761).
  return isLocalhost(host) ? ['127.0.0.1'] : resolve(host)
}

async function atMost<T>(millis: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), millis)
  })
  try {
    return await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}
