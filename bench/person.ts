import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '../test/support/login.ts'

const patience = 60_000
const busy = [409, 429, 503]

/** Somebody signed in at a running server through its development provider. */
export class Person {
  readonly #url: string
  readonly #name: string
  #session: Promise<string> | undefined
  /** Answers that were replays of an earlier request with the same key. */
  replayed = 0
  requests = 0

  constructor(url: string, name: string) {
    this.#url = url
    this.#name = name
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path)
  }

  /** Sends until it is answered: a server that is away or busy is asked again, with the same key. */
  async send<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const end = Date.now() + patience
    for (;;) {
      const answer = await this.#once(method, path, body, key).catch((error: Error) => error)
      if (!(answer instanceof Error)) {
        if (answer.ok) return (await answer.json()) as T
        const text = await answer.text()
        const again = busy.includes(answer.status) && /in.flight|too many|unavailable/i.test(text)
        if (answer.status === 401) this.#session = undefined
        else if (!again || Date.now() > end) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
        if (answer.status === 401 && Date.now() > end) throw new Error(text)
      } else if (Date.now() > end) throw answer
      await sleep(500)
    }
  }

  async #once(method: string, path: string, body: unknown, key: string | undefined): Promise<Response> {
    this.#session ??= login(this.#url, this.#name)
    const headers: Record<string, string> = { authorization: `Bearer ${await this.#session}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(this.#url + path, { method, headers, body: sent })
    this.requests += 1
    if (answer.headers.get('idempotent-replayed') === 'true') this.replayed += 1
    return answer
  }

  /** All rows of a list, walked page by page. */
  async all<T>(path: string, limit = 1000): Promise<T[]> {
    const found: T[] = []
    const base = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
    let cursor: string | null = ''
    while (cursor !== null) {
      const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: { data: T[]; next_cursor: string | null } = await this.get(base + more)
      found.push(...page.data)
      cursor = page.next_cursor
    }
    return found
  }
}
