import { unavailable } from '../../core/errors.ts'

/** Origin of a hash: an IP, or a user who has proved something already, such as a known device or a link. */
export type HashSource = { ip: string } | 'proved'

const MAX_WAITING = 60
/** Maximum of waiting hashes of one IP, so that it cannot fill the queue. */
const MAX_WAITING_OF_IP = 4

/** Queue of hashes: those of users who have already proved something come first, then one of each IP in turn. */
export class HashQueue<T> {
  readonly #proved: T[] = []
  /** The IP whose turn is next comes first. */
  readonly #byIp = new Map<string, T[]>()
  #waitingOfIps = 0

  /** Throws 503 if too many wait, so that memory and delay stay bounded. */
  add(source: HashSource, job: T): void {
    const list = source === 'proved' ? this.#proved : (this.#byIp.get(source.ip) ?? [])
    const isFull =
      source === 'proved'
        ? list.length >= MAX_WAITING
        : list.length >= MAX_WAITING_OF_IP || this.#waitingOfIps >= MAX_WAITING
    if (isFull) throw unavailable('Too many users are signing in. Try again in a few seconds.')
    list.push(job)
    if (source === 'proved') return
    this.#byIp.set(source.ip, list)
    this.#waitingOfIps++
  }

  take(): T | undefined {
    if (this.#proved.length > 0) return this.#proved.shift()
    const [next] = this.#byIp
    if (!next) return undefined
    const [ip, jobs] = next
    const job = jobs.shift()
    this.#waitingOfIps--
    this.#byIp.delete(ip)
    if (jobs.length > 0) this.#byIp.set(ip, jobs)
    return job
  }
}
