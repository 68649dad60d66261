/** Client ID Metadata Documents: apps whose client_id is the URL of their metadata. */
import { addressKey } from '../kernel/limits/limits.ts'
import { createDocumentReader, type DocumentLimits, type ReadDocument } from '../kernel/outward/document.ts'
import type { Services } from '../kernel/services/services.ts'
import { findClientMetadata } from './clients.ts'
import { findByDocument, storeDescribed, type Described } from './described-rows.ts'
import { documentOf, freshMillis, hostOf, isDocumentUrl, unreadable } from './documents.ts'
import { refuse, RegistrationRefused } from './descriptions.ts'
import type { Library } from './library.ts'
import type { Payload } from './model.ts'

export { isDocumentUrl }

/** Document reader of a process with its recent requests. */
interface DocumentCache {
  read: ReadDocument
  /** Pending requests and recent failures, by URL; prevents repeated requests. */
  recent: Map<string, { outcome: Promise<Described>; until: number }>
}

const defaultLimits: DocumentLimits = { totalMillis: 5_000, connectMillis: 3_000, mostBytes: 16 * 1024 }
const FAILURE_TTL_MS = 30_000
const MAX_RECENT = 1_000

const caches = new WeakMap<Services, DocumentCache>()

/** Returns the reader of this process, created on first use. */
export function readingOf(services: Services, limits: Partial<DocumentLimits> = {}): DocumentCache {
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
export async function findDescribed(
  services: Services,
  library: Library,
  url: string,
): Promise<Payload | undefined> {
  const context = library.Provider.ctx
  const isAuthorization = context?.oidc.route === 'authorization'
  if (isAuthorization && !services.config.oauthClientDocuments) return undefined
  const stored = await findByDocument(services.database.db, url)
  const described =
    isAuthorization && isStale(services, stored)
      ? await fetchOnce(services, url, context.ip, stored).catch((error: unknown) => {
          if (error instanceof RegistrationRefused)
            throw new library.errors.InvalidClientMetadata(error.message)
          throw error
        })
      : stored
  return described && findClientMetadata(services, described.client_id)
}

/** Returns whether the document must be fetched. Documents of revoked apps never are. */
const isStale = ({ clock }: Services, stored: Described | undefined): boolean =>
  stored === undefined || (stored.revoked_at === null && Date.parse(stored.metadata_expires_at) <= clock())

/** Fetches and stores a document. Concurrent requests share one fetch. */
async function fetchOnce(
  services: Services,
  url: string,
  ip: string,
  stored: Described | undefined,
): Promise<Described> {
  const { recent } = readingOf(services)
  const millis = services.clock()
  const pending = recent.get(url)
  if (pending && pending.until > millis) return pending.outcome
  const isAllowed = await isWithinLimits(services, url, ip)
  // Another request may have started a fetch since.
  const concurrent = recent.get(url)
  if (concurrent && concurrent.until > millis) return concurrent.outcome
  if (!isAllowed && stored) return stored
  if (!isAllowed) throw refuse('too many client documents were requested: retry in a minute')
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

async function fetchAndStore(services: Services, url: string): Promise<Described> {
  const response = await readingOf(services)
    .read(url)
    .catch((error: unknown) => {
      throw unreadable(url, error)
    })
  const millis = services.clock()
  const description = documentOf(url, response)
  const until = millis + freshMillis(response)
  return storeDescribed(services.database.db, url, description, { millis, until })
}

/**
 * Rate limits fetches by IP, and by host at three times that rate, so that this server cannot be used to flood others.
 */
async function isWithinLimits(
  { config, limits, monotonic }: Services,
  url: string,
  ip: string,
): Promise<boolean> {
  const most = Math.ceil(config.rateLimit.address / 30)
  if (most === 0) return true
  const byIp = await limits.oauth.count(`documents for ${addressKey(ip)}`, monotonic())
  if (byIp.used > most) return false
  return (await limits.oauth.count(`documents of ${hostOf(url)}`, monotonic())).used <= most * 3
}
