import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A receiver on an address of this machine. */
export interface Receiver {
  port: number
  /** Requests that came, each with its raw body. */
  got: { method: string; headers: Record<string, string>; body: string; url: string }[]
  /** Connections that were made to it, ever. */
  connections: number
  close(): Promise<void>
}

/** Starts a receiver that answers as told, once the whole body is there. */
export async function startReceiver(
  answer: RequestListener,
  at: { host?: string; port?: number; server?: (listener: RequestListener) => Server } = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const make = at.server ?? createServer
  const server = make((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', () => undefined)
      .on('end', () => {
        receiver.got.push({
          method: request.method!,
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
          url: request.url!,
        })
        answer(request, response)
      })
  })
  server.on('connection', (socket: Socket) => {
    receiver.connections++
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
  })
  const receiver: Receiver = {
    port: 0,
    got: [],
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  await new Promise<void>((resolve) => server.listen(at.port ?? 0, at.host ?? '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}
