interface Channel<Message> {
  post(message: Message): void
  close(): void
}

export function openChannel<Message>(name: string, onMessage: (message: Message) => void): Channel<Message> {
  if (!('BroadcastChannel' in globalThis)) return { post: () => {}, close: () => {} }
  const channel = new BroadcastChannel(name)
  let isOpen = true
  channel.addEventListener('message', ({ data }) => onMessage(data as Message))
  return {
    post: (message) => {
      if (!isOpen) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no other origin.
      channel.postMessage(message)
    },
    close: () => {
      isOpen = false
      channel.close()
    },
  }
}

/** Returns whether tabs can share locks, which requires TLS or localhost. */
const hasLocks = (): boolean => globalThis.navigator?.locks !== undefined

/** Runs work under a lock that one tab has at a time; without lock support it runs immediately. */
export async function runAsLeader(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return
  if (!hasLocks()) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
