import { channel } from 'node:diagnostics_channel'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Listeners where nothing may arrive. */
export interface Traps {
  port: number
  /** The addresses at which somebody connected all the same. */
  sprung(): string[]
  reset(): void
  close(): Promise<void>
}

/** Sets traps on these addresses of this machine, all at one port. */
export async function setTraps(hosts: string[], port = 0): Promise<Traps> {
  const servers: Server[] = []
  let sprung: string[] = []
  let taken = port
  for (const host of hosts) {
    const server = createServer((socket) => {
      sprung.push(host)
      socket.destroy()
    })
    // A machine without IPv6 needs no trap there.
    if (!(await listens(server, host, taken))) continue
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

const listens = (server: Server, host: string, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      host === '::1' && error.code === 'EADDRNOTAVAIL' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })

/** A look at every connection that this process tries to make from now on, whoever does. */
export interface Watch {
  /** Where to, in order. */
  contacted: { address: string; port: number }[]
  sockets: Socket[]
  stop(): void
}

/** Begins to look. */
export function watchConnections(): Watch {
  const contacted: Watch['contacted'] = []
  const sockets: Socket[] = []
  const made = channel('net.client.socket')
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    sockets.push(socket)
    socket.on('connectionAttempt', (address: string, port: number) => contacted.push({ address, port }))
  }
  made.subscribe(watch)
  return { contacted, sockets, stop: () => void made.unsubscribe(watch) }
}
