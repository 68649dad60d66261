import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `send` at a constant rate, and waits for all calls; the latter gets the time at which it was due. */
export async function runAtRate(
  count: number,
  seconds: number,
  send: (i: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < count) {
    const dueAt = start + (sent.length * seconds * 1000) / count
    if (dueAt > performance.now()) await sleep(1)
    else sent.push(send(sent.length, dueAt))
  }
  await Promise.all(sent)
}
