import { tasksListSortValues } from '@svc/sdk/enums'
import { expect, test, vi } from 'vitest'
import {
  allTasks,
  getDefaultViewQuery,
  buildTaskQuery,
  buildGroupQuery,
  parseViewQuery,
  taskSortings,
  toUrlParams,
  type TaskContainer,
  type ViewQuery,
} from '../../../web/features/views/view-query.ts'
import { fromSavedView } from '../../../web/features/views/saved-view.ts'
import { toNewView, toSavedView } from '../../../web/features/views/view-changes.ts'
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
  lanes: 'assignee',
  columns: ['due_date', 'assignee'],
  layout: 'board',
  scale: 'week',
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
  expect(fromSavedView(view as never, place)).toEqual(question)
  const less = toSavedView({ ...question, filters: {} }, place, view as never)
  expect(less.query).toMatchObject({
    'filter[status]': null,
    'filter[search]': null,
    'filter[project]': ['P1'],
  })
  expect(fromSavedView(less as never, place).filters).toEqual({})
})

const byFields: ViewQuery = {
  ...plain,
  filters: { 'custom.severity': ['high', '__none__'], 'custom.effort.from': ['2'], 'custom.effort.to': ['8'] },
  sort: 'custom.effort',
  isDescending: true,
  group: 'custom.severity',
  columns: ['due_date', 'custom.severity', 'custom.effort'],
}

test('filters, sorting, groups and columns by custom fields survive the URL and saving as a view', () => {
  expect(parseViewQuery(buildSearchParams(toUrlParams(byFields, plain)), plain)).toEqual(byFields)
  expect(fromSavedView(toSavedView(byFields, place) as never, place)).toEqual(byFields)
  expect(buildTaskQuery(byFields, place)).toMatchObject({
    filter: { 'custom.severity': ['high', '__none__'], 'custom.effort.from': ['2'], project: ['P1'] },
    sort_by: 'custom.effort',
  })
  expect(buildGroupQuery(byFields, place, 'low').filter).toMatchObject({ 'custom.severity': ['low'] })
})

test('clearing a filter that the menu does not offer removes it from the URL', () => {
  const { filters: before } = byFields
  expect(toUrlParams({ ...plain, filters: {} }, plain, false, before)).toMatchObject({
    'filter[custom.severity]': null,
    'filter[custom.effort.from]': null,
  })
})

/** A view of another client: each parameter of the list, and display settings that the console does not have. */
const foreign = {
  query: {
    'filter[custom.severity]': ['high', 'critical'],
    'filter[custom.effort.from]': '2',
    'filter[future]': 'x',
    'filter[status]': 'blocked',
    sort_by: 'task_id',
    sort_order: 'desc',
    section_scope: 'user:me',
    include_inaccessible: 'true',
    unfiled: 'true',
  },
  display: { columns: ['due_date', 'velocity'], columnSizing: { title: 300 }, collapsed: ['done'], group: 'velocity' },
}

test('a view keeps every parameter and setting that a change does not concern', () => {
  const displayed = fromSavedView(foreign, allTasks)
  expect(displayed.filters).toMatchObject({ future: ['x'], project: ['__unfiled__'], 'custom.effort.from': ['2'] })
  expect([displayed.sort, displayed.isDescending]).toEqual(['task_id', true])
  expect(toSavedView(displayed, allTasks, foreign)).toEqual({ query: {}, display: {} })
  const changed = {
    ...displayed,
    filters: { ...displayed.filters, status: ['on_hold'] },
    columns: ['assignee'] as const,
  }
  expect(toSavedView(changed, allTasks, foreign)).toEqual({
    query: { 'filter[status]': ['on_hold'] },
    display: { columns: ['assignee', 'velocity'] },
  })
  expect(toNewView(changed, allTasks, foreign)).toEqual({
    query: { ...foreign.query, 'filter[status]': ['on_hold'] },
    display: { ...foreign.display, columns: ['assignee', 'velocity'] },
  })
})

test('a view writes a parameter of an old name under its new one, when its filter changes', () => {
  const old = { query: { search: 'rope', status: 'blocked', project_id: 'P2' }, display: {} }
  const displayed = fromSavedView(old, allTasks)
  expect(displayed.filters).toEqual({ search: ['rope'], status: ['blocked'], project: ['P2'] })
  expect(toSavedView({ ...displayed, filters: { status: ['on_hold'] } }, allTasks, old).query).toEqual({
    search: null,
    status: null,
    project_id: null,
    'filter[status]': ['on_hold'],
  })
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
  expect(tasksListSortValues).toEqual(expect.arrayContaining([...taskSortings]))
})

test('overdue means due before the user’s local date, and a view uses the current date', () => {
  vi.setSystemTime('2027-05-31T10:30Z')
  const late = { ...plain, filters: { overdue: ['true'], status: ['blocked', 'completed'] } }
  const buildDueFilter = (zone: string) => {
    setUserTimeZone(zone)
    return buildTaskQuery(late, place).filter
  }
  const filter = { project: ['P1'], status: ['blocked'] }
  expect(buildDueFilter('Pacific/Kiritimati')).toEqual({ ...filter, due_before: ['2027-05-31'] })
  expect(buildDueFilter('Pacific/Pago_Pago')).toEqual({ ...filter, due_before: ['2027-05-29'] })
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
