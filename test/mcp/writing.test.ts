import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createProject, createTask } from '../support/factories.ts'
import { connectAgent, type Agent, type ToolResult } from '../support/mcp.ts'
import { createHarbour } from './fixtures.ts'

const app = await startApp()
const { ada, create, org_id, key, team, quay, goal, sprint, section, crane, file } = await createHarbour(app)

let ai: Agent
let every: Agent
beforeAll(async () => {
  ai = await connectAgent(key)
  every = await connectAgent(key, { toolsets: 'danger,all', era: '2025-11-25' })
})

test('each task of a batch is reported, and a key creates none twice', async () => {
  const tasks = [
    { title: 'Order rope', project: 'Quay wall', sprint: 'Week 9', assignee: 'me', due_date: '2027-03-02' },
    { title: 'Paint', project: 'Nowhere' },
    { title: 'Weld', goal: 'Safe by May', project: 'Quay wall' },
  ]
  const created = await ai.call('create_tasks', { tasks, idempotency_key: 'rope' })
  expect(created).toMatchObject({
    done: 2,
    failed: 1,
    results: [
      { index: 0, ok: true, title: 'Order rope', assignee: 'ada', sprint_id: sprint.sprint_id },
      { index: 1, ok: false, error: { message: 'No visible project has this name.' } },
      { index: 2, ok: true },
    ],
  })
  const again = await ai.call('create_tasks', { tasks, idempotency_key: 'rope' })
  expect(again.results.map(({ task_id }: ToolResult) => task_id)).toEqual(
    created.results.map(({ task_id }: ToolResult) => task_id),
  )
  expect(expectStatus(await ada.get(`/v1/tasks/${created.results[2].task_id}`), 200).goal_id).toBe(goal.goal_id)
})

test('taking a task claims and starts it, and an update with release ends the claim', async () => {
  const one = await createTask(ada, org_id, { project_id: quay.project_id })
  const read = async () => expectStatus(await ada.get(`/v1/tasks/${one.task_id}`), 200)
  const taken = await ai.call('get_task', { take: one.task_id, lease_minutes: 30 })
  expect(taken).toMatchObject({ task_id: one.task_id, status: 'in_progress', claim: { by: 'ada' } })
  const released = await ai.call('update_tasks', {
    updates: [{ task_id: one.task_id, status: 'completed', release: true }],
  })
  expect(released).toMatchObject({ done: 1, failed: 0 })
  expect(await read()).toMatchObject({ status: 'completed', claim: null })
  const again = await ai.callRaw('update_tasks', { updates: [{ task_id: one.task_id, release: true }] })
  expect(again).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('no claim') }] })
  const mine = await createTask(ada, org_id, { project_id: quay.project_id, assignee: 'ada', priority: 'critical' })
  expect(await ai.call('get_task', { take: 'next' })).toMatchObject({ task_id: mine.task_id, claim: { by: 'ada' } })
})

test('a change with an outdated version changes nothing, and the rest of the batch continues', async () => {
  const one = await createTask(ada, org_id, { project_id: quay.project_id })
  const other = await createTask(ada, org_id, { project_id: quay.project_id })
  const { version } = await ai.call('get_task', { task_id: one.task_id })
  expectStatus(await ada.patch(`/v1/tasks/${one.task_id}`, { body: { priority: 'high' } }), 200)
  const { results, done } = await ai.call('update_tasks', {
    updates: [
      { task_id: one.task_id, status: 'completed', version },
      { task_id: other.task_id, status: 'completed', assignee: 'ben', tags: null },
      { task_id: 'T0000000000000000', status: 'completed' },
    ],
  })
  expect(results.map(({ ok, error }: ToolResult) => [ok, error?.status])).toEqual([
    [false, 412],
    [true, undefined],
    [false, 404],
  ])
  expect(done).toBe(1)
  // A repetition with its key is the same change, though its version is outdated.
  const { version: now } = results[1]
  const updates = [{ task_id: other.task_id, priority: 'low', version: now }]
  for (let time = 0; time < 2; time++)
    expect(await ai.call('update_tasks', { updates, idempotency_key: 'low' })).toMatchObject({ done: 1 })
  expect(expectStatus(await ada.get(`/v1/tasks/${one.task_id}`), 200).status).toBe('not_started')
  expect(
    await ai.fail('update_tasks', { updates: [{ task_id: 'T0000000000000000', status: 'blocked' }] }),
  ).toMatchObject({ done: 0, failed: 1 })
})

test('tasks are moved to containers by name, and removed from them', async () => {
  const { task_id } = await createTask(ada, org_id)
  const place = {
    project: 'Quay wall',
    team: 'Crane crew',
    sprint: 'Week 9',
    goal: 'Safe by May',
    section: 'Next',
  }
  const { results } = await ai.call('move_tasks', { task_ids: [task_id], ...place })
  expect(results).toMatchObject([{ ok: true, task_id, section_id: section.section_id }])
  const read = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
  expect(await read()).toMatchObject({
    project_id: quay.project_id,
    sprint_id: sprint.sprint_id,
    goal_id: goal.goal_id,
  })
  await ai.call('move_tasks', { task_ids: [task_id], take_out_of: ['sprint', 'goal'] })
  expect(await read()).toMatchObject({ project_id: quay.project_id, sprint_id: null, goal_id: null })
})

test('comments are created, replied to and read with the task', async () => {
  const { comment_id } = await ai.call('comment', {
    task_id: crane.task_id,
    content: 'Look, @ben',
    mentions: ['ben'],
  })
  await ai.call('comment', { reply_to: comment_id, content: 'Done' })
  const { comments, files } = await ai.call('get_task', { task_id: crane.task_id })
  expect(comments).toMatchObject([{ content: 'Look, @ben', created_by: 'ada', replies: [{ content: 'Done' }] }])
  expect(files).toMatchObject([{ attachment_id: file.attachment_id, name: 'notes.txt' }])
})

test('a project is created and changed by its name', async () => {
  const created = await ai.call('save_project', { name: 'Slipway', team: 'Crane crew', team_members: ['ben'] })
  expect(created).toMatchObject({ name: 'Slipway', owner: 'ada', team_id: team.team_id })
  const { version } = created
  expect(await ai.call('save_project', { project: 'slipway', priority: 'high', version })).toMatchObject({
    project_id: created.project_id,
    priority: 'high',
  })
  expect(await ai.fail('save_project', { project: 'Slipway', priority: 'low', version })).toMatchObject({
    status: 412,
  })
  expect(await ai.fail('save_project', {})).toMatchObject({ message: expect.stringContaining('`name`') })
})

test('a project is created with a prefix and sections, and a new prefix changes the keys of its tasks', async () => {
  const { project_id, ...created } = await ai.call('save_project', {
    name: 'Breakwater',
    prefix: 'BRK',
    preset: 'simple',
  })
  expect(created.prefix).toBe('BRK')
  const query = { org_id, scope_type: 'project', scope_ids: project_id }
  expect(expectStatus(await ada.get('/v1/sections', { query }), 200).data).toHaveLength(3)
  await ai.call('create_tasks', { tasks: [{ title: 'Sink caissons', project: 'BREAKWATER' }] })
  expect(await ai.call('save_project', { project: 'Breakwater', prefix: 'MOLE' })).toMatchObject({ prefix: 'MOLE' })
  const { tasks } = await ai.call('search_tasks', { project: ['Breakwater'] })
  expect(tasks).toMatchObject([{ title: 'Sink caissons', key: 'MOLE-1' }])
  const { projects } = await ai.call('list_projects', { search: 'Breakwater' })
  expect(projects).toMatchObject([{ project_id, prefix: 'MOLE' }])
  expect((await ai.call('get_context')).projects).toContainEqual(
    expect.objectContaining({ project_id, prefix: 'MOLE' }),
  )
  const late = await ai.fail('save_project', { project: 'Breakwater', preset: 'software' })
  expect(late.message).toContain('new project only')
})

test('only attributes that an update of a project clears can be named in `clear`', async () => {
  await ai.call('save_project', { name: 'Jetty', description: 'Of oak', priority: 'high' })
  const cleared = await ai.call('save_project', { project: 'Jetty', clear: ['description'] })
  expect(cleared).not.toHaveProperty('description')
  expect(await ai.fail('save_project', { project: 'Jetty', clear: ['priority'] })).toBeDefined()
})

test('rows and single tasks have values of custom fields and the claim, if there are any', async () => {
  await create('/v1/fields', { org_id, key: 'load', name: 'Load', type: 'number' })
  const { results } = await ai.call('create_tasks', {
    tasks: [{ title: 'Winch', custom: { load: 12 } }, { title: 'Winch rope' }],
  })
  const [winch] = results
  await ai.call('get_task', { take: winch.task_id, lease_minutes: 30 })
  const claim = { by: 'ada', until: expect.any(String) }
  const { tasks } = await ai.call('search_tasks', { search: 'winch', sort_by: 'title' })
  expect(tasks[0]).toMatchObject({ title: 'Winch', custom: { load: 12 } })
  expect(tasks[0].claim).toEqual(claim)
  expect(tasks[1].title).toBe('Winch rope')
  for (const name of ['custom', 'claim']) expect(tasks[1]).not.toHaveProperty(name)
  expect(await ai.call('get_task', { task_id: winch.task_id })).toMatchObject({ custom: { load: 12 }, claim })
})

test('any operation can be found and called with all its parameters', async () => {
  const { operations } = await every.call('find_operation', { words: 'reminder create' })
  expect(operations.map(({ id }: ToolResult) => id)).toContain('reminders.create')
  const [whole] = (await every.call('find_operation', { id: 'teams.create' })).operations
  expect(whole).toMatchObject({ body: { required: ['name'] }, scope: 'teams:write' })
  const [member] = (await every.call('find_operation', { id: 'teams.update_member' })).operations
  expect(member.params).toEqual({
    type: 'object',
    properties: {
      team_id: { type: 'string' },
      user_id: { type: 'string', description: 'The user ID of the member.' },
    },
  })
  const created = await every.call('call_operation', {
    id: 'teams.create',
    body: { name: 'Dredgers' },
    idempotency_key: 'd',
  })
  expect(created.answer).toMatchObject({ name: 'Dredgers', org_id })
  expect(await every.fail('call_operation', { id: 'teams.read', query: { team: 'x' } })).toMatchObject({
    missing: ['team_id'],
  })
  expect(await every.fail('call_operation', { id: 'tokens.create' })).toMatchObject({ status: 422 })
  expect(await every.fail('call_operation', { id: 'preferences.read' })).toMatchObject({
    message: 'This operation requires a browser session; access tokens cannot call it.',
  })
  expect(await every.fail('call_operation', { id: 'team.creates' })).toMatchObject({
    candidates: expect.arrayContaining(['teams.create']),
  })
})

test('an id of dots matches nothing, and never another operation', async () => {
  const { task_id } = await createTask(ada, org_id)
  for (const id of ['', '.', '..']) {
    expect(await every.fail('get_task', { task_id: id })).toMatchObject({ task_id: id })
    expect(
      await every.fail('call_operation', { id: 'task-watchers.unwatch', params: { task_id: [id] } }),
    ).toMatchObject({
      message: 'This id is not valid.',
    })
  }
  const { results } = await every.call('delete_tasks', { task_ids: ['..', task_id] })
  expect(results).toMatchObject([{ ok: false, error: { task_id: '..' } }, { ok: true }])
})

test('deletions run one at a time, and only at the URL that enables them', async () => {
  const { task_id } = await createTask(ada, org_id)
  await expect(ai.callRaw('delete_tasks', { task_ids: [task_id] })).rejects.toThrow('Unknown tool')
  const { results } = await every.call('delete_tasks', { task_ids: [task_id, task_id] })
  expect(results).toMatchObject([{ ok: true }, { ok: false, error: { status: 404 } }])
  const { project_id } = await createProject(ada, org_id, { name: 'Spare' })
  expect(await every.call('delete_project', { project: 'Spare' })).toMatchObject({
    project_id,
    deleted: true,
  })
  const { comment_id } = await ai.call('comment', { task_id: crane.task_id, content: 'Oops' })
  expect(await every.call('delete_comments', { comment_ids: [comment_id] })).toMatchObject({ done: 1 })
  expect(await every.call('delete_files', { attachment_ids: [file.attachment_id] })).toMatchObject({
    done: 1,
  })
})
