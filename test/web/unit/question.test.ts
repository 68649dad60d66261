import { tasksListSortWords } from '@svc/sdk/words'
import { expect, test, vi } from 'vitest'
import {
  getDefaultViewQuery,
  buildTaskQuery,
  buildGroupQuery,
  fromSavedView,
  parseViewQuery,
  taskSortings,
  toSavedView,
  toUrlParams,
  type TaskContainer,
  type ViewQuery,
} from '../../../web/features/views/view-query.ts'
import { setUserTimeZone } from '../../../web/components/util/dates.ts'
import { filterNames } from '../../../web/features/views/filter-names.ts'
import { readFileSync } from 'node:fs'

const place: TaskContainer = { kind: 'project', id: 'P1' }
const plain = getDefaultViewQuery(place)

const question: ViewQuery = {
  filters: { status: ['blocked', 'on_hold'], assignee: ['me', '__none__'], search: ['a,b & 50% "c"'] },
  sort: 'due_date',
  isDescending: true,
  group: null,
  columns: ['due_date', 'assignee'],
  layout: 'board',
}

const buildSearchParams = (names: Record<string, string | null>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])),
  )

test('a query survives the URL, and a default one leaves it empty', () => {
  expect(parseViewQuery(buildSearchParams(toUrlParams(question, plain)), plain)).toEqual(question)
  expect(buildSearchParams(toUrlParams(plain, plain)).toString()).toBe('')
})

test('a handwritten URL is read where it is valid, and ignored elsewhere', () => {
  const query = new URLSearchParams(
    'filter[status]=blocked,,blocked&filter[colour]=red&sort=rank&group=x&columns=due_date,x',
  )
  expect(parseViewQuery(query, plain)).toEqual({
    ...plain,
    filters: { status: ['blocked'] },
    columns: ['due_date'],
  })
})

test('over a view, a URL without filters removes those of the view', () => {
  const base = { ...plain, filters: { status: ['blocked'] } }
  const bare = { ...base, filters: {} }
  expect(parseViewQuery(buildSearchParams(toUrlParams(bare, base, true)), base)).toEqual(bare)
  expect(parseViewQuery(new URLSearchParams('task=T1'), base)).toEqual(base)
})

test('a query survives saving as a view, and a change of it removes the old filters', () => {
  const view = toSavedView(question, place)
  expect(fromSavedView(view, place)).toEqual(question)
  const less = toSavedView({ ...question, filters: {} }, place, view.query)
  expect(less.query).toMatchObject({
    'filter[status]': null,
    'filter[search]': null,
    'filter[project]': ['P1'],
  })
  expect(fromSavedView(less, place).filters).toEqual({})
})

test('a group requests its own tasks, within the filters and the container', () => {
  const grouped: ViewQuery = { ...question, group: 'section' }
  expect(buildGroupQuery(grouped, place, null)).toMatchObject({
    filter: { section: ['__none__'], project: ['P1'], status: ['blocked', 'on_hold'] },
    section_scope: 'project:P1',
  })
  expect(buildTaskQuery(question, place)).not.toHaveProperty('section_scope')
})

interface Parameter {
  name?: string
  $ref?: string
}

test('every filter of the task list is offered, and every sort is supported', () => {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, { get: { parameters: Parameter[] } }>
    components: { parameters: Record<string, Parameter> }
  }
  const declared = document.paths['/v1/tasks']!.get.parameters.flatMap(({ name, $ref }) => {
    const full = name ?? document.components.parameters[$ref!.split('/').at(-1)!]!.name
    return /^filter\[(\w+)\]$/.exec(full!)?.[1] ?? []
  })
  expect(declared.length).toBeGreaterThan(15)
  expect(filterNames).toEqual(expect.arrayContaining(declared))
  expect(tasksListSortWords).toEqual(expect.arrayContaining([...taskSortings]))
})

test('overdue means due before the user’s local date, and a view uses the current date', () => {
  vi.setSystemTime('2027-05-31T10:30Z')
  const late = { ...plain, filters: { overdue: ['true'], status: ['blocked', 'completed'] } }
  const dueBefore = (zone: string) => {
    setUserTimeZone(zone)
    return buildTaskQuery(late, place).filter
  }
  const filter = { project: ['P1'], status: ['blocked'] }
  expect(dueBefore('Pacific/Kiritimati')).toEqual({ ...filter, due_before: ['2027-05-31'] })
  expect(dueBefore('Pacific/Pago_Pago')).toEqual({ ...filter, due_before: ['2027-05-29'] })
  const done = buildGroupQuery({ ...late, group: 'status' }, place, 'completed').filter
  expect(done).toEqual({ project: ['P1'], status: ['completed'], due_before: ['0001-01-01'] })
  const statuses: [string[] | undefined, string[]][] = [
    [undefined, ['backlog', 'not_started', 'in_progress', 'blocked', 'on_hold']],
    [['blocked', 'archived'], ['blocked']],
    [['archived'], ['archived']],
  ]
  for (const [selected, sent] of statuses) {
    const filters = { overdue: ['true'], ...(selected && { status: selected }) }
    const { status, due_before } = buildTaskQuery({ ...plain, filters }, place).filter
    expect([status!.toSorted(), due_before]).toEqual([
      sent.toSorted(),
      [selected?.join() === 'archived' ? '0001-01-01' : '2027-05-29'],
    ])
  }
  expect(toSavedView(late, place).query).toMatchObject({ 'filter[overdue]': ['true'] })
  setUserTimeZone(null)
  vi.useRealTimers()
})
