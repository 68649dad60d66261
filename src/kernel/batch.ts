/**
 * Look-ups by key that share statements: all keys asked for within one turn of the event loop go out together, each once.
 * Every caller still waits for a statement sent after it asked, so nobody is answered from the past.
 */
export function batched<R>(
  findMany: (keys: string[]) => Promise<Map<string, R>>,
): (key: string) => Promise<R | undefined> {
  let waiting: { keys: Set<string>; answer: Promise<Map<string, R>> } | undefined
  const open = () => {
    const keys = new Set<string>()
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting = undefined
      return findMany([...keys])
    })
    return { keys, answer }
  }
  return async (key) => {
    waiting ??= open()
    waiting.keys.add(key)
    return (await waiting.answer).get(key)
  }
}
