import type { Row } from './cases.ts'
import type { Measured } from './measure.ts'

/** What the service was found to need beside its rates. */
export interface Facts {
  /** MB resident after a size's run. */
  memory: { tasks: number; now: number; peak: number }[]
  /** Statements sent for one read, of each kind of read. */
  statements?: number[]
}

interface Bar {
  work: string
  bar: string
  /** The value found, and whether it is good enough; null when it was not measured. */
  judge: (rows: Row[], facts: Facts) => { found: string; met: boolean } | null
}

const at = (rows: Row[], id: string, tasks?: number) =>
  rows.findLast((row) => row.id === id && (tasks === undefined || row.tasks === tasks))
const ratio = (row: Row) => row.service.rate / row.floor!.rate
const percent = (share: number) => (Number.isNaN(share) ? '' : `${Math.round(share * 100)} %`)
const ms = (value: number) =>
  Number.isNaN(value) ? '' : `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`

/** A bar on the ratio to the floor, at every size. */
const shareOfFloor =
  (ids: string[], least: number): Bar['judge'] =>
  (rows) => {
    const those = rows.filter((row) => ids.includes(row.id))
    if (those.length === 0) return null
    const shares = those.map(ratio)
    return { found: shares.map(percent).join(', '), met: Math.min(...shares) >= least }
  }

/** A bar on a p99, at the largest size. */
const p99Below =
  (ids: string[], most: number): Bar['judge'] =>
  (rows) => {
    const times = ids.flatMap((id) => at(rows, id)?.service.p99 ?? [])
    if (times.length === 0) return null
    return { found: times.map(ms).join(', '), met: Math.max(...times) < most }
  }

/** A bar on how many times slower one row is than another. */
const slowerThan =
  (ids: string[], pair: (rows: Row[], id: string) => [Row?, Row?], most: number): Bar['judge'] =>
  (rows) => {
    const times = ids.flatMap((id) => {
      const [slow, quick] = pair(rows, id)
      return slow && quick && slow !== quick ? quick.service.rate / slow.service.rate : []
    })
    if (times.length === 0) return null
    return { found: times.map((n) => `${n.toFixed(2)} ×`).join(', '), met: Math.max(...times) <= most }
  }

const both = (name: string) => [`search-${name}-member`, `search-${name}-admin`]
const lists = ['list-title', 'list-due']
const sizes = (rows: Row[], id: string): [Row?, Row?] => [at(rows, id), rows.find((row) => row.id === id)]

const bars: Bar[] = [
  { work: 'read a task', bar: '≥ 60 % of the floor', judge: shareOfFloor(['read'], 0.6) },
  { work: 'read a task, 16 connections', bar: 'p99 < 5 ms', judge: p99Below(['read'], 5) },
  {
    work: 'the same read, 304',
    bar: 'no slower than 200',
    judge: slowerThan(['read'], (rows, id) => [at(rows, `${id}-304`), at(rows, id)], 1.02),
  },
  {
    work: 'list 100, first page and deep page',
    bar: '≥ 60 % of the floor',
    judge: shareOfFloor([...lists, ...lists.map((id) => `${id}-deep`)], 0.6),
  },
  {
    work: 'deep page against page 1',
    bar: 'within 1.2 ×',
    judge: slowerThan(lists, (rows, id) => [at(rows, `${id}-deep`), at(rows, id)], 1.2),
  },
  { work: 'largest size against smallest', bar: 'within 1.5 ×', judge: slowerThan(lists, sizes, 1.5) },
  { work: 'search, rare needle, largest size', bar: 'p99 < 20 ms', judge: p99Below(both('rare'), 20) },
  { work: 'search, 2 letters, rare', bar: 'p99 < 150 ms', judge: p99Below(both('pair-rare'), 150) },
  { work: 'search, 2 letters, of ids', bar: 'p99 < 150 ms', judge: p99Below(both('pair-ids'), 150) },
  { work: 'search, 2 letters, common', bar: 'p99 < 150 ms', judge: p99Below(both('pair-common'), 150) },
  { work: 'search, `((((`', bar: 'p99 < 150 ms', judge: p99Below(both('brackets'), 150) },
  {
    work: 'create with Idempotency-Key and history',
    bar: '≥ 1,500/s at 16 connections',
    judge: (rows) => {
      const row = at(rows, 'create')
      return row ? { found: `${Math.round(row.service.rate)}/s`, met: row.service.rate >= 1500 } : null
    },
  },
  {
    work: 'webhook: from the change to the wire',
    bar: 'p99 < 300 ms at 200 changes/s',
    judge: p99Below(['soon'], 300),
  },
  {
    work: 'webhook deliveries',
    bar: '≥ 3,000/s',
    judge: (rows) => {
      const row = at(rows, 'deliver')
      return row ? { found: `${Math.round(row.service.rate)}/s`, met: row.service.rate >= 3000 } : null
    },
  },
  {
    work: 'SQL statements a read',
    bar: '≤ 3',
    judge: (_rows, { statements }) =>
      statements ? { found: `at most ${Math.max(...statements)}`, met: Math.max(...statements) <= 3 } : null,
  },
  {
    work: 'memory after the run',
    bar: '< 250 MB resident',
    judge: (_rows, { memory }) => {
      const most = Math.max(...memory.map(({ now }) => now))
      return { found: `${Math.round(most)} MB`, met: most < 250 }
    },
  },
]

const table = (head: string[], lines: string[][]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')

function rowLine({ name, service, floor }: Row): string[] {
  const whole = (rate: number) => Math.round(rate).toLocaleString('en')
  const cpu = (found: Measured) =>
    Number.isNaN(found.cpu) ? '' : `${found.cpu.toFixed(2)} + ${found.databaseCpu.toFixed(2)}`
  const total = (found: Measured) => found.cpu + found.databaseCpu
  const own = [
    name,
    whole(service.rate),
    ms(service.p50),
    ms(service.p99),
    cpu(service),
    percent(service.client),
  ]
  if (!floor) return [...own, '', '', '', '', '']
  const bare = [whole(floor.rate), ms(floor.p99), cpu(floor)]
  return [
    ...own,
    ...bare,
    percent(service.rate / floor.rate),
    `${(total(service) / total(floor)).toFixed(1)} ×`,
  ]
}

const side = ['req/s', 'p50', 'p99', 'CPU', 'client']
const head = ['', ...side, 'floor req/s', 'p99', 'CPU', 'of the floor', 'CPU of the floor']

/** The measured rows as Markdown, by size. */
export function tablesOf(rows: Row[], facts: Facts): string {
  const parts = [...new Set(rows.map((row) => row.tasks))].map((tasks) => {
    const lines = rows.filter((row) => row.tasks === tasks).map(rowLine)
    const memory = facts.memory.find((one) => one.tasks === tasks)
    const resident = memory
      ? `\n\nServer after this: ${Math.round(memory.now)} MB resident, at most ${Math.round(memory.peak)} MB.`
      : ''
    return `### ${tasks.toLocaleString('en')} tasks\n\n${table(head, lines)}${resident}`
  })
  return parts.join('\n\n')
}

/** Each bar and whether it is met. */
export function barsOf(rows: Row[], facts: Facts): string {
  const lines = bars.flatMap(({ work, bar, judge }) => {
    const judged = judge(rows, facts)
    return judged ? [[work, bar, judged.found, judged.met ? 'met' : '**NOT met**']] : []
  })
  return table(['Work', 'Bar', 'Found', ''], lines)
}
