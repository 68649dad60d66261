import { signal, type ReadonlySignal } from '@preact/signals'

interface Progress {
  label: string
  done: number
  total: number
}

const current = signal<Progress | undefined>()
export const bulkProgress: ReadonlySignal<Progress | undefined> = current

const DELAY_MS = 400

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
