import { unavailable } from '../../core/errors.ts'
import { RecentAttempts } from './recent-attempts.ts'

/** Origin of a hash: an IP, or a user who has proved something already, such as a known device or a link. */
export type HashSource = { ip: string } | 'proved'

/** No more than are checked within the time that one waits at most. */
const MAX_WAITING = 100
/** Maximum of waiting hashes of one IP. */
const MAX_WAITING_OF_IP = 20
/** Highest rank of a quiet source: the first attempt of an IP whose neighbors made few. */
const MAX_QUIET_RANK = 2

const buildBusyError = () => unavailable('Too many users are signing in. Try again in a few seconds.')

interface WaitingHash {
  reject: (error: Error) => void
}

interface Ranked<T> {
  rank: number
  ip: string
  job: T
}

/**
 * Queue of hashes: those of users who have already proved something come first, then those of the IPs and networks that
 * made the fewest attempts without a success. A source that tries much waits behind all others, however many IPs it has.
 */
export class HashQueue<T extends WaitingHash> {
  readonly #proved: T[] = []
  /** Ordered by rank, then by arrival. */
  readonly #ranked: Ranked<T>[] = []
  readonly #recent = new RecentAttempts()

  /** Adds a hash. If too many wait, those that would come last get 503. */
  add(source: HashSource, job: T, millis = performance.now()): void {
    if (source === 'proved') {
      if (this.#proved.length >= MAX_WAITING) return job.reject(buildBusyError())
      return void this.#proved.push(job)
    }
    const { ip } = source
    const rank = this.#recent.count(ip, millis)
    const isFullOfIp = this.#ranked.filter((other) => other.ip === ip).length >= MAX_WAITING_OF_IP
    if (isFullOfIp) return job.reject(buildBusyError())
    const at = this.#ranked.findLastIndex((other) => other.rank <= rank) + 1
    this.#ranked.splice(at, 0, { rank, ip, job })
    if (this.#ranked.length > MAX_WAITING) this.#ranked.pop()!.job.reject(buildBusyError())
  }

  /** Takes the next hash of a user who proved something, or of a quiet source. */
  takeQuiet(): T | undefined {
    if (this.#proved.length > 0) return this.#proved.shift()
    return this.#ranked[0] && this.#ranked[0].rank <= MAX_QUIET_RANK ? this.#ranked.shift()!.job : undefined
  }

  /** Takes the next hash of the sources that made more attempts. */
  takeCrowded(): T | undefined {
    const at = this.#ranked.findIndex(({ rank }) => rank > MAX_QUIET_RANK)
    return at < 0 ? undefined : this.#ranked.splice(at, 1)[0]!.job
  }

  /** Rejects a hash that still waits. */
  expire(job: T): void {
    for (const list of [this.#proved, this.#ranked]) {
      const at = list.findIndex((waiting) => waiting === job || ('job' in waiting && waiting.job === job))
      if (at < 0) continue
      list.splice(at, 1)
      job.reject(buildBusyError())
    }
  }

  /** Forgets an attempt that succeeded, so that users behind one IP do not delay each other. */
  forget(source: HashSource): void {
    if (source !== 'proved') this.#recent.forget(source.ip)
  }
}
