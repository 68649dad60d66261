import { request, type Dispatcher } from 'undici'
import type { TestApp } from './app.ts'
import { encodeBody } from './form.ts'

export interface RequestOptions {
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
  static async createForSession(server: Server, jwt: string): Promise<Client> {
    const { principal } = expectStatus(await new Client(server, jwt).get('/v1/me'), 200)
    return new Client(server, jwt, { user_id: principal.id, username: principal.username })
  }

  /** The server under test, if it runs in this process. */
  get app(): TestApp {
    if (!('sql' in this.server)) throw new Error('this server runs in a separate process')
    return this.server as TestApp
  }

  get = (path: string, options?: RequestOptions) => this.send('GET', path, options)
  head = (path: string, options?: RequestOptions) => this.send('HEAD', path, options)
  post = (path: string, options?: RequestOptions) => this.send('POST', path, options)
  put = (path: string, options?: RequestOptions) => this.send('PUT', path, options)
  patch = (path: string, options?: RequestOptions) => this.send('PATCH', path, options)
  delete = (path: string, options?: RequestOptions) => this.send('DELETE', path, options)

  /** Sends a request; never throws for a status. */
  async send(method: string, path: string, { body, headers, query }: RequestOptions = {}): Promise<Reply> {
    const url = new URL(path, this.server.url)
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
    }
    const encodedBody = encodeBody(body)
    const response = await request(url, {
      dispatcher: this.server.dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...(this.authorization && { authorization: this.authorization }),
        ...encodedBody.headers,
        ...headers,
      },
      body: encodedBody.bytes,
    })
    const text = await response.body.text()
    const headerEntries = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const replyHeaders = Object.fromEntries(headerEntries) as Record<string, string>
    const isJson = /^application\/(problem\+)?json/.test(replyHeaders['content-type'] ?? '')
    const parsed: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text
    return { status: response.statusCode, headers: replyHeaders, body: parsed, text }
  }
}

/** Returns the body, or throws an error with the response if the status differs. */
// oxlint-disable-next-line typescript/no-explicit-any
export function expectStatus(reply: Reply, ...statuses: number[]): any {
  if (statuses.includes(reply.status)) return reply.body
  throw new Error(`expected ${statuses.join(' or ')}, got ${reply.status}: ${reply.text.slice(0, 2000)}`)
}
