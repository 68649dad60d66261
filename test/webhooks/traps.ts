import { channel } from 'node:diagnostics_channel'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Listeners that must receive no connection. */
export interface Traps {
  port: number
  /** Returns the addresses that received a connection. */
  sprung(): string[]
  reset(): void
  close(): Promise<void>
}

/** Starts listeners at these local addresses, all on one port. */
export async function setTraps(hosts: string[], port = 0): Promise<Traps> {
  const servers: Server[] = []
  let sprung: string[] = []
  let taken = port
  for (const host of hosts) {
    const server = createServer((socket) => {
      sprung.push(host)
      socket.destroy()
    })
    // Skips IPv6 on a machine without it.
    if (!(await tryToListen(server, host, taken))) continue
    servers.push(server)
    taken = (server.address() as AddressInfo).port
  }
  return {
    port: taken,
    sprung: () => sprung,
    reset: () => void (sprung = []),
    close: async () => void (await Promise.all(servers.map((one) => new Promise((done) => one.close(done))))),
  }
}

const tryToListen = (server: Server, host: string, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      host === '::1' && error.code === 'EADDRNOTAVAIL' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })

/** A record of all connection attempts of this process. */
export interface ConnectionWatch {
  /** Targets in order. */
  contacted: { address: string; port: number }[]
  sockets: Socket[]
  stop(): void
}

export function watchConnections(): ConnectionWatch {
  const contacted: ConnectionWatch['contacted'] = []
  const sockets: Socket[] = []
  const created = channel('net.client.socket')
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    sockets.push(socket)
    socket.on('connectionAttempt', (address: string, port: number) => contacted.push({ address, port }))
  }
  created.subscribe(watch)
  return { contacted, sockets, stop: () => void created.unsubscribe(watch) }
}
