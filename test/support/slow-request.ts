import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Client, Reply } from './client.ts'

/** Request whose body the test sends in pieces. */
export interface SlowRequest {
  raw: ClientRequest
  /** Sends a piece and waits until it is flushed. */
  write(bytes: Uint8Array): Promise<void>
  /** Response, which may arrive before the body has ended. */
  reply: Promise<Pick<Reply, 'status' | 'headers' | 'body'>>
}

export function beginRequest(
  client: Client,
  path: string,
  headers: Record<string, string>,
  method = 'POST',
): SlowRequest {
  const raw = request(new URL(path, client.server.url), {
    method,
    headers: { authorization: client.authorization, ...headers },
    agent: false,
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    raw.on('response', resolve)
    raw.on('error', reject)
  }).then(async (message) => {
    let text = ''
    for await (const chunk of message.setEncoding('utf8')) text += chunk
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: message.statusCode!, headers: message.headers as Record<string, string>, body }
  })
  reply.catch(() => {})
  raw.flushHeaders()
  const write = (bytes: Uint8Array) => new Promise<void>((resolve) => raw.write(bytes, () => resolve()))
  return { raw, write, reply }
}
