import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { PageOf } from '@svc/sdk'
import { isPassing, soon } from './problems.ts'
import { keep, type Placing, type Question } from './placing.ts'
import type { AnyRow } from './rows.ts'
import type { Store } from './store.ts'

const longest = 1000

/** What a short list needs of the world. */
export interface ShortAsking {
  store: Store
  placing: Placing
  question: Question
  page(query: Record<string, unknown>): Promise<PageOf<AnyRow>>
}

/** A list that is read whole, while somebody looks at it. */
export class ShortList {
  readonly rows: ReadonlySignal<readonly AnyRow[] | undefined>
  /** Whether the server, or the cache, has given the rows. */
  #isThere = signal(false)
  #asking: ShortAsking
  #watched = new Watched(() => this.#read())

  constructor(asking: ShortAsking, cached?: readonly string[]) {
    this.#asking = asking
    if (cached) {
      asking.placing.given.value = cached
      this.#isThere.value = true
    }
    this.rows = computed(() => (this.#isThere.value ? this.#compose() : undefined), this.#watched.options)
  }

  get question(): Question {
    return this.#asking.question
  }

  get placing(): Placing {
    return this.#asking.placing
  }

  touch(id: string): void {
    this.#asking.placing.touch(id)
  }

  /** Has it read now, whether somebody looks or not: whoever asks for it will. */
  begin(): void {
    this.#watched.once()
  }

  /** Has it read again: now if it is looked at, else when it is. */
  reload(): void {
    this.#watched.stale()
  }

  #compose(): readonly AnyRow[] {
    const { store, placing, question } = this.#asking
    const rows = placing.shown.value.map((id) => store.row(question.kind, id!).value)
    const there = rows.filter((row) => row != null)
    return question.kind === 'taskComments' ? there.map((thread) => this.#thread(thread)) : there
  }

  /** A comment with its answers as they are shown, those among them that are on their way. */
  #thread(comment: AnyRow): AnyRow {
    const { store } = this.#asking
    const answers = ((comment.replies ?? []) as AnyRow[]).map((reply) => reply.comment_id as string)
    const made = store.madeIn('taskComments', 'parent_comment_id', comment.comment_id as string)
    const replies = answers
      .map((id) => store.row('taskComments', id).value)
      .concat(made.filter((reply) => !answers.includes(reply.comment_id as string)))
      .filter((reply) => reply != null)
    return replies.length ? { ...comment, replies: replies.map((reply) => this.#thread(reply)) } : comment
  }

  async #read(): Promise<void> {
    const { store, placing, question, page } = this.#asking
    const { touched } = placing
    const { data, next_cursor: next } = await page({ limit: longest })
    const ids = keep(store, question, data)
    placing.isWhole.value = next === null
    placing.settle(ids, touched)
    this.#isThere.value = true
  }
}

/** Reads while somebody looks, again when it became stale meanwhile, one at a time. */
export class Watched {
  #read: () => Promise<void>
  #isWatched = false
  #isStale = true
  #isReading = false

  constructor(read: () => Promise<void>) {
    this.#read = read
  }

  readonly options = {
    watched: () => {
      this.#isWatched = true
      void this.#go()
    },
    unwatched: () => {
      this.#isWatched = false
    },
  }

  /** Reads it though nobody looks yet. */
  once(): void {
    void this.#go(true)
  }

  stale(): void {
    this.#isStale = true
    void this.#go()
  }

  async #go(isAsked = this.#isWatched): Promise<void> {
    if (!isAsked || !this.#isStale || this.#isReading) return
    this.#isReading = true
    this.#isStale = false
    try {
      await this.#read()
    } catch (error) {
      // Read again after a while, when the connection is back, or when it is looked at the next time.
      this.#isStale = true
      if (isPassing(error)) setTimeout(() => void this.#go(), soon())
      return
    } finally {
      this.#isReading = false
    }
    void this.#go()
  }
}

/** A value that is read while somebody looks at it. */
export class WatchedValue<T> {
  readonly value: Signal<T | undefined>
  /** Why it could not be read the last time. */
  readonly problem = signal<unknown>(undefined)
  #watched: Watched

  constructor(read: () => Promise<T>, cached?: T) {
    this.#watched = new Watched(async () => {
      try {
        this.value.value = await read()
        this.problem.value = undefined
      } catch (error) {
        this.problem.value = error
        throw error
      }
    })
    this.value = signal<T | undefined>(cached, this.#watched.options)
  }

  reload(): void {
    this.#watched.stale()
  }
}
