import { Call } from './core/call.ts'
import type { CallOptions, ClientOptions } from './core/options.ts'
import { checkedBase, exchange, operation, type Run } from './core/operation.ts'
import { queryString, type QueryValues } from './core/query.ts'
import { lines, type Resources } from './generated/resources.ts'

/**
 * The service, by its resources: `svc.tasks.list()`. What is read is awaited or iterated, what is written is sent at once;
 * what fails is sent again where that is safe, and throws a `SvcProblem` or a `SvcConnectionError` in the end.
 */
export interface Svc extends ClientOptions, Resources {
  /** A request of your own with the same retries: for what a newer server has and this package does not know. */
  request<T = unknown>(
    method: string,
    path: `/v1/${string}`,
    options?: RequestOptions & { raw?: false },
  ): Call<T>
  /** The answer itself, to read as it comes: a file, or a part of one. */
  request(method: string, path: `/v1/${string}`, options: RequestOptions & { raw: true }): Call<Response>
}

export interface RequestOptions extends CallOptions {
  query?: QueryValues
  body?: unknown
  /** Gives the answer itself in place of what its JSON says. */
  raw?: boolean
}

type Methods = Record<string, (...args: never[]) => unknown>

class SvcClient {
  constructor(options: ClientOptions) {
    checkedBase(options.baseUrl)
    Object.assign(this, options)
    for (const group of lines.split('\n\n')) {
      const [name, ...operations] = group.split('\n')
      Object.assign(this, { [name!]: resource(this as unknown as ClientOptions, operations) })
    }
  }

  request<T>(method: string, path: string, options: RequestOptions = {}): Call<T> {
    const { query = {}, body, raw = false, ...others } = options
    const below = path.replace(/^\/v1/, '') + queryString(query)
    const sent = { method, path: below, body, file: raw, patch: method === 'PATCH' }
    return Call.now(() => exchange<T>(this as unknown as ClientOptions, sent, others))
  }
}

export const Svc = SvcClient as unknown as new (options: ClientOptions) => Svc

function resource(client: ClientOptions, operations: string[]): Methods {
  const methods: Methods = {}
  for (const line of operations) {
    const space = line.indexOf(' ')
    const name = line.slice(0, space)
    let run: Run | undefined
    // Each line is read when it is first needed: a program uses a handful of them.
    const method = (...args: unknown[]) => (run ??= operation(line.slice(space + 1)))(client, ...args)
    methods[name] = method
    if (name === 'stream') methods.poll = (...args) => operation(line.slice(space + 1, -1))(client, ...args)
  }
  const update = operations.find((line) => /^update .*t$/i.test(line))
  if (methods.read && update)
    methods.edit = async (...args) => (await import('./core/edit.ts')).edit(methods, update, args)
  return methods
}
