/** Milliseconds after which the next statement no longer waits for a slow one. */
const longest = 20
const patience = () => new Promise((resolve) => setTimeout(resolve, longest).unref())

/**
 * Look-ups by key that share statements. One statement is under way at a time; whoever asks meanwhile waits for the
 * next, which asks for all their keys at once, each once. So every answer comes from a statement sent after it was asked
 * for, nobody is answered from the past, and a busy server asks a few times for what an idle one asks singly.
 */
export function batched<R>(
  findMany: (keys: string[]) => Promise<Map<string, R>>,
): (key: string) => Promise<R | undefined> {
  let next: { keys: Set<string>; answer: Promise<Map<string, R>> } | undefined
  let underWay: Promise<unknown> | undefined
  const open = () => {
    const keys = new Set<string>()
    // What is read in one turn of the event loop goes out together even when nothing is under way.
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = Promise.all([turn, underWay && Promise.race([underWay, patience()])]).then(() => {
      next = undefined
      const found = findMany([...keys])
      const ended = found.then(
        () => undefined,
        () => undefined,
      )
      underWay = ended
      void ended.then(() => (underWay = underWay === ended ? undefined : underWay))
      return found
    })
    return { keys, answer }
  }
  return async (key) => {
    next ??= open()
    next.keys.add(key)
    return (await next.answer).get(key)
  }
}
