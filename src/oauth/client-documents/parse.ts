import { UrlRefused } from '../../core/outbound/ssrf-guard.ts'
import { ResponseTooLarge, type DocumentResponse } from '../../core/outbound/document-reader.ts'
import { CertificateRefused } from '../../core/outbound/connections.ts'
import { Problem } from '../../core/errors.ts'
import { parseJson } from '../../http/parse-body.ts'
import { scopeNames } from '../../core/scopes.ts'
import { validateRedirectUri } from '../../resources/platform/oauth-clients/redirect-uris.ts'
import {
  parseClientMetadata,
  invalidClientMetadata,
  ClientMetadataInvalid,
  type ClientMetadata,
} from '../parse-client-metadata.ts'

/**
 * Returns whether a client_id is a document URL: https, with a path, in the canonical form of the URL parser, so that
 * each document has one id.
 */
export function isDocumentUrl(id: string): boolean {
  if (!/^https:\/\/[^/]+\/./.test(id) || id.length > 500 || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.hash === '' && url.username === '' && url.password === '' && !id.includes('#')
}

export const getDocumentHost = (url: string): string => new URL(url).host

/** Returns why a document could not be read, without revealing other resources at that URL. */
export function toDocumentError(url: string, error: unknown): ClientMetadataInvalid {
  if (error instanceof ClientMetadataInvalid) return error
  const reason =
    error instanceof UrlRefused
      ? 'has a URL that is not allowed'
      : error instanceof ResponseTooLarge
        ? 'is longer than 16 KB'
        : error instanceof CertificateRefused
          ? 'is on a server whose certificate is not accepted'
          : 'could not be read'
  return invalidClientMetadata(`the app’s document at ${getDocumentHost(url)} ${reason}`)
}

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 60 * 60_000]

/** Returns the freshness of a document: `max-age`, limited to 5 minutes to 1 day; 1 hour by default. */
export function getFreshnessMs({ headers }: DocumentResponse): number {
  const directives = [headers['cache-control'] ?? ''].flat().join(',').toLowerCase()
  if (/\bno-(store|cache)\b/.test(directives)) return 5 * MINUTE_MS
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(directives)?.[1]
  return age === undefined ? 60 * MINUTE_MS : Math.min(DAY_MS, Math.max(5 * MINUTE_MS, Number(age) * 1000))
}

export function parseClientDocument(url: string, response: DocumentResponse) {
  const invalid = (reason: string) => invalidClientMetadata(`the app’s document at ${getDocumentHost(url)} ${reason}`)
  const { status, headers, body } = response
  if (status !== 200) throw invalid(`returned status ${status}`)
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(String(headers['content-type'] ?? '')))
    throw invalid('is not application/json')
  const json = parseDocumentJson(body)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid('is not a JSON object')
  const metadata = json as ClientMetadata
  if (metadata.client_id !== url) throw invalid('has a client_id other than its own URL')
  if ('client_secret' in metadata) throw invalid('must not contain client_secret, since it is public')
  try {
    const description = parseClientMetadata(keepSupported(metadata))
    return { ...description, name: description.name || getDocumentHost(url) }
  } catch (error) {
    if (error instanceof ClientMetadataInvalid) throw invalid(`is invalid: ${error.message}`)
    throw error
  }
}

function parseDocumentJson(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Removes redirect URIs and scopes that this server does not support, since documents are written for all servers. */
function keepSupported(metadata: ClientMetadata): ClientMetadata {
  const { redirect_uris, scope } = metadata
  const knownScopes = typeof scope === 'string' ? scopeNames.filter((name) => scope.split(' ').includes(name)) : []
  return {
    ...metadata,
    redirect_uris: Array.isArray(redirect_uris)
      ? redirect_uris.filter((uri) => typeof uri === 'string' && validateRedirectUri(uri) === undefined).slice(0, 10)
      : redirect_uris,
    scope: knownScopes.join(' '),
  }
}
