import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Where a connection is cut, seen from a COMMIT on its way to the server. */
export type Cut = 'before commit' | 'after commit'

/** A TCP proxy before a server, that can cut connections at chosen moments. */
export interface FaultProxy {
  readonly port: number
  /** The next COMMIT is lost with its connection: before the server got it, or after the server answered it. */
  cutNext(cut: Cut): void
  /** How many cuts were made. */
  cuts(): number
  /** Ends every connection. */
  cutAll(): void
  /** While refusing, new connections are closed at once. */
  refuse(refusing: boolean): void
  close(): Promise<void>
}

/** Starts a proxy before the server on a local port. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const armed: Cut[] = []
  let made = 0
  let refusing = false
  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const upstream = connect(target, '127.0.0.1')
    let committing = false
    const cut = () => {
      client.resetAndDestroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true))
      socket
        .on('error', () => cut())
        .on('close', () => {
          sockets.delete(socket)
          cut()
        })
    }
    client.on('data', (chunk) => {
      const at = armed.length > 0 ? chunk.indexOf(commitAsked) : -1
      if (at >= 0) {
        made++
        // What comes with it arrives, and is of no use without it.
        if (armed.shift() === 'before commit') return void upstream.write(chunk.subarray(0, at), cut)
        committing = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!committing) client.write(chunk)
      // This answer shows that the server committed; the client is never to see it.
      else if (chunk.includes(committed)) cut()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cutNext: (cut) => void armed.push(cut),
    cuts: () => made,
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    refuse: (value) => void (refusing = value),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** The name under which COMMIT is prepared, in the message that prepares it or has it run. */
const commitAsked = Buffer.from('\0commit\0', 'latin1')
/** CommandComplete: C, its length, the command. */
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')
