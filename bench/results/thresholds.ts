import type { Row } from '../cases/case.ts'
import { toFactor, toInteger, toMs, toPercent } from './format.ts'

/** Limits of a row; relative ones apply at every size, the others at the largest. */
interface Threshold {
  /** Of the rate, relative to the baseline. */
  minShare?: number
  /** Of the p99, relative to the baseline. */
  maxP99Factor?: number
  minRate?: number
  maxP50Ms?: number
  maxP99Ms?: number
}

const thresholds: Record<string, Threshold> = {
  read: { minShare: 0.75, maxP99Factor: 1.5 },
  'read-304': { minShare: 0.75 },
  'list-title': { minShare: 1 },
  'list-title-deep': { minShare: 1 },
  'list-title-random': { minShare: 0.6 },
  'list-due': { minShare: 0.6 },
  'list-due-deep': { minShare: 0.6 },
  'list-due-random': { minShare: 0.6 },
  create: { minShare: 0.65 },
  'create-10': { minShare: 0.55 },
  update: { minShare: 0.6 },
  bulk: { minShare: 0.6 },
  comment: { minShare: 0.6 },
  spans: { minShare: 0.97 },
  'fields-sort': { minShare: 0.5 },
  'fields-filter': { minShare: 0.5 },
  'fields-select': { minShare: 0.5 },
  'create-values': { minShare: 0.8 },
  'create-numbered': { minShare: 0.9 },
  claims: { minRate: 200 },
  deliver: { minRate: 3000 },
  'delivery-delay': { maxP99Ms: 300 },
  'search-rare': { maxP99Ms: 20 },
  'search-few': { maxP50Ms: 100 },
  'search-pair-rare': { maxP99Ms: 150 },
  'search-pair-ids': { maxP50Ms: 50, maxP99Ms: 150 },
  'search-pair-common': { maxP99Ms: 150 },
  'search-brackets': { maxP99Ms: 150 },
  'sort-start_date': { maxP50Ms: 150 },
  'sort-task_type': { maxP50Ms: 150 },
  'overview-goals-admin': { maxP50Ms: 250 },
  'overview-goals-member': { maxP50Ms: 250 },
  'overview-goals-guest': { maxP50Ms: 250 },
  'overview-sections-member': { maxP50Ms: 300 },
  'overview-stats-member': { maxP50Ms: 50 },
  start: { maxP50Ms: 1000 },
  'embedded-start': { maxP50Ms: 1500 },
  'embedded-read': { minShare: 0.6 },
  'embedded-list-title': { minShare: 0.5 },
  'embedded-list-title-random': { minShare: 0.5 },
  'embedded-create': { minShare: 0.5 },
}

/** Formats the thresholds of the rows of a case, smallest size first; missed ones are bold. */
export function formatThresholds(rows: Row[]): string {
  const { service, id } = rows.at(-1)!
  const ratios = rows.flatMap(({ ratio }) => ratio ?? [])
  const { minShare, maxP99Factor, minRate, maxP50Ms, maxP99Ms } =
    thresholds[id.replace(/^(search-.*)-(?:member|admin)$/, '$1')] ?? {}
  const parts: string[] = []
  const add = (text: string, isMet: boolean) => parts.push(isMet ? text : `**${text}**`)
  if (minShare !== undefined)
    add(
      `≥ ${toPercent(minShare)}`,
      ratios.every(({ requestsPerSecond }) => requestsPerSecond >= minShare),
    )
  if (maxP99Factor !== undefined)
    add(
      `p99 ≤ ${toFactor(maxP99Factor)} the baseline`,
      ratios.every(({ p99 }) => p99 <= maxP99Factor),
    )
  if (minRate !== undefined) add(`≥ ${toInteger(minRate)}/s`, service.requestsPerSecond >= minRate)
  if (maxP50Ms !== undefined) add(`p50 ≤ ${toMs(maxP50Ms)}`, service.p50 <= maxP50Ms)
  if (maxP99Ms !== undefined) add(`p99 ≤ ${toMs(maxP99Ms)}`, service.p99 <= maxP99Ms)
  return parts.join(', ')
}
