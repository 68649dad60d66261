import { signal, type ReadonlySignal } from '@preact/signals'

export interface Progress {
  label: string
  done: number
  total: number
}

const current = signal<Progress | undefined>()
/** Current bulk operation; undefined if none takes long. */
export const bulkProgress: ReadonlySignal<Progress | undefined> = current

const DELAY_MS = 400

/** Shows the progress of a slow operation. Returns functions that advance and end it. */
export function startProgress(label: string, total: number): { add: (count: number) => void; end: () => void } {
  let done = 0
  let isShown = false
  const show = () => void (current.value = { label, done, total })
  const timer = setTimeout(() => {
    isShown = true
    show()
  }, DELAY_MS)
  return {
    add(count) {
      done += count
      if (isShown) show()
    },
    end() {
      clearTimeout(timer)
      if (current.peek()?.label === label) current.value = undefined
    },
  }
}

/** Shows the combined progress of mutations; `size` is the number of tasks of each. */
export function trackMutationProgress(
  label: string,
  writes: readonly { size: number; answer: Promise<unknown> }[],
): void {
  if (writes.length < 2) return
  const { add, end } = startProgress(
    label,
    writes.reduce((sum, { size }) => sum + size, 0),
  )
  const finished = writes.map(({ size, answer }) =>
    answer.then(
      () => add(size),
      () => add(size),
    ),
  )
  void Promise.all(finished).then(end)
}
