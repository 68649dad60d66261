/** How often a key came since its window began, this time included, and when the window ends. */
export interface Window {
  used: number
  endsAt: number
}

/** Counts by key, each in a window of a minute that begins when the key first comes. */
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
  // Where an end is further away than a window is long, the clock was set back, and nobody is to wait for it to catch
  // up.
  const isOver = (end: number, millis: number) => end <= millis || end > millis + windowMillis
  return {
    count(key, millis) {
      let window = young.get(key) ?? old.get(key)
      if (window === undefined || isOver(window.endsAt, millis)) {
        if (isOver(turnsAt, millis) || young.size >= most / 2) {
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
