/** Sends single requests to the service, to prepare measurements. */
export class ApiClient {
  readonly #url: string
  readonly #token: string

  constructor(port: number, token: string) {
    this.#url = `http://127.0.0.1:${port}`
    this.#token = token
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }

  async get<T>(path: string): Promise<{ body: T; text: string; etag: string }> {
    const response = await fetch(this.#url + path, { headers: this.headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`)
    return { body: JSON.parse(text) as T, text, etag: response.headers.get('etag') ?? '' }
  }

  async send(method: string, path: string, body: object): Promise<Response> {
    const headers = { ...this.headers, 'content-type': 'application/json' }
    const response = await fetch(this.#url + path, { method, headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
}

export interface Page<T = { task_id: string; title: string; due_date: string | null }> {
  data: T[]
  next_cursor: string | null
}

export function buildPath(path: string, query: Record<string, string | number>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** A page of a list, with the row before it as the baseline's cursor. */
export interface PagePosition {
  path: string
  page: number
  before: Page['data'][number] | null
}

/** Paginates to a page, or to the last full one. */
export async function findPage(
  api: ApiClient,
  query: Record<string, string | number>,
  wanted: number,
): Promise<PagePosition> {
  let lastFull: PagePosition | null = null
  let position: PagePosition = { path: buildPath('/v1/tasks', query), page: 1, before: null }
  while (position.page < wanted) {
    const { body } = await api.get<Page>(position.path)
    if (body.next_cursor === null) return lastFull ?? position
    lastFull = position
    const path = buildPath('/v1/tasks', { ...query, cursor: body.next_cursor })
    position = { path, page: position.page + 1, before: body.data.at(-1)! }
  }
  return position
}
