import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { backfillTaskSpans } from '../../../src/resources/work/tasks/commands/backfill-spans.ts'
import { waitForStableEvents } from '../../support/event-stream.ts'
import { listTaskEvents, readTask, readVersion, toIssue, updateTask } from '../tasks/requests.ts'
import {
  createSection,
  listSectionEvents,
  listSections,
  placeTask,
  postSection,
  type Scope,
  type Section,
} from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

/** Creates a project with columns, and functions on its tasks. */
async function setUp(preset = 'simple', values: object = {}) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id, { preset, ...values })
  const scope: Scope = ['project', project_id]
  const sections: Section[] = await listSections(ada, org_id, scope)
  const find = (name: string): string => sections.find((one) => one.name === name).section_id
  const add = async (more: object = {}): Promise<string> =>
    (await createTask(ada, org_id, { project_id, ...more })).task_id
  return { org_id, project_id, scope, sections, find, add }
}

/** Returns status and section of a task in its project. */
async function readPlace(taskId: string, client: Client = ada): Promise<[string, string | null, number | null]> {
  const { org_id, project_id, status } = await readTask(client, taskId)
  const query = { org_id, section_scope: `project:${project_id}`, project_id, limit: 1000 }
  const { data } = expectStatus(await client.get('/v1/tasks', { query }), 200)
  const row = data.find((one: Section) => one.task_id === taskId)
  return [status, row.section_id, row.section_position]
}

const patchSection = (id: string, body: object, client = ada) => client.patch(`/v1/sections/${id}`, { body })

const listSpans = (taskId: string) =>
  app.sql<{ what: string; value: string | null }>(
    `SELECT what, value, entered_at, left_at FROM task_spans WHERE task_id = $1 ORDER BY what, left_at`,
    [taskId],
  )

describe('the attributes of a section', () => {
  test('are status, color and limit, which null clears', async () => {
    const { org_id, scope } = await setUp('none')
    const values = { status: 'blocked', color: '#1F6a9e', wip_limit: 3 }
    const created = await createSection(ada, org_id, scope, 'Stuck', values)
    expect(created).toMatchObject(values)
    const cleared = expectStatus(await patchSection(created.section_id, { color: 'teal', wip_limit: null }), 200)
    expect(cleared).toMatchObject({ status: 'blocked', color: 'teal', wip_limit: null, version: 2 })
    expect(expectStatus(await patchSection(created.section_id, { status: null }), 200).status).toBe(null)
    const events = await listSectionEvents(app, org_id)
    expect(events.map(({ before, after }) => [before, after])).toMatchObject([
      [null, { name: 'Stuck', ...values }],
      [
        { color: '#1F6a9e', wip_limit: 3 },
        { color: 'teal', wip_limit: null },
      ],
      [{ status: 'blocked' }, { status: null }],
    ])
  })

  test.each([
    [{ status: 'doing' }, 'status'],
    [{ color: 'mauve' }, 'color'],
    [{ color: '#12345' }, 'color'],
    [{ wip_limit: 0 }, 'wip_limit'],
    [{ wip_limit: 1000 }, 'wip_limit'],
  ])('are refused as %o', async (values, name) => {
    const { org_id, scope, find } = await setUp()
    expect(toIssue(await postSection(ada, org_id, scope, 'x', values))).toEqual([422, `body.${name}`])
    expect(toIssue(await patchSection(find('Done'), values))).toEqual([422, `body.${name}`])
  })

  test('belong to projects alone', async () => {
    const { org_id } = await setUp()
    const crew = await insertTeam(app, org_id, [ada])
    for (const scope of [
      ['team', crew],
      ['user', 'ada'],
    ] as Scope[])
      for (const [name, value] of Object.entries({ status: 'blocked', color: 'teal', wip_limit: 3 })) {
        const refused = await postSection(ada, org_id, scope, 'x', { [name]: value })
        expect(toIssue(refused)).toEqual([422, `body.${name}`])
        expect(refused.body.errors[0].msg).toContain('Only sections of a project')
        const { section_id } = await createSection(ada, org_id, scope, `${name} here`, { [name]: null })
        expect(toIssue(await patchSection(section_id, { [name]: value }))).toEqual([422, `body.${name}`])
        expectStatus(await patchSection(section_id, { [name]: null, name: `${name} there` }), 200)
      }
  })
})

test('a preset creates sections with a status each, and an event each', async () => {
  const listNames = async (preset: string) => (await setUp(preset)).sections.map(({ name, status }) => [name, status])
  expect(await listNames('none')).toEqual([])
  expect(await listNames('simple')).toEqual([
    ['To do', 'not_started'],
    ['Doing', 'in_progress'],
    ['Done', 'completed'],
  ])
  const { org_id, sections } = await setUp('software')
  expect(sections.map(({ status }) => status)).toEqual([
    'backlog',
    'not_started',
    'in_progress',
    'in_progress',
    'completed',
  ])
  expect((await listSectionEvents(app, org_id)).map(({ type, resource_id }) => [type, resource_id])).toEqual(
    sections.map(({ section_id }) => ['section.created', section_id]),
  )
})

describe('a task', () => {
  test('is created in the first section for its status', async () => {
    const { add, find } = await setUp('software')
    const [a, b] = [await add({ status: 'in_progress' }), await add({ status: 'in_progress' })]
    expect(await readPlace(a)).toEqual(['in_progress', find('In progress'), 1])
    expect(await readPlace(b)).toEqual(['in_progress', find('In progress'), 2])
    expect(await readPlace(await add({ status: 'on_hold' }))).toEqual(['on_hold', null, null])
    const [created] = await listTaskEvents(ada, a)
    expect(created!.after).toMatchObject({ section_id: find('In progress'), section_position: 1 })
    expect(await listSpans(a)).toEqual([])
  })

  test('gets the status of its section in one version and one event', async () => {
    const { add, find, scope } = await setUp()
    const id = await add()
    const reply = await placeTask(ada, id, scope, find('Done'))
    expect([reply.section_id, await readVersion(ada, id)]).toEqual([find('Done'), 2])
    expect(await readPlace(id)).toEqual(['completed', find('Done'), 1])
    const events = await listTaskEvents(ada, id)
    expect(events.slice(1).map(({ type, before, after }) => [type, before, after])).toEqual([
      [
        'task.updated',
        { section_id: find('To do'), status: 'not_started' },
        { section_id: find('Done'), status: 'completed' },
      ],
    ])
    await placeTask(ada, id, scope, null)
    expect(await readPlace(id)).toEqual(['completed', null, null])
  })

  test('follows its status, by one task, by several and without the right to edit the project', async () => {
    const { org_id, add, find, project_id } = await setUp()
    await addProjectMember(ada, project_id, ben, 'viewer')
    const [a, b] = [await add({ assignee: 'ben' }), await add()]
    await updateTask(ben, a, { status: 'in_progress' })
    expect(await readPlace(a)).toEqual(['in_progress', find('Doing'), 1])
    const [, event] = await listTaskEvents(ada, a)
    expect([event!.before, event!.after]).toEqual([
      { status: 'not_started', section_id: find('To do') },
      { status: 'in_progress', section_id: find('Doing') },
    ])
    const body = { task_ids: [b, a], changes: { status: 'completed', org_id } }
    expect(expectStatus(await ada.post('/v1/tasks/bulk', { body }), 200).updated).toBe(2)
    expect([await readPlace(b), await readPlace(a)]).toEqual([
      ['completed', find('Done'), 1],
      ['completed', find('Done'), 2],
    ])
    expect([await readVersion(ada, a), await readVersion(ada, b)]).toEqual([3, 2])
    await updateTask(ada, a, { status: 'blocked' })
    expect(await readPlace(a)).toEqual(['blocked', null, null])
    // Without a section, a status places no task.
    await updateTask(ada, a, { status: 'completed' })
    expect(await readPlace(a)).toEqual(['completed', null, null])
  })

  test('keeps its status when it moves, and its section by name', async () => {
    const { org_id, add, scope, find } = await setUp('none').then(async (created) => {
      await createSection(ada, created.org_id, created.scope, 'To Do')
      const sections = await listSections(ada, created.org_id, created.scope)
      return { ...created, find: (name: string) => sections.find((one) => one.name === name).section_id as string }
    })
    const other = await createProject(ada, org_id, { preset: 'software' })
    const columns = await listSections(ada, org_id, ['project', other.project_id])
    const findColumn = (name: string) => columns.find((one) => one.name === name).section_id
    const [a, b, c] = [await add(), await add({ status: 'completed' }), await add({ status: 'on_hold' })]
    for (const id of [a, b, c]) await placeTask(ada, id, scope, find('To Do'))
    await updateTask(ada, a, { project_id: other.project_id })
    const body = { task_ids: [b, c], changes: { project_id: other.project_id } }
    expectStatus(await ada.post('/v1/tasks/bulk', { body }), 200)
    expect([await readPlace(a), await readPlace(b), await readPlace(c)]).toEqual([
      ['not_started', findColumn('To do'), 1],
      ['completed', findColumn('Done'), 1],
      ['on_hold', null, null],
    ])
    const moved = (await listTaskEvents(ada, a)).at(-1)!
    expect([moved.type, moved.before, moved.after]).toMatchObject([
      'task.moved',
      { section_id: find('To Do') },
      { section_id: findColumn('To do') },
    ])
    // Back: the section of that name means no status.
    await updateTask(ada, a, { project_id: scope[1], status: 'blocked' })
    expect(await readPlace(a)).toEqual(['blocked', find('To Do'), 1])
  })

  test('moves with its goal to the sections of the other project', async () => {
    const { org_id, project_id, add, find } = await setUp()
    const other = await createProject(ada, org_id, { preset: 'software' })
    const columns = await listSections(ada, org_id, ['project', other.project_id])
    const goal = expectStatus(await ada.post(`/v1/projects/${project_id}/goals`, { body: { name: 'Crane' } }), 201)
    const id = await add({ goal_id: goal.goal_id, status: 'in_progress' })
    const path = `/v1/projects/${project_id}/goals/${goal.goal_id}/move`
    expectStatus(await ada.post(path, { body: { project_id: other.project_id } }), 200)
    expect(await readPlace(id)).toEqual(['in_progress', columns[2].section_id, 1])
    const moved = (await listTaskEvents(ada, id)).at(-1)!
    expect([moved.before, moved.after]).toMatchObject([
      { section_id: find('Doing') },
      { section_id: columns[2].section_id },
    ])
  })

  test('is restored into the section for its status if its own has another one by now', async () => {
    const { add, find } = await setUp()
    const [a, b] = [await add(), await add({ status: 'completed' })]
    for (const id of [a, b]) expectStatus(await ada.delete(`/v1/tasks/${id}`), 200)
    expectStatus(await patchSection(find('To do'), { status: 'blocked' }), 200)
    for (const id of [a, b]) expectStatus(await ada.post(`/v1/tasks/${id}/restore`), 200)
    expect([await readPlace(a), await readPlace(b)]).toEqual([
      ['not_started', null, null],
      ['completed', find('Done'), 1],
    ])
    const restored = (await listTaskEvents(ada, a)).at(-1)!
    expect([restored.type, restored.before, restored.after]).toMatchObject([
      'task.restored',
      { section_id: find('To do') },
      { section_id: null },
    ])
  })
})

describe('a section with a new status', () => {
  test('gives it to its tasks, each with a version and an event', async () => {
    const { org_id, add, find, project_id } = await setUp()
    const [a, b] = [await add(), await add()]
    const hidden = await add({ restricted_to: ['ada'] })
    await waitForStableEvents(app)
    const { next_cursor } = expectStatus(await ada.get('/v1/events', { query: { org_id } }), 200)
    const updated = expectStatus(await patchSection(find('To do'), { status: 'backlog' }), 200)
    expect([updated.status, updated.version]).toEqual(['backlog', 2])
    for (const id of [a, b, hidden])
      expect([(await readPlace(id))[0], await readVersion(ada, id)]).toEqual(['backlog', 2])
    const event = (await listTaskEvents(ada, a)).at(-1)!
    expect([event.before, event.after]).toEqual([{ status: 'not_started' }, { status: 'backlog' }])
    const { after } = (await listSectionEvents(app, org_id)).at(-1)!
    expect(after).toEqual({ status: 'backlog', tasks: 3 })
    // The number includes hidden tasks, so that only admins receive it.
    await addProjectMember(ada, project_id, ben, 'editor')
    await waitForStableEvents(app)
    const listVisible = async (client: Client) =>
      expectStatus(await client.get('/v1/events', { query: { org_id, cursor: next_cursor } }), 200)
        .data.filter(({ type }: Section) => type === 'section.updated')
        .map((one: Section) => one.data.after)
    expect([await listVisible(ada), await listVisible(ben)]).toEqual([
      [{ status: 'backlog', tasks: 3 }],
      [{ status: 'backlog' }],
    ])
    expectStatus(await patchSection(find('To do'), { status: null }), 200)
    expect((await readPlace(a))[0]).toBe('backlog')
  })

  test('is refused above 5,000 tasks, and changes nothing', async () => {
    const { org_id, project_id, find } = await setUp()
    // In several statements: on sharded tables one would exceed the statement timeout.
    for (let from = 1; from <= 5001; from += 1000) {
      await app.sql(
        `INSERT INTO tasks (org_id, task_id, project_id, title, title_key, status_rank, priority_rank, created_at, updated_at)
         SELECT $1, 'T' || lpad(i::text, 16, '0'), $2, 'x', 'x', 2, 4, now(), now()
         FROM generate_series($3::int, least($3::int + 999, 5001)) i`,
        [org_id, project_id, from],
      )
      await app.sql(
        `INSERT INTO task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
         SELECT $1, 'project', $2, 'T' || lpad(i::text, 16, '0'), $4, 1
         FROM generate_series($3::int, least($3::int + 999, 5001)) i`,
        [org_id, project_id, from, find('To do')],
      )
    }
    const refused = await patchSection(find('To do'), { status: 'blocked', name: 'Stuck' })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('5000 tasks')])
    expectStatus(await patchSection(find('To do'), { wip_limit: 12 }), 200)
  })

  test('keeps the status of its tasks when it is deleted', async () => {
    const { add, find } = await setUp()
    const id = await add({ status: 'in_progress' })
    expectStatus(await ada.delete(`/v1/sections/${find('Doing')}`), 200)
    expect(await readPlace(id)).toEqual(['in_progress', null, null])
  })
})

test('status, section and sprint leave spans, which the event log builds again', async () => {
  const { org_id, add, find, scope } = await setUp()
  const id = await add()
  await updateTask(ada, id, { status: 'in_progress' })
  await placeTask(ada, id, scope, find('Done'))
  expectStatus(await patchSection(find('Done'), { status: 'archived' }), 200)
  await placeTask(ada, id, scope, null)
  const other = await createProject(ada, org_id, { preset: 'software' })
  await updateTask(ada, id, { project_id: other.project_id, status: 'in_progress' })
  expectStatus(await ada.delete(`/v1/sections/${(await readPlace(id))[1]}`), 200)
  const spans = await listSpans(id)
  expect(spans.filter((one) => one.what === 'status').map((one) => one.value)).toEqual([
    'not_started',
    'in_progress',
    'completed',
    'archived',
  ])
  expect(spans.filter((one) => one.what === 'section').map((one) => one.value)).toEqual([
    find('To do'),
    find('Doing'),
    find('Done'),
    null,
    expect.stringMatching(/^SE/),
  ])
  await app.sql('INSERT INTO task_span_backfill DEFAULT VALUES')
  await app.sql('UPDATE task_spans SET value = $2 WHERE task_id = $1', [id, 'wrong'])
  await backfillTaskSpans({ database: app.services.database })
  expect(await listSpans(id)).toEqual(spans)
  expect(await app.sql('SELECT FROM task_span_backfill')).toEqual([])
})
