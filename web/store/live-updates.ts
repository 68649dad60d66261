import { SvcProblem, type GoneEvent, type Svc, type SvcEvent } from '@svc/sdk'
import { isTransient, getRetryDelay } from './calls.ts'
import type { RowKind } from './rows.ts'
import { runAsLeader } from './tabs.ts'

const BATCH_DELAY_MS = 100
/** Delay before counts are read, since every task event changes them. */
const COUNT_DELAY_MS = 1500
/** Number of changed rows above which everything shown is read again. */
const MAX_CHANGED_ROWS = 300

/** Messages between tabs; the tab with the event stream relays its events. */
export type LiveMessage =
  | { type: 'change'; event: StreamEvent; cursor: string | undefined }
  | { type: 'lost' }
  | { type: 'position'; cursor: string | undefined }
  | { type: 'changed'; kind: RowKind; id?: string | undefined }

interface LiveUpdatesOptions {
  svc: Svc
  name: string
  post(message: LiveMessage): void
  read(kind: RowKind, ids: readonly string[]): Promise<void>
  /** Drops a resource that the user can no longer read, with its children. */
  dropResource(resource: string, id: string): void
  markStale(kinds: Iterable<RowKind>): void
  reloadAll(): void
  /** Reads the rows again that the user opened. */
  readOpened(): void
  /** Invalidates all versions, since the server's history may have been replaced. */
  invalidateVersions(): void
  onRefused(): void
  onEvent(change: StreamEvent): void
}

/** Follows the event stream: one tab connects and relays events, and each visible tab reads its rows. */
export class LiveUpdates {
  #options: LiveUpdatesOptions
  #stop = new AbortController()
  #cursor: string | undefined
  #changed = new Map<RowKind, Set<string>>()
  #stale = new Set<RowKind>()
  #staleCounts = new Set<RowKind>()
  #needsFullReload = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #countTimer: ReturnType<typeof setTimeout> | undefined
  #resolveSignIn: () => void = () => {}

  constructor(options: LiveUpdatesOptions) {
    this.#options = options
    globalThis.document?.addEventListener('visibilitychange', this.#flush)
    globalThis.addEventListener?.('pageshow', this.#handlePageShow)
  }

  start(): void {
    const { name } = this.#options
    void runAsLeader(`svc-live ${name}`, this.#stop.signal, () => this.#run())
  }

  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#countTimer)
    globalThis.document?.removeEventListener('visibilitychange', this.#flush)
    globalThis.removeEventListener?.('pageshow', this.#handlePageShow)
    this.#resolveSignIn()
  }

  resume(): void {
    this.#resolveSignIn()
  }

  handleMessage(message: LiveMessage): void {
    if (message.type === 'change') {
      this.#cursor = message.cursor
      this.#handleEvent(message.event)
    } else if (message.type === 'lost') this.#invalidate()
    else if (message.type === 'position') this.#cursor = message.cursor
    else this.#schedule([message.kind], message.id === undefined ? undefined : [message.kind, message.id])
  }

  notifyChanged(kind: RowKind, id?: string): void {
    const message: LiveMessage = { type: 'changed', kind, id }
    this.handleMessage(message)
    this.#options.post(message)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#stream(signal)
      } catch (error) {
        if (signal.aborted) return
        const status = error instanceof SvcProblem ? error.status : 0
        if (status === 410) this.#handleExpiredCursor()
        else if (status === 401) await this.#waitForSignIn()
        else {
          if (status === 403 || status === 404) this.#options.onRefused()
          await sleep(isTransient(error) ? getRetryDelay() : 30_000, signal)
        }
      }
    }
  }

  async #stream(signal: AbortSignal): Promise<void> {
    const { svc, post } = this.#options
    if (!this.#cursor) await this.#readHead()
    const stream = svc.events.stream({}, { signal, ...(this.#cursor && { cursor: this.#cursor }) })
    for await (const event of stream) {
      const change = toStreamEvent(event)
      this.#cursor = stream.cursor
      this.#handleEvent(change)
      post({ type: 'change', event: change, cursor: stream.cursor })
    }
  }

  /** Reads the head of the event log. Data read before may be older, so it is read again. */
  async #readHead(): Promise<void> {
    const { svc, post, markStale, readOpened } = this.#options
    const { next_cursor: cursor } = await svc.events.poll()
    this.#cursor = cursor
    markStale(['tasks', 'notifications'])
    readOpened()
    post({ type: 'position', cursor })
  }

  #handleExpiredCursor(): void {
    this.#cursor = undefined
    this.#invalidate()
    this.#options.post({ type: 'lost' })
  }

  #invalidate(): void {
    this.#options.invalidateVersions()
    this.#reloadAll()
  }

  #waitForSignIn(): Promise<void> {
    return new Promise((resolve) => (this.#resolveSignIn = resolve))
  }

  #handleEvent(change: StreamEvent): void {
    if (change.type === 'gone') {
      this.#options.dropResource(change.resource, change.id)
      return
    }
    const { row, kinds, countingKinds, isMass } = getEventEffects(change)
    if (isMass) this.#reloadAll()
    this.#schedule(kinds, row && [row.kind, row.id])
    for (const kind of countingKinds) this.#staleCounts.add(kind)
    if (countingKinds.length) this.#countTimer ??= setTimeout(this.#flushCounts, COUNT_DELAY_MS)
    this.#options.onEvent(change)
  }

  #schedule(kinds: readonly RowKind[], row?: [RowKind, string]): void {
    for (const kind of kinds) this.#stale.add(kind)
    if (row) {
      const [kind, id] = row
      if (!this.#changed.has(kind)) this.#changed.set(kind, new Set())
      this.#changed.get(kind)!.add(id)
    }
    this.#timer ??= setTimeout(this.#flush, BATCH_DELAY_MS)
  }

  #reloadAll(): void {
    this.#needsFullReload = true
    this.#timer ??= setTimeout(this.#flush, BATCH_DELAY_MS)
  }

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
    const needsFullReload = this.#needsFullReload || count > MAX_CHANGED_ROWS
    this.#needsFullReload = false
    this.#changed.clear()
    this.#stale.clear()
    if (needsFullReload) this.#options.reloadAll()
    else for (const [kind, ids] of changed) void this.#readRows(kind, ids)
    if (stale.length && !needsFullReload) this.#options.markStale(stale)
  }

  /** Reads changed rows, and retries transient failures, as the event is not repeated. */
  async #readRows(kind: RowKind, ids: readonly string[]): Promise<void> {
    try {
      await this.#options.read(kind, ids)
    } catch (error) {
      if (this.#stop.signal.aborted || !isTransient(error)) return
      await sleep(getRetryDelay(), this.#stop.signal)
      for (const id of ids) this.#schedule([], [kind, id])
    }
  }

  #flushCounts = (): void => {
    this.#countTimer = undefined
    const kinds = [...this.#staleCounts]
    this.#staleCounts.clear()
    this.#schedule(kinds)
  }

  /** Reloads a page restored from the back/forward cache, which missed events. */
  #handlePageShow = (event: Event): void => {
    if ((event as PageTransitionEvent).persisted) this.#reloadAll()
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}

export interface StreamEvent {
  type: string
  resource: string
  id: string
  project: string | null
  actor: string | null
  /** True if a project got another prefix, and its tasks other keys. */
  renamesKeys: boolean
}

const toStreamEvent = ({ type, data, project_id, actor }: SvcEvent | GoneEvent): StreamEvent => ({
  type,
  resource: data.resource_type,
  id: data.resource_id,
  project: project_id,
  actor: actor?.id ?? null,
  renamesKeys: type === 'project.updated' && 'prefix' in (data.after ?? {}),
})

interface EventEffects {
  row?: { kind: RowKind; id: string }
  kinds: readonly RowKind[]
  countingKinds: readonly RowKind[]
  /** True if it changed more rows than it names. */
  isMass: boolean
}

const KINDS_BY_RESOURCE: Partial<Record<string, RowKind>> = {
  task: 'tasks',
  project: 'projects',
  goal: 'goals',
  field: 'fields',
  team: 'teams',
  sprint: 'sprints',
  milestone: 'milestones',
  section: 'sections',
  view: 'views',
  member: 'organizationMembers',
}

/** Kinds that events change besides their own. */
const RELATED_KINDS: readonly [RegExp, readonly RowKind[]][] = [
  [/^task\.comment_/, ['taskComments']],
  [/^task\.attachment_/, ['taskAttachments']],
  [/^project\.member_|^project\.owner/, ['projectMembers', 'tasks']],
  [/^member\./, ['projectMembers', 'teams', 'tasks']],
  // Lists omit the values of archived fields, and of fields of other projects.
  [/^field\.(updated|archived|restored)$/, ['tasks']],
  // Positions in the section may have been renumbered.
  [/^section\.updated$/, ['tasks']],
]

const COUNTING_KINDS: readonly RowKind[] = ['sections', 'sprints', 'milestones', 'goals', 'projects']

const MASS_EVENTS =
  /^(project|goal|sprint|milestone|section|team|member|org|import)\.(deleted|removed|completed|moved|restored|undone|placeholder_merged)/

function getEventEffects({ type, resource, id, renamesKeys }: StreamEvent): EventEffects {
  const kind = KINDS_BY_RESOURCE[resource]
  const related = RELATED_KINDS.flatMap(([types, more]) => (types.test(type) ? more : []))
  const kinds = renamesKeys ? [...related, 'tasks' as const] : related
  return {
    ...(kind && { row: { kind, id } }),
    kinds: kind ? [kind, ...kinds] : kinds,
    countingKinds: kind === 'tasks' ? COUNTING_KINDS : [],
    isMass: MASS_EVENTS.test(type),
  }
}
