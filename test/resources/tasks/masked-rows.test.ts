import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { insertGoal, insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { updateTask, listTasks, listEveryPage } from './requests.ts'

let app: TestApp
let ada: Client
let ben: Client
let org_id: string
let project_id: string
/** A restricted task with every field filled, and one with the minimum. */
let secret: string
let plain: string
const words = /sekret|zzz|critical|blocked|2027-05-0[12]|"bug"|quokka|BUG-9|TR-9|Kilo/

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
  org_id = (await createOrganization(ada)).org_id
  await insertMembership(ben, org_id, 'member')
  const blue = await insertTeam(app, org_id, [ada])
  project_id = (await createProject(ada, org_id, { team_id: blue })).project_id
  const child = await createTask(ada, org_id, { project_id, title: 'mmm child' })
  const other = await createTask(ada, org_id, { project_id, title: 'mmm other' })
  const created = await createTask(ada, org_id, {
    project_id,
    title: 'zzz sekret',
    description: 'quokka',
    status: 'blocked',
    priority: 'critical',
    task_type: 'bug',
    assignee: 'ada',
    start_date: '2027-05-01',
    due_date: '2027-05-02',
    tags: ['quokka'],
    type_data: { environment: 'Kilo' },
    metadata: [{ quokka: 1 }],
    bug_id: 'BUG-9',
    tracker_id: 'TR-9',
    sub_tasks: [child.task_id],
    dependencies: [other.task_id],
    goal_id: await insertGoal(app, org_id, project_id),
    sprint_id: await insertSprint(app, org_id, blue),
    milestone_id: await insertMilestone(app, org_id, blue),
    restricted_to: ['ada'],
  })
  secret = created.task_id
  app.clock.advance(60_000)
  await updateTask(ada, secret, { status: 'blocked', description: 'quokka quokka' })
  plain = (await createTask(ada, org_id, { project_id, title: 'aaa', restricted_to: ['ada'] })).task_id
  for (const title of ['bbb', 'ccc', 'ddd'])
    await createTask(ada, org_id, {
      project_id,
      title,
      due_date: title === 'ccc' ? null : '2027-05-03',
      priority: 'high',
    })
})

const withMaskedRows = { include_inaccessible: true }

it('masked rows reveal the existence of a task only', async () => {
  const without = await listTasks(ben, { org_id })
  const rows = await listTasks(ben, { org_id, ...withMaskedRows })
  expect(rows.filter((row) => row.has_access)).toEqual(without)
  const blanks = rows.filter((row) => !row.has_access)
  expect(new Set(blanks.map((row) => row.task_id))).toEqual(new Set([secret, plain]))
  const [one, two] = [secret, plain].map((id) => blanks.find((row) => row.task_id === id)!)
  expect({ ...one, task_id: '', created_at: '' }).toEqual({ ...two, task_id: '', created_at: '' })
  expect(JSON.stringify(blanks)).not.toMatch(words)
  expect(one).toMatchObject({
    project_id,
    updated_at: null,
    comments: null,
    assignee: null,
    has_edit_access: false,
  })
  const limited = await createTokenClient(ben, org_id, { project_ids: [project_id] })
  expect(await listTasks(limited, { project_id, ...withMaskedRows })).toEqual(
    (await listTasks(ben, { project_id, ...withMaskedRows })).map((row) => ({ ...row })),
  )
})

it('order and cursors reveal nothing of masked rows, which sort like empty values', async () => {
  const sorts = [
    'title',
    'status',
    'priority',
    'due_date',
    'start_date',
    'assignee',
    'task_type',
    'status_rank',
    'priority_rank',
  ]
  for (const sort_by of [undefined, ...sorts])
    for (const sort_order of ['asc', 'desc']) {
      const rows = await listEveryPage(ben, { org_id, sort_by, sort_order, limit: 1, ...withMaskedRows })
      expect(rows).toHaveLength(7)
      const order = rows.map((row) => row.task_id)
      // The full and the minimal task sort next to each other, by id.
      const ids = [secret, plain].toSorted()
      if (sort_order === 'desc') ids.reverse()
      expect([sort_by, sort_order, order.filter((id) => ids.includes(id))]).toEqual([sort_by, sort_order, ids])
      if (sort_by === undefined || !/date|assignee/.test(sort_by)) expect(order.slice(-2)).toEqual(ids)
      const visible = await listTasks(ben, { org_id, sort_by, sort_order })
      expect(order.filter((id) => !ids.includes(id))).toEqual(visible.map((row) => row.task_id))
      let cursor: string | undefined
      do {
        const page: { next_cursor: string } = (
          await ben.get('/v1/tasks', { query: { org_id, sort_by, sort_order, limit: 1, cursor, ...withMaskedRows } })
        ).body
        cursor = page.next_cursor
        const values = Buffer.from((cursor ?? '').split('.')[0]!, 'base64url').toString()
        expect(values).not.toMatch(words)
      } while (cursor)
    }
})

it('masked rows can be sorted by visible fields only', async () => {
  for (const sort_by of ['created_at', 'task_id', 'project_id'])
    for (const sort_order of ['asc', 'desc']) {
      const values = (await listEveryPage(ben, { org_id, sort_by, sort_order, limit: 2, ...withMaskedRows })).map(
        (row) => row[sort_by],
      )
      const expected = values.toSorted()
      expect([sort_by, values]).toEqual([sort_by, sort_order === 'asc' ? expected : expected.reverse()])
    }
})

it('filters and searches exclude masked rows', async () => {
  const { goal_id, sprint_id, milestone_id } = (await ada.get(`/v1/tasks/${secret}`)).body
  const filters = {
    'filter[status]': 'blocked',
    'filter[priority]': 'critical',
    'filter[assignee]': 'ada',
    'filter[tags]': 'quokka',
    'filter[due_after]': '2027-05-01',
    'filter[start_after]': '2027-05-01',
    'filter[created_after]': '2020-01-01',
    'filter[updated_after]': '2020-01-01',
    'filter[overdue]': 'true',
    'filter[search]': 'quokka',
    'filter[task_type]': 'bug',
    'filter[goal]': goal_id,
    'filter[sprint]': sprint_id,
    'filter[milestone]': milestone_id,
    'filter[parent]': '__none__',
    search: 'sekret',
    status: 'blocked',
  }
  for (const [name, value] of Object.entries(filters)) {
    const rows = await listTasks(ben, { org_id, [name]: value, ...withMaskedRows })
    expect([name, rows.filter((row) => !row.has_access)]).toEqual([name, []])
  }
  const visibleRows = await listTasks(ben, { org_id, 'filter[project]': project_id, ...withMaskedRows })
  expect(visibleRows.filter((row) => !row.has_access)).toHaveLength(2)
})

it('tasks of hidden projects and teams get no masked row', async () => {
  const closed = (await createProject(ada, org_id, { visibility: 'private' })).project_id
  await createTask(ada, org_id, { project_id: closed })
  await createTask(ada, org_id, { restricted_to: ['ada'] })
  expect((await listTasks(ben, { org_id, ...withMaskedRows })).filter((row) => !row.has_access)).toHaveLength(2)
  expect((await listTasks(ada, { org_id, ...withMaskedRows })).every((row) => row.has_access)).toBe(true)
})
