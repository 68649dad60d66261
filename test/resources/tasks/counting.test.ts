import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertGoal, insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { listTasks, type Task } from './requests.ts'

const app = await startApp()
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
await insertMembership(gil, org_id, 'guest')
const crew = await insertTeam(app, org_id, [ada, ben])
const open = (await createProject(ada, org_id, { team_id: crew })).project_id as string
const closed = (await createProject(ada, org_id, { visibility: 'private', team_id: crew })).project_id as string
await addProjectMember(ada, open, gil, 'viewer')

const createSection = async (project_id: string, name: string) =>
  expectStatus(
    await ada.post('/v1/sections', { body: { org_id, scope_type: 'project', scope_id: project_id, name } }),
    201,
  ).section_id as string
const sections = {
  [open]: [await createSection(open, 'To do'), await createSection(open, 'Done')],
  [closed]: [await createSection(closed, 'All')],
}
const [twelve, launch] = [await insertSprint(app, org_id, crew), await insertMilestone(app, org_id, crew)]
const quay = await insertGoal(app, org_id, open)

for (let i = 0; i < 12; i++) {
  const project_id = [open, closed, null][i % 3]
  const values = {
    project_id,
    title: `Task ${i % 5}`,
    status: ['blocked', 'completed', 'not_started'][i % 4],
    priority: ['high', 'none'][i % 2],
    task_type: ['bug', 'task', 'task'][i % 3],
    assignee: [null, 'ada', 'ben', 'ben'][i % 4],
    ...(i % 5 === 0 && project_id && { restricted_to: ['ada'] }),
    ...(project_id && i % 2 && { sprint_id: twelve, milestone_id: launch }),
    ...(project_id === open && i > 5 && { goal_id: quay }),
    ...(i % 3 && { tags: ['rope', 'deck'].slice(0, i % 3) }),
    ...(i % 4 && { due_date: `2026-05-0${i % 4}` }),
    ...(project_id === null && i % 2 && { team_id: crew }),
  }
  const { task_id } = await createTask(ada, org_id, values)
  const section_id = project_id && i % 4 ? sections[project_id]![i % sections[project_id]!.length] : null
  const body = { scope_type: 'project', scope_id: project_id, section_id }
  if (section_id) expectStatus(await ada.put(`/v1/tasks/${task_id}/section`, { body }), 200)
}

const fieldOf: Record<string, string> = {
  status: 'status',
  priority: 'priority',
  assignee: 'assignee',
  project: 'project_id',
  section: 'section_id',
  sprint: 'sprint_id',
  milestone: 'milestone_id',
  goal: 'goal_id',
  task_type: 'task_type',
  tags: 'tags',
  due_date: 'due_date',
  team: 'teams',
}
type Groups = { key: string | null; count: number }[]
const sortRows = (groups: Groups) => groups.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))

function groupRows(rows: Task[], field: string): Groups {
  const listKeys = (row: Task): (string | null)[] =>
    !Array.isArray(row[field]) ? [row[field]] : row[field].length > 0 ? row[field] : [null]
  const keys = [...new Set(rows.flatMap(listKeys))]
  return sortRows(keys.map((key) => ({ key, count: rows.filter((row) => listKeys(row).includes(key)).length })))
}

it('counts equal the list for each user, in total and by attribute, under any filter', async () => {
  const admin = await app.signIn('eva')
  await insertMembership(admin, org_id, 'admin')
  const limited = await createTokenClient(ben, org_id, { project_ids: [open] })
  const filters: Record<string, string>[] = [
    {},
    { 'filter[status]': 'blocked,completed' },
    { 'filter[search]': 'task 1' },
    { 'filter[search]': '1', 'filter[priority]': 'none' },
    { 'filter[section]': `${sections[open]![1]},__none__` },
    { project_id: open, 'filter[sprint]': twelve },
  ]
  const seen = new Set<number>()
  for (const [who, client] of Object.entries({ ada, admin, ben, gil, limited }))
    for (const [at, filter] of filters.entries()) {
      const query = { ...(filter.project_id ? {} : { org_id }), ...filter }
      const rows = (await listTasks(client, { ...query, section_scope: 'own' })).map((row) => ({
        ...row,
        teams: row.team_id || row.project_id ? [crew] : [],
      }))
      const about = [who, filter]
      seen.add(rows.length)
      // For ben every grouping is compared, for others some per filter.
      const grouped = Object.entries(fieldOf).filter((_, i) => who === 'ben' || (i + at) % 4 === 0)
      for (const [group_by, field] of grouped) {
        const countQuery = { ...query, group_by, section_scope: 'own' }
        const { count, groups } = expectStatus(await client.get('/v1/tasks/count', { query: countQuery }), 200)
        expect([about, group_by, count, sortRows(groups)]).toEqual([
          about,
          group_by,
          rows.length,
          groupRows(rows, field),
        ])
        const sizes = (groups as Groups).map((group) => group.count)
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      }
      const all = expectStatus(await client.get('/v1/tasks/count', { query: { ...query, section_scope: 'own' } }), 200)
      expect([about, all]).toEqual([about, { count: rows.length }])
    }
  expect(seen.size).toBeGreaterThan(5)
})

/** Groups rows by two fields, like the server. */
function groupCells(rows: Task[], field: string, thenField: string) {
  const inGroup = (key: string | null) => rows.filter((row) => groupRows([row], field).some((one) => one.key === key))
  return groupRows(rows, field).map((group) => ({ ...group, groups: groupRows(inGroup(group.key), thenField) }))
}

it('counts by a second attribute equal the list for each user, whatever the two attributes are', async () => {
  const limited = await createTokenClient(ben, org_id, { project_ids: [open] })
  const pairs = Object.entries(fieldOf).flatMap((one, i) =>
    Object.entries(fieldOf).flatMap((other, j) => ((i + j) % 3 === 1 && i !== j ? [[...one, ...other]] : [])),
  ) as [string, string, string, string][]
  for (const [who, client] of Object.entries({ ben, gil, limited })) {
    const query = { org_id, section_scope: 'own' }
    const rows = (await listTasks(client, query)).map((row) => ({
      ...row,
      teams: row.team_id || row.project_id ? [crew] : [],
    }))
    for (const [group_by, field, then_by, thenField] of pairs) {
      const url = { query: { ...query, group_by, then_by } }
      const { count, groups } = expectStatus(await client.get('/v1/tasks/count', url), 200)
      const sorted = sortRows(groups).map((group) => ({
        ...group,
        groups: sortRows((group as Groups[0] & { groups: Groups }).groups),
      }))
      expect([who, group_by, then_by, count, sorted]).toEqual([
        who,
        group_by,
        then_by,
        rows.length,
        groupCells(rows, field, thenField),
      ])
    }
  }
})

it('groups by the sections of each task’s own scope by default, and by readable ones only', async () => {
  const count = async (client: Client, section_scope?: string) =>
    expectStatus(await client.get('/v1/tasks/count', { query: { org_id, group_by: 'section', section_scope } }), 200)
      .groups as Groups
  expect(await count(ada)).toEqual(await count(ada, 'own'))
  expect((await count(ada, `project:${closed}`)).map(({ key }) => key).toSorted()).toEqual(
    [sections[closed]![0], null].toSorted(),
  )
  expect((await count(ben, `project:${closed}`)).map(({ key }) => key)).toEqual([null])
})

it('rejects unsupported groups and filters like the list', async () => {
  const sendRequest = async (query: Record<string, string>) =>
    (await ada.get('/v1/tasks/count', { query: { org_id, ...query } })).body
  expect(await sendRequest({ group_by: 'title' })).toMatchObject({
    status: 400,
    errors: [{ loc: ['query', 'group_by'], allowed: [...Object.keys(fieldOf), 'custom.KEY'] }],
  })
  for (const [group_by, then_by] of [
    [undefined, 'status'],
    ['status', 'title'],
    ['status', 'status'],
    ['status', 'custom.nothing'],
  ] as const)
    expect(await sendRequest({ ...(group_by && { group_by }), then_by })).toMatchObject({
      status: 400,
      errors: [{ loc: ['query', 'then_by'] }],
    })
  expect(await sendRequest({ 'filter[nonsense]': 'x' })).toMatchObject({ status: 400 })
  expect(await sendRequest({ section_scope: 'nonsense' })).toMatchObject({ status: 400 })
})
