import { batch, computed, signal } from '@preact/signals'
import type { Inverse, Write } from './data.ts'
import type { Decision } from './deciding.ts'
import { nameOf, withIds } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { keyOf, type AnyRow } from './rows.ts'
import type { Settled } from './settled.ts'
import type { Store } from './store.ts'

const steps = 20

/** Something that a person did, and how it is taken back. */
interface Step {
  said: string
  forward: readonly Inverse[]
  back: readonly Inverse[]
  /** Mutations of the step, each with the names of its rows. */
  entries: Map<string, readonly string[]>
  /** The version that each row has by them: what taking it back is written on. */
  versions: Record<string, number | undefined>
  /** Rows that were made by it, as they were then: what others wrote since is not to go with them unasked. */
  made: Record<string, AnyRow>
}

/** The last steps of the person in this tab. Taking one back is a write like any other, on top of what it takes back. */
export class Undo {
  #done = signal<readonly Step[]>([])
  #undone = signal<readonly Step[]>([])
  readonly canUndo = computed(() => this.#done.value.at(-1)?.said)
  readonly canRedo = computed(() => this.#undone.value.at(-1)?.said)
  #outbox: Outbox
  #store: Store

  constructor(outbox: Outbox, store: Store) {
    this.#outbox = outbox
    this.#store = store
    outbox.onEnd.add((id, settled) => this.#ended(id, settled))
    outbox.onDecision.add((id, decision) => this.#decided(id, decision))
  }

  /** Notes a write that was just made. */
  note(id: string, { undo, ...forward }: Write): void {
    if (!undo) return
    const step: Step = {
      said: forward.said,
      forward: [forward],
      back: [undo].flat(),
      entries: new Map([[id, rowsOf(forward)]]),
      versions: this.#base(id),
      made: {},
    }
    if (this.#gathered) this.#gathered.push(step)
    else this.#push(step)
  }

  #push(step: Step): void {
    this.#done.value = [...this.#done.value.slice(1 - steps), step]
    this.#undone.value = []
  }

  #gathered: Step[] | undefined

  /** Groups all mutations of a function into one undo step. */
  together<T>(said: string, act: () => T): T {
    const gathered: Step[] = (this.#gathered = [])
    try {
      return act()
    } finally {
      this.#gathered = undefined
      if (gathered.length > 0) this.#push(joined(said, gathered))
    }
  }

  undo = (): void => batch(() => this.#undoLast())

  #undoLast(): void {
    const step = this.#done.value.at(-1)
    if (!step) return
    this.#done.value = this.#done.value.slice(0, -1)
    const undone = this.#turn(step, step.back, step.forward)
    // What was made and taken back would be another thing if it were made again.
    const isMade = step.forward.some(({ shown = [] }) => [shown].flat().some((overlay) => 'made' in overlay))
    if (!isMade) this.#undone.value = [...this.#undone.value, undone]
  }

  redo = (): void => batch(() => this.#redoLast())

  #redoLast(): void {
    const step = this.#undone.value.at(-1)
    if (!step) return
    this.#undone.value = this.#undone.value.slice(0, -1)
    this.#done.value = [...this.#done.value, this.#turn(step, step.forward, step.back)]
  }

  /** Writes one side of a step, on the versions and values that the other side left. */
  #turn(step: Step, now: readonly Inverse[], earlier: readonly Inverse[]): Step {
    const before = { ...step.made, ...saidBy(earlier) }
    const entries: Step['entries'] = new Map()
    const versions: Step['versions'] = { ...step.versions }
    for (const noted of now) {
      // Ids that were given here are known in this tab alone; the server's own outlive it.
      const write = withIds(noted, (id) => this.#store.idNow(id)) as Inverse
      const { id } = this.#outbox.add(write, {
        base: pick(step.versions, write),
        before: pick(before, write),
      })
      entries.set(id, rowsOf(write))
      Object.assign(versions, this.#base(id))
    }
    return { ...step, entries, versions }
  }

  #base(id: string): Step['versions'] {
    return { ...this.#outbox.entries.peek().find((entry) => entry.id === id)?.base }
  }

  #ended(id: string, settled: Settled | undefined): void {
    if (settled) {
      for (const step of this.#steps()) follow(step, id, settled)
      return
    }
    // Refused and abandoned mutations are not part of a step.
    for (const step of this.#steps()) leaveOut(step, id)
    this.#keepThose(({ entries }) => entries.size > 0)
  }

  /** What the person decided about what others had written too changes what the step is. */
  #decided(id: string, { forward, back }: Decision): void {
    for (const step of this.#steps()) {
      if (!step.entries.has(id)) continue
      step.forward = step.forward.flatMap(forward)
      step.back = step.back.flatMap(back)
    }
    this.#keepThose(({ back }) => back.length > 0)
  }

  #steps(): Step[] {
    return [...this.#done.peek(), ...this.#undone.peek()]
  }

  #keepThose(stands: (step: Step) => boolean): void {
    this.#done.value = this.#done.peek().filter(stands)
    this.#undone.value = this.#undone.peek().filter(stands)
  }
}

/** Returns the row names of a mutation; without rows, the name of its queue. */
function rowsOf({ about = [], queue }: Inverse): string[] {
  const names = [about].flat().map((one) => nameOf(one))
  return names.length > 0 || queue === undefined ? names : [queue]
}

const joined = (said: string, parts: readonly Step[]): Step => ({
  said,
  forward: parts.flatMap(({ forward }) => forward),
  // In reverse order, so that the neighbor of a restored task exists again.
  back: parts.toReversed().flatMap(({ back }) => back),
  entries: new Map(parts.flatMap(({ entries }) => [...entries])),
  versions: Object.assign({}, ...parts.map(({ versions }) => versions)) as Step['versions'],
  made: {},
})

/** Removes a refused mutation and its inverse from a step. */
function leaveOut(step: Step, id: string): void {
  const rows = step.entries.get(id)
  if (!rows) return
  step.entries.delete(id)
  if (step.entries.size === 0) return
  const isOther = (write: Inverse) => !rowsOf(write).some((row) => rows.includes(row))
  step.forward = step.forward.filter(isOther)
  step.back = step.back.filter(isOther)
}

/** The versions that rows have by a write: of the step that it belongs to, and of those that were on the version before. */
function follow(step: Step, id: string, { rose, names, rows }: Settled): void {
  const isOwn = step.entries.has(id)
  for (const [row, [from, to]] of Object.entries(rose))
    if (isOwn || (from !== undefined && step.versions[row] === from)) step.versions[row] = to
  if (!isOwn) return
  const given = new Set(names.map(([, name]) => name))
  for (const { kind, row } of rows)
    if (given.has(keyOf(kind, row))) step.made[nameOf({ kind, id: keyOf(kind, row) })] = row
}

/** What writes say of rows. */
function saidBy(writes: readonly Inverse[]): Record<string, AnyRow> {
  const said: Record<string, AnyRow> = {}
  for (const { shown = [] } of writes)
    for (const overlay of [shown].flat())
      if ('patch' in overlay) said[nameOf(overlay)] = { ...said[nameOf(overlay)], ...overlay.patch }
  return said
}

/** Of values by row those that a write is about, or waits in line for. */
function pick<T>(of: Record<string, T>, write: Inverse): Record<string, T> {
  const names = rowsOf(write)
  return Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))
}
