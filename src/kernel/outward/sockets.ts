import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import type { Client } from 'undici'
import { plainAddress } from './addresses.ts'
import type { Destination } from './url-guard.ts'

/** There was no connection, or no HTTP answer on it. It deliberately tells nothing more. */
export class ConnectionFailed extends Error {}
/** The certificate is not one for this host, or nobody trusted has signed it. */
export class CertificateRefused extends Error {}

/** One connection to one checked address, good for one request at a time. */
export interface Connection {
  client: Client
  address: string
  /** It carried a request before, so the other side may be closing it right now. */
  used: boolean
  born: number
  key: string
}

export interface Connections {
  /** An idle connection to one of the destination's addresses, or a new one. */
  open(destination: Destination, options: { signal: AbortSignal; fresh?: boolean }): Promise<Connection>
  /** Takes one back that can carry another request. */
  release(connection: Connection): void
  discard(connection: Connection): void
  /** Closes what is idle, now and from now on. */
  close(): void
}

export interface ConnectionLimits {
  /** The time for TCP and TLS, all addresses together; resolving the name is not counted. */
  connectMillis: number
  idleConnections: number
  /** The age at which a connection is closed, however busy it is. */
  ageMillis: number
  /** Certificates of authorities to trust beside the usual ones. */
  ca?: string
}

/** The most addresses of one name that are tried. */
const addressesTried = 4
const headerBytes = 16_384

/** The connections that nothing is sent over now, at most so many; the one idle longest goes first. */
function keptIdle(most: number) {
  const idle = new Set<Connection>()
  const idleByKey = new Map<string, Set<Connection>>()

  function forget(connection: Connection): void {
    idle.delete(connection)
    const sameKey = idleByKey.get(connection.key)
    if (sameKey?.delete(connection) && sameKey.size === 0) idleByKey.delete(connection.key)
  }

  function discard(connection: Connection): void {
    forget(connection)
    void connection.client.destroy()
  }

  function takeIdle({ url, addresses }: Destination): Connection | undefined {
    for (const address of addresses) {
      const [connection] = idleByKey.get(keyOf(url, address)) ?? []
      if (!connection) continue
      forget(connection)
      return connection
    }
    return undefined
  }

  function keep(connection: Connection): void {
    idle.add(connection)
    const sameKey = idleByKey.get(connection.key)
    if (sameKey) sameKey.add(connection)
    else idleByKey.set(connection.key, new Set([connection]))
    const [oldest] = idle
    if (idle.size > most && oldest) discard(oldest)
  }

  return { keep, takeIdle, discard, discardAll: () => idle.forEach(discard) }
}

/** Keeps connections between deliveries. Each is bound to the address it was opened to, whatever the name says later. */
export function createConnections(limits: ConnectionLimits): Connections {
  const kept = keptIdle(limits.idleConnections)
  let closed = false

  return {
    async open(destination, { signal, fresh = false }) {
      const idle = fresh ? undefined : kept.takeIdle(destination)
      if (idle) return idle
      // Loaded for the first delivery: a server that starts need not wait for it.
      const http = await import('undici')
      const { socket, address } = await connectToAny(destination, limits, signal)
      const key = keyOf(destination.url, address)
      const client = clientOn(http, socket, destination.url)
      const connection = { client, address, key, used: false, born: performance.now() }
      client.on('disconnect', () => kept.discard(connection))
      return connection
    },
    release(connection) {
      if (closed || performance.now() - connection.born > limits.ageMillis) return kept.discard(connection)
      connection.used = true
      kept.keep(connection)
    },
    discard: kept.discard,
    close() {
      closed = true
      kept.discardAll()
    },
  }
}

const keyOf = (url: URL, address: string) => `${url.origin} ${address}`

/** An HTTP client that speaks over this socket and never opens another. */
function clientOn(http: { Client: typeof Client }, socket: Socket, url: URL): Client {
  let given = false
  return new http.Client(url.origin, {
    connect: (_options, callback) => {
      // The client notices only an answer that comes after it has asked.
      if (given) queueMicrotask(() => callback(new ConnectionFailed(), null))
      else queueMicrotask(() => callback(null, socket))
      given = true
    },
    maxHeaderSize: headerBytes,
    // The one time limit of an attempt is kept by its caller.
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

/** Tries the addresses in turn, each within its share of the time. */
async function connectToAny(destination: Destination, limits: ConnectionLimits, signal: AbortSignal) {
  const end = performance.now() + limits.connectMillis
  const tried = destination.addresses.slice(0, addressesTried)
  let failure: unknown = new ConnectionFailed()
  for (const [index, address] of tried.entries()) {
    const millis = (end - performance.now()) / (tried.length - index)
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
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const tcp = connectTcp({ host: address, port: Number(url.port) || (secure ? 443 : 80), noDelay: true })
    const fail = (error: Error = new ConnectionFailed()) => {
      settle()
      tcp.destroy()
      reject(error)
    }
    const done = (socket: Socket) => {
      settle()
      resolve(socket)
    }
    const timer = setTimeout(fail, millis)
    const abort = () => fail()
    signal.addEventListener('abort', abort, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    tcp.on('error', () => fail())
    tcp.once('connect', () => {
      // No byte is sent before it is certain who is there.
      if (plainAddress(tcp.remoteAddress ?? '::') !== address) return fail()
      if (!secure) return done(tcp)
      const tls = startTls(tcp, target)
      tls.on('error', () => fail(tls.authorizationError ? new CertificateRefused() : undefined))
      tls.once('secureConnect', () => done(tls))
    })
  })
}

/** TLS for the host's name, whichever address it is spoken with. */
function startTls(socket: Socket, { host, address, ca }: Target): TLSSocket {
  return connectTls({
    socket,
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // An environment variable changes the default of this, so it is stated.
    rejectUnauthorized: true,
    ...(ca && { ca: [...rootCertificates, ca] }),
  })
}
