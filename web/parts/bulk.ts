import { signal, type ReadonlySignal } from '@preact/signals'

/** A long act on many tasks, and how far it has come. */
export interface Progress {
  label: string
  done: number
  total: number
}

const now = signal<Progress | undefined>()
/** What is going on with many tasks; undefined while nothing takes long. */
export const bulkProgress: ReadonlySignal<Progress | undefined> = now

/** How long an act may take before its progress is shown. */
const patienceMs = 400

/** Shows the progress of an act from when it takes long. Returns what counts what is done, and what ends it. */
export function beginProgress(
  label: string,
  total: number,
): { add: (count: number) => void; end: () => void } {
  let done = 0
  let isShown = false
  const show = () => void (now.value = { label, done, total })
  const timer = setTimeout(() => {
    isShown = true
    show()
  }, patienceMs)
  return {
    add(count) {
      done += count
      if (isShown) show()
    },
    end() {
      clearTimeout(timer)
      if (now.peek()?.label === label) now.value = undefined
    },
  }
}

/** Shows the progress of writes, each to a number of tasks. */
export function followWrites(
  label: string,
  writes: readonly { size: number; answer: Promise<unknown> }[],
): void {
  if (writes.length < 2) return
  const { add, end } = beginProgress(
    label,
    writes.reduce((sum, { size }) => sum + size, 0),
  )
  const settled = writes.map(({ size, answer }) =>
    answer.then(
      () => add(size),
      () => add(size),
    ),
  )
  void Promise.all(settled).then(end)
}
