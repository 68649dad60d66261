import { AsyncResource } from 'node:async_hooks'
import { CommitUnknown, type WriteGroup, type QueryOptions, type Transaction } from './database.ts'
import type { OpenTransaction } from './open-transaction.ts'
import { isSelect, mayWaitForLocks } from './driver/statement.ts'
import type { Sql } from './sql.ts'

type Work<T> = (trx: Transaction) => Promise<T>

interface GroupRunner {
  /** Maximum of concurrent groups of one organization. */
  maxGroups: number
  /** Runs `work` in one transaction, without retries. */
  transact(work: (trx: OpenTransaction) => Promise<void>): Promise<void>
  runAlone<T>(work: Work<T>): Promise<T>
}

interface Write {
  work: Work<unknown>
  group: WriteGroup
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** Writes of one organization. */
interface Queue {
  waiting: Write[]
  groups: number
  isScheduled: boolean
  /** Resources of the writes in groups. */
  busy: Set<string | undefined>
}

const MAX_GROUP_SIZE = 32
/** Time for which later writes wait for a group. */
const MAX_GROUP_MS = 100
/** Event positions of a write within its group: `ord` of its first event is its index times this. */
const MAX_EVENTS = 1_000

/** The shared transaction was rolled back. */
class GroupFailed extends Error {}

/**
 * Runs concurrent writes of one organization in shared transactions (docs/decisions/0026), since round trips and commits
 * cost more than the statements. A group is what arrived while earlier groups ran; no write waits for others to arrive.
 * A group is committed if all its writes succeed. Otherwise each write runs again in a transaction of its own.
 */
export class WriteGroups {
  readonly #queues = new Map<string, Queue>()
  readonly #runner: GroupRunner

  constructor(runner: GroupRunner) {
    this.#runner = runner
  }

  run<T>(group: WriteGroup, work: Work<T>): Promise<T> {
    const { orgId } = group
    let queue = this.#queues.get(orgId)
    if (!queue) this.#queues.set(orgId, (queue = { waiting: [], groups: 0, isScheduled: false, busy: new Set() }))
    const { waiting } = queue
    const added = new Promise<T>((resolve, reject) => {
      // Binds the tracing context of the request, since another one may start the group.
      waiting.push({ work: AsyncResource.bind(work), group, resolve, reject } as Write)
    })
    this.#schedule(orgId, queue)
    return added
  }

  /** Starts groups at the end of this turn of the event loop, so that requests that arrived together share one. */
  #schedule(orgId: string, queue: Queue): void {
    if (queue.isScheduled || queue.groups >= this.#runner.maxGroups) return
    queue.isScheduled = true
    setImmediate(() => {
      queue.isScheduled = false
      while (queue.groups < this.#runner.maxGroups && this.#startGroup(orgId, queue));
    })
  }

  #startGroup(orgId: string, queue: Queue): boolean {
    const writes = takeWrites(queue)
    if (writes.length === 0) return false
    queue.groups++
    let isCounted = true
    const release = () => {
      if (!isCounted) return
      isCounted = false
      queue.groups--
      for (const { group } of writes) queue.busy.delete(group.resourceId)
      if (queue.waiting.length > 0) this.#schedule(orgId, queue)
      else if (queue.groups === 0 && this.#queues.get(orgId) === queue) this.#queues.delete(orgId)
    }
    // A group that waits, such as for a lock, does not delay later ones.
    const timer = setTimeout(release, MAX_GROUP_MS)
    void this.#runGroup(writes).finally(() => {
      clearTimeout(timer)
      release()
    })
    return true
  }

  /** Resolves when the transaction has ended; writes that then run alone are not waited for. */
  async #runGroup(writes: readonly Write[]): Promise<void> {
    if (writes.length === 1) {
      const [{ work, resolve, reject }] = writes as [Write]
      await this.#runner.runAlone(work).then(resolve, reject)
      return
    }
    const group = new Group(writes.length)
    let hasStarted = false
    try {
      await this.#runner.transact((trx) => {
        hasStarted = true
        const members = writes.map((write, i) => {
          const member = new GroupMember(group, trx, i * MAX_EVENTS)
          this.#runMember(member, write).then(write.resolve, write.reject)
          return member
        })
        return group.commit(trx, members)
      })
      group.end('committed')
    } catch (error) {
      // Without a connection no write has started.
      if (!hasStarted) for (const { reject } of writes) reject(error)
      group.end(error instanceof CommitUnknown ? error : new GroupFailed())
    }
  }

  async #runMember(member: GroupMember, { work, group }: Write): Promise<unknown> {
    try {
      const result = await work(member)
      await member.commit()
      return result
    } catch (error) {
      const outcome = await member.leave()
      if (outcome === 'committed' || error instanceof CommitUnknown) throw error
      // Problems are not returned from a group, since they may depend on writes that were rolled back.
      const runAlone = () => this.#runner.runAlone(work)
      return group.limitRerun ? group.limitRerun(runAlone) : runAlone()
    }
  }
}

/** Takes the next writes in order, at most one for each resource. */
function takeWrites(queue: Queue): Write[] {
  const taken: Write[] = []
  queue.waiting = queue.waiting.filter((write) => {
    const { resourceId } = write.group
    if (taken.length === MAX_GROUP_SIZE || (resourceId !== undefined && queue.busy.has(resourceId))) return true
    if (resourceId !== undefined) queue.busy.add(resourceId)
    taken.push(write)
    return false
  })
  return taken
}

type Outcome = 'committed' | CommitUnknown | GroupFailed

/** A transaction that several writes share. */
class Group {
  readonly over: Promise<Outcome>
  end: (outcome: Outcome) => void = () => {}
  /** Statements were sent that must not be committed. */
  hasFailed = false
  readonly #isReady: Promise<void>
  #setReady = () => {}
  #running: number
  #lastExclusive: Promise<unknown> = Promise.resolve()

  constructor(size: number) {
    this.#running = size
    this.over = new Promise((resolve) => (this.end = resolve))
    this.#isReady = new Promise((resolve) => (this.#setReady = resolve))
  }

  /** Called once by each member, when it has nothing more to send but its last statement. */
  arrive(): void {
    if (--this.#running === 0) this.#setReady()
  }

  /** Sends the last statements with COMMIT when all members have arrived, in the order of the requests. */
  async commit(trx: OpenTransaction, members: readonly GroupMember[]): Promise<void> {
    await this.#isReady
    if (this.hasFailed) throw new GroupFailed()
    await trx.queryAllAndCommit(members.flatMap(({ lastStatement }) => lastStatement ?? []))
  }

  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastExclusive.then(work)
    this.#lastExclusive = result.catch(() => {})
    return result
  }
}

/** Transaction of one write in a group. */
class GroupMember implements Transaction {
  readonly sharded = false
  readonly firstEventPosition: number
  lockingStatements = 0
  lastStatement: Sql | undefined
  readonly #group: Group
  readonly #trx: OpenTransaction
  #hasWritten = false
  #state: 'open' | 'ready' | 'left' = 'open'
  #afterCommit: (() => void)[] = []

  constructor(group: Group, trx: OpenTransaction, firstEventPosition: number) {
    this.#group = group
    this.#trx = trx
    this.firstEventPosition = firstEventPosition
  }

  async query<R>(statement: Sql<R>, options?: QueryOptions): Promise<R[]> {
    if (this.#state !== 'open') throw new Error('the transaction of this statement has ended')
    if (this.#group.hasFailed) throw new GroupFailed()
    if (!isSelect(statement)) this.#hasWritten = true
    if (mayWaitForLocks(statement)) this.lockingStatements++
    try {
      return await this.#trx.query(statement, options)
    } catch (error) {
      this.#group.hasFailed = true
      throw error
    }
  }

  async queryRow<R>(statement: Sql<R>, options?: QueryOptions): Promise<R | undefined> {
    return (await this.query(statement, options))[0]
  }

  queryByKey<R>(statement: Sql<R>): Promise<R[]> {
    return this.query(statement)
  }

  queryRowByKey<R>(statement: Sql<R>): Promise<R | undefined> {
    return this.queryRow(statement)
  }

  serializeInGroup<T>(work: () => Promise<T>): Promise<T> {
    return this.#group.runExclusively(work)
  }

  async queryAndCommit(statement: Sql): Promise<void> {
    this.lastStatement = statement
    await this.commit()
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Waits until the group is committed. Throws if it is not. */
  async commit(): Promise<void> {
    if (this.#state === 'open') {
      this.#state = 'ready'
      this.#group.arrive()
    }
    const outcome = await this.#group.over
    if (outcome !== 'committed') throw outcome
    for (const work of this.#afterCommit.splice(0)) work()
  }

  /** Leaves after an error, with its statements rolled back, and waits for the end of the group; returns the outcome for this write. */
  async leave(): Promise<'committed' | 'not committed'> {
    if (this.#state === 'open') {
      this.#state = 'left'
      this.lastStatement = undefined
      if (this.#hasWritten) this.#group.hasFailed = true
      this.#group.arrive()
    }
    const outcome = await this.#group.over
    return outcome === 'committed' && this.#state === 'ready' ? 'committed' : 'not committed'
  }
}
