/** Apps that are called by the address of a document in which they describe themselves (Client ID Metadata Documents). */
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

/** What one process keeps of the documents it reads. */
interface Reading {
  read: ReadDocument
  /** What is being read, and what could not be: nobody has it read again in that time. */
  recent: Map<string, { outcome: Promise<Described>; until: number }>
}

const usual: DocumentLimits = { totalMillis: 5_000, connectMillis: 3_000, mostBytes: 16 * 1024 }
const failureMillis = 30_000
const mostRecent = 1_000

const readings = new WeakMap<Services, Reading>()

/** The one reader of a process, made when it is first needed. */
export function readingOf(services: Services, limits: Partial<DocumentLimits> = {}): Reading {
  const known = readings.get(services)
  if (known) return known
  const { oauthDocumentAllowCidrs: allowCidrs, webhookDns: nameServers } = services.config
  const read = createDocumentReader({ allowCidrs, nameServers }, { ...usual, ...limits })
  const reading: Reading = { read, recent: new Map() }
  readings.set(services, reading)
  return reading
}

/**
 * What the library is told of an app that is called by an address. The document is read when the app sends a person to be
 * asked, and its time is over; at any other endpoint the app is as it was then, so that a connection goes on while its
 * document can't be had, and once such apps are no longer let in.
 */
export async function findDescribed(
  services: Services,
  library: Library,
  url: string,
): Promise<Payload | undefined> {
  const context = library.Provider.ctx
  const begins = context?.oidc.route === 'authorization'
  if (begins && !services.config.oauthClientDocuments) return undefined
  const known = await findByDocument(services.database.db, url)
  const described =
    begins && isStale(services, known)
      ? await readOnce(services, url, context.ip, known).catch((error: unknown) => {
          if (error instanceof RegistrationRefused)
            throw new library.errors.InvalidClientMetadata(error.message)
          throw error
        })
      : known
  return described && findClientMetadata(services, described.client_id)
}

/** Whether the document has to be read; that of an app which an operator has revoked never is. */
const isStale = ({ clock }: Services, known: Described | undefined): boolean =>
  known === undefined || (known.revoked_at === null && Date.parse(known.metadata_expires_at) <= clock())

/** Reads a document, and stores what it says; everybody who asks for it meanwhile waits for the same reading. */
async function readOnce(
  services: Services,
  url: string,
  ip: string,
  known: Described | undefined,
): Promise<Described> {
  const { recent } = readingOf(services)
  const millis = services.clock()
  const waiting = recent.get(url)
  if (waiting && waiting.until > millis) return waiting.outcome
  const allowed = await mayRead(services, url, ip)
  // Somebody else may have begun meanwhile.
  const other = recent.get(url)
  if (other && other.until > millis) return other.outcome
  if (!allowed && known) return known
  if (!allowed) throw refuse('too many documents are asked for: wait a minute')
  const outcome = readAndStore(services, url)
  recent.delete(url)
  recent.set(url, { outcome, until: millis + failureMillis })
  const [oldest] = recent.keys()
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest)
  const described = await outcome
  // From here on the row says how long it holds.
  recent.delete(url)
  return described
}

async function readAndStore(services: Services, url: string): Promise<Described> {
  const answer = await readingOf(services)
    .read(url)
    .catch((error: unknown) => {
      throw unreadable(url, error)
    })
  const millis = services.clock()
  const said = documentOf(url, answer)
  const until = millis + freshMillis(answer)
  return storeDescribed(services.database.db, url, said, { millis, until })
}

/**
 * Whether one more document may be read: nobody has this server ask others all the time. An address causes so many a
 * minute, and a host is asked for three times as many for all addresses together.
 */
async function mayRead({ config, limits, monotonic }: Services, url: string, ip: string): Promise<boolean> {
  const most = Math.ceil(config.rateLimit.address / 30)
  if (most === 0) return true
  const caused = await limits.oauth.count(`documents for ${addressKey(ip)}`, monotonic())
  if (caused.used > most) return false
  return (await limits.oauth.count(`documents of ${hostOf(url)}`, monotonic())).used <= most * 3
}
