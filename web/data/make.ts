import { computed, effect } from '@preact/signals'
import type { Me, PageOf, Svc } from '@svc/sdk'
import type { ClientFor } from '../api/client.ts'
import { connection } from '../api/reach.ts'
import { Cache, type Snapshot } from './cache.ts'
import { isPassing, pageOf, soon } from './calls.ts'
import { Drafts } from './drafts.ts'
import { newIdsIn } from './mutations.ts'
import type { Keep } from './keep.ts'
import { Lists } from './lists.ts'
import { Live, type LiveMessage, type Told } from './live.ts'
import { Outbox, type OutboxMessage } from './outbox.ts'
import type { Question } from './placing.ts'
import { Reading } from './reading.ts'
import type { AnyRow, Kind } from './rows.ts'
import { Sender } from './sender.ts'
import { Sending } from './sending.ts'
import { WatchedValue } from './short.ts'
import { Store } from './store.ts'
import { openChannel } from './tabs.ts'
import { Undo } from './undo.ts'

export interface Making {
  me: Me
  org: string
  clientFor: ClientFor
  /** Reads the user of the current session, even if it is not `me`. */
  readUser(): Promise<Me>
  onAnother?(): void
  keep: Keep
  snapshot?: Snapshot | undefined
}

const EMPTY_PAGE: PageOf<AnyRow> = { data: [], next_cursor: null }

type Message = OutboxMessage | LiveMessage

/** Delays after an event at which notifications are read, since they are created asynchronously. */
const NOTIFICATION_DELAYS_MS = [250, 900, 2500]

/** The services of one organization and user, wired together. */
export class Parts {
  readonly store = new Store()
  readonly svc: Svc
  readonly reading: Reading
  readonly lists: Lists
  readonly outbox: Outbox
  readonly sending: Sending
  readonly undo: Undo
  readonly drafts: Drafts
  readonly cache: Cache
  readonly live: Live
  readonly unread: WatchedValue<number>
  #channel
  #disposers: (() => void)[] = []
  #userId: string
  #options: Making
  #isConfirmed = false
  #isClosed = false

  constructor(options: Making) {
    const { me, org, clientFor, keep: storage, snapshot } = options
    const name = `${me.principal.id} ${org}`
    this.#options = options
    this.#userId = me.principal.id
    this.svc = clientFor()
    for (const [kind, row, whole] of snapshot?.rows ?? []) this.store.put(kind, row, { whole, cached: true })
    this.#channel = openChannel<Message>(`svc ${name}`, (message) => this.#handleMessage(message))
    const post = (message: Message) => this.#channel.post(message)
    this.reading = new Reading(this.svc, this.store)
    this.lists = this.#createLists(me, snapshot)
    this.outbox = new Outbox({ store: this.store, keep: storage, org, post })
    this.sending = this.#createSync(me, clientFor, name)
    this.undo = new Undo(this.outbox, this.store)
    this.drafts = new Drafts(storage, org)
    this.cache = new Cache(storage, org, this.store, this.lists)
    this.unread = new WatchedValue(async () => (await this.svc.notifications.count()).unread)
    this.live = this.#createLive(me, name, post)
    this.#followConnection(me)
    this.#disposers.push(this.#guardUnload(storage))
  }

  /** Starts the event stream, and sends mutations after the session's user is confirmed. Returns whether it is. */
  async start(): Promise<boolean> {
    this.live.start()
    // Pending mutations are shown even before the user is confirmed, like the snapshot.
    await this.outbox.sync()
    const isSameUser = await this.#confirmUser(this.#userId)
    if (isSameUser) this.sending.start()
    return isSameUser
  }

  async hasUnsent(): Promise<boolean> {
    await this.drafts.save()
    return (await this.#options.keep.keys()).some((key) => /\/(outbox|draft)\//.test(key))
  }

  /** Stops and stores nothing more, after sign-out. */
  forget(): void {
    this.drafts.forget()
    this.outbox.forget()
    this.cache.forget()
    this.close()
  }

  close(): void {
    this.#isClosed = true
    this.live.stop()
    this.sending.stop()
    this.drafts.close()
    this.cache.close()
    this.lists.close()
    this.#channel.close()
    for (const dispose of this.#disposers) dispose()
  }

  #createLists({ principal }: Me, snapshot: Snapshot | undefined): Lists {
    const [listIds, counts] = [new Map(snapshot?.answers), new Map(snapshot?.numbers)]
    return new Lists({
      store: this.store,
      asker: () => ({ username: principal.username }),
      page: (question, page) => this.#readPage(question, page),
      count: async (query) => this.svc.tasks.count(query),
      cached: (key) => listIds.get(key),
      cachedCount: (key) => counts.get(key),
    })
  }

  async #readPage({ call, path, query }: Question, page: Record<string, unknown>): Promise<PageOf<AnyRow>> {
    // The server knows no row with a temporary id.
    for (const id of newIdsIn([path, query])) if (this.store.isNew(id)) return EMPTY_PAGE
    return pageOf(this.svc, call, path, { ...query, ...page })
  }

  #createSync(me: Me, clientFor: ClientFor, name: string): Sending {
    const { store, outbox, reading } = this
    const sender = new Sender({
      store,
      outbox,
      clientFor,
      fresh: (about, scope) => reading.now(about, scope),
      changer: async (about, row) =>
        (await import('./conflicts.ts')).changer(this.svc, about, row, me.principal.username),
    })
    // Not every mutation has an event, and counts should update immediately.
    outbox.onEnd.add((_, result) => {
      const kinds = new Set<Kind>(result?.about)
      if (kinds.size) this.lists.stale(kinds)
      if (kinds.has('notifications')) this.unread.reload()
    })
    return new Sending(outbox, sender, store, name)
  }

  #createLive(me: Me, name: string, post: (message: LiveMessage) => void): Live {
    const { lists, reading } = this
    return new Live({
      svc: this.svc,
      name,
      post,
      read: (kind, ids) => reading.changed(kind, ids),
      gone: (resource, id) => this.#dropResource(resource, id),
      stale: (kinds) => lists.stale(kinds),
      anew: () => this.#reloadAll(),
      doubt: () => this.store.doubt(),
      noted: (event) => this.#scheduleNotificationRead(me, event),
      refused: () => void this.#handleRefusedStream(),
    })
  }

  #handleMessage(message: Message): void {
    if (message.type === 'entry' || message.type === 'removed' || message.type === 'settled')
      this.outbox.hear(message)
    else this.live.hear(message)
  }

  #reloadAll(): void {
    this.lists.reload()
    this.unread.reload()
    void this.reading.again().catch(() => {})
  }

  #dropResource(resource: string, id: string): void {
    if (resource === 'task') this.store.drop('tasks', id)
    if (resource !== 'project') return
    this.store.drop('projects', id)
    for (const [kind, row] of this.store.held())
      if (kind === 'tasks' && row.project_id === id) this.store.drop('tasks', row.task_id as string)
  }

  #notificationTimers: ReturnType<typeof setTimeout>[] = []

  #scheduleNotificationRead(me: Me, event: Told): void {
    if (event.actor === me.principal.id || this.#notificationTimers.length) return
    const reload = () => {
      this.unread.reload()
      this.lists.stale(['notifications'])
    }
    this.#notificationTimers = NOTIFICATION_DELAYS_MS.map((ms) => setTimeout(reload, ms))
    this.#notificationTimers.push(
      setTimeout(() => (this.#notificationTimers = []), NOTIFICATION_DELAYS_MS[0]!),
    )
  }

  #followConnection({ principal }: Me): void {
    let before = connection.peek()
    const dispose = effect(() => {
      const now = connection.value
      if (now === 'online' && before !== 'online') void this.#resume(principal.id, before)
      if (now === 'signed-out' && before !== 'signed-out') this.#pauseUntilConfirmed(principal.id)
      before = now
    })
    const online = () => void this.#resume(principal.id, connection.peek())
    // The browser's network state need not apply to this server, so a request checks it.
    const offline = () => void this.svc.notifications.count().catch(() => undefined)
    const checkSignIn = () => {
      if (connection.peek() === 'signed-out') void this.#resume(principal.id, 'signed-out')
    }
    globalThis.addEventListener?.('online', online)
    globalThis.addEventListener?.('offline', offline)
    globalThis.addEventListener?.('focus', checkSignIn)
    const signIn = openChannel('svc-sign-in', checkSignIn)
    this.#disposers.push(dispose, () => {
      globalThis.removeEventListener?.('online', online)
      globalThis.removeEventListener?.('offline', offline)
      globalThis.removeEventListener?.('focus', checkSignIn)
      signIn.close()
      for (const timer of [...this.#notificationTimers, this.#retryTimer]) clearTimeout(timer)
    })
  }

  /** Asks for confirmation before the tab is closed while changes would be lost. */
  #guardUnload({ lasts }: Keep): () => void {
    const preventUnload = (event: Event) => event.preventDefault()
    return effect(() => {
      if (lasts.value || this.outbox.waiting.value === 0) return undefined
      globalThis.addEventListener?.('beforeunload', preventUnload)
      return () => globalThis.removeEventListener?.('beforeunload', preventUnload)
    })
  }

  /** Stops sending until the user is confirmed, since another one may have signed in. */
  #pauseUntilConfirmed(userId: string): void {
    this.#isConfirmed = false
    this.sending.pause()
    void this.#confirmUser(userId)
  }

  /** Resumes sending and streaming; after a sign-in only if it is the same user. */
  async #resume(userId: string, before: 'offline' | 'signed-out' | 'online'): Promise<void> {
    if (before === 'signed-out') this.#isConfirmed = false
    if (!(await this.#confirmUser(userId))) return
    this.sending.start()
    this.sending.resume()
    this.live.resume()
    this.#reloadAll()
  }

  /** Returns whether the session is this user's. Cached data is painted before that is known. */
  async #confirmUser(userId: string): Promise<boolean> {
    if (this.#isConfirmed) return true
    const me = await this.#options.readUser().catch((error: unknown) => this.#scheduleConfirm(error))
    if (me && me.principal.id !== userId) this.#leave()
    return (this.#isConfirmed = me?.principal.id === userId)
  }

  #retryTimer: ReturnType<typeof setTimeout> | undefined

  /** Retries after a transient failure; nothing is sent until then. */
  #scheduleConfirm(error: unknown): undefined {
    if (!isPassing(error) || this.#isClosed) return
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      void this.#resume(this.#userId, connection.peek())
    }, soon())
  }

  /** Deletes the snapshot and leaves, if the user is no longer a member of the organization. */
  async #handleRefusedStream(): Promise<void> {
    const me = await this.#options.readUser().catch(() => undefined)
    if (!me || me.organizations.some(({ org_id }) => org_id === this.#options.org)) return
    this.cache.forget()
    await this.#options.keep.delete(`${this.#options.org}/cache`)
    this.#leave()
  }

  /** Closes the data after another user signed in, so that nothing is sent in their name. */
  #leave(): void {
    // Drafts are stored before the page reloads.
    void this.drafts.save().finally(() => this.#options.onAnother?.())
    this.close()
  }

  readonly unreadNow = computed(() => this.unread.value.value ?? 0)
}
