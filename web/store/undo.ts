import { batch, computed, signal } from '@preact/signals'
import type { InverseMutation, Mutation } from './types.ts'
import type { ConflictDecision } from './conflicts.ts'
import { toRowKey, replaceIds, type MutationResult } from './mutations.ts'
import type { Outbox } from './outbox.ts'
import { getRowId, type AnyRow } from './rows.ts'
import type { RowStore } from './row-store.ts'

const MAX_STEPS = 20

interface UndoStep {
  label: string
  forward: readonly InverseMutation[]
  back: readonly InverseMutation[]
  entries: Map<string, readonly string[]>
  /** Versions after the step, which its inverse is based on. */
  versions: Record<string, number | undefined>
  /** Rows as created by the step, to detect changes by others before undo deletes them. */
  createdRows: Record<string, AnyRow>
}

/** Undo history of this tab. Undo is an ordinary mutation. */
export class UndoHistory {
  #done = signal<readonly UndoStep[]>([])
  #undone = signal<readonly UndoStep[]>([])
  readonly canUndo = computed(() => this.#done.value.at(-1)?.label)
  readonly canRedo = computed(() => this.#undone.value.at(-1)?.label)
  #outbox: Outbox
  #store: RowStore

  constructor(outbox: Outbox, store: RowStore) {
    this.#outbox = outbox
    this.#store = store
    outbox.onEnd.add((id, result) => this.#handleEnd(id, result))
    outbox.onDecision.add((id, decision) => this.#handleDecision(id, decision))
  }

  record(id: string, { inverse, ...forward }: Mutation): void {
    if (!inverse) return
    const step: UndoStep = {
      label: forward.label,
      forward: [forward],
      back: [inverse].flat(),
      entries: new Map([[id, listRowKeys(forward)]]),
      versions: this.#getBase(id),
      createdRows: {},
    }
    if (this.#group) this.#group.push(step)
    else this.#push(step)
  }

  #push(step: UndoStep): void {
    this.#done.value = [...this.#done.value.slice(1 - MAX_STEPS), step]
    this.#undone.value = []
  }

  #group: UndoStep[] | undefined

  group<T>(label: string, run: () => T): T {
    if (this.#group) return run()
    const group: UndoStep[] = (this.#group = [])
    try {
      return run()
    } finally {
      this.#group = undefined
      if (group.length > 0) this.#push(joinSteps(label, group))
    }
  }

  /** Undoes the last step, or the last one with this label. */
  undo = (label?: string): void => batch(() => this.#undoLast(label))

  #undoLast(label?: string): void {
    const step = this.#done.value.findLast((one) => label === undefined || one.label === label)
    if (!step) return
    this.#done.value = this.#done.value.filter((one) => one !== step)
    const undone = this.#applySide(step, step.back, step.forward)
    // Creating a deleted row again would produce a different row, so it has no redo.
    const isCreate = step.forward
      .flatMap(({ optimisticPatches = [] }) => optimisticPatches)
      .some(({ type }) => type === 'create')
    if (!isCreate) this.#undone.value = [...this.#undone.value, undone]
  }

  redo = (): void => batch(() => this.#redoLast())

  #redoLast(): void {
    const step = this.#undone.value.at(-1)
    if (!step) return
    this.#undone.value = this.#undone.value.slice(0, -1)
    this.#done.value = [...this.#done.value, this.#applySide(step, step.forward, step.back)]
  }

  #applySide(step: UndoStep, now: readonly InverseMutation[], earlier: readonly InverseMutation[]): UndoStep {
    const before = { ...step.createdRows, ...collectValues(earlier) }
    const entries: UndoStep['entries'] = new Map()
    const versions: UndoStep['versions'] = { ...step.versions }
    for (const inverse of now) {
      const mutation = replaceIds(inverse, (id) => this.#store.resolveId(id)) as InverseMutation
      const { id } = this.#outbox.add(mutation, {
        base: pickRows(step.versions, mutation),
        before: pickRows(before, mutation),
      })
      entries.set(id, listRowKeys(mutation))
      Object.assign(versions, this.#getBase(id))
    }
    return { ...step, entries, versions }
  }

  #getBase(id: string): UndoStep['versions'] {
    return { ...this.#outbox.entries.peek().find((entry) => entry.id === id)?.base }
  }

  #handleEnd(id: string, result: MutationResult | undefined): void {
    if (result) {
      for (const step of this.#steps()) updateVersions(step, id, result)
      return
    }
    // Refused and abandoned mutations are not part of a step.
    for (const step of this.#steps()) removeEntry(step, id)
    this.#filterSteps(({ entries }) => entries.size > 0)
  }

  #handleDecision(id: string, { forward, back }: ConflictDecision): void {
    for (const step of this.#steps()) {
      if (!step.entries.has(id)) continue
      step.forward = step.forward.flatMap(forward)
      step.back = step.back.flatMap(back)
    }
    this.#filterSteps(({ back }) => back.length > 0)
  }

  #steps(): UndoStep[] {
    return [...this.#done.peek(), ...this.#undone.peek()]
  }

  #filterSteps(predicate: (step: UndoStep) => boolean): void {
    this.#done.value = this.#done.peek().filter(predicate)
    this.#undone.value = this.#undone.peek().filter(predicate)
  }
}

/** Returns the row names of a mutation; without rows, the name of its queue. */
function listRowKeys({ rows = [], queue }: InverseMutation): string[] {
  const names = [rows].flat().map((one) => toRowKey(one))
  return names.length > 0 || queue === undefined ? names : [queue]
}

const joinSteps = (label: string, parts: readonly UndoStep[]): UndoStep => ({
  label,
  forward: parts.flatMap(({ forward }) => forward),
  // In reverse order, so that the neighbor of a restored task exists again.
  back: parts.toReversed().flatMap(({ back }) => back),
  entries: new Map(parts.flatMap(({ entries }) => [...entries])),
  versions: Object.assign({}, ...parts.map(({ versions }) => versions)) as UndoStep['versions'],
  createdRows: {},
})

function removeEntry(step: UndoStep, id: string): void {
  const rows = step.entries.get(id)
  if (!rows) return
  step.entries.delete(id)
  if (step.entries.size === 0) return
  const isOther = (mutation: InverseMutation) => !listRowKeys(mutation).some((row) => rows.includes(row))
  step.forward = step.forward.filter(isOther)
  step.back = step.back.filter(isOther)
}

function updateVersions(step: UndoStep, id: string, { versionBumps, assignedIds, rows }: MutationResult): void {
  const isOwn = step.entries.has(id)
  for (const [row, [from, to]] of Object.entries(versionBumps))
    if (isOwn || (from !== undefined && step.versions[row] === from)) step.versions[row] = to
  if (!isOwn) return
  const newIds = new Set(assignedIds.map(([, name]) => name))
  for (const { kind, row } of rows)
    if (newIds.has(getRowId(kind, row))) step.createdRows[toRowKey({ kind, id: getRowId(kind, row) })] = row
}

function collectValues(writes: readonly InverseMutation[]): Record<string, AnyRow> {
  const values: Record<string, AnyRow> = {}
  for (const { optimisticPatches = [] } of writes)
    for (const one of [optimisticPatches].flat())
      if (one.type === 'patch') values[toRowKey(one)] = { ...values[toRowKey(one)], ...one.patch }
  return values
}

function pickRows<T>(values: Record<string, T>, mutation: InverseMutation): Record<string, T> {
  const names = listRowKeys(mutation)
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
