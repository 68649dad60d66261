/** Requests of a key in its window, including this one, and the window's end on the monotonic clock. */
export interface Window {
  used: number
  endsAt: number
}

/** Counts per key in one-minute windows that start with its first request; `millis` is monotonic. */
export interface Windows {
  count(key: string, millis: number): Window | Promise<Window>
}

export const windowMillis = 60_000

/** Creates windows in memory. Beyond `maxKeys`, the oldest are dropped early. */
export function createWindows(maxKeys = 100_000): Windows {
  // Two generations: the older one is dropped as a whole, without timers or sweeps.
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let rotatesAt = 0
  return {
    count(key, millis) {
      let window = young.get(key) ?? old.get(key)
      if (window === undefined || window.endsAt <= millis) {
        if (rotatesAt <= millis || young.size >= maxKeys / 2) {
          old = young
          young = new Map()
          rotatesAt = millis + windowMillis
        }
        young.set(key, (window = { used: 0, endsAt: millis + windowMillis }))
      }
      window.used++
      // A copy, since concurrent requests increase the original.
      return { ...window }
    },
  }
}
