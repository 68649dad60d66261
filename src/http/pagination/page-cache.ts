import { hash } from 'node:crypto'

export interface CachedPage {
  /** Approximate memory in bytes. */
  size: number
}

/**
 * Number of pages remembered after one request, about as many as fit into the cache: with more pages in rotation, hardly
 * any would be requested again before its eviction.
 */
const MAX_REQUESTED = 128
/** Number of uncacheable pages remembered. */
const MAX_UNCACHEABLE = 8_192

/**
 * An LRU cache of serialized pages, bounded in bytes. Each request still queries which rows its page has, in which
 * versions, and reuses only what is unchanged. A page is cached on its second request, so that pagination evicts nothing.
 */
export class PageCache<P extends CachedPage> {
  readonly #maxBytes: number
  readonly #maxPageBytes: number
  readonly #requested = new Set<string>()
  readonly #uncacheable = new Set<string>()
  readonly #pages = new Map<string, P>()
  #size = 0
  #losses = 0

  constructor(maxBytes: number, maxPageBytes: number) {
    this.#maxBytes = maxBytes
    this.#maxPageBytes = maxPageBytes
  }

  static buildKey(parts: readonly unknown[]): string {
    return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)
  }

  get size(): number {
    return this.#size
  }

  /**
   * Returns whether to cache a page, and the cached one. Clears the cache after lost connections (`losses`), since the
   * database may have been restored to an older state.
   */
  find(name: string, losses: number): { worth: boolean; page?: P | undefined } {
    if (losses !== this.#losses) this.#clear()
    this.#losses = losses
    const page = this.#pages.get(name)
    if (page) {
      this.#pages.delete(name)
      this.#pages.set(name, page)
      return { worth: true, page }
    }
    if (this.#uncacheable.has(name)) return { worth: false }
    if (this.#requested.delete(name)) return { worth: true }
    remember(this.#requested, name, MAX_REQUESTED)
    return { worth: false }
  }

  /** Caches a page, replacing the previous one. Returns false and remembers it as uncacheable if it is too large. */
  store(name: string, page: P): boolean {
    this.#drop(name)
    if (page.size > this.#maxPageBytes) {
      remember(this.#uncacheable, name, MAX_UNCACHEABLE)
      return false
    }
    this.#pages.set(name, page)
    this.#size += page.size
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= this.#maxBytes) break
      this.#drop(oldest)
    }
    return true
  }

  markUncacheable(name: string): void {
    this.#drop(name)
    remember(this.#uncacheable, name, MAX_UNCACHEABLE)
  }

  #clear(): void {
    this.#pages.clear()
    this.#size = 0
  }

  #drop(name: string): void {
    this.#size -= this.#pages.get(name)?.size ?? 0
    this.#pages.delete(name)
  }
}

function remember(names: Set<string>, name: string, maxNames: number): void {
  names.add(name)
  if (names.size > maxNames) names.delete(names.values().next().value!)
}
