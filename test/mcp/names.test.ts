import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createProject, createTask } from '../support/factories.ts'
import { connectAgent, type Agent, type ToolResult } from '../support/mcp.ts'
import { createHarbour } from './fixtures.ts'

const app = await startApp()
const { ada, create, org_id, key, team, quay } = await createHarbour(app)
const { team_id } = team
const { project_id } = quay
const week = { start_date: '2027-03-01', duration_weeks: 1 }

/** More members and projects than fit on a page; the searched one is last by name and by age. */
await app.sql(
  `with people as (
     insert into users (user_id, kind, issuer, subject, username, username_key, email, email_key, created_at, updated_at)
     select gen_random_uuid(), 'user', 'many', n, n, n, n || '@many.example', n || '@many.example', now(), now()
     from (select 'p' || i as n from generate_series(1, 6000) i union all select 'zoe') names
     returning user_id, kind, username, username_key)
   insert into organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
     updated_at)
   select $1, user_id, kind, username, username_key, 'member', now(), now(), now() from people`,
  [org_id],
)
await app.sql(
  `insert into projects
   select (jsonb_populate_record(p, jsonb_build_object('project_id', 'PX' || i, 'name', 'Berth ' || i,
     'name_key', 'berth ' || i, 'position', i + 10))).*
   from projects p, generate_series(1, 6000) i where p.org_id = $1 and p.project_id = $2`,
  [org_id, project_id],
)
await createProject(ada, org_id, { name: 'Zulu' })
for (const name of ['Twin', 'twin']) {
  await createProject(ada, org_id, { name })
  await create(`/v1/projects/${project_id}/goals`, { name })
}
await create('/v1/teams', { org_id, name: 'Zulu' })
await create(`/v1/projects/${project_id}/goals`, { name: 'Zulu' })
await create(`/v1/teams/${team_id}/sprints`, { name: 'Zulu', ...week })
await create(`/v1/teams/${team_id}/milestones`, { title: 'Zulu', target_date: '2027-05-01' })
await create('/v1/sections', { org_id, scope_type: 'project', scope_id: project_id, name: 'Zulu' })

let ai: Agent
beforeAll(async () => {
  ai = await connectAgent(key)
})

const kinds: [string, object][] = [
  ['project', {}],
  ['team', {}],
  ['goal', { project: ['Quay wall'] }],
  ['sprint', { team: ['Crane crew'] }],
  ['milestone', { team: ['Crane crew'] }],
  ['section', { project: ['Quay wall'] }],
]

test.each(kinds)('a %s is found by its name among many', async (kind, holder) => {
  expect((await ai.call('search_tasks', { ...holder, [kind]: ['zULU '] })).tasks).toEqual([])
  const error = await ai.fail('search_tasks', { ...holder, [kind]: ['Zulo'] })
  expect(error.message).toContain(`No visible ${kind} has this name`)
  expect(error.candidates).toEqual([expect.objectContaining({ name: 'Zulu' })])
})

test.each([
  ['project', {}],
  ['goal', { project: ['Quay wall'] }],
])('an ambiguous name of %ss returns their ids', async (kind, holder) => {
  const error = await ai.fail('search_tasks', { ...holder, [kind]: ['Twin'] })
  expect(error.message).toMatch(/^Several \w+s have this name\. Send the id instead\.$/)
  expect(error.candidates.map(({ name }: ToolResult) => name).toSorted()).toEqual(['Twin', 'twin'])
})

test('a member is found by name among thousands, and an unknown one returns suggestions', async () => {
  const { task_id } = await createTask(ada, org_id)
  const { results } = await ai.call('update_tasks', { updates: [{ task_id, assignee: 'ZOE' }] })
  expect(results).toMatchObject([{ ok: true, assignee: 'zoe' }])
  expect((await ai.fail('search_tasks', { assignee: ['zoey'] })).candidates).toEqual(['zoe'])
  const { candidates, more_exist } = await ai.fail('search_tasks', { assignee: ['p'] })
  expect([candidates.length, more_exist]).toEqual([10, true])
})

test('tasks of a project beyond the first thousands are shown with its name', async () => {
  const { task_id } = await createTask(ada, org_id, { project_id: 'PX5999', title: 'Far away' })
  const { tasks } = await ai.call('search_tasks', { search: 'Far away' })
  expect(tasks).toMatchObject([{ task_id, project: 'Berth 5999' }])
  expect(await ai.call('get_task', { task_id })).toMatchObject({ project: 'Berth 5999' })
  expect((await ai.call('list_projects', { search: 'zul' })).projects).toMatchObject([{ name: 'Zulu' }])
})

test('a name anywhere in the organization is completed from its beginning', async () => {
  const { completion } = await ai.mcp.complete({
    ref: { type: 'ref/prompt', name: 'standup' },
    argument: { name: 'project', value: 'zu' },
  })
  expect(completion).toMatchObject({ values: ['Zulu'], hasMore: false })
})

test('a call with more names than may be looked up is rejected', async () => {
  const assignee = Array.from({ length: 201 }, (_, at) => `p${at + 1}`)
  expect((await ai.fail('search_tasks', { assignee })).message).toContain('200 different names')
})

test('a task is found by its key wherever an id is expected', async () => {
  const [beam, piles] = [await createTask(ada, org_id, { project_id }), await createTask(ada, org_id, { project_id })]
  const every = await connectAgent(key, { toolsets: 'all,danger' })
  const params = { task_id: beam.key }
  const body = { dependency_id: piles.key }
  await every.call('call_operation', { id: 'tasks.add_dependency', params, body })
  const { tasks } = await ai.call('search_tasks', { blocked_by: [piles.key] })
  expect((tasks as { task_id: string }[]).map(({ task_id }) => task_id)).toEqual([beam.task_id])
})
