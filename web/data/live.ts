import { SvcProblem, type Svc } from '@svc/sdk'
import { isPassing, soon } from './problems.ts'
import { meaningOf, toldOf, type Told } from './told.ts'
import type { Kind } from './rows.ts'
import { alone } from './tabs.ts'

/** How long hints are gathered before what they are about is read. */
const gathering = 100
/** Counts follow later: they change with every task. */
const countsAfter = 1500
/** More changes than this are a mass change: what is shown is read again. */
const most = 300

/** What the tab that holds the stream tells the others. */
export type LiveMessage =
  | { type: 'told'; told: Told; cursor: string | undefined }
  | { type: 'lost' }
  | { type: 'place'; cursor: string | undefined }
  | { type: 'changed'; kind: Kind; id?: string | undefined }

export interface LiveOptions {
  svc: Svc
  name: string
  post(message: LiveMessage): void
  /** Reads rows that changed; fails where they were not read. */
  read(kind: Kind, ids: readonly string[]): Promise<void>
  /** Takes it that a thing can be seen no more, with what lies in it. */
  gone(resource: string, id: string): void
  /** Lists of these kinds may have others now. */
  stale(kinds: Iterable<Kind>): void
  /** Everything that is shown is read again. */
  anew(): void
  /** What is known of rows may be later than what there is. */
  doubt(): void
  /** The person may follow the organization no more. */
  refused(): void
  /** Something happened of which the person may be notified. */
  noted(told: Told): void
}

/** Follows what happens: one stream a browser, whose tab relays it, and each visible tab reads what it has of it. */
export class Live {
  #options: LiveOptions
  #stop = new AbortController()
  #cursor: string | undefined
  #changed = new Map<Kind, Set<string>>()
  #stale = new Set<Kind>()
  #counting = new Set<Kind>()
  #isAnew = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #slow: ReturnType<typeof setTimeout> | undefined
  /** Rings when somebody signed in again. */
  #again: () => void = () => {}

  constructor(options: LiveOptions) {
    this.#options = options
    globalThis.document?.addEventListener('visibilitychange', this.#flush)
    globalThis.addEventListener?.('pageshow', this.#restored)
  }

  start(): void {
    const { name } = this.#options
    void alone(`svc-live ${name}`, this.#stop.signal, () => this.#follow())
  }

  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#slow)
    globalThis.document?.removeEventListener('visibilitychange', this.#flush)
    globalThis.removeEventListener?.('pageshow', this.#restored)
    this.#again()
  }

  resume(): void {
    this.#again()
  }

  /** What another tab told. */
  hear(message: LiveMessage): void {
    if (message.type === 'told') {
      this.#cursor = message.cursor
      this.#take(message.told)
    } else if (message.type === 'lost') this.#doubt()
    else if (message.type === 'place') this.#cursor = message.cursor
    else this.#note([message.kind], message.id === undefined ? undefined : [message.kind, message.id])
  }

  /** Tells all tabs of a change of which no event tells. */
  changed(kind: Kind, id?: string): void {
    const message: LiveMessage = { type: 'changed', kind, id }
    this.hear(message)
    this.#options.post(message)
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#stream(signal)
      } catch (error) {
        if (signal.aborted) return
        const status = error instanceof SvcProblem ? error.status : 0
        if (status === 410) this.#lost()
        else if (status === 401) await this.#signedIn()
        else {
          if (status === 403 || status === 404) this.#options.refused()
          await pause(isPassing(error) ? soon() : 30_000, signal)
        }
      }
    }
  }

  async #stream(signal: AbortSignal): Promise<void> {
    const { svc, post } = this.#options
    if (!this.#cursor) await this.#begin()
    const stream = svc.events.stream({}, { signal, ...(this.#cursor && { cursor: this.#cursor }) })
    for await (const event of stream) {
      const told = toldOf(event)
      this.#cursor = stream.cursor
      this.#take(told)
      post({ type: 'told', told, cursor: stream.cursor })
    }
  }

  /** Finds the place from which on it is told what happens. What was read before may be older than that. */
  async #begin(): Promise<void> {
    const { svc, post, stale } = this.#options
    const { next_cursor: cursor } = await svc.events.poll()
    this.#cursor = cursor
    stale(['tasks', 'notifications'])
    post({ type: 'place', cursor })
  }

  /** It is not known what happened since: all tabs read anew, and follow from now on. */
  #lost(): void {
    this.#cursor = undefined
    this.#doubt()
    this.#options.post({ type: 'lost' })
  }

  #doubt(): void {
    this.#options.doubt()
    this.#anew()
  }

  #signedIn(): Promise<void> {
    return new Promise((resolve) => (this.#again = resolve))
  }

  #take(told: Told): void {
    if (told.type === 'gone') {
      this.#options.gone(told.resource, told.id)
      return
    }
    const { row, kinds, counting, isMass } = meaningOf(told)
    if (isMass) this.#anew()
    this.#note(kinds, row && [row.kind, row.id])
    for (const kind of counting) this.#counting.add(kind)
    if (counting.length) this.#slow ??= setTimeout(this.#count, countsAfter)
    this.#options.noted(told)
  }

  #note(kinds: readonly Kind[], row?: [Kind, string]): void {
    for (const kind of kinds) this.#stale.add(kind)
    if (row) {
      const [kind, id] = row
      if (!this.#changed.has(kind)) this.#changed.set(kind, new Set())
      this.#changed.get(kind)!.add(id)
    }
    this.#timer ??= setTimeout(this.#flush, gathering)
  }

  #anew(): void {
    this.#isAnew = true
    this.#timer ??= setTimeout(this.#flush, gathering)
  }

  /** Reads what changed, if the tab is seen; else it is gathered until it is. */
  #flush = (): void => {
    if (globalThis.document?.visibilityState === 'hidden') {
      this.#timer = undefined
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changed = [...this.#changed].map(([kind, ids]) => [kind, [...ids]] as const)
    const stale = [...this.#stale]
    const count = changed.reduce((sum, [, ids]) => sum + ids.length, 0)
    const isAnew = this.#isAnew || count > most
    this.#isAnew = false
    this.#changed.clear()
    this.#stale.clear()
    if (isAnew) this.#options.anew()
    else for (const [kind, ids] of changed) void this.#read(kind, ids)
    if (stale.length && !isAnew) this.#options.stale(stale)
  }

  /** Reads what changed; later, where that fails in passing: nobody tells of it a second time. */
  async #read(kind: Kind, ids: readonly string[]): Promise<void> {
    try {
      await this.#options.read(kind, ids)
    } catch (error) {
      if (this.#stop.signal.aborted || !isPassing(error)) return
      await pause(soon(), this.#stop.signal)
      for (const id of ids) this.#note([], [kind, id])
    }
  }

  #count = (): void => {
    this.#slow = undefined
    const kinds = [...this.#counting]
    this.#counting.clear()
    this.#note(kinds)
  }

  /** A page that comes back out of the browser's memory has heard nothing meanwhile. */
  #restored = (event: Event): void => {
    if ((event as PageTransitionEvent).persisted) this.#anew()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}
