/** Client ID Metadata Documents: apps whose client_id is the URL of their metadata. */
import { getIpKey } from '../../http/limits/rate-limits.ts'
import { createDocumentReader, type DocumentLimits, type FetchDocument } from '../../core/outbound/document-reader.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { findClientMetadata } from '../client-metadata.ts'
import { findDocumentClient, upsertDocumentClient, type DocumentClient } from './queries.ts'
import { parseClientDocument, getFreshnessMs, getDocumentHost, isDocumentUrl, toDocumentError } from './parse.ts'
import { invalidClientMetadata, ClientMetadataInvalid } from '../parse-client-metadata.ts'
import type { ProviderLibrary } from '../oidc-provider-types.ts'
import type { ModelPayload } from '../storage-model.ts'

export { isDocumentUrl }

interface DocumentCache {
  read: FetchDocument
  /** Pending requests and recent failures, by URL; prevents repeated requests. */
  recent: Map<string, { outcome: Promise<DocumentClient>; until: number }>
}

const defaultLimits: DocumentLimits = { totalMillis: 5_000, connectMillis: 3_000, maxBytes: 16 * 1024 }
const FAILURE_TTL_MS = 30_000
const MAX_RECENT = 1_000

const caches = new WeakMap<Dependencies, DocumentCache>()

export function getDocumentCache(services: Dependencies, limits: Partial<DocumentLimits> = {}): DocumentCache {
  const existing = caches.get(services)
  if (existing) return existing
  const { oauthDocumentAllowCidrs: allowCidrs, webhookDns: nameServers } = services.config
  const read = createDocumentReader({ allowCidrs, nameServers }, { ...defaultLimits, ...limits })
  const cache: DocumentCache = { read, recent: new Map() }
  caches.set(services, cache)
  return cache
}

/**
 * Returns the client metadata of an app with a document. The document is fetched only at the start of an authorization
 * and once it is stale; other endpoints use the stored metadata, so that grants keep working while the document is
 * unavailable or such apps are disabled.
 */
export async function resolveDocumentClient(
  services: Dependencies,
  library: ProviderLibrary,
  url: string,
): Promise<ModelPayload | undefined> {
  const context = library.Provider.ctx
  const isAuthorization = context?.oidc.route === 'authorization'
  if (isAuthorization && !services.config.oauthClientDocuments) return undefined
  const stored = await findDocumentClient(services.database.db, url)
  const described =
    isAuthorization && isStale(services, stored)
      ? await fetchOnce(services, url, context.ip, stored).catch((error: unknown) => {
          if (error instanceof ClientMetadataInvalid) throw new library.errors.InvalidClientMetadata(error.message)
          throw error
        })
      : stored
  return described && findClientMetadata(services, described.client_id)
}

const isStale = ({ clock }: Dependencies, stored: DocumentClient | undefined): boolean =>
  stored === undefined || (stored.revoked_at === null && Date.parse(stored.metadata_expires_at) <= clock())

/** Fetches and stores a document. Concurrent requests share one fetch. */
async function fetchOnce(
  services: Dependencies,
  url: string,
  ip: string,
  stored: DocumentClient | undefined,
): Promise<DocumentClient> {
  const { recent } = getDocumentCache(services)
  const millis = services.clock()
  const pending = recent.get(url)
  if (pending && pending.until > millis) return pending.outcome
  const isAllowed = await isWithinLimits(services, url, ip)
  // Another request may have started a fetch since.
  const concurrent = recent.get(url)
  if (concurrent && concurrent.until > millis) return concurrent.outcome
  if (!isAllowed && stored) return stored
  if (!isAllowed) throw invalidClientMetadata('too many client documents were requested: retry in a minute')
  const outcome = fetchAndStore(services, url)
  recent.delete(url)
  recent.set(url, { outcome, until: millis + FAILURE_TTL_MS })
  const [oldest] = recent.keys()
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest)
  const described = await outcome
  // Removed on success, since the row has the expiry.
  recent.delete(url)
  return described
}

async function fetchAndStore(services: Dependencies, url: string): Promise<DocumentClient> {
  const response = await getDocumentCache(services)
    .read(url)
    .catch((error: unknown) => {
      throw toDocumentError(url, error)
    })
  const millis = services.clock()
  const description = parseClientDocument(url, response)
  const until = millis + getFreshnessMs(response)
  return upsertDocumentClient(services.database.db, url, description, { millis, until })
}

/**
 * Rate limits fetches by IP, and by host at three times that rate, so that this server cannot be used to flood others.
 */
async function isWithinLimits({ config, limits, monotonic }: Dependencies, url: string, ip: string): Promise<boolean> {
  const maxPerIp = Math.ceil(config.rateLimit.address / 30)
  if (maxPerIp === 0) return true
  const byIp = await limits.oauth.count(`documents for ${getIpKey(ip)}`, monotonic())
  if (byIp.used > maxPerIp) return false
  return (await limits.oauth.count(`documents of ${getDocumentHost(url)}`, monotonic())).used <= maxPerIp * 3
}
