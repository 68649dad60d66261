import { batch } from '@preact/signals'
import { connection } from '../api/connection.ts'
import { toRowKey, listTemporaryIds, type OutboxEntry } from './mutations.ts'
import type { Outbox } from './outbox.ts'
import { createProblem } from './calls.ts'
import { hasPendingRow, type MutationSender } from './sender.ts'
import type { RowStore } from './row-store.ts'
import { runAsLeader } from './tabs.ts'
import { failureTexts } from '../messages/common.ts'

/** Maximum number of concurrent mutations, each of other rows. */
const MAX_CONCURRENT_MUTATIONS = 4

export class OutboxSync {
  #outbox: Outbox
  #sender: MutationSender
  #store: RowStore
  #name: string
  #isActive = false
  #hasWork = false
  #stop = new AbortController()
  #inFlight = new Map<string, Promise<void>>()
  #retryTimes = new Map<string, { time: number; earliest: number }>()
  /** Number of resumes, to detect one that happened during an attempt. */
  #resumeCount = 0
  #isSignedOut = false
  #wakeLoop: () => void = () => {}

  constructor(outbox: Outbox, sender: MutationSender, store: RowStore, name: string) {
    this.#outbox = outbox
    this.#sender = sender
    this.#store = store
    this.#name = name
    outbox.onReady = () => this.wake()
  }

  /** True once the session is known to be that of the author of the outbox. */
  #isStarted = false

  start(): void {
    this.#isStarted = true
    this.wake()
  }

  wake(): void {
    this.#hasWork = true
    this.#wakeLoop()
    if (this.#isStarted && !this.#isActive) void this.#run()
  }

  resume(): void {
    this.#resumeCount++
    for (const wait of this.#retryTimes.values()) wait.time = wait.earliest
    this.#isSignedOut = false
    this.wake()
  }

  pause(): void {
    this.#isSignedOut = true
    this.#wakeLoop()
  }

  stop(): void {
    this.#stop.abort()
    this.#wakeLoop()
  }

  async #run(): Promise<void> {
    this.#isActive = true
    try {
      while (this.#hasWork && !this.#stop.signal.aborted) {
        this.#hasWork = false
        await runAsLeader(`svc-mutations ${this.#name}`, this.#stop.signal, async () => {
          await this.#outbox.sync()
          await this.#sendAll()
        })
      }
    } finally {
      this.#isActive = false
    }
  }

  async #sendAll(): Promise<void> {
    while (!this.#stop.signal.aborted && !this.#isSignedOut) {
      const woken = new Promise<void>((resolve) => (this.#wakeLoop = resolve))
      const wait = this.#startReady()
      if (wait === undefined && !this.#inFlight.size) return
      await Promise.race([woken, ...this.#inFlight.values(), ...(wait ? [delay(wait)] : [])])
    }
    await Promise.all(this.#inFlight.values())
  }

  /** Starts the entries that are ready; returns the milliseconds until the next one is. */
  #startReady(): number | undefined {
    const busy = new Set<string>()
    let wait: number | undefined
    for (const entry of this.#outbox.entries.peek()) {
      if (entry.state === 'refused') continue
      const rows = entry.rows.map((ref) => toRowKey({ ...ref, id: this.#store.resolveId(ref.id) }))
      if (entry.queue) rows.push(entry.queue)
      const isFirst = !rows.some((row) => busy.has(row))
      for (const row of rows) busy.add(row)
      if (!isFirst || entry.state === 'conflict' || this.#inFlight.has(entry.id)) continue
      if (hasPendingRow(entry, this.#store)) {
        this.#refuseOrphan(entry)
        continue
      }
      const remaining = (this.#retryTimes.get(entry.id)?.time ?? 0) - performance.now()
      if (remaining > 0) wait = Math.min(wait ?? remaining, remaining)
      else if (this.#inFlight.size < MAX_CONCURRENT_MUTATIONS) this.#inFlight.set(entry.id, this.#send(entry))
    }
    return wait
  }

  async #send(entry: OutboxEntry): Promise<void> {
    const resumeCount = this.#resumeCount
    const outcome = await this.#sender.send(entry)
    batch(() => {
      this.#inFlight.delete(entry.id)
      this.#retryTimes.delete(entry.id)
      if (outcome === 'signed-out') {
        this.#isSignedOut = true
        connection.value = 'signed-out'
      } else if (outcome !== 'done') {
        const { retryAfterMs, minDelayMs } = outcome
        const earliest = performance.now() + minDelayMs
        // The reconnect will not be signaled again.
        const time = resumeCount === this.#resumeCount ? performance.now() + retryAfterMs : earliest
        this.#retryTimes.set(entry.id, { time, earliest })
        const now = this.#outbox.entries.peek().find(({ id }) => id === entry.id)
        if (now) void this.#outbox.change({ ...now, tries: now.tries + 1 })
      }
    })
  }

  #refuseOrphan(entry: OutboxEntry): void {
    const pendingIds = new Set(
      this.#outbox.entries
        .peek()
        .filter(({ state }) => state !== 'refused')
        .flatMap(({ optimisticPatches }) =>
          optimisticPatches.flatMap(({ type, id }) => (type === 'create' ? [id] : [])),
        ),
    )
    const isLost = (id: string) => this.#store.isUnassigned(id) && !pendingIds.has(id)
    if ([...listTemporaryIds([entry.args, entry.rows])].some(isLost)) void this.#outbox.refuse(entry, ORPHAN_PROBLEM)
  }
}

const ORPHAN_PROBLEM = createProblem(404, 'Not Found', failureTexts.orphan)

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
