import type { Client, Dispatcher } from 'undici'
import { ConnectionFailed, createConnections } from './sockets.ts'
import { createLookup, createUrlGuard } from './url-guard.ts'

/** What a server has answered, whole. */
export interface DocumentAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The answer is longer than was asked for. */
export class TooLong extends Error {}

export interface DocumentLimits {
  /** The time for all of it: name, connection, request and answer. */
  totalMillis: number
  connectMillis: number
  mostBytes: number
  /** Certificates of authorities to trust beside the usual ones. */
  ca?: string
}

/** Reads the document at an address. */
export type ReadDocument = (url: string) => Promise<DocumentAnswer>

/**
 * Makes a reader of documents at addresses that strangers name: over connections to checked addresses alone, as webhooks
 * are sent, each of its own, without redirects, and no longer and no larger than the limits say. It throws `UrlRefused`,
 * `ConnectionFailed`, `CertificateRefused` or `TooLong`.
 */
export function createDocumentReader(
  { allowCidrs, nameServers }: { allowCidrs: string[]; nameServers: string[] },
  limits: DocumentLimits,
): ReadDocument {
  const guard = createUrlGuard({ allowCidrs, lookup: createLookup(nameServers) })
  const connections = createConnections({ ...limits, idleConnections: 0, ageMillis: limits.totalMillis })
  return async (url) => {
    const signal = AbortSignal.timeout(limits.totalMillis)
    const destination = await within(signal, guard.destination(url))
    const connection = await connections.open(destination, { signal, fresh: true })
    try {
      const path = destination.url.pathname + destination.url.search
      return await get(connection.client, path, limits.mostBytes, signal)
    } finally {
      connections.discard(connection)
    }
  }
}

/** The outcome of some work, unless time is up before. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new ConnectionFailed()), { once: true }),
  )
  return Promise.race([work, late])
}

function get(client: Client, path: string, most: number, signal: AbortSignal): Promise<DocumentAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let head: Pick<DocumentAnswer, 'status' | 'headers'> | undefined
    const chunks: Buffer[] = []
    let read = 0
    const fail = (error: Error) => {
      reject(error)
      controller?.abort(error)
    }
    const stop = () => fail(new ConnectionFailed())
    signal.addEventListener('abort', stop, { once: true })
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'svc' }
    client.dispatch(
      { method: 'GET', path, headers },
      {
        onRequestStart: (given) => void (controller = given),
        onResponseStart(_controller, status, given) {
          if (status >= 200) head = { status, headers: given }
        },
        onResponseData(_controller, chunk) {
          read += chunk.length
          if (read > most) fail(new TooLong())
          else chunks.push(Buffer.from(chunk))
        },
        onResponseEnd: () => (head ? resolve({ ...head, body: Buffer.concat(chunks) }) : stop()),
        onResponseError: stop,
      },
    )
  })
}
