import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import { SvcProblem } from '@svc/sdk'
import type { Conflict, Pending, Refusal, Write } from './data.ts'
import type { Decision } from './deciding.ts'
import { entryOf, type MadeOn } from './entry-of.ts'
import { newIdsIn, nextEntryId, renamed, type Entry } from './entry.ts'
import type { Keep } from './keep.ts'
import { risen, type Settled } from './settled.ts'
import type { Store } from './store.ts'

/** What tabs tell each other of writes. */
export type OutboxMessage =
  | { type: 'entry'; entry: Entry }
  | { type: 'removed'; id: string }
  | { type: 'settled'; settled: Settled; answer: unknown }

interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

export interface OutboxOptions {
  store: Store
  keep: Keep
  org: string
  post(message: OutboxMessage): void
}

/** The writes on their way, in their order: kept until they are answered, and shown on top of the rows. */
export class Outbox {
  readonly entries = signal<readonly Entry[]>([])
  readonly waiting: ReadonlySignal<number>
  readonly conflicts: ReadonlySignal<readonly Conflict[]>
  readonly refusals: ReadonlySignal<readonly Refusal[]>
  /** Told of a write that was answered or given up. */
  readonly onEnd = new Set<(id: string, settled: Settled | undefined) => void>()
  /** Told of what the person decided about attributes that somebody else had written too. */
  readonly onDecision = new Set<(id: string, decision: Decision) => void>()
  /** Told that there is something to send. */
  wake: () => void = () => {}
  #options: OutboxOptions
  #waiting = new Map<string, Waiting>()
  /** Entries that are written down. */
  #kept = new Set<string>()
  #isForgotten = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.waiting = computed(() => this.entries.value.filter(({ state }) => state !== 'refused').length)
    this.conflicts = computed(() =>
      this.entries.value.filter(({ state }) => state === 'asking').map((entry) => this.#conflict(entry)),
    )
    this.refusals = computed(() =>
      this.entries.value.filter(({ state }) => state === 'refused').map((entry) => this.#refusal(entry)),
    )
  }

  /** Takes up what is kept: what an earlier tab left, and what another one did that was not heard here. */
  async sync(): Promise<void> {
    const known = new Set(this.#kept)
    const kept = await this.#options.keep.under<Entry>(this.#place(''))
    const ids = new Set(kept.map(({ id }) => id))
    for (const id of known) if (!ids.has(id)) this.#removed(id)
    for (const entry of kept) {
      const here = this.entries.peek().find(({ id }) => id === entry.id)
      if (here?.key !== entry.key || here.state !== entry.state) this.take(entry)
      this.#kept.add(entry.id)
    }
  }

  add(write: Write, madeOn: MadeOn = {}): Pending & { id: string } {
    const entry = entryOf(write, madeOn, this.#options.store, nextEntryId(this.entries.peek()))
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(entry.id, { resolve, reject }))
    // Nobody need look at it: what is refused is told in any case.
    answer.catch(() => {})
    this.take(entry)
    void this.save(entry).then(() => this.wake())
    return { id: entry.id, key: entry.key, answer }
  }

  /** Keeps an entry and shows it, or shows it as it is by now. */
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

  /** Writes an entry down, and tells the other tabs. */
  async save(entry: Entry): Promise<void> {
    if (this.#isForgotten) return
    await this.#options.keep.set(this.#place(entry.id), entry)
    this.#kept.add(entry.id)
    this.#options.post({ type: 'entry', entry })
  }

  /** Another state of an entry: shown, kept and told. */
  async change(entry: Entry): Promise<void> {
    this.take(entry)
    await this.save(entry)
  }

  /** Keeps nothing from now on: the person signed out. */
  forget(): void {
    this.#isForgotten = true
  }

  async settle(settled: Settled, answer: unknown): Promise<void> {
    this.#applied(settled)
    this.#answered(settled.id)?.resolve(answer)
    await this.#rename(settled)
    await this.#options.keep.delete(this.#place(settled.id))
    this.#options.post({ type: 'settled', settled, answer })
  }

  /** Who waits for the answer of a write, which comes once. */
  #answered(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  /** Has what waits name rows by the ids that they have now, before it is forgotten which these were. */
  async #rename({ names }: Settled): Promise<void> {
    const made = new Set(names.map(([id]) => id))
    for (const entry of this.entries.peek())
      if ([...newIdsIn([entry.args, entry.about])].some((id) => made.has(id)))
        await this.change(renamed(entry, (id) => this.#options.store.idNow(id)))
  }

  /** Gives an entry up, since the server refused it or the person does not want it any more. */
  async remove(id: string, error: unknown = new Error('given up')): Promise<void> {
    this.#removed(id)
    this.#answered(id)?.reject(error)
    await this.#options.keep.delete(this.#place(id))
    this.#options.post({ type: 'removed', id })
    this.wake()
  }

  async refuse(entry: Entry, problem: SvcProblem): Promise<void> {
    const { status, type, title, detail, instance, request_id, errors } = problem
    const told = {
      status,
      type,
      title,
      detail,
      instance,
      request_id,
      errors: [...errors],
    } as Entry['problem']
    await this.change({ ...entry, state: 'refused', problem: told! })
    this.#refused(entry.id, problem)
  }

  #refused(id: string, problem: SvcProblem): void {
    this.#answered(id)?.reject(problem)
    for (const told of this.onEnd) told(id, undefined)
  }

  /** What another tab did: maybe with a write of this one. */
  hear(message: OutboxMessage): void {
    if (message.type === 'entry') {
      const { entry } = message
      this.#kept.add(entry.id)
      this.take(entry)
      if (entry.state === 'refused') this.#refused(entry.id, new SvcProblem(entry.problem!, new Headers()))
    } else if (message.type === 'removed') {
      this.#removed(message.id)
      this.#answered(message.id)?.reject(new Error('given up'))
    } else {
      this.#applied(message.settled)
      this.#answered(message.settled.id)?.resolve(message.answer)
    }
    this.wake()
  }

  /** Takes what an answer says, and takes away what was shown until then, in one frame. */
  #applied(settled: Settled): void {
    const { store } = this.#options
    batch(() => {
      for (const { kind, row, version } of settled.rows) store.put(kind, row, { news: true, version })
      for (const { kind, id, patch } of settled.patches) store.patch(kind, id, patch)
      for (const { kind, id } of settled.gone) store.drop(kind, id)
      for (const [name, [from, to]] of Object.entries(settled.rose)) store.lifted(name, from, to)
      for (const [made, given] of settled.names) store.rename(made, given)
      this.#removed(settled.id, settled)
      this.entries.value = this.entries.peek().map((entry) => risen(entry, settled, (id) => store.idNow(id)))
    })
  }

  #removed(id: string, settled?: Settled): void {
    const entry = this.entries.peek().find((one) => one.id === id)
    this.#kept.delete(id)
    batch(() => {
      if (entry && entry.state !== 'refused') this.#options.store.lift(entry.shown)
      this.entries.value = this.entries.peek().filter((one) => one.id !== id)
    })
    if (entry) for (const told of this.onEnd) told(id, settled)
  }

  #conflict(entry: Entry): Conflict {
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

  /** Does what the person said (and leaves the question where its part can't be loaded): sends it again on top of what they were shown, or what remains of it, if anything. */
  async #decide(asked: Entry, isMine: boolean): Promise<void> {
    const { decide } = await import('./deciding.ts')
    const { entry, decision } = decide(asked, isMine)
    if (!entry) return this.remove(asked.id)
    for (const told of this.onDecision) told(asked.id, decision)
    await this.change(entry)
    this.wake()
  }

  #refusal(entry: Entry): Refusal {
    const { call, args, about, shown, said, queue } = entry
    return {
      said,
      problem: new SvcProblem(entry.problem!, new Headers()),
      write: { call, args, about, shown, said, ...(queue !== undefined && { queue }) },
      dismiss: () => void this.remove(entry.id),
    }
  }

  #place(id: string): string {
    return `${this.#options.org}/outbox/${id}`
  }
}
