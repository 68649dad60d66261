import type { Row } from '../cases/case.ts'
import {
  atLeast,
  below,
  p99OfFloor,
  shareOfFloor,
  slowerAtSize,
  slowerThan,
  type Facts,
  type Judge,
} from './judges.ts'
import { table } from './numbers.ts'

type Bar = [work: string, bar: string, judge: Judge]

const both = (name: string) => [`search-${name}-member`, `search-${name}-admin`]
const lists = ['list-title', 'list-due']

const reading: Bar[] = [
  ['read a task', '≥ 75 % of the floor', shareOfFloor(['read'], 0.75)],
  ['read a task, p99', '≤ 1.5 × the floor’s', p99OfFloor(['read'], 1.5)],
  ['read a task, 304', 'no slower than 200', slowerThan([['read-304', 'read']], 1.02)],
  ['list 100, the same page again', '≥ 100 % of the floor', shareOfFloor(['list-title'], 1)],
  ['list 100, another page each time', '≥ 60 % of the floor', shareOfFloor(['list-title-random'], 0.6)],
  [
    'list 100 of a project and three statuses by due date, the same page and another each time',
    '≥ 60 % of the floor',
    shareOfFloor(['list-due', 'list-due-random'], 0.6),
  ],
  [
    'deep page against page 1',
    'within 1.2 ×',
    slowerThan(
      lists.map((id) => [`${id}-deep`, id]),
      1.2,
    ),
  ],
  ['largest size against smallest', 'within 1.5 ×', slowerAtSize(lists, 1.5)],
]

const writing: Bar[] = [
  ['create with Idempotency-Key and history', '≥ 65 % of the floor', shareOfFloor(['create'], 0.65)],
  ['create with ten webhooks', '≥ 55 % of the floor', shareOfFloor(['create-10'], 0.55)],
  ['change a title', '≥ 60 % of the floor', shareOfFloor(['update'], 0.6)],
  ['change 200 tasks at once', '≥ 60 % of the floor', shareOfFloor(['bulk'], 0.6)],
  ['comment', '≥ 60 % of the floor', shareOfFloor(['comment'], 0.6)],
  ['webhook: from the change to the wire', 'p99 < 300 ms at 200 changes/s', below('p99', ['soon'], 300)],
  ['webhook deliveries', '≥ 3,000/s', atLeast('deliver', 3000)],
]

// At the largest size, four asking at once.
const searching: Bar[] = [
  ['search, a word of 5 tasks', 'p99 < 20 ms', below('p99', both('rare'), 20)],
  ['search, a word of a few tasks in a hundred', 'p50 < 100 ms', below('p50', both('few'), 100)],
  ['search, 2 letters, of ids', 'p50 < 50 ms', below('p50', both('pair-ids'), 50)],
  [
    'search, 2 letters, rare; of ids; common',
    'p99 < 150 ms',
    below('p99', ['pair-rare', 'pair-ids', 'pair-common'].flatMap(both), 150),
  ],
  ['search, `((((`', 'p99 < 150 ms', below('p99', both('brackets'), 150)],
  [
    'sorts by start_date, task_type',
    'p50 < 150 ms',
    below('p50', ['sort-start_date', 'sort-task_type'], 150),
  ],
  [
    '5,000 goals, as admin, member, guest',
    'p50 < 250 ms',
    below(
      'p50',
      ['admin', 'member', 'guest'].map((one) => `overview-goals-${one}`),
      250,
    ),
  ],
  ['sections of 40 projects', 'p50 < 300 ms', below('p50', ['overview-sections-member'], 300)],
  ['a team’s roadmap of 2,000 stops', 'p50 < 80 ms', below('p50', ['roadmap-admin', 'roadmap-member'], 80)],
  [
    'statistics of a project, 110,000 tasks at the largest size',
    'p50 < 50 ms',
    below('p50', ['overview-stats-member'], 50),
  ],
]

const running: Bar[] = [
  ['SQL statements a read', '≤ 3', (_rows, { statements }) => atMost(statements)],
  ['memory after the run', '< 200 MB resident', (_rows, { memory }) => resident(memory)],
  ['start on a database that exists, PostgreSQL', '< 1 s', below('p50', ['start'], 1000)],
  ['start on a database that exists, embedded', '< 1.5 s', below('p50', ['embedded-start'], 1500)],
  ['embedded: read a task', '≥ 60 % of its floor', shareOfFloor(['embedded-read'], 0.6)],
  [
    'embedded: list 100, the same page and another each time',
    '≥ 50 % of its floor',
    shareOfFloor(['embedded-list-title', 'embedded-list-title-random'], 0.5),
  ],
  ['embedded: create', '≥ 50 % of its floor', shareOfFloor(['embedded-create'], 0.5)],
]

const atMost = (counts: number[] | undefined) =>
  counts ? { found: `at most ${Math.max(...counts)}`, met: Math.max(...counts) <= 3 } : null

function resident(memory: Facts['memory']) {
  if (memory.length === 0) return null
  const most = Math.max(...memory.map(({ now }) => now))
  return { found: `${Math.round(most)} MB`, met: most < 200 }
}

/** Each bar and whether it is met; those that are not come first. */
export function barsOf(rows: Row[], facts: Facts): string {
  const judged = [...reading, ...writing, ...searching, ...running].flatMap(([work, bar, judge]) => {
    const found = judge(rows, facts)
    return found ? [{ work, bar, ...found }] : []
  })
  const missed = judged.filter((one) => !one.met).length
  const lines = judged
    .sort((a, b) => Number(a.met) - Number(b.met))
    .map(({ work, bar, found, met }) => [work, bar, found, met ? 'met' : '**NOT met**'])
  return `${missed} of ${judged.length} bars are not met.\n\n${table(['Work', 'Bar', 'Found', ''], lines)}`
}
