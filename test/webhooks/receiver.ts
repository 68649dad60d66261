import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Receiver {
  port: number
  /** Received requests, each with its raw body. */
  requests: { method: string; headers: Record<string, string>; body: string; url: string }[]
  /** Total number of accepted connections. */
  connections: number
  close(): Promise<void>
}

/** Starts a receiver that runs a handler once the whole body has arrived. */
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
        receiver.requests.push({
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
    requests: [],
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
