import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
const cy = await addMember(ada, org_id, await app.signIn('cy'), 'member')
const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]

type Value = string | number | boolean | string[]
interface Task {
  task_id: string
  project_id: string
  custom: Record<string, Value>
}

const options = ['zulu', 'alpha', 'mike'].map((label) => ({ label }))
const optionOrder = ['zulu', 'alpha', 'mike']
const types = {
  text: { values: ['Rope', 'rope 2', 'rope 10', 'ÄRGER', 'a,b', '=x'] },
  number: { values: [-2.5, 0, 3, 10, 1e9, -1e-3] },
  date: { values: ['2026-12-31', '2027-01-01', '0001-01-01'] },
  checkbox: { values: [true, false] },
  select: { values: optionOrder },
  multi_select: { values: [['mike', 'zulu'], ['alpha'], ['alpha', 'mike'], ['mike']] },
  person: { values: ['ada', 'ben', 'cy'] },
  people: { values: [['cy', 'ada'], ['ben'], ['ada', 'ben', 'cy']] },
  url: { values: ['https://example.com/B', 'http://a.example'] },
} as const
type Type = keyof typeof types
const names = Object.keys(types) as Type[]

for (const type of names)
  expectStatus(
    await ada.post('/v1/fields', {
      body: {
        org_id,
        name: type,
        key: `f_${type}`,
        type,
        ...(type.includes('select') && { options }),
        // Half of the fields belong to one project only: values elsewhere count as unset.
        project_ids: type.length % 2 === 0 ? [inside.project_id] : null,
      },
    }),
    201,
  )

let seed = 7
const pickRandom = (below: number) => (seed = (seed * 48271) % 2147483647) % below
const tasks: Task[] = []
for (let i = 0; i < 60; i++) {
  const custom: Record<string, Value> = {}
  for (const type of names)
    if (pickRandom(3) > 0) custom[`f_${type}`] = types[type].values[pickRandom(types[type].values.length)] as Value
  const body = { org_id, title: `Task ${i}`, project_id: inside.project_id, custom }
  const created = expectStatus(await ada.post('/v1/tasks', { body }), 200)
  const moved = i % 5 === 0
  if (moved)
    expectStatus(await ada.patch(`/v1/tasks/${created.task_id}`, { body: { project_id: outside.project_id } }), 200)
  const visible = Object.entries(custom).filter(([key]) => !moved || key.length % 2 !== 0)
  const project_id = moved ? outside.project_id : inside.project_id
  tasks.push({ task_id: created.task_id, project_id, custom: Object.fromEntries(visible) })
}

async function listAll(query: Record<string, string>, user = ada): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const reply = await user.get('/v1/tasks', { query: { org_id, limit: '7', ...query, ...(cursor && { cursor }) } })
    const { data, next_cursor } = expectStatus(reply, 200)
    ids.push(...data.map((task: Task) => task.task_id))
    cursor = next_cursor
  }
  return ids
}

const foldText = (text: string) => text.normalize('NFC').toLowerCase()
const toRank = (type: Type, value: Value | undefined): string | number | null => {
  if (value === undefined) return null
  if (type === 'multi_select') return Math.min(...(value as string[]).map((one) => optionOrder.indexOf(one)))
  if (type === 'select') return optionOrder.indexOf(value as string)
  if (type === 'people') return (value as string[])[0]!
  if (type === 'checkbox') return value ? 1 : 0
  return value as string | number
}
/** Natural order of the texts above, which the sort keys of texts define. */
const textOrder = ['=x', 'a,b', 'ÄRGER', 'Rope', 'rope 2', 'rope 10', 'http://a.example', 'https://example.com/B']
const compare = (a: string | number, b: string | number): number => {
  const [x, y] = [textOrder.indexOf(a as string), textOrder.indexOf(b as string)]
  if (x >= 0 && y >= 0) return x - y
  return a < b ? -1 : a > b ? 1 : 0
}

function sortIds(found: Task[], type: Type, sortOrder: 'asc' | 'desc'): string[] {
  const sign = sortOrder === 'asc' ? 1 : -1
  const sorted = found.toSorted((a, b) => {
    const [x, y] = [toRank(type, a.custom[`f_${type}`]), toRank(type, b.custom[`f_${type}`])]
    const byId = sign * (a.task_id < b.task_id ? -1 : 1)
    if (x === null || y === null) return x === y ? byId : x === null ? 1 : -1
    return sign * compare(x, y) || byId
  })
  return sorted.map((task) => task.task_id)
}

test.each(names)('sorts by a field of the type %s in both directions, with unset last, over pages', async (type) => {
  for (const sort_order of ['asc', 'desc'] as const)
    expect(await listAll({ sort_by: `custom.f_${type}`, sort_order })).toEqual(sortIds(tasks, type, sort_order))
})

type Match = (value: Value | undefined) => boolean
const hasAny =
  (...expected: Value[]): Match =>
  (value) =>
    value !== undefined && [value].flat().some((one) => expected.includes(one))
const isUnset: Match = (value) => value === undefined
const matchesText =
  (part: string): Match =>
  (value) =>
    value !== undefined && foldText(value as string).includes(part)
const filters: [Type, Record<string, string>, Match][] = [
  ['text', { '': 'ROPE' }, matchesText('rope')],
  ['text', { '': 'ärg' }, matchesText('ärg')],
  ['text', { '': '=rope' }, (value) => value !== undefined && foldText(value as string) === 'rope'],
  ['text', { '': '==x' }, hasAny('=x')],
  ['text', { '': 'a,b' }, hasAny('a,b')],
  ['url', { '': 'example.COM' }, matchesText('example.com')],
  ['number', { '': '3,-0.001' }, hasAny(3, -0.001)],
  [
    'number',
    { '.from': '0', '.to': '10' },
    (value) => value !== undefined && Number(value) >= 0 && Number(value) <= 10,
  ],
  ['number', { '': '3,-0.001,__none__', '.from': '0' }, hasAny(3)],
  ['number', { '.to': '-0.0005' }, (value) => value !== undefined && (value as number) < 0],
  ['date', { '.from': '2027-01-01' }, hasAny('2027-01-01')],
  ['date', { '': '0001-01-01,__none__' }, (value) => isUnset(value) || hasAny('0001-01-01')(value)],
  ['checkbox', { '': 'true' }, hasAny(true)],
  ['checkbox', { '': 'false' }, (value) => value !== true],
  ['select', { '': 'zulu,mike' }, hasAny('zulu', 'mike')],
  ['select', { '': 'zulu,__none__' }, (value) => isUnset(value) || hasAny('zulu')(value)],
  ['multi_select', { '': 'mike' }, hasAny('mike')],
  ['person', { '': 'me' }, hasAny('ada')],
  ['person', { '': 'BEN,cy' }, hasAny('ben', 'cy')],
  ['people', { '': 'ada' }, hasAny('ada')],
  ...names.map((type): [Type, Record<string, string>, Match] => [type, { '': '__none__' }, isUnset]),
]

test.each(filters)('filters by a field of the type %s: %j', async (type, parts, matches) => {
  const query = Object.fromEntries(
    Object.entries(parts).map(([suffix, value]) => [`filter[custom.f_${type}${suffix}]`, value]),
  )
  const found = tasks.filter((task) => matches(task.custom[`f_${type}`]))
  for (const sort_order of ['asc', 'desc'] as const)
    expect(await listAll({ ...query, sort_by: `custom.f_${type}`, sort_order })).toEqual(
      sortIds(found, type, sort_order),
    )
  const expected = found.map((task) => task.task_id)
  expect((await listAll(query)).sort()).toEqual(expected.toSorted())
  const other = type === 'select' ? 'date' : 'select'
  expect((await listAll({ ...query, sort_by: `custom.f_${other}` })).sort()).toEqual(expected.toSorted())
  const { count } = expectStatus(await ada.get('/v1/tasks/count', { query: { org_id, ...query } }), 200)
  expect(count).toBe(expected.length)
})

test.each(names)('sorts the few tasks that match a filter by a field of the type %s', async (type) => {
  const filtered = type === 'number' ? 'select' : 'number'
  const values: (string | number)[] = filtered === 'select' ? ['zulu', 'mike'] : [3, -0.001, -2.5, 10, 1e9]
  const query = { [`filter[custom.f_${filtered}]`]: values.join() }
  const found = tasks.filter((task) => values.includes(task.custom[`f_${filtered}`] as string | number))
  for (const sort_order of ['asc', 'desc'] as const)
    expect(await listAll({ ...query, sort_by: `custom.f_${type}`, sort_order })).toEqual(
      sortIds(found, type, sort_order),
    )
})

test.each(['select', 'multi_select', 'person', 'people', 'checkbox'] as const)(
  'counts tasks by a field of the type %s',
  async (type) => {
    const expected = new Map<string | null, number>()
    for (const { custom } of tasks) {
      const value = custom[`f_${type}`]
      const keys =
        type === 'checkbox' ? [String(value ?? false)] : value === undefined ? [null] : ([value].flat() as string[])
      for (const key of keys) expected.set(key, (expected.get(key) ?? 0) + 1)
    }
    const query = { org_id, group_by: `custom.f_${type}` }
    const { count, groups } = expectStatus(await ada.get('/v1/tasks/count', { query }), 200)
    expect(count).toBe(tasks.length)
    expect(new Map(groups.map((one: { key: string; count: number }) => [one.key, one.count]))).toEqual(expected)
  },
)

test('counts tasks by two fields, and by a field and an attribute', async () => {
  const listKeys = (task: (typeof tasks)[number], name: string): (string | null)[] =>
    name === 'project'
      ? [task.project_id]
      : ([task.custom[name] ?? (name === 'f_checkbox' ? 'false' : null)].flat() as string[])
  const grouped = ['f_select', 'f_multi_select', 'f_person', 'f_people', 'f_checkbox', 'project']
  const toParameter = (name: string) => (name === 'project' ? name : `custom.${name}`)
  const pairs = grouped.flatMap((one, i) => grouped.flatMap((other, j) => ((i + j) % 2 === 1 ? [[one, other]] : [])))
  for (const [one, other] of pairs as [string, string][]) {
    const expected = new Map<string, number>()
    for (const task of tasks)
      for (const key of listKeys(task, one))
        for (const then of listKeys(task, other)) {
          const cell = `${String(key)} ${String(then)}`
          expected.set(cell, (expected.get(cell) ?? 0) + 1)
        }
    const query = { org_id, group_by: toParameter(one), then_by: toParameter(other) }
    const { count, groups } = expectStatus(await ada.get('/v1/tasks/count', { query }), 200)
    const cells = (groups as { key: string; groups: { key: string; count: number }[] }[]).flatMap((group) =>
      group.groups.map((cell) => [`${group.key} ${cell.key}`, cell.count] as const),
    )
    expect([one, other, count, new Map(cells)]).toEqual([one, other, tasks.length, expected])
  }
})

test('finds the tasks that involve a user as assignee or in a custom field', async () => {
  const assigned = expectStatus(
    await ada.post('/v1/tasks', { body: { org_id, title: 'Own', project_id: outside.project_id, assignee: 'cy' } }),
    200,
  )
  const expected = tasks.filter(({ custom }) => hasAny('cy')(custom.f_person) || hasAny('cy')(custom.f_people))
  const ids = [...expected.map((task) => task.task_id), assigned.task_id].sort()
  expect((await listAll({ 'filter[involves]': 'me' }, cy)).sort()).toEqual(ids)
  expectStatus(await ada.delete(`/v1/tasks/${assigned.task_id}`), 200)
})

test('rejects unknown fields, values and ranges with what is allowed', async () => {
  const sendRequest = (query: Record<string, string>, path = '/v1/tasks') =>
    ben.get(path, { query: { org_id, ...query } })
  for (const [query, allowed] of [
    [{ 'filter[custom.none]': 'x' }, 'filter[custom.f_text]'],
    [{ sort_by: 'custom.none' }, 'custom.f_text'],
    [{ 'filter[custom.f_select]': 'none' }, 'zulu'],
    [{ 'filter[custom.f_text.from]': 'a' }, 'filter[custom.f_text]'],
    [{ 'filter[custom.f_checkbox]': 'maybe' }, 'true'],
  ] as const)
    expect(expectStatus(await sendRequest(query), 400).errors[0].allowed).toContain(allowed)
  for (const query of [
    { 'filter[custom.f_number]': 'x' },
    { 'filter[custom.f_date]': '2027-02-30' },
    { 'filter[custom.KEY]': 'x' },
    Object.fromEntries(names.slice(0, 6).map((type) => [`filter[custom.f_${type}]`, '__none__'])),
  ])
    expectStatus(await sendRequest(query as Record<string, string>), 400)
  expectStatus(await sendRequest({ group_by: 'custom.f_text' }, '/v1/tasks/count'), 400)
  expectStatus(await sendRequest({ group_by: 'custom.none' }, '/v1/tasks/count'), 400)
  const typed = expectStatus(
    await sendRequest({ group_by: 'status', then_by: 'custom.f_text' }, '/v1/tasks/count'),
    400,
  )
  expect(typed.errors[0]).toMatchObject({ loc: ['query', 'then_by'], allowed: expect.arrayContaining(['select']) })
})

test('keeps saved views working after a field is archived, and for readers who cannot see it', async () => {
  const secret = await createProject(ada, org_id, { visibility: 'private' })
  const field = expectStatus(
    await ada.post('/v1/fields', { body: { org_id, name: 'Hush', type: 'text', project_ids: [secret.project_id] } }),
    201,
  )
  const body = { org_id, title: 'Quiet', project_id: secret.project_id, custom: { hush: 'x' } }
  const created = expectStatus(await ada.post('/v1/tasks', { body }), 200)
  const view = expectStatus(
    await ada.post('/v1/views', {
      body: {
        org_id,
        name: 'Hushed',
        scope_type: 'project',
        scope_id: inside.project_id,
        query: { 'filter[custom.hush]': 'x', sort_by: 'custom.hush' },
      },
    }),
    201,
  )
  const listRows = async (user: typeof ada) =>
    expectStatus(await user.get(`/v1/views/${view.view_id}/rows`), 200).data.map((task: Task) => task.task_id)
  expect([await listRows(ada), await listRows(ben)]).toEqual([[created.task_id], []])
  expectStatus(await ada.delete(`/v1/fields/${field.field_id}`), 200)
  expect([await listRows(ada), await listRows(ben)]).toEqual([[created.task_id], []])
  expectStatus(await ben.get('/v1/tasks', { query: { org_id, 'filter[custom.hush]': 'x' } }), 400)
  expectStatus(await ada.delete(`/v1/tasks/${created.task_id}`), 200)
})

test('takes no more statements for a list with custom values that filters and sorts by them', async () => {
  const count = async (query: Record<string, string>) => {
    const before = app.countStatements()
    expectStatus(await ada.get('/v1/tasks', { query: { org_id, ...query } }), 200)
    return app.countStatements() - before
  }
  const fields = 'task_id,title'
  const plain = await count({ fields })
  const values = await count({})
  const both = await count({ 'filter[custom.f_select]': 'zulu', sort_by: 'custom.f_number' })
  expect([values - plain, both - plain]).toEqual([0, 0])
})
