import { hash } from 'node:crypto'

/** What is kept of a page. */
export interface KeptPage {
  /** About how much memory it takes, in bytes. */
  size: number
}

/**
 * How many pages are remembered that were asked for once: about as many as there is room for. Where more than these are
 * asked for in turn, hardly any would be asked for again before it had to go, and none is worth the work of keeping it.
 */
const mostAsked = 128
/** How many pages are remembered that are not worth keeping. */
const mostUnfit = 8_192

/**
 * Pages that are asked for again and again, as the process wrote them last. They answer nothing by themselves: each
 * request asks the database which rows its page has and in which version, and takes from here only what is confirmed
 * unchanged. What is kept is bounded in bytes; the page that was asked for longest ago goes first.
 *
 * A page is kept when it is soon asked for a second time, so that whoever walks through a list costs no memory and drives
 * out nothing.
 */
export class KeptPages<P extends KeptPage> {
  readonly #most: number
  readonly #mostOfPage: number
  readonly #asked = new Set<string>()
  readonly #unfit = new Set<string>()
  readonly #kept = new Map<string, P>()
  #size = 0
  #losses = 0

  /** `most`: bytes of all pages together. `mostOfPage`: of one. */
  constructor(most: number, mostOfPage: number) {
    this.#most = most
    this.#mostOfPage = mostOfPage
  }

  /** The name of a page, by everything that settles which rows it can have. */
  static nameOf(parts: readonly unknown[]): string {
    return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)
  }

  /** How many bytes are kept. */
  get size(): number {
    return this.#size
  }

  /**
   * Whether a page is worth keeping, and what is kept of it: not yet anything when it is asked for the second time.
   * `losses` of connections: after one everything is forgotten, since the database may have been put back to an older
   * state meanwhile.
   */
  find(name: string, losses: number): { worth: boolean; page?: P | undefined } {
    if (losses !== this.#losses) this.#forget()
    this.#losses = losses
    const page = this.#kept.get(name)
    if (page) {
      this.#kept.delete(name)
      this.#kept.set(name, page)
      return { worth: true, page }
    }
    if (this.#unfit.has(name)) return { worth: false }
    if (this.#asked.delete(name)) return { worth: true }
    note(this.#asked, name, mostAsked)
    return { worth: false }
  }

  /** Keeps a page in the place of what was kept of it. One that is too large is not kept from now on, and gives false. */
  keep(name: string, page: P): boolean {
    this.#drop(name)
    if (page.size > this.#mostOfPage) {
      note(this.#unfit, name, mostUnfit)
      return false
    }
    this.#kept.set(name, page)
    this.#size += page.size
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) break
      this.#drop(oldest)
    }
    return true
  }

  /** Notes that a page is not worth keeping. */
  pass(name: string): void {
    this.#drop(name)
    note(this.#unfit, name, mostUnfit)
  }

  #forget(): void {
    this.#kept.clear()
    this.#size = 0
  }

  #drop(name: string): void {
    this.#size -= this.#kept.get(name)?.size ?? 0
    this.#kept.delete(name)
  }
}

function note(names: Set<string>, name: string, most: number): void {
  names.add(name)
  if (names.size > most) names.delete(names.values().next().value!)
}
