/** Calls of the service, one at a time, for what is set up before measuring. */
export class Api {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
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
}

export interface Page<T = { task_id: string; title: string; due_date: string | null }> {
  data: T[]
  next_cursor: string | null
}

/** A query's path; brackets and commas need no encoding for our server, and reading is easier without. */
export function pathOf(path: string, query: Record<string, string | number>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** Where a page is found: its path, its number, and the row before it. */
export interface Place {
  path: string
  page: number
  before: Page['data'][number] | null
}

/** Walks a list to its page `wanted`, or the last full one. */
export async function walkTo(
  api: Api,
  query: Record<string, string | number>,
  wanted: number,
): Promise<Place> {
  let full: Place | null = null
  let place: Place = { path: pathOf('/v1/tasks', query), page: 1, before: null }
  while (place.page < wanted) {
    const { body } = await api.get<Page>(place.path)
    if (body.next_cursor === null) return full ?? place
    full = place
    const path = pathOf('/v1/tasks', { ...query, cursor: body.next_cursor })
    place = { path, page: place.page + 1, before: body.data.at(-1)! }
  }
  return place
}
