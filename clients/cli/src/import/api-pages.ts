import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../errors.ts'

const MAX_RETRIES = 5

interface Access {
  apiUrl: string
  headers: Readonly<Record<string, string>>
  /** Advice for a request that is refused. */
  advice: string
}

/** Reads lists of another service through its API. The token is sent only to the host that it was given for. */
export class ApiPages {
  readonly #context: Context
  readonly #access: Access

  constructor(context: Context, access: Access) {
    this.#context = context
    this.#access = access
  }

  /** Follows the pages of a list, and waits at the end of a rate limit. */
  async *read<T>(path: string): AsyncGenerator<T> {
    const { apiUrl } = this.#access
    for (let url: string | undefined = `${apiUrl}${path}`; url;) {
      const response = await this.#get(url)
      yield* (await response.json()) as T[]
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      if (url && new URL(url).origin !== new URL(apiUrl).origin)
        throw new CliError(`The next page is on another host: ${url}`, exitCodes.failure)
    }
  }

  async readJson<T>(path: string): Promise<T> {
    return (await (await this.#get(`${this.#access.apiUrl}${path}`)).json()) as T
  }

  /** Reads a file of the same host. */
  async open(url: string): Promise<Readable> {
    const { body } = await this.#get(url)
    return Readable.fromWeb(body as never)
  }

  async #get(url: string): Promise<Response> {
    const { signal, note } = this.#context
    const headers = { accept: 'application/json', 'user-agent': 'svc', ...this.#access.headers }
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetchFromHost(url, { headers, signal })
      if (response.ok) return response
      const limits = response.headers
      const wait = Number(limits.get('retry-after') ?? 0)
      const reset = Number(limits.get('x-ratelimit-reset') ?? limits.get('ratelimit-reset') ?? 0) - Date.now() / 1000
      const isLimited =
        response.status === 429 || (response.status === 403 && limits.get('x-ratelimit-remaining') === '0')
      if (!isLimited || attempt >= MAX_RETRIES)
        throw new CliError(`${url} returned ${response.status}. ${this.#access.advice}`, exitCodes.failure)
      const seconds = Math.max(1, wait, Math.min(reset, 3600))
      note(`Rate limit: waiting ${Math.ceil(seconds)} s …`)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

const MAX_REDIRECTS = 5

/** Follows redirects within the host, and those to other hosts without credentials, which `fetch` would send in own headers. */
async function fetchFromHost(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  let [next, { headers }] = [url, init]
  for (let count = 0; ; count++) {
    const response = await fetch(next, { ...init, headers, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null || count === MAX_REDIRECTS) return response
    await response.body?.cancel()
    const target = new URL(location, next)
    if (target.origin !== new URL(next).origin) headers = { 'user-agent': 'svc' }
    next = target.href
  }
}

/** Names the host of an API in a manifest, so that equal ids of other hosts are separate. */
export function findInstance(apiUrl: string, publicHosts: readonly string[]): { instance?: string } {
  const { host } = new URL(apiUrl)
  return publicHosts.includes(host) ? {} : { instance: host }
}
