import { getIpKey } from '../../http/limits/rate-limits.ts'

const WINDOW_MS = 60 * 60_000
const MAX_KEYS = 200_000
/** Weights of an attempt of the same IP, of its /24 (IPv6: /48), and of its /16 (IPv6: /32). */
const WEIGHTS = [1, 1 / 4, 1 / 16]

/** An IP and the networks that contain it, the smallest first. */
export type Networks = readonly string[]

export function listNetworks(ip: string): Networks {
  const key = getIpKey(ip)
  const lengths = key.length === 8 ? [8, 6, 4] : [16, 12, 8]
  return lengths.map((length, level) => `${level} ${key.slice(0, length)}`)
}

function increment(counts: Map<string, number>, networks: Networks, by: 1 | -1): void {
  for (const key of networks) {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
}

/** Counts in memory, by IP and network, failed attempts of the last one to two hours and pending ones. */
export class RecentAttempts {
  readonly #pending = new Map<string, number>()
  #failed = new Map<string, number>()
  #failedBefore = new Map<string, number>()
  #hour = 0

  begin(networks: Networks): void {
    increment(this.#pending, networks, 1)
  }

  end(networks: Networks, hasFailed: boolean, millis: number): void {
    increment(this.#pending, networks, -1)
    if (!hasFailed) return
    this.#rotate(Math.floor(millis / WINDOW_MS))
    increment(this.#failed, networks, 1)
  }

  /** Returns about the number of failed attempts from an IP and its neighbors. */
  computeFailedRank(networks: Networks): number {
    return computeRank(networks, [this.#failed, this.#failedBefore])
  }

  /** Returns about the number of failed and pending attempts from an IP and its neighbors. */
  computeRank(networks: Networks): number {
    return computeRank(networks, [this.#failed, this.#failedBefore, this.#pending])
  }

  #rotate(hour: number): void {
    if (hour === this.#hour && this.#failed.size < MAX_KEYS) return
    this.#failedBefore = hour - this.#hour > 1 ? new Map() : this.#failed
    this.#failed = new Map()
    this.#hour = hour
  }
}

function computeRank(networks: Networks, counts: Map<string, number>[]): number {
  const ranks = networks.map((key, level) =>
    counts.reduce((sum, count) => sum + WEIGHTS[level]! * (count.get(key) ?? 0), 0),
  )
  return ranks.reduce((sum, rank) => sum + rank, 0)
}
