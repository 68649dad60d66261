import { tooManyLiveAnswers, unavailable } from '../problem.ts'

/** Answers that one person may have open in a process. */
export const mostOfPerson = 10
/** Answers that a process keeps open. */
export const mostOfProcess = 1_000

/** One answer that goes on. */
export interface LiveAnswer {
  readonly userId: string
  /** Ends it, since the server stops. */
  stop(): void
}

/** The answers of a process that go on: there are so many of them at most, and they end before the server stops. */
export class LiveAnswers {
  readonly #open = new Set<LiveAnswer>()
  readonly #ofPeople = new Map<string, number>()
  #stopping = false

  /** How many there are. */
  get count(): number {
    return this.#open.size
  }

  /** Takes up an answer; gives what is called when it is over. Throws 429 or 503 where there is no room for it. */
  take(one: LiveAnswer): () => void {
    const own = this.#ofPeople.get(one.userId) ?? 0
    if (own >= mostOfPerson) throw tooManyLiveAnswers(mostOfPerson)
    if (this.#stopping) throw unavailable('The server is stopping.')
    if (this.#open.size >= mostOfProcess) throw unavailable('The server keeps no more streams open.')
    this.#open.add(one)
    this.#ofPeople.set(one.userId, own + 1)
    return () => this.#leave(one)
  }

  /** Ends all, and lets none begin any more. */
  stop(): void {
    this.#stopping = true
    for (const one of this.#open) one.stop()
  }

  #leave(one: LiveAnswer): void {
    if (!this.#open.delete(one)) return
    const left = this.#ofPeople.get(one.userId)! - 1
    if (left === 0) this.#ofPeople.delete(one.userId)
    else this.#ofPeople.set(one.userId, left)
  }
}
