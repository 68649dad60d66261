import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import { SvcProblem } from '@svc/sdk'
import type { Conflict, MutationBase, PendingMutation, RefusedMutation, Mutation } from './types.ts'
import type { ConflictDecision } from './conflicts.ts'
import {
  createEntry,
  listTemporaryIds,
  createEntryId,
  replaceEntryIds,
  applyVersionBumps,
  type OutboxEntry,
  type MutationResult,
} from './mutations.ts'
import type { BrowserStorage } from './storage.ts'
import type { RowStore } from './row-store.ts'
import { upgradeEntries } from './upgrade-entries.ts'

export type OutboxMessage =
  | { type: 'saved'; entry: OutboxEntry }
  | { type: 'removed'; id: string }
  | { type: 'confirmed'; result: MutationResult; response: unknown }

interface Callbacks {
  resolve(response: unknown): void
  reject(error: unknown): void
}

interface OutboxOptions {
  store: RowStore
  storage: BrowserStorage
  org: string
  post(message: OutboxMessage): void
}

/** Pending mutations in order: stored until the server responds, and applied to the rows shown. */
export class Outbox {
  readonly entries = signal<readonly OutboxEntry[]>([])
  readonly pendingCount: ReadonlySignal<number>
  readonly conflicts: ReadonlySignal<readonly Conflict[]>
  readonly refusals: ReadonlySignal<readonly RefusedMutation[]>
  readonly onEnd = new Set<(id: string, result: MutationResult | undefined) => void>()
  readonly onDecision = new Set<(id: string, decision: ConflictDecision) => void>()
  onReady: () => void = () => {}
  #options: OutboxOptions
  #callbacks = new Map<string, Callbacks>()
  #stored = new Set<string>()
  #isStopped = false
  #upgrade: Promise<void> | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
    this.pendingCount = computed(() => this.entries.value.filter(({ state }) => state !== 'refused').length)
    this.conflicts = computed(() =>
      this.entries.value.filter(({ state }) => state === 'conflict').map((entry) => this.#toConflict(entry)),
    )
    this.refusals = computed(() =>
      this.entries.value.filter(({ state }) => state === 'refused').map((entry) => this.#toRefusal(entry)),
    )
  }

  /** Reads the stored entries, including those of closed tabs and missed messages. */
  async sync(): Promise<void> {
    await (this.#upgrade ??= upgradeEntries(this.#options))
    const known = new Set(this.#stored)
    const stored = await this.#options.storage.listByPrefix<OutboxEntry>(this.#toKey(''))
    const ids = new Set(stored.map(({ id }) => id))
    for (const id of known) if (!ids.has(id)) this.#drop(id)
    for (const entry of stored) {
      const current = this.entries.peek().find(({ id }) => id === entry.id)
      if (current?.key !== entry.key || current.state !== entry.state) this.put(entry)
      this.#stored.add(entry.id)
    }
  }

  add(mutation: Mutation, base: MutationBase = {}): PendingMutation & { id: string } {
    const entry = createEntry(mutation, base, this.#options.store, createEntryId(this.entries.peek()))
    const response = new Promise<unknown>((resolve, reject) => this.#callbacks.set(entry.id, { resolve, reject }))
    // Refusals are reported separately, so callers may ignore the promise.
    response.catch(() => {})
    this.put(entry)
    void this.save(entry).then(() => this.onReady())
    return { id: entry.id, key: entry.key, response }
  }

  put(entry: OutboxEntry): void {
    const { store } = this.#options
    batch(() => {
      const before = this.entries.peek().find(({ id }) => id === entry.id)
      const isShown = before !== undefined && before.state !== 'refused'
      store.replacePatches(
        isShown ? before.optimisticPatches : [],
        entry.state === 'refused' ? [] : entry.optimisticPatches,
      )
      const others = this.entries.peek().filter(({ id }) => id !== entry.id)
      this.entries.value = [...others, entry].sort((a, b) => (a.id < b.id ? -1 : 1))
    })
  }

  async save(entry: OutboxEntry): Promise<void> {
    if (this.#isStopped) return
    await this.#options.storage.set(this.#toKey(entry.id), entry)
    this.#stored.add(entry.id)
    this.#options.post({ type: 'saved', entry })
  }

  async change(entry: OutboxEntry): Promise<void> {
    this.put(entry)
    await this.save(entry)
  }

  forget(): void {
    this.#isStopped = true
  }

  async confirm(result: MutationResult, response: unknown): Promise<void> {
    this.#apply(result)
    this.#takeCallbacks(result.id)?.resolve(response)
    await this.#replaceIds(result)
    await this.#options.storage.delete(this.#toKey(result.id))
    this.#options.post({ type: 'confirmed', result, response })
  }

  #takeCallbacks(id: string): Callbacks | undefined {
    const callbacks = this.#callbacks.get(id)
    this.#callbacks.delete(id)
    return callbacks
  }

  /** Replaces temporary ids in pending entries before the mapping is lost. */
  async #replaceIds({ assignedIds }: MutationResult): Promise<void> {
    const temporary = new Set(assignedIds.map(([id]) => id))
    for (const entry of this.entries.peek())
      if ([...listTemporaryIds([entry.args, entry.rows])].some((id) => temporary.has(id)))
        await this.change(replaceEntryIds(entry, (id) => this.#options.store.resolveId(id)))
  }

  async remove(id: string): Promise<void> {
    this.#drop(id)
    this.#takeCallbacks(id)?.reject(new Error('discarded'))
    await this.#options.storage.delete(this.#toKey(id))
    this.#options.post({ type: 'removed', id })
    this.onReady()
  }

  async refuse(entry: OutboxEntry, problem: SvcProblem): Promise<void> {
    const { status, type, title, detail, instance, request_id, errors } = problem
    const copy = {
      status,
      type,
      title,
      detail,
      instance,
      request_id,
      errors: [...errors],
    } as OutboxEntry['problem']
    await this.change({ ...entry, state: 'refused', problem: copy! })
    this.#rejectRefused(entry.id, problem)
  }

  #rejectRefused(id: string, problem: SvcProblem): void {
    this.#takeCallbacks(id)?.reject(problem)
    for (const listener of this.onEnd) listener(id, undefined)
  }

  handleMessage(message: OutboxMessage): void {
    if (message.type === 'saved') {
      const { entry } = message
      this.#stored.add(entry.id)
      this.put(entry)
      if (entry.state === 'refused') this.#rejectRefused(entry.id, new SvcProblem(entry.problem!, new Headers()))
    } else if (message.type === 'removed') {
      this.#drop(message.id)
      this.#takeCallbacks(message.id)?.reject(new Error('discarded'))
    } else {
      this.#apply(message.result)
      this.#takeCallbacks(message.result.id)?.resolve(message.response)
    }
    this.onReady()
  }

  #apply(result: MutationResult): void {
    const { store } = this.#options
    batch(() => {
      for (const { kind, row, version } of result.rows) store.put(kind, row, { isChange: true, version })
      for (const { kind, id, patch } of result.patches) store.patch(kind, id, patch)
      for (const { kind, id } of result.deletedRows) store.drop(kind, id)
      for (const [name, [from, to]] of Object.entries(result.versionBumps)) store.recordOwnChange(name, from, to)
      for (const [temporary, assigned] of result.assignedIds) store.assignId(temporary, assigned)
      this.#drop(result.id, result)
      this.entries.value = this.entries
        .peek()
        .map((entry) => applyVersionBumps(entry, result, (id) => store.resolveId(id)))
    })
  }

  #drop(id: string, result?: MutationResult): void {
    const entry = this.entries.peek().find((one) => one.id === id)
    this.#stored.delete(id)
    batch(() => {
      if (entry && entry.state !== 'refused') this.#options.store.removePatches(entry.optimisticPatches)
      this.entries.value = this.entries.peek().filter((one) => one.id !== id)
    })
    if (entry) for (const listener of this.onEnd) listener(id, result)
  }

  #toConflict(entry: OutboxEntry): Conflict {
    const { reason, row, fields, by, at } = entry.conflict!
    return {
      key: entry.id,
      row: row && { ...row, id: this.#options.store.resolveId(row.id) },
      label: entry.label,
      reason,
      fields,
      by,
      at,
      keepMine: () => void this.#decide(entry, true).catch(() => {}),
      takeTheirs: () => void this.#decide(entry, false).catch(() => {}),
    }
  }

  decide(id: string, decision: ConflictDecision): void {
    for (const listener of this.onDecision) listener(id, decision)
  }

  /** Applies the decision; the conflict stays if the code cannot be loaded. */
  async #decide(conflicting: OutboxEntry, isMine: boolean): Promise<void> {
    const conflicts = await import('./conflicts.ts')
    const { entry, decision } = conflicts.resolveConflict(conflicting, isMine)
    if (!entry) return this.remove(conflicting.id)
    this.decide(conflicting.id, decision)
    await this.change(entry)
    this.onReady()
  }

  #toRefusal(entry: OutboxEntry): RefusedMutation {
    const { method, args, rows, optimisticPatches, label, queue } = entry
    return {
      label,
      problem: new SvcProblem(entry.problem!, new Headers()),
      mutation: {
        method,
        args,
        rows,
        optimisticPatches,
        label,
        ...(queue !== undefined && { queue }),
      },
      dismiss: () => void this.remove(entry.id),
    }
  }

  #toKey(id: string): string {
    return `${this.#options.org}/mutations/${id}`
  }
}
