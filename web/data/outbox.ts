import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import { SvcProblem } from '@svc/sdk'
import type { Conflict, Pending, Refusal, Write } from './data.ts'
import type { Decision } from './conflicts.ts'
import {
  entryOf,
  newIdsIn,
  nextEntryId,
  renamed,
  risen,
  type Entry,
  type MadeOn,
  type Settled,
} from './mutations.ts'
import type { Keep } from './keep.ts'
import type { Store } from './store.ts'

/** Messages about mutations between tabs. */
export type OutboxMessage =
  | { type: 'entry'; entry: Entry }
  | { type: 'removed'; id: string }
  | { type: 'settled'; settled: Settled; answer: unknown }

interface Callbacks {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

export interface OutboxOptions {
  store: Store
  keep: Keep
  org: string
  post(message: OutboxMessage): void
}

/** Pending mutations in order: stored until the server responds, and applied to the rows shown. */
export class Outbox {
  readonly entries = signal<readonly Entry[]>([])
  readonly waiting: ReadonlySignal<number>
  readonly conflicts: ReadonlySignal<readonly Conflict[]>
  readonly refusals: ReadonlySignal<readonly Refusal[]>
  /** Called when a mutation was confirmed, refused or discarded. */
  readonly onEnd = new Set<(id: string, result: Settled | undefined) => void>()
  /** Called when the user decided a conflict. */
  readonly onDecision = new Set<(id: string, decision: Decision) => void>()
  /** Called when there may be something to send. */
  wake: () => void = () => {}
  #options: OutboxOptions
  #callbacks = new Map<string, Callbacks>()
  #stored = new Set<string>()
  #isStopped = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.waiting = computed(() => this.entries.value.filter(({ state }) => state !== 'refused').length)
    this.conflicts = computed(() =>
      this.entries.value.filter(({ state }) => state === 'asking').map((entry) => this.#toConflict(entry)),
    )
    this.refusals = computed(() =>
      this.entries.value.filter(({ state }) => state === 'refused').map((entry) => this.#toRefusal(entry)),
    )
  }

  /** Reads the stored entries, including those of closed tabs and missed messages. */
  async sync(): Promise<void> {
    const known = new Set(this.#stored)
    const stored = await this.#options.keep.under<Entry>(this.#toKey(''))
    const ids = new Set(stored.map(({ id }) => id))
    for (const id of known) if (!ids.has(id)) this.#drop(id)
    for (const entry of stored) {
      const current = this.entries.peek().find(({ id }) => id === entry.id)
      if (current?.key !== entry.key || current.state !== entry.state) this.take(entry)
      this.#stored.add(entry.id)
    }
  }

  add(mutation: Write, madeOn: MadeOn = {}): Pending & { id: string } {
    const entry = entryOf(mutation, madeOn, this.#options.store, nextEntryId(this.entries.peek()))
    const answer = new Promise<unknown>((resolve, reject) =>
      this.#callbacks.set(entry.id, { resolve, reject }),
    )
    // Refusals are reported separately, so callers may ignore the promise.
    answer.catch(() => {})
    this.take(entry)
    void this.save(entry).then(() => this.wake())
    return { id: entry.id, key: entry.key, answer }
  }

  /** Adds or replaces an entry and applies it to the rows. */
  take(entry: Entry): void {
    const { store } = this.#options
    batch(() => {
      const before = this.entries.peek().find(({ id }) => id === entry.id)
      const isShown = before !== undefined && before.state !== 'refused'
      if (isShown) store.lift(before.shown)
      if (entry.state !== 'refused') store.lay(entry.shown)
      const others = this.entries.peek().filter(({ id }) => id !== entry.id)
      this.entries.value = [...others, entry].sort((a, b) => (a.id < b.id ? -1 : 1))
    })
  }

  async save(entry: Entry): Promise<void> {
    if (this.#isStopped) return
    await this.#options.keep.set(this.#toKey(entry.id), entry)
    this.#stored.add(entry.id)
    this.#options.post({ type: 'entry', entry })
  }

  async change(entry: Entry): Promise<void> {
    this.take(entry)
    await this.save(entry)
  }

  forget(): void {
    this.#isStopped = true
  }

  async settle(result: Settled, answer: unknown): Promise<void> {
    this.#apply(result)
    this.#takeCallbacks(result.id)?.resolve(answer)
    await this.#replaceIds(result)
    await this.#options.keep.delete(this.#toKey(result.id))
    this.#options.post({ type: 'settled', settled: result, answer })
  }

  #takeCallbacks(id: string): Callbacks | undefined {
    const callbacks = this.#callbacks.get(id)
    this.#callbacks.delete(id)
    return callbacks
  }

  /** Replaces temporary ids in pending entries before the mapping is lost. */
  async #replaceIds({ names }: Settled): Promise<void> {
    const temporary = new Set(names.map(([id]) => id))
    for (const entry of this.entries.peek())
      if ([...newIdsIn([entry.args, entry.about])].some((id) => temporary.has(id)))
        await this.change(renamed(entry, (id) => this.#options.store.idNow(id)))
  }

  /** Discards an entry that the server refused or the user no longer wants. */
  async remove(id: string, error: unknown = new Error('given up')): Promise<void> {
    this.#drop(id)
    this.#takeCallbacks(id)?.reject(error)
    await this.#options.keep.delete(this.#toKey(id))
    this.#options.post({ type: 'removed', id })
    this.wake()
  }

  async refuse(entry: Entry, problem: SvcProblem): Promise<void> {
    const { status, type, title, detail, instance, request_id, errors } = problem
    const copy = {
      status,
      type,
      title,
      detail,
      instance,
      request_id,
      errors: [...errors],
    } as Entry['problem']
    await this.change({ ...entry, state: 'refused', problem: copy! })
    this.#rejectRefused(entry.id, problem)
  }

  #rejectRefused(id: string, problem: SvcProblem): void {
    this.#takeCallbacks(id)?.reject(problem)
    for (const listener of this.onEnd) listener(id, undefined)
  }

  hear(message: OutboxMessage): void {
    if (message.type === 'entry') {
      const { entry } = message
      this.#stored.add(entry.id)
      this.take(entry)
      if (entry.state === 'refused')
        this.#rejectRefused(entry.id, new SvcProblem(entry.problem!, new Headers()))
    } else if (message.type === 'removed') {
      this.#drop(message.id)
      this.#takeCallbacks(message.id)?.reject(new Error('given up'))
    } else {
      this.#apply(message.settled)
      this.#takeCallbacks(message.settled.id)?.resolve(message.answer)
    }
    this.wake()
  }

  /** Stores the rows of a response and removes the optimistic changes, in one frame. */
  #apply(result: Settled): void {
    const { store } = this.#options
    batch(() => {
      for (const { kind, row, version } of result.rows) store.put(kind, row, { news: true, version })
      for (const { kind, id, patch } of result.patches) store.patch(kind, id, patch)
      for (const { kind, id } of result.gone) store.drop(kind, id)
      for (const [name, [from, to]] of Object.entries(result.rose)) store.lifted(name, from, to)
      for (const [temporary, assigned] of result.names) store.rename(temporary, assigned)
      this.#drop(result.id, result)
      this.entries.value = this.entries.peek().map((entry) => risen(entry, result, (id) => store.idNow(id)))
    })
  }

  #drop(id: string, result?: Settled): void {
    const entry = this.entries.peek().find((one) => one.id === id)
    this.#stored.delete(id)
    batch(() => {
      if (entry && entry.state !== 'refused') this.#options.store.lift(entry.shown)
      this.entries.value = this.entries.peek().filter((one) => one.id !== id)
    })
    if (entry) for (const listener of this.onEnd) listener(id, result)
  }

  #toConflict(entry: Entry): Conflict {
    const { why, about, fields, by, at } = entry.question!
    return {
      key: entry.id,
      about: about && { ...about, id: this.#options.store.idNow(about.id) },
      said: entry.said,
      why,
      fields,
      by,
      at,
      keepMine: () => void this.#decide(entry, true).catch(() => {}),
      takeTheirs: () => void this.#decide(entry, false).catch(() => {}),
    }
  }

  /** Applies the decision; the conflict stays if the code cannot be loaded. */
  async #decide(conflicting: Entry, isMine: boolean): Promise<void> {
    const conflicts = await import('./conflicts.ts')
    const { entry, decision } = conflicts.decide(conflicting, isMine)
    if (!entry) return this.remove(conflicting.id)
    for (const listener of this.onDecision) listener(conflicting.id, decision)
    await this.change(entry)
    this.wake()
  }

  #toRefusal(entry: Entry): Refusal {
    const { call, args, about, shown, said, queue } = entry
    return {
      said,
      problem: new SvcProblem(entry.problem!, new Headers()),
      write: { call, args, about, shown, said, ...(queue !== undefined && { queue }) },
      dismiss: () => void this.remove(entry.id),
    }
  }

  #toKey(id: string): string {
    return `${this.#options.org}/outbox/${id}`
  }
}
