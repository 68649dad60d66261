import { computed, effect, signal, type Signal } from '@preact/signals'
import type { Me, PageOf, Svc } from '@svc/sdk'
import type { CreateApiClient } from '../api/client.ts'
import { connection } from '../api/connection.ts'
import { SnapshotWriter, type Snapshot } from './snapshot.ts'
import { isTransient, readListPage, getRetryDelay } from './calls.ts'
import { Drafts } from './drafts.ts'
import { listTemporaryIds } from './mutations.ts'
import type { BrowserStorage } from './storage.ts'
import { ListRegistry } from './list-registry.ts'
import { LiveUpdates, type LiveMessage, type StreamEvent } from './live-updates.ts'
import { Outbox, type OutboxMessage } from './outbox.ts'
import type { ListRequest } from './list-order.ts'
import { RowReader } from './row-reader.ts'
import type { AnyRow, RowKind } from './rows.ts'
import { MutationSender } from './sender.ts'
import { OutboxSync } from './sync.ts'
import { WatchedValue } from './short-list.ts'
import { RowStore } from './row-store.ts'
import { openChannel } from './tabs.ts'
import { UndoHistory } from './undo.ts'
import { guardUnload } from './unload-guard.ts'

export interface DataClientOptions {
  me: Me
  org: string
  createClient: CreateApiClient
  /** Reads the user of the current session, even if it is not `me`. */
  readUser(): Promise<Me>
  onUserChanged?(): void
  storage: BrowserStorage
  snapshot?: Snapshot | undefined
}

const EMPTY_PAGE: PageOf<AnyRow> = { data: [], next_cursor: null }

type Message = OutboxMessage | LiveMessage

/** Delays after an event at which notifications are read, since they are created asynchronously. */
const NOTIFICATION_DELAYS_MS = [250, 900, 2500]

export class DataClient {
  readonly store = new RowStore()
  readonly svc: Svc
  readonly reader: RowReader
  readonly lists: ListRegistry
  readonly outbox: Outbox
  readonly sync: OutboxSync
  readonly undo: UndoHistory
  readonly drafts: Drafts
  readonly cache: SnapshotWriter
  readonly live: LiveUpdates
  readonly unread: WatchedValue<number>
  readonly me: Signal<Me>
  #channel
  #disposers: (() => void)[] = []
  #userId: string
  #options: DataClientOptions
  #isConfirmed = false
  #isClosed = false

  constructor(options: DataClientOptions) {
    const { me, org, createClient, storage, snapshot } = options
    const name = `${me.principal.id} ${org}`
    this.#options = options
    this.#userId = me.principal.id
    this.me = signal(me)
    this.svc = createClient()
    for (const [kind, row, isComplete] of snapshot?.rows ?? [])
      this.store.put(kind, row, { isComplete, isSnapshot: true })
    this.#channel = openChannel<Message>(`svc-store ${name}`, (message) => this.#handleMessage(message))
    const post = (message: Message) => this.#channel.post(message)
    this.reader = new RowReader(this.svc, this.store)
    this.lists = this.#createLists(snapshot)
    this.outbox = new Outbox({ store: this.store, storage, org, post })
    this.sync = this.#createSync(me, createClient, name)
    this.undo = new UndoHistory(this.outbox, this.store)
    this.drafts = new Drafts(storage, org, this.#userId)
    this.cache = new SnapshotWriter(storage, org, this.store, this.lists)
    this.unread = new WatchedValue(async () => (await this.svc.notifications.count()).unread)
    this.live = this.#createLive(name, post)
    this.#followConnection()
    this.#disposers.push(guardUnload(storage, this.outbox))
  }

  /** Starts the event stream, and sends mutations after the session's user is confirmed. Returns whether it is. */
  async start(): Promise<boolean> {
    this.live.start()
    // Pending mutations are shown even before the user is confirmed, like the snapshot.
    await this.outbox.sync()
    if (await this.#confirmUser()) this.sync.start()
    return this.#isConfirmed
  }

  async hasUnsent(): Promise<boolean> {
    await this.drafts.save()
    return (await this.#options.storage.keys()).some((key) => /\/(outbox|mutations|draft)\//.test(key))
  }

  forget(): void {
    this.drafts.forget()
    this.outbox.forget()
    this.cache.forget()
    this.close()
  }

  close(): void {
    this.#isClosed = true
    this.live.stop()
    this.sync.stop()
    this.drafts.close()
    this.cache.close()
    this.lists.close()
    this.#channel.close()
    for (const dispose of this.#disposers) dispose()
  }

  #createLists(snapshot: Snapshot | undefined): ListRegistry {
    const [listIds, counts] = [new Map(snapshot?.lists), new Map(snapshot?.counts)]
    return new ListRegistry({
      store: this.store,
      getUser: () => this.me.peek().principal,
      page: (request, page) => this.#readPage(request, page),
      count: async (query) => this.svc.tasks.count(query),
      cached: (key) => listIds.get(key),
      cachedCount: (key) => counts.get(key),
    })
  }

  async #readPage({ method, path, query }: ListRequest, page: Record<string, unknown>): Promise<PageOf<AnyRow>> {
    // The server knows no row with a temporary id.
    for (const id of listTemporaryIds([path, query])) if (this.store.isUnassigned(id)) return EMPTY_PAGE
    return readListPage(this.svc, method, path, { ...query, ...page })
  }

  #createSync(me: Me, createClient: CreateApiClient, name: string): OutboxSync {
    const { store, outbox, reader } = this
    const sender = new MutationSender({
      store,
      outbox,
      createClient,
      readRow: (ref, scope) => reader.fetch(ref, scope),
      findLastChange: async (ref, row) =>
        (await import('./conflicts.ts')).findLastChange(this.svc, ref, row, me.principal.username),
    })
    // Not every mutation has an event, and counts should update immediately.
    outbox.onEnd.add((_, result) => {
      const kinds = new Set<RowKind>(result?.kinds)
      if (kinds.size) this.lists.markStale(kinds)
      if (kinds.has('notifications')) this.unread.reload()
    })
    return new OutboxSync(outbox, sender, store, name)
  }

  #createLive(name: string, post: (message: LiveMessage) => void): LiveUpdates {
    const { lists, reader } = this
    return new LiveUpdates({
      svc: this.svc,
      name,
      post,
      read: (kind, ids) => reader.readChanged(kind, ids),
      dropResource: (resource, id) => this.#dropResource(resource, id),
      markStale: (kinds) => lists.markStale(kinds),
      reloadAll: () => this.#reloadAll(),
      readOpened: () => this.#readOpened(),
      invalidateVersions: () => this.store.invalidateVersions(),
      onEvent: (event) => this.#handleEvent(event),
      onRefused: () => void this.leaveIfRefused(),
    })
  }

  #handleMessage(message: Message): void {
    if (message.type === 'saved' || message.type === 'removed' || message.type === 'confirmed')
      this.outbox.handleMessage(message)
    else this.live.handleMessage(message)
  }

  #reloadAll(): void {
    this.lists.reload()
    this.unread.reload()
    this.#readOpened()
  }

  #readOpened(): void {
    void this.reader.readOpened().catch(() => {})
  }

  #dropResource(resource: string, id: string): void {
    if (resource === 'task') this.store.drop('tasks', id)
    if (resource !== 'project') return
    this.store.drop('projects', id)
    for (const [kind, row] of this.store.listRows())
      if (kind === 'tasks' && row.project_id === id) this.store.drop('tasks', row.task_id as string)
  }

  #notificationTimers: ReturnType<typeof setTimeout>[] = []

  #handleEvent(event: StreamEvent): void {
    // Screens offer what the role of the user allows.
    if (event.id === this.#userId) void this.leaveIfRefused()
    if (event.actor === this.#userId || this.#notificationTimers.length) return
    const reload = () => {
      this.unread.reload()
      this.lists.markStale(['notifications'])
    }
    this.#notificationTimers = NOTIFICATION_DELAYS_MS.map((ms) => setTimeout(reload, ms))
    this.#notificationTimers.push(setTimeout(() => (this.#notificationTimers = []), NOTIFICATION_DELAYS_MS[0]!))
  }

  #followConnection(): void {
    let before = connection.peek()
    const dispose = effect(() => {
      const now = connection.value
      if (now === 'online' && before !== 'online') void this.#resume(before)
      if (now === 'signed-out' && before !== 'signed-out') this.#pauseUntilConfirmed()
      before = now
    })
    const onOnline = () => void this.#resume(connection.peek())
    // The browser's network state need not apply to this server, so a request checks it.
    const onOffline = () => void this.svc.notifications.count().catch(() => undefined)
    const checkSignIn = () => {
      if (connection.peek() === 'signed-out') void this.#resume('signed-out')
    }
    // Passed as the options of the listeners, of which they read `signal`.
    const stop = new AbortController()
    globalThis.addEventListener?.('online', onOnline, stop)
    globalThis.addEventListener?.('offline', onOffline, stop)
    globalThis.addEventListener?.('focus', checkSignIn, stop)
    const signIn = openChannel('svc-sign-in', checkSignIn)
    this.#disposers.push(dispose, () => {
      stop.abort()
      signIn.close()
      for (const timer of [...this.#notificationTimers, this.#retryTimer]) clearTimeout(timer)
    })
  }

  /** Stops sending until the user is confirmed, since another one may have signed in. */
  #pauseUntilConfirmed(): void {
    this.#isConfirmed = false
    this.sync.pause()
    void this.#confirmUser()
  }

  /** Resumes sending and streaming; after a sign-in only if it is the same user. */
  async #resume(before: 'offline' | 'signed-out' | 'online'): Promise<void> {
    if (before === 'signed-out') this.#isConfirmed = false
    if (!(await this.#confirmUser())) return
    this.sync.start()
    this.sync.resume()
    this.live.resume()
    this.#reloadAll()
  }

  async #readUser(): Promise<Me> {
    const me = await this.#options.readUser()
    if (me.principal.id === this.#userId) this.me.value = me
    return me
  }

  /** Returns whether the session is this user's. Cached data is painted before that is known. */
  async #confirmUser(): Promise<boolean> {
    if (this.#isConfirmed) return true
    const me = await this.#readUser().catch((error: unknown) => this.#scheduleConfirm(error))
    if (me && me.principal.id !== this.#userId) this.#leave()
    return (this.#isConfirmed = me?.principal.id === this.#userId)
  }

  #retryTimer: ReturnType<typeof setTimeout> | undefined

  #scheduleConfirm(error: unknown): undefined {
    if (!isTransient(error) || this.#isClosed) return
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      void this.#resume(connection.peek())
    }, getRetryDelay())
  }

  /** Deletes the snapshot and leaves, if the organization is not open to the user any more. Returns whether it left. */
  async leaveIfRefused(): Promise<boolean> {
    const me = await this.#readUser().catch(() => undefined)
    const membership = me?.organizations.find(({ org_id }) => org_id === this.#options.org)
    if (!me || (membership && !membership.second_factor_missing)) return false
    this.cache.forget()
    // A field that is being edited adds its change to the outbox, which is written before the snapshot is deleted.
    ;(globalThis.document?.activeElement as HTMLElement | null | undefined)?.blur()
    await this.#options.storage.delete(`${this.#options.org}/cache`)
    this.#leave()
    return true
  }

  #leave(): void {
    if (this.#isClosed) return
    // Drafts are stored before the page reloads.
    void this.drafts.save().finally(() => this.#options.onUserChanged?.())
    this.close()
  }

  readonly unreadCount = computed(() => this.unread.value.value ?? 0)
}
