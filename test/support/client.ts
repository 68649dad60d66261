import { request, type Dispatcher } from 'undici'
import type { TestApp } from './app.ts'
import { encode } from './form.ts'

export interface Sending {
  /** Sent as JSON, or as a form when it holds a file, unless it is text or bytes already. */
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | string[] | undefined>
}

export interface Reply {
  status: number
  headers: Record<string, string>
  /** The parsed body when it is JSON, else the text; undefined when empty. */
  // Tests look into answers freely; what they hold is for the contract tests to judge.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

/** Where requests go: the address may change when a server is started anew. */
export interface Server {
  url: string
  dispatcher: Dispatcher
}

/** Sends real HTTP requests for one caller. */
export class Client {
  readonly server: Server
  readonly authorization: string | undefined
  /** Empty for a token and for nobody. */
  readonly userId: string
  readonly username: string

  constructor(server: Server, credential?: string, user?: { user_id: string; username: string }) {
    this.server = server
    this.authorization = credential === undefined ? undefined : `Bearer ${credential}`
    this.userId = user?.user_id ?? ''
    this.username = user?.username ?? ''
  }

  /** Of a person who is signed in; the request makes the person known. */
  static async ofSession(server: Server, jwt: string): Promise<Client> {
    const { principal } = expectStatus(await new Client(server, jwt).get('/v1/me'), 200)
    return new Client(server, jwt, { user_id: principal.id, username: principal.username })
  }

  /** The server under test, where it runs in this process. */
  get app(): TestApp {
    if (!('sql' in this.server)) throw new Error('this server runs in a process of its own')
    return this.server as TestApp
  }

  get = (path: string, sending?: Sending) => this.send('GET', path, sending)
  head = (path: string, sending?: Sending) => this.send('HEAD', path, sending)
  post = (path: string, sending?: Sending) => this.send('POST', path, sending)
  put = (path: string, sending?: Sending) => this.send('PUT', path, sending)
  patch = (path: string, sending?: Sending) => this.send('PATCH', path, sending)
  delete = (path: string, sending?: Sending) => this.send('DELETE', path, sending)

  /** Any method; never throws for a status. */
  async send(method: string, path: string, { body, headers, query }: Sending = {}): Promise<Reply> {
    const url = new URL(path, this.server.url)
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
    }
    const encoded = encode(body)
    const answer = await request(url, {
      dispatcher: this.server.dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...(this.authorization && { authorization: this.authorization }),
        ...encoded.headers,
        ...headers,
      },
      body: encoded.bytes,
    })
    const text = await answer.body.text()
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const replyHeaders = Object.fromEntries(flat) as Record<string, string>
    const json = /^application\/(problem\+)?json/.test(replyHeaders['content-type'] ?? '')
    const parsed: unknown = text === '' ? undefined : json ? JSON.parse(text) : text
    return { status: answer.statusCode, headers: replyHeaders, body: parsed, text }
  }
}

/** The body of an answer that must have this status; says what came instead. */
// oxlint-disable-next-line typescript/no-explicit-any
export function expectStatus(reply: Reply, ...statuses: number[]): any {
  if (statuses.includes(reply.status)) return reply.body
  throw new Error(`expected ${statuses.join(' or ')}, got ${reply.status}: ${reply.text.slice(0, 2000)}`)
}
