import type { Row } from '../cases/case.ts'
import { ms, percent, times } from './numbers.ts'

/** What the service was found to need beside its rates. */
export interface Facts {
  /** MB resident after a size's run. */
  memory: { tasks: number; now: number; peak: number }[]
  /** Statements sent for one read, of each kind of read. */
  statements?: number[] | undefined
}

/** The value found, and whether it is good enough; null when it was not measured. */
export type Judge = (rows: Row[], facts: Facts) => { found: string; met: boolean } | null

/** A row at the largest size it was measured at, and at the smallest. */
const largest = (rows: Row[], id: string) => rows.findLast((row) => row.id === id)
const smallest = (rows: Row[], id: string) => rows.find((row) => row.id === id)

/** Whatever was measured, judged by the worst of it. */
function worst(found: number[], write: (value: number) => string, met: (value: number) => boolean) {
  if (found.length === 0) return null
  return { found: found.map((value) => write(value)).join(', '), met: found.every(met) }
}

/** A bar on the ratio to the floor, at every size. */
export const shareOfFloor =
  (ids: string[], least: number): Judge =>
  (rows) => {
    const shares = rows.flatMap((row) => (ids.includes(row.id) && row.ofFloor ? row.ofFloor.rate : []))
    return worst(shares, percent, (share) => share >= least)
  }

/** A bar on how many times the floor's p99 a p99 is, at every size. */
export const p99OfFloor =
  (ids: string[], most: number): Judge =>
  (rows) => {
    const found = rows.flatMap((row) => (ids.includes(row.id) && row.ofFloor ? row.ofFloor.p99 : []))
    return worst(found, times, (value) => value <= most)
  }

/** A bar on a latency, at the largest size. */
export const below =
  (of: 'p50' | 'p99', ids: string[], most: number): Judge =>
  (rows) => {
    const found = ids.flatMap((id) => largest(rows, id)?.service[of] ?? [])
    return worst(found, ms, (value) => value < most)
  }

/** A bar on a rate, at the largest size. */
export const atLeast =
  (id: string, least: number): Judge =>
  (rows) => {
    const found = largest(rows, id)
    return found ? { found: `${Math.round(found.service.rate)}/s`, met: found.service.rate >= least } : null
  }

/** A bar on how many times slower one row is than another, at the largest size. */
export const slowerThan =
  (pairs: [slow: string, quick: string][], most: number): Judge =>
  (rows) => {
    const found = pairs.flatMap((ids) => {
      const [slow, quick] = ids.map((id) => largest(rows, id))
      return slow && quick ? quick.service.rate / slow.service.rate : []
    })
    return worst(found, times, (value) => value <= most)
  }

/** A bar on how many times slower the largest size is than the smallest. */
export const slowerAtSize =
  (ids: string[], most: number): Judge =>
  (rows) => {
    const found = ids.flatMap((id) => {
      const [slow, quick] = [largest(rows, id), smallest(rows, id)]
      return slow && quick && slow !== quick ? quick.service.rate / slow.service.rate : []
    })
    return worst(found, times, (value) => value <= most)
  }
