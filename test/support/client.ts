import { request, type Dispatcher } from 'undici'
import type { TestApp } from './app.ts'
import { encode } from './form.ts'

export interface Sending {
  /** Sent as JSON, or as a form if it contains a file; text and bytes are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | string[] | undefined>
}

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Parsed JSON, else the text; undefined when empty. */
  // Untyped: tests read any field, and the contract tests check the shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

/** Target of requests; the URL may change when a server restarts. */
export interface Server {
  url: string
  dispatcher: Dispatcher
}

export class Client {
  readonly server: Server
  readonly authorization: string | undefined
  /** Empty for a token and for an anonymous client. */
  readonly userId: string
  readonly username: string

  constructor(server: Server, credential?: string, user?: { user_id: string; username: string }) {
    this.server = server
    this.authorization = credential === undefined ? undefined : `Bearer ${credential}`
    this.userId = user?.user_id ?? ''
    this.username = user?.username ?? ''
  }

  /** Creates a client for a session; the request also creates the user. */
  static async ofSession(server: Server, jwt: string): Promise<Client> {
    const { principal } = expectStatus(await new Client(server, jwt).get('/v1/me'), 200)
    return new Client(server, jwt, { user_id: principal.id, username: principal.username })
  }

  /** The server under test, if it runs in this process. */
  get app(): TestApp {
    if (!('sql' in this.server)) throw new Error('this server runs in a separate process')
    return this.server as TestApp
  }

  get = (path: string, sending?: Sending) => this.send('GET', path, sending)
  head = (path: string, sending?: Sending) => this.send('HEAD', path, sending)
  post = (path: string, sending?: Sending) => this.send('POST', path, sending)
  put = (path: string, sending?: Sending) => this.send('PUT', path, sending)
  patch = (path: string, sending?: Sending) => this.send('PATCH', path, sending)
  delete = (path: string, sending?: Sending) => this.send('DELETE', path, sending)

  /** Sends a request; never throws for a status. */
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

/** Returns the body, or throws an error with the response if the status differs. */
// oxlint-disable-next-line typescript/no-explicit-any
export function expectStatus(reply: Reply, ...statuses: number[]): any {
  if (statuses.includes(reply.status)) return reply.body
  throw new Error(`expected ${statuses.join(' or ')}, got ${reply.status}: ${reply.text.slice(0, 2000)}`)
}
