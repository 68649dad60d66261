import { Call } from './core/call.ts'
import type { CallOptions, ClientOptions } from './core/options.ts'
import { requireBaseUrl, sendApiRequest, operation, type Run } from './core/operation.ts'
import { buildQueryString, type QueryValues } from './core/query.ts'
import { lines, type Resources } from './generated/resources.ts'

/**
 * API client with a property per resource: `svc.tasks.list()`. Lists are sent when awaited or iterated, other requests
 * immediately. Retries where it is safe; throws `SvcProblem` or `SvcConnectionError`.
 */
export interface Svc extends ClientOptions, Resources {
  /** Sends a custom request with the same retries, for operations that this version of the SDK does not have. */
  request<T = unknown>(method: string, path: `/v1/${string}`, options?: RequestOptions & { raw?: false }): Call<T>
  /** Returns the response itself, for files and streaming. */
  request(method: string, path: `/v1/${string}`, options: RequestOptions & { raw: true }): Call<Response>
}

export interface RequestOptions extends CallOptions {
  query?: QueryValues
  body?: unknown
  /** Returns the response instead of its parsed JSON. */
  raw?: boolean
}

/** Restores the usual operations: on a list from `& /path`, on one row from `* /path` and the letters of delete. */
export const expandLines = (text: string): string =>
  text
    .replaceAll(/^& (.+)/gm, 'list GET $1 qop\ncreate POST $1 bO')
    .replaceAll(/^\* (\S+) (.+)/gm, 'read GET $1\nupdate PATCH $1 bt\ndelete DELETE $1 $2')

type Methods = Record<string, (...args: never[]) => unknown>

class SvcClient {
  constructor(options: ClientOptions) {
    requireBaseUrl(options.baseUrl)
    Object.assign(this, options)
    for (const group of expandLines(lines).split('\n\n')) {
      const [name, ...operations] = group.split('\n')
      Object.assign(this, { [name!]: buildMethods(this as unknown as ClientOptions, operations) })
    }
  }

  request<T>(method: string, path: string, options: RequestOptions = {}): Call<T> {
    const { query = {}, body, raw = false, ...others } = options
    const target = path.replace(/^\/v1/, '') + buildQueryString(query)
    const sent = { method, path: target, body, file: raw, patch: method === 'PATCH' }
    return Call.now(() => sendApiRequest<T>(this as unknown as ClientOptions, sent, others))
  }
}

export const Svc = SvcClient as unknown as new (options: ClientOptions) => Svc

function buildMethods(client: ClientOptions, operations: string[]): Methods {
  const methods: Methods = {}
  for (const line of operations) {
    const space = line.indexOf(' ')
    const name = line.slice(0, space)
    let run: Run | undefined
    // Compiled on first use, since a program uses few operations.
    const method = (...args: unknown[]) => (run ??= operation(line.slice(space + 1)))(client, ...args)
    methods[name] = method
    if (name === 'stream') methods.poll = (...args) => operation(line.slice(space + 1, -1))(client, ...args)
  }
  const update = operations.find((line) => /^update .*t$/i.test(line))
  if (methods.read && update)
    methods.edit = async (...args) => (await import('./core/edit.ts')).edit(methods, update, args)
  return methods
}
