import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { insertGoal, insertMilestone, insertSprint, insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { listTaskValues } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

const addDays = (offset: number) => new Date(app.clock.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** Creates an organization; `addTask` adds tasks, `listTitles` returns those under a filter. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const addTask = (title: string, values: object = {}) => createTask(ada, org_id, { title, ...values })
  const listTitles = (filters: Record<string, string | string[]>, client = ada) =>
    listTaskValues(client, {
      org_id,
      ...Object.fromEntries(Object.entries(filters).map(([key, value]) => [`filter[${key}]`, value])),
    })
  return { org_id: org_id as string, addTask, listTitles }
}

describe('values of one filter are ORed, and filters are ANDed', () => {
  it('comma-separated or repeated, for enum values', async () => {
    const { addTask, listTitles } = await setUp()
    await addTask('a', { status: 'blocked', priority: 'high', task_type: 'bug' })
    await addTask('b', { status: 'in_progress', priority: 'high' })
    await addTask('c', { status: 'completed', priority: 'low', task_type: 'agent' })
    await addTask('d')
    expect(await listTitles({ status: 'blocked,completed' })).toEqual(['a', 'c'])
    expect(await listTitles({ status: ['blocked', 'completed'] })).toEqual(['a', 'c'])
    expect(await listTitles({ status: ['blocked,in_progress', ' completed '] })).toEqual(['a', 'b', 'c'])
    expect(await listTitles({ priority: 'high,none' })).toEqual(['a', 'b', 'd'])
    expect(await listTitles({ task_type: 'bug,agent' })).toEqual(['a', 'c'])
    expect(await listTitles({ task_type: 'task' })).toEqual(['b', 'd'])
    expect(await listTitles({ status: 'blocked,completed', priority: 'high' })).toEqual(['a'])
    expect(await listTitles({ status: 'blocked', priority: 'low' })).toEqual([])
  })

  it('for users: any case, me, and no user', async () => {
    const { org_id, addTask, listTitles } = await setUp()
    await addTask('a', { assignee: 'ada' })
    await addTask('b', { assignee: 'ben' })
    await addTask('c')
    expect(await listTitles({ assignee: 'BEN' })).toEqual(['b'])
    expect(await listTitles({ assignee: 'me' })).toEqual(['a'])
    expect(await listTitles({ assignee: 'me,ben' })).toEqual(['a', 'b'])
    expect(await listTitles({ assignee: '__none__' })).toEqual(['c'])
    expect(await listTitles({ assignee: 'ben,__none__' })).toEqual(['b', 'c'])
    expect(await listTitles({ assignee: 'nobody-of-this-name' })).toEqual([])
    expect(await listTaskValues(await createTokenClient(ben, org_id), { 'filter[assignee]': 'me' })).toEqual(['b'])
  })

  it('for ids: readable ones only, 100 at most', async () => {
    const { addTask, listTitles } = await setUp()
    const [a, b, c] = [await addTask('a'), await addTask('b'), await addTask('c', { restricted_to: ['ada'] })]
    const ids = [a, b, c].map((one) => one.task_id as string)
    expect(await listTitles({ id: `${ids[0]},${ids[2]},T0000000000000000` })).toEqual(['a', 'c'])
    expect(await listTitles({ id: ids, assignee: '__none__' })).toEqual(['a', 'b', 'c'])
    expect(await listTitles({ id: ids }, ben)).toEqual([])
    const many = Array.from({ length: 101 }, () => ids[0]!)
    expect(await listTitles({ id: many.slice(1).join() })).toEqual(['a'])
    const refused = await ada.get('/v1/tasks', { query: { org_id: a.org_id, 'filter[id]': many.join() } })
    expect([refused.status, refused.body.detail]).toEqual([400, 'filter[id] accepts at most 100 values, not 101.'])
  })

  it('for projects, and none', async () => {
    const { org_id, addTask, listTitles } = await setUp()
    const one = (await createProject(ada, org_id, { name: 'one' })).project_id
    const two = (await createProject(ada, org_id, { name: 'two' })).project_id
    await addTask('a', { project_id: one })
    await addTask('b', { project_id: two })
    await addTask('c')
    expect(await listTitles({ project: one })).toEqual(['a'])
    expect(await listTitles({ project: `${one},${two}` })).toEqual(['a', 'b'])
    expect(await listTitles({ project: '__unfiled__' })).toEqual(['c'])
    expect(await listTitles({ project: [`${two}`, '__unfiled__'] })).toEqual(['b', 'c'])
    expect(await listTitles({ project: 'P0000000000000000' })).toEqual([])
    expect(await listTaskValues(ada, { org_id, unfiled: true })).toEqual(['c'])
    expect(await listTaskValues(ada, { project_id: one })).toEqual(['a'])
    expect(await listTaskValues(ada, { project_id: one, 'filter[project]': two })).toEqual([])
  })

  it('for teams: the task’s own or its project’s, and none', async () => {
    const { org_id, addTask, listTitles } = await setUp()
    const blue = await insertTeam(app, org_id, [ada])
    const red = await insertTeam(app, org_id, [ada])
    const ofBlue = (await createProject(ada, org_id, { name: 'p', team_id: blue })).project_id
    const ofNone = (await createProject(ada, org_id, { name: 'q' })).project_id
    await addTask('a', { project_id: ofBlue })
    await addTask('b', { project_id: ofNone })
    await addTask('c', { team_id: red })
    await addTask('d')
    await addTask('e', { project_id: ofNone, team_id: blue })
    expect(await listTitles({ team: blue })).toEqual(['a', 'e'])
    expect(await listTitles({ team: `${blue},${red}` })).toEqual(['a', 'c', 'e'])
    expect(await listTitles({ team: '__none__' })).toEqual(['b', 'd'])
    expect(await listTitles({ team: [red, '__none__'] })).toEqual(['b', 'c', 'd'])
    expect(await listTitles({ team: '__none__', project: '__unfiled__' })).toEqual(['d'])
  })

  it('for goal, milestone, sprint and parent, and none of each', async () => {
    const { org_id, addTask, listTitles } = await setUp()
    const blue = await insertTeam(app, org_id, [ada])
    const { project_id } = await createProject(ada, org_id, { team_id: blue })
    const ids = {
      goal: await insertGoal(app, org_id, project_id),
      milestone: await insertMilestone(app, org_id, blue),
      sprint: await insertSprint(app, org_id, blue),
    }
    const child = await addTask('child')
    const a = await addTask('a', {
      project_id,
      goal_id: ids.goal,
      milestone_id: ids.milestone,
      sub_tasks: [child.task_id],
    })
    await addTask('b', { project_id, sprint_id: ids.sprint })
    expect(await listTitles({ goal: ids.goal })).toEqual(['a'])
    expect(await listTitles({ goal: '__none__' })).toEqual(['b', 'child'])
    expect(await listTitles({ milestone: `${ids.milestone},__none__` })).toEqual(['a', 'b', 'child'])
    expect(await listTitles({ milestone: ids.milestone })).toEqual(['a'])
    expect(await listTitles({ sprint: ids.sprint })).toEqual(['b'])
    expect(await listTitles({ sprint: '__none__' })).toEqual(['a', 'child'])
    expect(await listTitles({ parent: a.task_id })).toEqual(['child'])
    expect(await listTitles({ parent: '__none__' })).toEqual(['a', 'b'])
    expect(await listTitles({ parent: `${a.task_id},__none__` })).toEqual(['a', 'b', 'child'])
  })

  it('for tags: any of them, by the whole tag', async () => {
    const { addTask, listTitles } = await setUp()
    await addTask('a', { tags: ['red', 'sea wall'] })
    await addTask('b', { tags: ['blue'] })
    await addTask('c', { tags: [] })
    expect(await listTitles({ tags: 'red,blue' })).toEqual(['a', 'b'])
    expect(await listTitles({ tags: 'sea wall' })).toEqual(['a'])
    expect(await listTitles({ tags: 'sea' })).toEqual([])
    expect(await listTitles({ tags: ['red', 'none of these'] })).toEqual(['a'])
  })
})

describe('dates', () => {
  it.each(['due', 'start'])('limit %s dates inclusively on both ends, and omit tasks without one', async (kind) => {
    const { addTask, listTitles } = await setUp()
    const [after, before] = [`${kind}_after`, `${kind}_before`]
    for (const n of [1, 2, 3]) await addTask(`on ${n}`, { [`${kind}_date`]: `2027-02-0${n}` })
    await addTask('never')
    expect(await listTitles({ [after]: '2027-02-02' })).toEqual(['on 2', 'on 3'])
    expect(await listTitles({ [before]: '2027-02-02' })).toEqual(['on 1', 'on 2'])
    expect(await listTitles({ [after]: '2027-02-02', [before]: '2027-02-02' })).toEqual(['on 2'])
    expect(await listTitles({ [after]: '2027-02-03', [before]: '2027-02-01' })).toEqual([])
    if (kind === 'due') expect(await listTitles({ undated: 'true' })).toEqual(['never'])
  })

  it('limit creation by UTC days, inclusive to the last millisecond', async () => {
    const { org_id, addTask, listTitles } = await setUp()
    const at = [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00Z',
    ]
    for (const [i, instant] of at.entries()) {
      const { task_id } = await addTask(`made ${i}`)
      await app.sql('UPDATE tasks SET created_at = $3, updated_at = $3 WHERE org_id = $1 AND task_id = $2', [
        org_id,
        task_id,
        instant,
      ])
    }
    expect(await listTitles({ created_after: '2026-03-02' })).toEqual(['made 1', 'made 2', 'made 3'])
    expect(await listTitles({ created_before: '2026-03-02' })).toEqual(['made 0', 'made 1', 'made 2'])
    expect(await listTitles({ created_after: '2026-03-02', created_before: '2026-03-02' })).toEqual([
      'made 1',
      'made 2',
    ])
    expect(await listTitles({ created_before: '9999-12-31', created_after: '0001-01-01' })).toHaveLength(4)
    expect(await listTitles({ updated_after: '2026-03-02' })).toEqual(['made 1', 'made 2', 'made 3'])
    expect(await listTitles({ updated_after: '2026-03-02T23:59:59.999Z' })).toEqual(['made 2', 'made 3'])
    expect(await listTitles({ updated_after: '2026-03-03T01:00:00+01:00' })).toEqual(['made 3'])
    expect(await listTitles({ updated_after: '2026-03-03t00:00:00z' })).toEqual(['made 3'])
  })

  it('overdue means due before today and not completed', async () => {
    const { addTask, listTitles } = await setUp()
    await addTask('late', { due_date: addDays(-1), status: 'archived' })
    await addTask('done late', { due_date: addDays(-1), status: 'completed' })
    await addTask('today', { due_date: addDays(0) })
    await addTask('never')
    expect(await listTitles({ overdue: 'true' })).toEqual(['late'])
    for (const value of ['false', 'TRUE', '1', '']) {
      const refused = await ada.get('/v1/tasks', {
        query: { org_id: (await setUp()).org_id, 'filter[overdue]': value },
      })
      expect([value, refused.status, refused.body.errors[0].allowed]).toEqual([value, 400, ['true']])
    }
  })
})

describe('rejects an unsupported filter by name', () => {
  const refused: [string, string | string[], string[] | undefined][] = [
    ['filter[nonsense]', 'x', ['filter[status]']],
    ['filter[]', 'x', ['filter[status]']],
    ['filter[Status]', 'blocked', ['filter[status]']],
    ['filter[__proto__]', 'x', ['filter[status]']],
    ['filter[constructor]', 'x', ['filter[status]']],
    ['filter[status][a]', 'blocked', ['filter[status]']],
    ['filter[status', 'blocked', ['filter[status]']],
    ['filter[status]', 'nonsense', ['backlog', 'on_hold']],
    ['filter[status]', 'blocked,nonsense', ['backlog']],
    ['filter[status]', '', ['backlog']],
    ['filter[status]', 'Blocked', ['backlog']],
    ['filter[priority]', ['high', 'urgent'], ['critical', 'none']],
    ['filter[task_type]', 'goal', ['task', 'bug', 'agent']],
    ['filter[task_type]', 'bug,goal', ['task', 'bug', 'agent']],
    ['filter[search_fields]', 'tags', ['all', 'title']],
    ['filter[due_after]', 'tomorrow', undefined],
    ['filter[start_before]', '2026-02-30', undefined],
    ['filter[due_before]', '2026-02-30', undefined],
    ['filter[created_after]', '2026-1-1', undefined],
    ['filter[created_before]', '2026-01-01T00:00:00Z', undefined],
    ['filter[updated_after]', 'then', undefined],
    ['filter[due_after]', ['2026-01-01', '2026-01-02'], undefined],
    ['filter[search]', 'nul\0', undefined],
  ]

  it('unknown keys, unknown values, malformed dates', async () => {
    const { org_id } = await setUp()
    for (const [name, value, allowed] of refused) {
      const reply = await ada.get('/v1/tasks', { query: { org_id, [name]: value } })
      expect([name, value, reply.status, reply.body.type]).toEqual([
        name,
        value,
        400,
        'urn:svc:problem:invalid-parameter',
      ])
      expect(reply.body.errors[0].loc).toEqual(['query', name])
      if (allowed) expect(reply.body.errors[0].allowed).toEqual(expect.arrayContaining(allowed))
    }
    // The deprecated parameter is equally strict; unknown parameter names are ignored.
    expect((await ada.get('/v1/tasks', { query: { org_id, status: 'blocked,nope' } })).status).toBe(400)
    expect((await ada.get('/v1/tasks', { query: { org_id, filter: 'x', filters: 'y', page: 2 } })).status).toBe(200)
  })
})

it('requires the organization unless a project or a token implies it', async () => {
  const { org_id, addTask } = await setUp()
  const { project_id } = await createProject(ada, org_id)
  await addTask('a', { project_id })
  const missing = await ada.get('/v1/tasks')
  expect([missing.status, missing.body.errors[0].loc]).toEqual([422, ['query', 'org_id']])
  expect(await listTaskValues(ada, { project_id })).toEqual(['a'])
  expect(await listTaskValues(await createTokenClient(ada, org_id), {})).toEqual(['a'])
  const elsewhere = await setUp()
  expect((await ada.get('/v1/tasks', { query: { org_id: elsewhere.org_id, project_id } })).status).toBe(404)
  expect((await ada.get('/v1/tasks', { query: { project_id: 'P0000000000000000' } })).status).toBe(404)
  const outsider = await app.signIn('outsider')
  expect((await outsider.get('/v1/tasks', { query: { org_id } })).status).toBe(403)
  expect((await outsider.get('/v1/tasks', { query: { project_id } })).status).toBe(404)
  expect((await (await createTokenClient(ada, elsewhere.org_id)).get('/v1/tasks', { query: { org_id } })).status).toBe(
    403,
  )
})
