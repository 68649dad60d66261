import type { Row } from '../cases/case.ts'
import { buildTable, toFactor, toInteger, toMs, toPercent } from './format.ts'

/** The measured values and the result of a threshold; null when it was not measured. */
type Check = (rows: Row[]) => { measured: string; isMet: boolean } | null
type Threshold = [work: string, limit: string, check: Check]

const findLargest = (rows: Row[], id: string) => rows.findLast((row) => row.id === id)
const findSmallest = (rows: Row[], id: string) => rows.find((row) => row.id === id)

/** Requires every value to pass. */
function checkAll(values: number[], format: (value: number) => string, passes: (value: number) => boolean) {
  if (values.length === 0) return null
  return { measured: values.map((value) => format(value)).join(', '), isMet: values.every(passes) }
}

/** Checks the rate relative to the baseline at every size. */
const minShare =
  (ids: string[], min: number): Check =>
  (rows) => {
    const shares = rows.flatMap((row) =>
      ids.includes(row.id) && row.ratio ? row.ratio.requestsPerSecond : [],
    )
    return checkAll(shares, toPercent, (share) => share >= min)
  }

/** Checks the p99 relative to the baseline at every size. */
const maxP99Factor =
  (id: string, max: number): Check =>
  (rows) => {
    const factors = rows.flatMap((row) => (row.id === id && row.ratio ? row.ratio.p99 : []))
    return checkAll(factors, toFactor, (factor) => factor <= max)
  }

/** Checks a latency at the largest size. */
const maxMs =
  (percentile: 'p50' | 'p99', ids: string[], max: number): Check =>
  (rows) => {
    const values = ids.flatMap((id) => findLargest(rows, id)?.service[percentile] ?? [])
    return checkAll(values, toMs, (value) => value < max)
  }

/** Checks a rate at the largest size. */
const minRate =
  (id: string, min: number): Check =>
  (rows) => {
    const rates = [findLargest(rows, id)?.service.requestsPerSecond ?? []].flat()
    return checkAll(
      rates,
      (rate) => `${toInteger(rate)}/s`,
      (rate) => rate >= min,
    )
  }

/** Checks pairs of rows at the largest size: the rate of the second over the first. */
const maxSlowdown =
  (pairs: [slow: string, fast: string][], max: number): Check =>
  (rows) => {
    const factors = pairs.flatMap((ids) => {
      const [slow, fast] = ids.map((id) => findLargest(rows, id)?.service.requestsPerSecond)
      return slow !== undefined && fast !== undefined ? fast / slow : []
    })
    return checkAll(factors, toFactor, (factor) => factor <= max)
  }

/** Checks the rate at the smallest size over the largest. */
const maxSlowdownBySize =
  (ids: string[], max: number): Check =>
  (rows) => {
    const factors = ids.flatMap((id) => {
      const [slow, fast] = [findLargest(rows, id), findSmallest(rows, id)]
      return slow && fast && slow !== fast
        ? fast.service.requestsPerSecond / slow.service.requestsPerSecond
        : []
    })
    return checkAll(factors, toFactor, (factor) => factor <= max)
  }

const bothCallers = (name: string) => [`search-${name}-member`, `search-${name}-admin`]
const lists = ['list-title', 'list-due']

const readThresholds: Threshold[] = [
  ['read a task', '≥ 75 % of the baseline', minShare(['read'], 0.75)],
  ['read a task, p99', '≤ 1.5 × the baseline', maxP99Factor('read', 1.5)],
  ['read a task, 304', 'no slower than 200', maxSlowdown([['read-304', 'read']], 1.02)],
  ['list 100, the same page', '≥ 100 % of the baseline', minShare(['list-title'], 1)],
  ['list 100, random pages', '≥ 60 % of the baseline', minShare(['list-title-random'], 0.6)],
  [
    'list 100 of a project and three statuses by due date, the same and random pages',
    '≥ 60 % of the baseline',
    minShare(['list-due', 'list-due-random'], 0.6),
  ],
  [
    'deep page against page 1',
    'within 1.2 ×',
    maxSlowdown(
      lists.map((id) => [`${id}-deep`, id]),
      1.2,
    ),
  ],
  ['largest size against smallest', 'within 1.5 ×', maxSlowdownBySize(lists, 1.5)],
]

const writeThresholds: Threshold[] = [
  ['create with Idempotency-Key and history', '≥ 65 % of the baseline', minShare(['create'], 0.65)],
  ['create with ten webhooks', '≥ 55 % of the baseline', minShare(['create-10'], 0.55)],
  ['change a title', '≥ 60 % of the baseline', minShare(['update'], 0.6)],
  ['change 200 tasks at once', '≥ 60 % of the baseline', minShare(['bulk'], 0.6)],
  ['comment', '≥ 60 % of the baseline', minShare(['comment'], 0.6)],
  [
    'webhook: from the change to its delivery',
    'p99 < 300 ms at 200 changes/s',
    maxMs('p99', ['delivery-delay'], 300),
  ],
  ['webhook deliveries', '≥ 3,000/s', minRate('deliver', 3000)],
]

/** Latencies at the largest size with four concurrent requests. */
const searchThresholds: Threshold[] = [
  ['search, a word of 5 tasks', 'p99 < 20 ms', maxMs('p99', bothCallers('rare'), 20)],
  ['search, a word of a few tasks in a hundred', 'p50 < 100 ms', maxMs('p50', bothCallers('few'), 100)],
  ['search, 2 letters, of ids', 'p50 < 50 ms', maxMs('p50', bothCallers('pair-ids'), 50)],
  [
    'search, 2 letters, rare; of ids; common',
    'p99 < 150 ms',
    maxMs('p99', ['pair-rare', 'pair-ids', 'pair-common'].flatMap(bothCallers), 150),
  ],
  ['search, `((((`', 'p99 < 150 ms', maxMs('p99', bothCallers('brackets'), 150)],
  [
    'sorts by start_date, task_type',
    'p50 < 150 ms',
    maxMs('p50', ['sort-start_date', 'sort-task_type'], 150),
  ],
  [
    '5,000 goals, as admin, member, guest',
    'p50 < 250 ms',
    maxMs(
      'p50',
      ['admin', 'member', 'guest'].map((caller) => `overview-goals-${caller}`),
      250,
    ),
  ],
  ['sections of 40 projects', 'p50 < 300 ms', maxMs('p50', ['overview-sections-member'], 300)],
  [
    'statistics of a project, 110,000 tasks at the largest size',
    'p50 < 50 ms',
    maxMs('p50', ['overview-stats-member'], 50),
  ],
]

const otherThresholds: Threshold[] = [
  ['start on a database that exists, PostgreSQL', '< 1 s', maxMs('p50', ['start'], 1000)],
  ['start on a database that exists, embedded', '< 1.5 s', maxMs('p50', ['embedded-start'], 1500)],
  ['embedded: read a task', '≥ 60 % of its baseline', minShare(['embedded-read'], 0.6)],
  [
    'embedded: list 100, the same and random pages',
    '≥ 50 % of its baseline',
    minShare(['embedded-list-title', 'embedded-list-title-random'], 0.5),
  ],
  ['embedded: create', '≥ 50 % of its baseline', minShare(['embedded-create'], 0.5)],
]

const thresholds = [...readThresholds, ...writeThresholds, ...searchThresholds, ...otherThresholds]
const MAX_MEMORY_MB = 200

/** Returns a table of all measured thresholds, missed ones first. */
export function checkThresholds(rows: Row[], memoryMb: number[]): string {
  const results = thresholds.flatMap(([work, limit, check]) => {
    const result = check(rows)
    return result ? [{ work, limit, ...result }] : []
  })
  const memory = checkAll(
    memoryMb,
    (value) => `${toInteger(value)} MB`,
    (value) => value < MAX_MEMORY_MB,
  )
  if (memory)
    results.push({ work: 'memory after the run', limit: `< ${MAX_MEMORY_MB} MB resident`, ...memory })
  const missed = results.filter(({ isMet }) => !isMet).length
  const lines = results
    .sort((a, b) => Number(a.isMet) - Number(b.isMet))
    .map(({ work, limit, measured, isMet }) => [work, limit, measured, isMet ? 'met' : '**missed**'])
  return `${missed} of ${results.length} thresholds are missed.\n\n${buildTable(['Work', 'Threshold', 'Measured', ''], lines)}`
}
