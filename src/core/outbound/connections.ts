import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import type { Client } from 'undici'
import { normalizeIp } from './ip-ranges.ts'
import type { CheckedDestination } from './ssrf-guard.ts'

/** Error without a connection or HTTP response. Deliberately without details. */
export class ConnectionFailed extends Error {}
export class CertificateRefused extends Error {}

export interface OutboundConnection {
  client: Client
  address: string
  /** True after the first request: the peer may be closing it. */
  isReused: boolean
  openedAt: number
  key: string
}

export interface ConnectionPool {
  open(
    destination: CheckedDestination,
    options: { signal: AbortSignal; forceNew?: boolean },
  ): Promise<OutboundConnection>
  release(connection: OutboundConnection): void
  discard(connection: OutboundConnection): void
  close(): void
}

interface OutboundConnectionLimits {
  /** Timeout of TCP and TLS for all IPs together, without DNS. */
  connectMillis: number
  idleConnections: number
  ageMillis: number
  ca?: string
}

const MAX_IPS_TRIED = 4
const MAX_HEADER_BYTES = 16_384

function createIdleSet(maxIdle: number) {
  const idle = new Set<OutboundConnection>()
  const idleByKey = new Map<string, Set<OutboundConnection>>()

  function removeIdle(connection: OutboundConnection): void {
    idle.delete(connection)
    const sameKey = idleByKey.get(connection.key)
    if (sameKey?.delete(connection) && sameKey.size === 0) idleByKey.delete(connection.key)
  }

  function discard(connection: OutboundConnection): void {
    removeIdle(connection)
    void connection.client.destroy()
  }

  function takeIdle({ url, addresses }: CheckedDestination): OutboundConnection | undefined {
    for (const address of addresses) {
      const [connection] = idleByKey.get(buildKey(url, address)) ?? []
      if (!connection) continue
      removeIdle(connection)
      return connection
    }
    return undefined
  }

  function addIdle(connection: OutboundConnection): void {
    idle.add(connection)
    const sameKey = idleByKey.get(connection.key)
    if (sameKey) sameKey.add(connection)
    else idleByKey.set(connection.key, new Set([connection]))
    const [oldest] = idle
    if (idle.size > maxIdle && oldest) discard(oldest)
  }

  return { addIdle, takeIdle, discard, discardAll: () => idle.forEach(discard) }
}

/** Creates a pool of connections, each bound to the IP it was opened to, even if DNS changes. */
export function createConnectionPool(limits: OutboundConnectionLimits): ConnectionPool {
  const idleSet = createIdleSet(limits.idleConnections)
  let closed = false

  return {
    async open(destination, { signal, forceNew = false }) {
      const idle = forceNew ? undefined : idleSet.takeIdle(destination)
      if (idle) return idle
      // Imports undici with the first delivery, so that startup does not wait for it.
      const http = await import('undici')
      const { socket, address } = await connectToAny(destination, limits, signal)
      const key = buildKey(destination.url, address)
      const client = createClient(http, socket, destination.url)
      const connection = { client, address, key, isReused: false, openedAt: performance.now() }
      client.on('disconnect', () => idleSet.discard(connection))
      return connection
    },
    release(connection) {
      if (closed || performance.now() - connection.openedAt > limits.ageMillis) return idleSet.discard(connection)
      connection.isReused = true
      idleSet.addIdle(connection)
    },
    discard: idleSet.discard,
    close() {
      closed = true
      idleSet.discardAll()
    },
  }
}

const buildKey = (url: URL, address: string) => `${url.origin} ${address}`

/** Creates an HTTP client on this socket that never opens another. */
function createClient(http: { Client: typeof Client }, socket: Socket, url: URL): Client {
  let isConnected = false
  return new http.Client(url.origin, {
    connect: (_options, callback) => {
      // Defers the callback, since the client would miss a synchronous one.
      if (isConnected) queueMicrotask(() => callback(new ConnectionFailed(), null))
      else queueMicrotask(() => callback(null, socket))
      isConnected = true
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller enforces the timeout of an attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  })
}

interface Target {
  url: URL
  host: string
  address: string
  ca: string | undefined
}

/** Tries the IPs in order, each within its share of the timeout. */
async function connectToAny(destination: CheckedDestination, limits: OutboundConnectionLimits, signal: AbortSignal) {
  const end = performance.now() + limits.connectMillis
  const candidates = destination.addresses.slice(0, MAX_IPS_TRIED)
  let failure: unknown = new ConnectionFailed()
  for (const [index, address] of candidates.entries()) {
    const millis = (end - performance.now()) / (candidates.length - index)
    if (signal.aborted || millis <= 0) break
    try {
      return { address, socket: await connectTo({ ...destination, address, ca: limits.ca }, millis, signal) }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function connectTo(target: Target, millis: number, signal: AbortSignal): Promise<Socket> {
  const { url, address } = target
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const tcp = connectTcp({ host: address, port: Number(url.port) || (isSecure ? 443 : 80), noDelay: true })
    const rejectWith = (error: Error = new ConnectionFailed()) => {
      cleanUp()
      tcp.destroy()
      reject(error)
    }
    const resolveWith = (socket: Socket) => {
      cleanUp()
      resolve(socket)
    }
    const timer = setTimeout(rejectWith, millis)
    const abort = () => rejectWith()
    signal.addEventListener('abort', abort, { once: true })
    const cleanUp = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    tcp.on('error', () => rejectWith())
    tcp.once('connect', () => {
      // Verifies the remote IP before sending anything.
      if (normalizeIp(tcp.remoteAddress ?? '::') !== address) return rejectWith()
      if (!isSecure) return resolveWith(tcp)
      const tls = startTls(tcp, target)
      tls.on('error', () => rejectWith(tls.authorizationError ? new CertificateRefused() : undefined))
      tls.once('secureConnect', () => resolveWith(tls))
    })
  })
}

function startTls(socket: Socket, { host, address, ca }: Target): TLSSocket {
  return connectTls({
    socket,
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, since an environment variable changes the default.
    rejectUnauthorized: true,
    ...(ca && { ca: [...rootCertificates, ca] }),
  })
}
