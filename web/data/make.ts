import { computed, effect } from '@preact/signals'
import type { Me, PageOf, Svc } from '@svc/sdk'
import type { ClientFor } from '../api/client.ts'
import { connection } from '../api/reach.ts'
import { Cache, type Snapshot } from './cache.ts'
import { pageOf } from './calls.ts'
import { Drafts } from './drafts.ts'
import { newIdsIn } from './entry.ts'
import type { Keep } from './keep.ts'
import { Lists } from './lists.ts'
import { Live, type LiveMessage } from './live.ts'
import { Outbox, type OutboxMessage } from './outbox.ts'
import type { Question } from './placing.ts'
import { isPassing, soon } from './problems.ts'
import { Reading } from './reading.ts'
import type { AnyRow, Kind } from './rows.ts'
import { Sender } from './sender.ts'
import { Sending } from './sending.ts'
import { WatchedValue } from './short.ts'
import { Store } from './store.ts'
import { openChannel } from './tabs.ts'
import type { Told } from './told.ts'
import { Undo } from './undo.ts'

export interface Making {
  me: Me
  org: string
  clientFor: ClientFor
  /** Asks who is signed in by now, whoever the data is of. */
  whoAsks(): Promise<Me>
  /** The session is somebody else's by now: what is shown is not theirs. */
  onAnother?(): void
  keep: Keep
  snapshot?: Snapshot | undefined
}

const nothing: PageOf<AnyRow> = { data: [], next_cursor: null }

type Message = OutboxMessage | LiveMessage

/** A notification is made a moment after the event that it tells of. */
const notedAfter = [250, 900, 2500]

/** The parts of the data of one organization, for one person, put together. */
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
  #ends: (() => void)[] = []
  #person: string
  #making: Making
  #isConfirmed = false
  #isClosed = false

  constructor(making: Making) {
    const { me, org, clientFor, keep, snapshot } = making
    const name = `${me.principal.id} ${org}`
    this.#making = making
    this.#person = me.principal.id
    this.svc = clientFor()
    for (const [kind, row, whole] of snapshot?.rows ?? []) this.store.put(kind, row, { whole, cached: true })
    this.#channel = openChannel<Message>(`svc ${name}`, (message) => this.#hear(message))
    const post = (message: Message) => this.#channel.post(message)
    this.reading = new Reading(this.svc, this.store)
    this.lists = this.#makeLists(me, snapshot)
    this.outbox = new Outbox({ store: this.store, keep, org, post })
    this.sending = this.#makeSending(me, clientFor, name)
    this.undo = new Undo(this.outbox, this.store)
    this.drafts = new Drafts(keep, org)
    this.cache = new Cache(keep, org, this.store, this.lists)
    this.unread = new WatchedValue(async () => (await this.svc.notifications.count()).unread)
    this.live = this.#makeLive(me, name, post)
    this.#followConnection(me)
    this.#ends.push(this.#holdBack(keep))
  }

  /** Begins to follow what happens, and to send once it is sure for whom, which it says. */
  async start(): Promise<boolean> {
    this.live.start()
    // What waits is shown, whoever is signed in by now: it is kept with what was painted.
    await this.outbox.sync()
    const isTheirs = await this.#confirm(this.#person)
    if (isTheirs) this.sending.start()
    return isTheirs
  }

  async hasUnsent(): Promise<boolean> {
    await this.drafts.save()
    return (await this.#making.keep.keys()).some((key) => /\/(outbox|draft)\//.test(key))
  }

  /** Ends without keeping anything more: the person signed out. */
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
    for (const end of this.#ends) end()
  }

  #makeLists({ principal }: Me, snapshot: Snapshot | undefined): Lists {
    const [answers, numbers] = [new Map(snapshot?.answers), new Map(snapshot?.numbers)]
    return new Lists({
      store: this.store,
      asker: () => ({ username: principal.username }),
      page: (question, page) => this.#page(question, page),
      count: async (query) => this.svc.tasks.count(query),
      cached: (key) => answers.get(key),
      cachedCount: (key) => numbers.get(key),
    })
  }

  async #page({ call, path, query }: Question, page: Record<string, unknown>): Promise<PageOf<AnyRow>> {
    // The server has nothing of what it does not know of yet.
    for (const id of newIdsIn([path, query])) if (this.store.isNew(id)) return nothing
    return pageOf(this.svc, call, path, { ...query, ...page })
  }

  #makeSending(me: Me, clientFor: ClientFor, name: string): Sending {
    const { store, outbox, reading } = this
    const sender = new Sender({
      store,
      outbox,
      clientFor,
      fresh: (about, scope) => reading.now(about, scope),
      changer: async (about, row) =>
        (await import('./changer.ts')).changer(this.svc, about, row, me.principal.username),
    })
    // Of much that is written here no event tells, and what counts it is to follow at once.
    outbox.onEnd.add((_, settled) => {
      const kinds = new Set<Kind>(settled?.about)
      if (kinds.size) this.lists.stale(kinds)
      if (kinds.has('notifications')) this.unread.reload()
    })
    return new Sending(outbox, sender, store, name)
  }

  #makeLive(me: Me, name: string, post: (message: LiveMessage) => void): Live {
    const { lists, reading } = this
    return new Live({
      svc: this.svc,
      name,
      post,
      read: (kind, ids) => reading.changed(kind, ids),
      gone: (resource, id) => this.#gone(resource, id),
      stale: (kinds) => lists.stale(kinds),
      anew: () => this.#anew(),
      doubt: () => this.store.doubt(),
      noted: (told) => this.#noted(me, told),
      refused: () => void this.#refused(),
    })
  }

  #hear(message: Message): void {
    if (message.type === 'entry' || message.type === 'removed' || message.type === 'settled')
      this.outbox.hear(message)
    else this.live.hear(message)
  }

  /** Everything that is shown is read again. */
  #anew(): void {
    this.lists.reload()
    this.unread.reload()
    void this.reading.again().catch(() => {})
  }

  #gone(resource: string, id: string): void {
    if (resource === 'task') this.store.drop('tasks', id)
    if (resource !== 'project') return
    this.store.drop('projects', id)
    for (const [kind, row] of this.store.held())
      if (kind === 'tasks' && row.project_id === id) this.store.drop('tasks', row.task_id as string)
  }

  #timers: ReturnType<typeof setTimeout>[] = []

  #noted(me: Me, told: Told): void {
    if (told.actor === me.principal.id || this.#timers.length) return
    const look = () => {
      this.unread.reload()
      this.lists.stale(['notifications'])
    }
    this.#timers = notedAfter.map((ms) => setTimeout(look, ms))
    this.#timers.push(setTimeout(() => (this.#timers = []), notedAfter[0]!))
  }

  #followConnection({ principal }: Me): void {
    let before = connection.peek()
    const end = effect(() => {
      const now = connection.value
      if (now === 'online' && before !== 'online') void this.#back(principal.id, before)
      if (now === 'signed-out' && before !== 'signed-out') this.#signedOut(principal.id)
      before = now
    })
    const online = () => void this.#back(principal.id, connection.peek())
    // What the browser says of its network need not hold for this server: it is asked, and its answer is noted.
    const offline = () => void this.svc.notifications.count().catch(() => undefined)
    const seen = () => {
      if (connection.peek() === 'signed-out') void this.#back(principal.id, 'signed-out')
    }
    globalThis.addEventListener?.('online', online)
    globalThis.addEventListener?.('offline', offline)
    globalThis.addEventListener?.('focus', seen)
    const signIn = openChannel('svc-sign-in', seen)
    this.#ends.push(end, () => {
      globalThis.removeEventListener?.('online', online)
      globalThis.removeEventListener?.('offline', offline)
      globalThis.removeEventListener?.('focus', seen)
      signIn.close()
      for (const timer of [...this.#timers, this.#asking]) clearTimeout(timer)
    })
  }

  /** Has the browser ask before a tab is closed with which something would be lost. */
  #holdBack({ lasts }: Keep): () => void {
    const ask = (event: Event) => event.preventDefault()
    return effect(() => {
      if (lasts.value || this.outbox.waiting.value === 0) return undefined
      globalThis.addEventListener?.('beforeunload', ask)
      return () => globalThis.removeEventListener?.('beforeunload', ask)
    })
  }

  /** Nothing more goes out until it is known again whose session this is: maybe somebody else's already. */
  #signedOut(person: string): void {
    this.#isConfirmed = false
    this.sending.pause()
    void this.#confirm(person)
  }

  /** Goes on where it stopped; after somebody signed in again, only if that is the same person. */
  async #back(person: string, before: 'offline' | 'signed-out' | 'online'): Promise<void> {
    if (before === 'signed-out') this.#isConfirmed = false
    if (!(await this.#confirm(person))) return
    this.sending.start()
    this.sending.resume()
    this.live.resume()
    this.#anew()
  }

  /** Whether the session is this person's. A page is painted for who was here last before anybody said who it is. */
  async #confirm(person: string): Promise<boolean> {
    if (this.#isConfirmed) return true
    const me = await this.#making.whoAsks().catch((error: unknown) => this.#askAgain(error))
    if (me && me.principal.id !== person) this.#another()
    return (this.#isConfirmed = me?.principal.id === person)
  }

  #asking: ReturnType<typeof setTimeout> | undefined

  /** What failed in passing is asked again: until then nothing is sent. */
  #askAgain(error: unknown): undefined {
    if (!isPassing(error) || this.#isClosed) return
    this.#asking ??= setTimeout(() => {
      this.#asking = undefined
      void this.#back(this.#person, connection.peek())
    }, soon())
  }

  /** No stream is given any more: to somebody who is a member no longer nothing of the organization is shown. */
  async #refused(): Promise<void> {
    const me = await this.#making.whoAsks().catch(() => undefined)
    if (!me || me.organizations.some(({ org_id }) => org_id === this.#making.org)) return
    this.cache.forget()
    await this.#making.keep.delete(`${this.#making.org}/cache`)
    this.#another()
  }

  /** Somebody else signed in: what is shown is not theirs, and what waits is not to go out in their name. */
  #another(): void {
    // What they were writing is kept for them before the page goes.
    void this.drafts.save().finally(() => this.#making.onAnother?.())
    this.close()
  }

  readonly unreadNow = computed(() => this.unread.value.value ?? 0)
}
