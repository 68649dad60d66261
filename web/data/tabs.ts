/** What tabs of one person tell each other. */
export interface Channel<Message> {
  post(message: Message): void
  /** Closes it when it is called. */
  close(): void
}

/** Opens a channel to the other tabs; one's own messages are not heard. */
export function openChannel<Message>(name: string, heard: (message: Message) => void): Channel<Message> {
  if (!('BroadcastChannel' in globalThis)) return { post: () => {}, close: () => {} }
  const channel = new BroadcastChannel(name)
  let isOpen = true
  channel.addEventListener('message', ({ data }) => heard(data as Message))
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

/** Whether tabs can agree on who does what. They can't on pages that came without TLS from elsewhere. */
export const canAgree = (): boolean => globalThis.navigator?.locks !== undefined

/** Does something that one tab does at a time; without locks this tab does it. */
export async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return
  if (!canAgree()) return work()
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
