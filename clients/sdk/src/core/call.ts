/** An answer with everything around it. */
export interface Answer<T> {
  data: T
  response: Response
  /** The ETag: what `ifMatch` takes. */
  tag: string | undefined
}

/** A request under way. Awaited, it gives the answer's data. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  #start: () => Promise<Answer<T>>
  #answer: Promise<Answer<T>> | undefined

  constructor(start: () => Promise<Answer<T>>) {
    this.#start = start
  }

  /** A request that is sent at once, awaited or not. */
  static now<T>(start: () => Promise<Answer<T>>): Call<T> {
    const call = new Call(start)
    void call.withResponse()
    return call
  }

  /** The answer with its response and tag. */
  withResponse(): Promise<Answer<T>> {
    return (this.#answer ??= this.#start())
  }

  async #data(): Promise<T> {
    return (await this.withResponse()).data
  }

  // oxlint-disable-next-line unicorn/no-thenable -- A call is awaited.
  then<A = T, B = never>(
    done?: ((data: T) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // oxlint-disable-next-line promise/no-callback-in-promise -- They are of whoever awaits.
    return this.#data().then(done, failed)
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, failed)
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.#data().finally(done)
  }
}

/** A page of a list. */
export interface PageOf<Item> {
  data: Item[]
  next_cursor: string | null
}

/**
 * A list. Awaited, it gives its first page; in `for await`, all its items, page by page as they are wanted. Nothing is sent
 * before one of the two.
 */
export class ListCall<Item, Page = PageOf<Item>> extends Call<Page> implements AsyncIterable<Item> {
  #next: (cursor: string) => Promise<Answer<Page>>

  constructor(first: () => Promise<Answer<Page>>, next: (cursor: string) => Promise<Answer<Page>>) {
    super(first)
    this.#next = next
  }

  /** The pages, one after the other. */
  async *pages(): AsyncGenerator<Page> {
    let { data: page } = await this.withResponse()
    for (;;) {
      yield page
      const cursor = (page as Partial<PageOf<Item>>).next_cursor
      if (!cursor) return
      ;({ data: page } = await this.#next(cursor))
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* (page as PageOf<Item>).data
  }

  /** All items, or the first `max` of them. */
  async toArray({ max = Infinity }: { max?: number } = {}): Promise<Item[]> {
    const items: Item[] = []
    if (max <= 0) return items
    for await (const item of this) if (items.push(item) >= max) break
    return items
  }
}
