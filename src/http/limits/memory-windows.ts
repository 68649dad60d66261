/** Requests of a key in its window, including this one, and the window's end on the monotonic clock. */
export interface RateLimitWindow {
  used: number
  endsAt: number
}

/** Counts per key in one-minute windows that start with its first request; `millis` is monotonic. */
export interface RateLimitWindows {
  count(key: string, millis: number): RateLimitWindow | Promise<RateLimitWindow>
}

export const WINDOW_MS = 60_000

/** Creates windows in memory. Beyond `maxKeys`, the oldest are dropped early. */
export function createMemoryWindows(maxKeys = 100_000): RateLimitWindows {
  // Two generations: the older one is dropped as a whole, without timers or sweeps.
  let young = new Map<string, RateLimitWindow>()
  let old = new Map<string, RateLimitWindow>()
  let rotatesAt = 0
  return {
    count(key, millis) {
      let window = young.get(key) ?? old.get(key)
      if (window === undefined || window.endsAt <= millis) {
        if (rotatesAt <= millis || young.size >= maxKeys / 2) {
          old = young
          young = new Map()
          rotatesAt = millis + WINDOW_MS
        }
        young.set(key, (window = { used: 0, endsAt: millis + WINDOW_MS }))
      }
      window.used++
      return { ...window }
    },
  }
}
