import { Resolver } from 'node:dns/promises'

/** Every address of a name, IPv4 first; none when it does not resolve. Never fails. */
export type Lookup = (host: string) => Promise<string[]>

/**
 * Asks name servers directly (those of the system when none are given), anew each time. The system's own look-up would
 * do it in the few threads that files and ciphers need too, where one dead name server stops everything.
 */
export function createLookup(servers: string[]): Lookup {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}
