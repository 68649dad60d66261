import type { Client, Dispatcher } from 'undici'
import { ConnectionFailed, createConnectionPool } from './connections.ts'
import { createResolver, createSsrfGuard } from './ssrf-guard.ts'

export interface DocumentResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export class ResponseTooLarge extends Error {}

export interface DocumentLimits {
  /** Timeout in total: DNS, connection, request and response. */
  totalMillis: number
  connectMillis: number
  maxBytes: number
  ca?: string
}

export type FetchDocument = (url: string) => Promise<DocumentResponse>

/** Reads URLs from untrusted input: checked IPs only, no redirects, limited time and size. */
export function createDocumentReader(
  { allowCidrs, nameServers }: { allowCidrs: string[]; nameServers: string[] },
  limits: DocumentLimits,
): FetchDocument {
  const guard = createSsrfGuard({ allowCidrs, lookup: createResolver(nameServers) })
  const connections = createConnectionPool({ ...limits, idleConnections: 0, ageMillis: limits.totalMillis })
  return async (url) => {
    const signal = AbortSignal.timeout(limits.totalMillis)
    const destination = await withAbort(signal, guard.resolveDestination(url))
    const connection = await connections.open(destination, { signal, forceNew: true })
    try {
      const path = destination.url.pathname + destination.url.search
      return await get(connection.client, path, limits.maxBytes, signal)
    } finally {
      connections.discard(connection)
    }
  }
}

function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new ConnectionFailed()), { once: true }),
  )
  return Promise.race([work, aborted])
}

function get(client: Client, path: string, maxBytes: number, signal: AbortSignal): Promise<DocumentResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let head: Pick<DocumentResponse, 'status' | 'headers'> | undefined
    const chunks: Buffer[] = []
    let receivedBytes = 0
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
        onRequestStart: (value) => void (controller = value),
        onResponseStart(_controller, status, response) {
          if (status >= 200) head = { status, headers: response }
        },
        onResponseData(_controller, chunk) {
          receivedBytes += chunk.length
          if (receivedBytes > maxBytes) fail(new ResponseTooLarge())
          else chunks.push(Buffer.from(chunk))
        },
        onResponseEnd: () => (head ? resolve({ ...head, body: Buffer.concat(chunks) }) : stop()),
        onResponseError: stop,
      },
    )
  })
}
