import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { updateTask, listTaskValues, listTasks, listEveryPage, type Task } from './requests.ts'

const statusOrder = ['backlog', 'in_progress', 'not_started', 'blocked', 'completed', 'on_hold', 'archived']
const priorityOrder = ['critical', 'high', 'medium', 'low', 'none']
const titles = ['Ärger', 'ärger', 'Zoo', 'apple', 'APPLE', 'a', '中', '🦀', 'Ω', ' lead', 'apple']

let app: TestApp
let ada: Client
let ben: Client
let org_id: string
let all: Task[]

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  ben = await app.signIn('Ben')
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
  const projects = [null, (await createProject(ada, org_id)).project_id, (await createProject(ada, org_id)).project_id]
  for (let i = 0; i < 29; i++) {
    if (i % 7 === 0) app.clock.advance(1000)
    await createTask(ada, org_id, {
      title: titles[i % titles.length],
      status: statusOrder[i % 4],
      priority: priorityOrder[(i * 3) % 5],
      task_type: ['task', 'bug', 'agent'][i % 3],
      project_id: projects[i % 3],
      due_date: i % 4 ? `2027-01-0${1 + (i % 3)}` : null,
      start_date: i % 5 ? null : `2026-0${1 + (i % 9)}-01`,
      assignee: [null, 'ada', 'ben'][i % 3 === 1 ? 0 : i % 3],
    })
  }
  all = await listTasks(ada, { org_id })
  if (all.length !== 29) throw new Error('not all tasks are listed')
})

const foldText = (text: string | null) => text && Buffer.from(text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ'))
const sortedTitles = [' lead', '🦀', 'a', 'apple', 'ärger', 'zoo', 'ω', '中']
const sortValues: Record<string, (row: Task) => Buffer | string | number | null> = {
  task_id: (row) => row.task_id,
  title: (row) => sortedTitles.indexOf(row.title.toLowerCase()),
  status: (row) => statusOrder.indexOf(row.status),
  status_rank: (row) => statusOrder.indexOf(row.status),
  priority: (row) => priorityOrder.indexOf(row.priority),
  priority_rank: (row) => priorityOrder.indexOf(row.priority),
  due_date: (row) => row.due_date,
  start_date: (row) => row.start_date,
  created_at: (row) => row.created_at,
  assignee: (row) => foldText(row.assignee),
  project_id: (row) => row.project_id,
  task_type: (row) => row.task_type,
  updated_at: (row) => row.updated_at,
  section_position: () => null,
}

/** Computes the documented order: nulls last in both directions, ties by id in the same direction. */
function sortRows(rows: Task[], sort_by: string, sort_order: string): string[] {
  const value = sortValues[sort_by]!
  const sign = sort_order === 'asc' ? 1 : -1
  const compare = (a: unknown, b: unknown) =>
    a instanceof Buffer && b instanceof Buffer
      ? Buffer.compare(a, b)
      : a === b
        ? 0
        : (a as string) < (b as string)
          ? -1
          : 1
  return rows
    .toSorted((a, b) => {
      const [x, y] = [value(a), value(b)]
      if ((x === null) !== (y === null)) return x === null ? 1 : -1
      return sign * (compare(x, y) || compare(a.task_id, b.task_id))
    })
    .map((row) => row.task_id)
}
const listIds = (rows: Task[]) => rows.map((row) => row.task_id)

describe('every sort', () => {
  it('orders by value, nulls last in both directions, ties by id, for any page size', async () => {
    for (const sort_by of Object.keys(sortValues))
      for (const sort_order of ['asc', 'desc'])
        for (const limit of [3, 10]) {
          const seen = await listEveryPage(ada, { org_id, sort_by, sort_order, limit })
          expect([sort_by, sort_order, limit, listIds(seen)]).toEqual([
            sort_by,
            sort_order,
            limit,
            sortRows(all, sort_by, sort_order),
          ])
        }
  })

  it('defaults to title, ascending', async () => {
    expect(listIds(await listTasks(ada, { org_id }))).toEqual(sortRows(all, 'title', 'asc'))
    expect(listIds(await listTasks(ada, { org_id, sort_order: 'desc' }))).toEqual(sortRows(all, 'title', 'desc'))
  })

  it('requires a documented sort and direction, else returns 400 with the allowed ones', async () => {
    const by = await ada.get('/v1/tasks', { query: { org_id, sort_by: 'description' } })
    expect([by.status, by.body.errors[0].allowed.toSorted()]).toEqual([
      400,
      [...Object.keys(sortValues), 'custom.KEY'].toSorted(),
    ])
    for (const sort_order of ['up', 'ASC', ''])
      expect((await ada.get('/v1/tasks', { query: { org_id, sort_order } })).body.errors[0]).toMatchObject({
        allowed: ['asc', 'desc'],
      })
  })

  it('holds under filters and for users with limited visibility', async () => {
    for (const sort_by of ['due_date', 'title', 'assignee'])
      for (const sort_order of ['asc', 'desc']) {
        const query = { org_id, sort_by, sort_order, limit: 2, 'filter[status]': 'backlog,blocked' }
        const readable = await listTasks(ben, { org_id })
        expect(readable.length).toBeLessThan(all.length)
        const expected = readable.filter((row) => ['backlog', 'blocked'].includes(row.status))
        expect(listIds(await listEveryPage(ben, query))).toEqual(sortRows(expected, sort_by, sort_order))
      }
  })
})

describe('pagination', () => {
  it('returns every unchanged task exactly once under concurrent writes', async () => {
    for (const sort_by of ['title', 'due_date', 'priority']) {
      const { org_id } = await createOrganization(ada)
      const still: string[] = []
      const moving: string[] = []
      for (let i = 0; i < 12; i++) {
        const values = { title: `t${i % 5}`, due_date: i % 3 ? `2027-01-0${1 + (i % 4)}` : null }
        const { task_id } = await createTask(ada, org_id, values)
        ;(i % 4 === 1 ? moving : still).push(task_id)
      }
      const values = [
        { title: 'a', due_date: '2020-01-01', priority: 'critical' },
        { title: 'z', due_date: null, priority: 'none' },
        { title: 't2', due_date: '2027-01-02', priority: 'low' },
      ]
      const seen = await listEveryPage(ada, { org_id, sort_by, limit: 2 }, async (page) => {
        await updateTask(ada, moving[page % moving.length]!, values[page % 3]!)
        await createTask(ada, org_id, values[page % 3])
        if (page === 3) await ada.delete(`/v1/tasks/${moving.pop()}`)
      })
      const count = (id: string) => seen.filter((row) => row.task_id === id).length
      expect([sort_by, still.map(count)]).toEqual([sort_by, still.map(() => 1)])
    }
  })

  it('continues at the same position when its last row is changed or deleted', async () => {
    const { org_id } = await createOrganization(ada)
    const created: string[] = []
    for (const title of ['a', 'b', 'c', 'd']) created.push((await createTask(ada, org_id, { title })).task_id)
    const first = (await ada.get('/v1/tasks', { query: { org_id, limit: 2 } })).body
    await updateTask(ada, created[1]!, { title: 'zz' })
    expect(await listTaskValues(ada, { org_id, cursor: first.next_cursor })).toEqual(['c', 'd', 'zz'])
    await ada.delete(`/v1/tasks/${created[1]}`)
    expect(await listTaskValues(ada, { org_id, cursor: first.next_cursor })).toEqual(['c', 'd'])
  })
})

describe('a cursor', () => {
  it('is bound to sort, direction, filters and organization, not to the limit', async () => {
    const query = { org_id, sort_by: 'due_date', 'filter[status]': 'backlog', limit: 2 }
    const { next_cursor } = (await ada.get('/v1/tasks', { query })).body
    const readStatus = async (more: object, client = ada) =>
      (await client.get('/v1/tasks', { query: { ...query, cursor: next_cursor, ...more } })).status
    expect(await readStatus({})).toBe(200)
    expect(await readStatus({ limit: 7 })).toBe(200)
    expect(await readStatus({ limit: undefined })).toBe(200)
    const elsewhere = await createOrganization(ada)
    const others: object[] = [
      { sort_by: 'start_date' },
      { sort_by: undefined },
      { sort_order: 'desc' },
      { 'filter[status]': 'backlog,blocked' },
      { 'filter[status]': undefined },
      { 'filter[priority]': 'high' },
      { search: 'a' },
      { include_inaccessible: true },
      { org_id: elsewhere.org_id },
      { cursor: `${next_cursor}A` },
      { cursor: next_cursor.replace(/^./, (c: string) => (c === 'W' ? 'X' : 'W')) },
      { cursor: 'nonsense' },
      { cursor: '' },
    ]
    for (const other of others) expect([other, await readStatus(other)]).toEqual([other, 400])
    const abroad = await createTokenClient(ada, elsewhere.org_id)
    expect(await readStatus({ org_id: undefined }, abroad)).toBe(400)
  })

  it('matches equivalent filters, and resolves `me`', async () => {
    const { org_id } = await createOrganization(ada)
    await insertMembership(ben, org_id, 'member')
    const { project_id } = await createProject(ada, org_id)
    for (let i = 0; i < 3; i++) await createTask(ada, org_id, { project_id, assignee: ada.username })
    const query = {
      org_id,
      project_id,
      limit: 1,
      'filter[assignee]': 'me',
      'filter[status]': 'not_started,blocked',
    }
    const { next_cursor: cursor } = (await ada.get('/v1/tasks', { query })).body
    const readStatus = async (more: object, client = ada) =>
      (await client.get('/v1/tasks', { query: { ...query, cursor, ...more } })).status
    expect(await readStatus({})).toBe(200)
    expect(await readStatus({ org_id: undefined })).toBe(200)
    expect(await readStatus({ 'filter[assignee]': ada.username.toUpperCase() })).toBe(200)
    expect(await readStatus({ 'filter[status]': ['blocked', 'not_started', 'blocked'], 'filter[search]': '' })).toBe(
      200,
    )
    expect(await readStatus({ 'filter[assignee]': ada.username }, ben)).toBe(200)
    expect(await readStatus({}, ben)).toBe(400)
    expect(await readStatus({ project_id: undefined })).toBe(400)
  })

  it('takes precedence over an offset', async () => {
    const order = sortRows(all, 'start_date', 'asc')
    for (const offset of [0, 1, 5, 8, 28, 29, 1000]) {
      const rows = await listTasks(ada, { org_id, sort_by: 'start_date', offset, limit: 4 })
      expect([offset, listIds(rows)]).toEqual([offset, order.slice(offset, offset + 4)])
    }
    const page = (await ada.get('/v1/tasks', { query: { org_id, sort_by: 'start_date', limit: 3, offset: 2 } })).body
    const next = await listTasks(ada, {
      org_id,
      sort_by: 'start_date',
      limit: 3,
      offset: 20,
      cursor: page.next_cursor,
    })
    expect(listIds(next)).toEqual(order.slice(5, 8))
  })
})

it('the limit defaults to 100, is at least 1, and is clamped to 1000', async () => {
  const { org_id } = await createOrganization(ada)
  await app.sql(
    `INSERT INTO tasks (org_id, task_id, title, title_key, status_rank, priority_rank, created_by, created_at, updated_at)
     SELECT $1, 'T' || n, 'row', 'row', 2, 4, 'ada', now(), now() FROM generate_series(1, 1003) n`,
    [org_id],
  )
  const readPage = async (query: object) => (await ada.get('/v1/tasks', { query: { org_id, ...query } })).body
  expect((await readPage({})).data).toHaveLength(100)
  const max = await readPage({ limit: 50_000 })
  expect(max.data).toHaveLength(1000)
  expect((await readPage({ limit: 50_000, cursor: max.next_cursor })).data).toHaveLength(3)
  for (const limit of [0, -1, 'x', '1.5', '']) {
    const refused = await ada.get('/v1/tasks', { query: { org_id, limit } })
    expect([limit, refused.status, refused.body.errors[0].loc]).toEqual([limit, 422, ['query', 'limit']])
  }
})

it('a page takes at most three statements for any size, links and filters', async () => {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  for (let i = 0; i < 4; i++) {
    const { task_id } = await createTask(ada, org_id, { project_id })
    const { task_id: parent } = await createTask(ada, org_id, {
      project_id,
      sub_tasks: [task_id],
      dependencies: [task_id],
    })
    for (const path of [
      `/v1/tasks/${parent}`,
      `/v1/tasks?project_id=${project_id}&include_inaccessible=true`,
      `/v1/tasks?org_id=${org_id}&filter[search]=crane&filter[team]=__none__`,
    ]) {
      const counts: number[] = []
      for (let again = 0; again < 2; again++) {
        const before = app.countStatements()
        expect((await ben.get(path)).status).toBe(200)
        counts.push(app.countStatementsSince(before, 3))
      }
      expect([path, Math.min(...counts) <= 3]).toEqual([path, true])
    }
  }
})
