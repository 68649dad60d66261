import { getIpKey } from '../../http/limits/rate-limits.ts'

const WINDOW_MS = 60 * 60_000
const MAX_KEYS = 200_000
/** Weight of an attempt in the rank of later ones of its IP, of its /24 (IPv6: /48), and of its /16 (IPv6: /32). */
const WEIGHTS = [1, 1 / 4, 1 / 16]

const toHourStart = (millis: number): number => Math.floor(millis / WINDOW_MS)

/** Returns the keys of an IP and of the networks that contain it, the smallest first. */
function listNetworks(ip: string): string[] {
  const key = getIpKey(ip)
  const lengths = key.length === 8 ? [8, 6, 4] : [16, 12, 8]
  return lengths.map((length, level) => `${level} ${key.slice(0, length)}`)
}

/** Counts of the attempts of the last one to two hours without a success, by IP and network, in memory. */
export class RecentAttempts {
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #hour = 0

  /** Counts an attempt and returns its rank: about the number of attempts from its IP and its neighbors. */
  count(ip: string, millis: number): number {
    this.#rotate(millis)
    const ranks = listNetworks(ip).map((key, level) => {
      this.#young.set(key, (this.#young.get(key) ?? 0) + 1)
      return WEIGHTS[level]! * (this.#young.get(key)! + (this.#old.get(key) ?? 0))
    })
    return ranks.reduce((sum, rank) => sum + rank, 0)
  }

  /** Takes back an attempt that succeeded. */
  forget(ip: string): void {
    for (const key of listNetworks(ip)) {
      const counts = this.#young.get(key) ? this.#young : this.#old
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    }
  }

  #rotate(millis: number): void {
    const hour = toHourStart(millis)
    if (hour === this.#hour && this.#young.size < MAX_KEYS) return
    this.#old = hour - this.#hour > 1 ? new Map() : this.#young
    this.#young = new Map()
    this.#hour = hour
  }
}
