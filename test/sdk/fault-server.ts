import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** Fault of a request: another response in its place, or a response that is lost on the way. */
export type Fault = 'lost answer' | 'cut answer' | { status: number; headers?: Record<string, string>; type?: string }

/** Proxy to a server that fails on demand and records requests. */
export interface FaultServer {
  url: string
  /** Faults of the next requests, in this order; later ones pass. */
  faults: Fault[]
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function startFaultServer(target: string): Promise<FaultServer> {
  const link: FaultServer = { url: '', faults: [], seen: [], close: async () => {} }
  const server = createServer((incoming, outgoing) => {
    link.seen.push({ method: incoming.method!, path: incoming.url!, headers: incoming.headers })
    const fault = link.faults.shift()
    void (typeof fault === 'object'
      ? respond(fault, incoming, outgoing)
      : forwardRequest(target, fault, incoming, outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  link.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  link.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return link
}

async function respond(
  { status, headers, type }: Exclude<Fault, string>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  for await (const chunk of incoming) void chunk
  outgoing.writeHead(status, headers)
  outgoing.end(type && JSON.stringify({ type, title: 'A fault', status }))
}

async function forwardRequest(
  target: string,
  fault: 'lost answer' | 'cut answer' | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { socket } = incoming
  const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = incoming.headers
  const body = incoming.method === 'GET' ? null : incoming
  const reply = await request(target + incoming.url!, { method: incoming.method as 'GET', headers, body })
  outgoing.on('close', () => reply.body.destroy())
  reply.body.on('error', () => socket.destroy())
  if (fault === 'lost answer') return void socket.destroy()
  const { 'content-length': ____, ...answered } = reply.headers
  outgoing.writeHead(reply.statusCode, fault ? answered : reply.headers)
  if (!fault) return void reply.body.pipe(outgoing)
  outgoing.write(Buffer.from(await reply.body.arrayBuffer()).subarray(0, -1))
  setTimeout(() => socket.destroy(), 20)
}
