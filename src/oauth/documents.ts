import { UrlRefused } from '../kernel/outward/url-guard.ts'
import { TooLong, type DocumentAnswer } from '../kernel/outward/document.ts'
import { CertificateRefused } from '../kernel/outward/sockets.ts'
import { Problem } from '../kernel/problem.ts'
import { parseBody } from '../kernel/request/body.ts'
import { scopeNames } from '../kernel/scopes.ts'
import { wrongRedirectUri } from '../resources/oauth-clients/redirect-uris.ts'
import { readDescription, refuse, RegistrationRefused, type Metadata } from './descriptions.ts'

/**
 * Whether an id is the address of a document: https, with a path, and written in the one way that a URL parser writes it,
 * so that nothing is called by two addresses. Dots, a fragment, a user name and a port of its own are told by that.
 */
export function isDocumentUrl(id: string): boolean {
  if (!/^https:\/\/[^/]+\/./.test(id) || id.length > 500 || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.hash === '' && url.username === '' && url.password === '' && !id.includes('#')
}

/** The host of the address, which is what vouches for an app that is called by it. */
export const hostOf = (url: string): string => new URL(url).host

/** Why a document could not be read, in words that don't tell what else is at that address. */
export function unreadable(url: string, error: unknown): RegistrationRefused {
  if (error instanceof RegistrationRefused) return error
  const why =
    error instanceof UrlRefused
      ? 'is at an address that is not allowed'
      : error instanceof TooLong
        ? 'is longer than 16 KB'
        : error instanceof CertificateRefused
          ? 'is at an address whose certificate is not accepted'
          : 'could not be read'
  return refuse(`the app’s document at ${hostOf(url)} ${why}`)
}

const [minute, day] = [60_000, 24 * 60 * 60_000]

/** How long a document holds: as its server says, but for five minutes at least and a day at most; else an hour. */
export function freshMillis({ headers }: DocumentAnswer): number {
  const said = [headers['cache-control'] ?? ''].flat().join(',').toLowerCase()
  if (/\bno-(store|cache)\b/.test(said)) return 5 * minute
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(said)?.[1]
  return age === undefined ? 60 * minute : Math.min(day, Math.max(5 * minute, Number(age) * 1000))
}

/** What a document says of its app; throws `RegistrationRefused` with what is wrong with it. */
export function documentOf(url: string, answer: DocumentAnswer) {
  const wrong = (why: string) => refuse(`the app’s document at ${hostOf(url)} ${why}`)
  const { status, headers, body } = answer
  if (status !== 200) throw wrong(`was answered with ${status}`)
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(String(headers['content-type'] ?? '')))
    throw wrong('is not application/json')
  const said = parsed(body)
  if (typeof said !== 'object' || said === null || Array.isArray(said)) throw wrong('is no JSON object')
  const metadata = said as Metadata
  if (metadata.client_id !== url) throw wrong('says another client_id than its own address')
  if ('client_secret' in metadata) throw wrong('holds a secret, which everybody can read there')
  try {
    const description = readDescription(usable(metadata))
    return { ...description, name: description.name || hostOf(url) }
  } catch (error) {
    if (error instanceof RegistrationRefused) throw wrong(`can’t be used: ${error.message}`)
    throw error
  }
}

function parsed(body: Buffer): unknown {
  try {
    return parseBody(body)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * What of a document is for a server such as this. It is written for all servers at once, so what it says beyond that is
 * no mistake: addresses that only others send people to, scopes of others.
 */
function usable(metadata: Metadata): Metadata {
  const { redirect_uris, scope } = metadata
  const known = typeof scope === 'string' ? scopeNames.filter((name) => scope.split(' ').includes(name)) : []
  return {
    ...metadata,
    redirect_uris: Array.isArray(redirect_uris)
      ? redirect_uris
          .filter((uri) => typeof uri === 'string' && wrongRedirectUri(uri) === undefined)
          .slice(0, 10)
      : redirect_uris,
    scope: known.join(' '),
  }
}
