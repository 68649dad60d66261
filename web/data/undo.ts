import { computed, signal } from '@preact/signals'
import type { Inverse, Write } from './data.ts'
import { nameOf } from './entry.ts'
import type { AnyRow } from './rows.ts'
import type { Outbox } from './outbox.ts'
import type { Settled } from './settled.ts'

const steps = 20

/** Something that a person did, and how it is taken back. */
interface Step {
  said: string
  forward: readonly Inverse[]
  back: readonly Inverse[]
  /** The writes that did it. */
  entries: Set<string>
  /** The version that each row has by them: what taking it back is written on. */
  versions: Record<string, number | undefined>
}

/** The last steps of the person in this tab. Taking one back is a write like any other, on top of what it takes back. */
export class Undo {
  #done = signal<readonly Step[]>([])
  #undone = signal<readonly Step[]>([])
  readonly canUndo = computed(() => this.#done.value.at(-1)?.said)
  readonly canRedo = computed(() => this.#undone.value.at(-1)?.said)
  #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
    outbox.onEnd.add((id, settled) => this.#ended(id, settled))
  }

  /** Notes a write that was just made. */
  note(id: string, { undo, ...forward }: Write): void {
    if (!undo) return
    const back = [undo].flat()
    const step = {
      said: forward.said,
      forward: [forward],
      back,
      entries: new Set([id]),
      versions: this.#base(id),
    }
    this.#done.value = [...this.#done.value.slice(1 - steps), step]
    this.#undone.value = []
  }

  undo(): void {
    const step = this.#done.value.at(-1)
    if (!step) return
    this.#done.value = this.#done.value.slice(0, -1)
    const undone = this.#turn(step, step.back, step.forward)
    // What was made and taken back would be another thing if it were made again.
    const isMade = step.forward.some(({ shown = [] }) => [shown].flat().some((overlay) => 'made' in overlay))
    if (!isMade) this.#undone.value = [...this.#undone.value, undone]
  }

  redo(): void {
    const step = this.#undone.value.at(-1)
    if (!step) return
    this.#undone.value = this.#undone.value.slice(0, -1)
    this.#done.value = [...this.#done.value, this.#turn(step, step.forward, step.back)]
  }

  /** Writes one side of a step, on the versions and values that the other side left. */
  #turn(step: Step, now: readonly Inverse[], earlier: readonly Inverse[]): Step {
    const before = saidBy(earlier)
    const entries = new Set<string>()
    const versions: Step['versions'] = { ...step.versions }
    for (const write of now) {
      const { id } = this.#outbox.add(write, {
        base: pick(step.versions, write),
        before: pick(before, write),
      })
      entries.add(id)
      Object.assign(versions, this.#base(id))
    }
    return { ...step, entries, versions }
  }

  #base(id: string): Step['versions'] {
    return { ...this.#outbox.entries.peek().find((entry) => entry.id === id)?.base }
  }

  #ended(id: string, settled: Settled | undefined): void {
    for (const step of [...this.#done.peek(), ...this.#undone.peek()])
      if (step.entries.has(id) && settled)
        for (const [row, [, to]] of Object.entries(settled.rose)) step.versions[row] = to
    if (settled) return
    // What was refused or given up is no step.
    const stands = ({ entries }: Step) => !(entries.has(id) && entries.size === 1)
    this.#done.value = this.#done.peek().filter(stands)
    this.#undone.value = this.#undone.peek().filter(stands)
  }
}

/** What writes say of rows. */
function saidBy(writes: readonly Inverse[]): Record<string, AnyRow> {
  const said: Record<string, AnyRow> = {}
  for (const { shown = [] } of writes)
    for (const overlay of [shown].flat())
      if ('patch' in overlay) said[nameOf(overlay)] = { ...said[nameOf(overlay)], ...overlay.patch }
  return said
}

/** Of values by row those that a write is about. */
function pick<T>(of: Record<string, T>, { about = [] }: Inverse): Record<string, T> {
  const names = [about].flat().map((one) => nameOf(one))
  return Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))
}
