import { unavailable } from '../../core/errors.ts'
import { listNetworks, RecentAttempts, type Networks } from './recent-attempts.ts'

/** Origin of a hash: an IP, or a user who has proved something already, such as a known device or a link. */
export type HashSource = { ip: string } | 'proved'

/** As many as are computed within the maximum time that a hash waits. */
const MAX_WAITING = 100
/** Maximum number of waiting hashes of one IP. */
const MAX_WAITING_PER_IP = 20
/** Failures of an IP and its neighbors, weighted, above which its hashes do not come before those of others. */
const MAX_QUIET_RANK = 1.5
/** Part of the time that hashes of crowded sources may use, while few wait and while many do. */
const CROWDED_SHARE = { few: 0.25, many: 0.1 }
/** So many waiting hashes are rather an attack than an office behind one IP. */
const MANY_WAITING = 20
/** Limits the rest after a hash that took long because the cores were busy. */
const MAX_REST_MS = 2000

/** Shown in the language of the page that waits, which need not be that of the request which refuses it. */
export const BUSY_MESSAGE = 'Too many users are signing in. Try again in a few seconds.'

const buildBusyError = () => unavailable(BUSY_MESSAGE)

interface WaitingHash {
  reject: (error: Error) => void
}

interface Ranked<T> {
  rank: number
  networks: Networks
  job: T
  /** True once its source had too many failures, so that it is not computed again for each new hash. */
  isCrowded: boolean
}

/**
 * Queue of hashes: those of users who have already proved something come first, then those of the IPs and networks with
 * the fewest failed and pending attempts. A source with many attempts waits behind all others, however many IPs it has.
 */
export class HashQueue<T extends WaitingHash> {
  readonly #proved: T[] = []
  /** Ordered by rank, then by arrival. */
  readonly #ranked: Ranked<T>[] = []
  readonly #recent = new RecentAttempts()

  /** Adds a hash. If too many wait, the one that would come last gets 503. */
  add(source: HashSource, job: T, millis = performance.now()): void {
    if (source === 'proved') {
      if (this.#proved.length >= MAX_WAITING) return job.reject(buildBusyError())
      return void this.#proved.push(job)
    }
    const networks = listNetworks(source.ip)
    this.#recent.begin(networks)
    const added = { rank: this.#recent.computeRank(networks), networks, job, isCrowded: false }
    const at = this.#ranked.findLastIndex((other) => other.rank <= added.rank) + 1
    this.#ranked.splice(at, 0, added)
    const ofIp = this.#ranked.filter((other) => other.networks[0] === networks[0])
    if (ofIp.length > MAX_WAITING_PER_IP) this.#refuse(ofIp.at(-1)!, millis)
    else if (this.#ranked.length > MAX_WAITING) this.#refuse(this.#ranked.at(-1)!, millis)
  }

  /** Takes the next hash of a user who proved something, or of a source with few failures. */
  takeQuiet(): T | undefined {
    if (this.#proved.length > 0) return this.#proved.shift()
    return this.#takeRanked((ranked) => !this.#isCrowded(ranked))
  }

  /** Takes the next hash of the sources with more failures. */
  takeCrowded(): T | undefined {
    return this.#takeRanked(() => true)
  }

  /** Returns the time after a hash of a crowded source in which the next is not taken. */
  computeRestMs(usedMs: number): number {
    const share = this.#ranked.length < MANY_WAITING ? CROWDED_SHARE.few : CROWDED_SHARE.many
    return Math.min(usedMs * (1 / share - 1), MAX_REST_MS)
  }

  /** Refuses a hash that still waits. Counts no failure of a quiet source, which waited because the server is busy. */
  expire(job: T, millis = performance.now()): void {
    const proved = this.#proved.indexOf(job)
    if (proved >= 0) this.#proved.splice(proved, 1)[0]!.reject(buildBusyError())
    const ranked = this.#ranked.find((waiting) => waiting.job === job)
    if (ranked) this.#refuse(ranked, millis, this.#isCrowded(ranked))
  }

  /** Counts the end of a hash that was taken. */
  end(source: HashSource, hasFailed: boolean, millis = performance.now()): void {
    if (source !== 'proved') this.#recent.end(listNetworks(source.ip), hasFailed, millis)
  }

  #takeRanked(accepts: (ranked: Ranked<T>) => boolean): T | undefined {
    const at = this.#ranked.findIndex(accepts)
    return at < 0 ? undefined : this.#ranked.splice(at, 1)[0]!.job
  }

  #isCrowded(ranked: Ranked<T>): boolean {
    ranked.isCrowded ||= this.#recent.computeFailedRank(ranked.networks) > MAX_QUIET_RANK
    return ranked.isCrowded
  }

  #refuse(ranked: Ranked<T>, millis: number, isFailure = true): void {
    this.#ranked.splice(this.#ranked.indexOf(ranked), 1)
    this.#recent.end(ranked.networks, isFailure, millis)
    ranked.job.reject(buildBusyError())
  }
}
