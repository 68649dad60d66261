import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** What happens to a request: it is answered instead, or it arrives and its answer is lost. */
export type Fault = 'lost answer' | 'cut answer' | { status: number; headers?: Record<string, string>; type?: string }

/** A connection to a server that fails when told to, and keeps what went by. */
export interface WeakLink {
  url: string
  /** The next requests meet these, in this order; later ones pass. */
  faults: Fault[]
  /** What was sent, faults included. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** Stands between a client and the server at `target`. */
export async function weakLink(target: string): Promise<WeakLink> {
  const link: WeakLink = { url: '', faults: [], seen: [], close: async () => {} }
  const server = createServer((incoming, outgoing) => {
    link.seen.push({ method: incoming.method!, path: incoming.url!, headers: incoming.headers })
    const fault = link.faults.shift()
    void (typeof fault === 'object' ? answer(fault, incoming, outgoing) : pass(target, fault, incoming, outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  link.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  link.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return link
}

async function answer(
  { status, headers, type }: Exclude<Fault, string>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  for await (const chunk of incoming) void chunk
  outgoing.writeHead(status, headers)
  outgoing.end(type && JSON.stringify({ type, title: 'A fault', status }))
}

async function pass(
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
