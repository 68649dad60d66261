import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Point at which a connection is cut, relative to the COMMIT. */
export type Cut = 'before commit' | 'after commit'

/** TCP proxy that cuts connections at chosen points. */
export interface FaultProxy {
  readonly port: number
  /** Loses the connection of the next COMMIT before the server receives it, or after the server has responded. */
  cutNext(cut: Cut): void
  countCuts(): number
  cutAll(): void
  /** While refusing, new connections are closed immediately. */
  setRefusing(refusing: boolean): void
  close(): Promise<void>
}

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const pendingCuts: Cut[] = []
  let cutCount = 0
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
      const at = pendingCuts.length > 0 ? chunk.indexOf(commitName) : -1
      if (at >= 0) {
        cutCount++
        // The rest of the chunk is forwarded, but has no effect without the COMMIT.
        if (pendingCuts.shift() === 'before commit') return void upstream.write(chunk.subarray(0, at), cut)
        committing = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!committing) client.write(chunk)
      // The server has committed; the client must not receive this response.
      else if (chunk.includes(committed)) cut()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cutNext: (cut) => void pendingCuts.push(cut),
    countCuts: () => cutCount,
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    setRefusing: (value) => void (refusing = value),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Name of the prepared COMMIT, in its Parse and Bind messages. */
const commitName = Buffer.from('\0commit\0', 'latin1')
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')
