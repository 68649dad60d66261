/** Response with its parsed data. */
export interface Answer<T> {
  data: T
  response: Response
  /** ETag, for `ifMatch`. */
  tag: string | undefined
}

/** Request; awaiting it returns the data of the response. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  #start: () => Promise<Answer<T>>
  #response: Promise<Answer<T>> | undefined

  constructor(start: () => Promise<Answer<T>>) {
    this.#start = start
  }

  /** Creates a call that is sent immediately, awaited or not. */
  static now<T>(start: () => Promise<Answer<T>>): Call<T> {
    const call = new Call(start)
    void call.withResponse()
    return call
  }

  /** Returns the data with the response and its ETag. */
  withResponse(): Promise<Answer<T>> {
    return (this.#response ??= this.#start())
  }

  async #data(): Promise<T> {
    return (await this.withResponse()).data
  }

  // oxlint-disable-next-line unicorn/no-thenable -- A call is awaited.
  then<A = T, B = never>(
    done?: ((data: T) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // oxlint-disable-next-line promise/no-callback-in-promise -- The callbacks are the caller's.
    return this.#data().then(done, failed)
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, failed)
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.#data().finally(done)
  }
}

/** Page of a list. */
export interface PageOf<Item> {
  data: Item[]
  next_cursor: string | null
}

/**
 * List request. `await` returns the first page; `for await` iterates over all items and requests pages as needed. Nothing
 * is sent before either.
 */
export class ListCall<Item, Page = PageOf<Item>> extends Call<Page> implements AsyncIterable<Item> {
  #next: (cursor: string) => Promise<Answer<Page>>

  constructor(first: () => Promise<Answer<Page>>, next: (cursor: string) => Promise<Answer<Page>>) {
    super(first)
    this.#next = next
  }

  /** Iterates over the pages. */
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

  /** Returns all items, or the first `max`. */
  async toArray({ max = Infinity }: { max?: number } = {}): Promise<Item[]> {
    const items: Item[] = []
    if (max <= 0) return items
    for await (const item of this) if (items.push(item) >= max) break
    return items
  }
}
