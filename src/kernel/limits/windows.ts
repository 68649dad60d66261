/** Number of requests of a key in its window, this one included, and the window's end by `Services.monotonic`. */
export interface Window {
  used: number
  endsAt: number
}

/** Counts by key in one-minute windows that begin at a key's first request; `millis` is from `Services.monotonic`. */
export interface Windows {
  count(key: string, millis: number): Window | Promise<Window>
}

/** The length of a window, in milliseconds. */
export const windowMillis = 60_000

/**
 * Windows in the memory of this process, at most `most` of them: under a flood of new keys those that came first are
 * forgotten before their time.
 */
export function createWindows(most = 100_000): Windows {
  // There are two generations, the older of which is dropped as a whole, so that no window has to be swept up or timed
  // by itself.
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let turnsAt = 0
  return {
    count(key, millis) {
      let window = young.get(key) ?? old.get(key)
      if (window === undefined || window.endsAt <= millis) {
        if (turnsAt <= millis || young.size >= most / 2) {
          old = young
          young = new Map()
          turnsAt = millis + windowMillis
        }
        young.set(key, (window = { used: 0, endsAt: millis + windowMillis }))
      }
      window.used++
      // A copy is given, since other requests may be counted before the caller looks at this one.
      return { ...window }
    },
  }
}
