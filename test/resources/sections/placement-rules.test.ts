import { describe, expect, test } from 'vitest'
import {
  buildSpans,
  decidePlacement,
  type PlacementCause,
  type ProjectSection,
} from '../../../src/resources/work/tasks/rules.ts'
import type { TaskStatus } from '../../../src/resources/work/tasks/schema.ts'

const buildSection = (section_id: string, status: TaskStatus | null): ProjectSection => ({
  section_id,
  name_key: section_id,
  status,
})
const ideas = buildSection('ideas', null)
const todo = buildSection('todo', 'not_started')
const doing = buildSection('doing', 'in_progress')
const review = buildSection('review', 'in_progress')
const done = buildSection('done', 'completed')
const board = [ideas, todo, doing, review, done]

describe('decidePlacement', () => {
  const cases: [string, PlacementCause, TaskStatus, string | null, TaskStatus][] = [
    ['a section with a status gives it', { kind: 'put', section: done }, 'blocked', 'done', 'completed'],
    ['a section without a status changes none', { kind: 'put', section: ideas }, 'blocked', 'ideas', 'blocked'],
    ['removal changes no status', { kind: 'put', section: null }, 'completed', null, 'completed'],
    ['a status stays in a section without one', { kind: 'status', section: ideas }, 'completed', 'ideas', 'completed'],
    [
      'a status stays in a section that means it',
      { kind: 'status', section: review },
      'in_progress',
      'review',
      'in_progress',
    ],
    [
      'a status moves to the first section that means it',
      { kind: 'status', section: todo },
      'in_progress',
      'doing',
      'in_progress',
    ],
    ['a status without a section leaves the old one', { kind: 'status', section: done }, 'blocked', null, 'blocked'],
    [
      'a status places no task that is in no section',
      { kind: 'status', section: null },
      'completed',
      null,
      'completed',
    ],
    [
      'a new task goes to the first section that means it',
      { kind: 'arrival', formerName: null },
      'in_progress',
      'doing',
      'in_progress',
    ],
    [
      'a new task without a section for its status is in none',
      { kind: 'arrival', formerName: null },
      'on_hold',
      null,
      'on_hold',
    ],
    [
      'a moved task goes to the section of its name',
      { kind: 'arrival', formerName: 'review' },
      'in_progress',
      'review',
      'in_progress',
    ],
    [
      'the section of its name may mean no status',
      { kind: 'arrival', formerName: 'ideas' },
      'blocked',
      'ideas',
      'blocked',
    ],
    [
      'a section of its name with another status does not fit',
      { kind: 'arrival', formerName: 'done' },
      'in_progress',
      'doing',
      'in_progress',
    ],
    [
      'a move without a section that fits ends in none',
      { kind: 'arrival', formerName: 'done' },
      'blocked',
      null,
      'blocked',
    ],
  ]
  test.each(cases)('%s', (_, cause, status, section_id, after) => {
    expect(decidePlacement(cause, status, board)).toEqual({ section_id, status: after })
  })

  test('never leaves a task in a section that means another status', () => {
    const statuses: TaskStatus[] = [
      'backlog',
      'not_started',
      'in_progress',
      'blocked',
      'completed',
      'archived',
      'on_hold',
    ]
    for (const status of statuses)
      for (const from of [null, ...board])
        for (const cause of [
          { kind: 'put', section: from },
          { kind: 'status', section: from },
          { kind: 'arrival', formerName: from?.name_key ?? null },
        ] as PlacementCause[]) {
          const placed = decidePlacement(cause, status, board)
          const meaning = board.find((one) => one.section_id === placed.section_id)?.status ?? null
          expect([cause, meaning === null || meaning === placed.status]).toEqual([cause, true])
        }
  })
})

describe('buildSpans', () => {
  const task = { task_id: 'T1', created_at: '2026-01-01' }
  const change = (created_at: string, before: Record<string, unknown> | null, after: Record<string, unknown>) => ({
    task_id: 'T1',
    before,
    after,
    created_at,
  })
  const isProjectSection = (id: unknown) => typeof id === 'string' && id.startsWith('SE-P')

  test('builds a span for each former value, in a chain', () => {
    const changes = [
      change('2026-01-01', null, { status: 'not_started', sprint_id: 'SP1' }),
      change('2026-01-02', { status: 'not_started' }, { status: 'in_progress' }),
      change('2026-01-03', { section_id: null }, { section_id: 'SE-P1' }),
      change('2026-01-04', { section_id: 'SE-T1' }, { section_id: null }),
      change(
        '2026-01-05',
        { status: 'in_progress', section_id: 'SE-P1' },
        { status: 'completed', section_id: 'SE-P2' },
      ),
      change('2026-01-06', { sprint_id: 'SP1' }, { sprint_id: null }),
      { ...change('2026-01-07', { status: 'completed' }, { status: 'archived' }), task_id: 'T2' },
    ]
    const spans = buildSpans(task, changes, isProjectSection)
    expect(spans.map(({ what, value, entered_at, left_at }) => [what, value, entered_at, left_at])).toEqual([
      ['status', 'not_started', '2026-01-01', '2026-01-02'],
      ['status', 'in_progress', '2026-01-02', '2026-01-05'],
      ['section', null, '2026-01-01', '2026-01-03'],
      ['section', 'SE-P1', '2026-01-03', '2026-01-05'],
      ['sprint', 'SP1', '2026-01-01', '2026-01-06'],
    ])
  })

  test('skips spans without a duration', () => {
    const changes = [change('2026-01-01', { status: 'not_started' }, { status: 'blocked' })]
    expect(buildSpans(task, changes, isProjectSection)).toEqual([])
  })
})
