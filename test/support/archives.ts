import { mkdtempSync, rmSync, createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '@svc/import/archive'
import { restoreOrganizationCommand } from '../../src/resources/platform/restores/restore-command.ts'
import { writeExport } from '../../src/resources/platform/exports/commands/write-archive.ts'
import { expectStatus, type Client } from './client.ts'
import { addMember, createOrganization, createProject, addProjectMember, createTask } from './factories.ts'
import { Upload } from './form.ts'
import type { TestApp } from './app.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

let count = 0

/** Creates a folder for archives; deleted by `remove`. */
export function createArchiveFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-archives-'))
  return {
    getNewFile: () => join(folder, `${++count}.zip`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Exports an organization into a file, and returns the manifest. */
export async function exportOrganization(app: TestApp, orgId: string, file: string) {
  const output = createWriteStream(file)
  await writeExport(app.services, { orgId, projectId: null }, output, async () => {})
  const archive = await openArchive(file)
  archive.close()
  return archive.manifest
}

/** Runs `svc-server organization restore`; returns its output and the id of the organization. */
export async function restoreOrganization(app: TestApp, file: string): Promise<{ output: string; orgId: string }> {
  const stdout = await restoreOrganizationCommand.run(app.services, { file })
  return { output: stdout, orgId: /\(([0-9a-f-]{36})\)/.exec(stdout)![1]! }
}

const create = async (
  client: Client,
  path: string,
  body: object,
  query: Record<string, string> = {},
): Promise<ResponseBody> => expectStatus(await client.post(path, { body, query }), 200, 201)

export const fileContent = 'Tide tables\n'.repeat(1000)

/** Reads the view of a team that `createFullOrganization` makes, and the titles of the tasks that it lists in their order. */
export async function readTeamView(client: Client, org_id: string, team_id: string) {
  const scope = { org_id, scope_type: 'team', scope_id: team_id }
  const [view] = expectStatus(await client.get('/v1/views', { query: scope }), 200).data
  const [section] = expectStatus(await client.get('/v1/sections', { query: scope }), 200).data
  const { data } = expectStatus(await client.get('/v1/tasks', { query: { org_id, ...view.query } }), 200)
  return { view, section, titles: data.map((task: { title: string }) => task.title) }
}

/** Creates an organization of `ada` and `ben` that has a row of every kind that an export has. */
export async function createFullOrganization(app: TestApp) {
  const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
  const { org_id } = await createOrganization(ada, { name: 'North Quay Works', description: 'Docks' })
  await addMember(ada, org_id, ben, 'member')
  expectStatus(await ada.patch(`/v1/organizations/${org_id}/settings`, { body: { max_token_ttl_days: 90 } }), 200)
  await create(ada, '/v1/designations', { org_id, label: 'Berth master' })
  expectStatus(await ada.patch(`/v1/organizations/${org_id}`, { body: { logo: 'https://example.com/quay.svg' } }), 200)
  const board = {
    name: 'Tide board',
    redirect_uris: ['https://board.example.com/callback'],
    allowed_scopes: ['tasks:read'],
  }
  await create(ada, '/v1/oauth/clients', { org_id, ...board })
  const { team_id } = await create(ada, '/v1/teams', { org_id, name: 'Yard' })
  await create(ada, `/v1/teams/${team_id}/members`, { user_id: ben.userId })
  const { project_id } = await createProject(ada, org_id, {
    name: 'Quay wall',
    visibility: 'private',
    team_id,
    preset: 'software',
  })
  expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { prefix: 'WALL' } }), 200)
  await addProjectMember(ada, project_id, ben, 'editor')
  const other = await createProject(ada, org_id, { name: 'Crane' })
  const plan = await createPlans(ada, { team_id, project_id })
  const scope = { scope_type: 'project', scope_id: project_id }
  const section = await create(ada, '/v1/sections', { org_id, ...scope, name: 'Waiting' })
  await create(ada, '/v1/sections', { org_id, scope_type: 'user', scope_id: 'ada', name: 'Mine' })
  const field = await create(ada, '/v1/fields', { org_id, name: 'Checked by', type: 'person' })
  const parent = await createTask(ben, org_id, {
    project_id,
    title: 'Dredge the basin',
    assignee: 'ada',
    tags: ['wet'],
    due_date: '2027-05-01',
    section_id: section.section_id,
    goal_id: plan.goal_id,
    milestone_id: plan.milestone_id,
    sprint_id: plan.sprint_id,
    custom: { [field.key]: 'ben' },
  })
  const moved = await createTask(ada, org_id, { project_id: other.project_id, title: 'Order rope' })
  const bug = { task_type: 'bug', bug_id: 'B-7', tracker_id: '77', is_subtask: true }
  const hidden = await createTask(ada, org_id, { project_id, title: 'Secret', restricted_to: ['ada'], ...bug })
  const last = await createTask(ada, org_id, {
    project_id,
    title: 'Paint',
    description: `See ${app.url}/tasks/${parent.task_id}.`,
  })
  expectStatus(await ada.patch(`/v1/tasks/${moved.task_id}`, { body: { project_id } }), 200)
  const links = { sub_tasks: [last.task_id, moved.task_id], dependencies: [hidden.task_id], status: 'in_progress' }
  expectStatus(await ada.patch(`/v1/tasks/${parent.task_id}`, { body: links }), 200)
  await create(ada, `/v1/projects/${project_id}/stops/${plan.stop_id}/tasks`, { task_ids: [parent.task_id] })
  const ofTeam = { scope_type: 'team', scope_id: team_id }
  const week = await create(ada, '/v1/sections', { org_id, ...ofTeam, name: 'This week' })
  // In another order than that of their creation.
  for (const { task_id } of [last, parent])
    expectStatus(
      await ada.put(`/v1/tasks/${task_id}/section`, { body: { ...ofTeam, section_id: week.section_id } }),
      200,
    )
  const gone = await createTask(ada, org_id, { project_id, title: 'Gone' })
  expectStatus(await ada.delete(`/v1/tasks/${gone.task_id}`), 200)
  const external = `/v1/tasks/external/tracker/octo%2F1`
  expectStatus(await ada.put(external, { body: { org_id, project_id, title: 'Mirrored' } }), 201)
  await createTaskParts(ada, ben, parent.task_id)
  const file = new Upload(fileContent)
  await create(ada, '/v1/project-resources/upload', { file }, { project_id })
  const view = { org_id, ...scope, name: 'Wet work', query: { 'filter[assignee]': 'ada' } }
  const { view_id } = await create(ada, '/v1/views', view)
  expectStatus(await ada.put(`/v1/views/${view_id}/pin`), 200)
  const inWeek = {
    'filter[section]': week.section_id,
    section_scope: `team:${team_id}`,
    sort_by: 'section_position',
    sort_order: 'asc',
  }
  await create(ada, '/v1/views', { org_id, ...ofTeam, name: 'Week', query: inWeek })
  await create(ada, '/v1/webhooks', {
    org_id,
    name: 'Build',
    url: 'https://example.com/hook',
    events: ['task.created'],
  })
  return { ada, ben, org_id, project_id, team_id, section, field, parent, moved, hidden, last, gone }
}

async function createPlans(ada: Client, { team_id, project_id }: Record<string, string>) {
  const { journey_id } = await create(ada, `/v1/projects/${project_id}/journeys`, { name: 'Line' })
  const stop = { title: 'Opening', journey_ids: [journey_id] }
  const { stop_id } = await create(ada, `/v1/projects/${project_id}/stops`, stop)
  const { goal_id } = await create(ada, `/v1/projects/${project_id}/goals`, { name: 'Dry feet' })
  const milestone = { title: 'Handover', target_date: '2027-03-31' }
  const { milestone_id } = await create(ada, `/v1/teams/${team_id}/milestones`, milestone)
  const sprint = { name: 'Sprint 1', start_date: '2026-11-16', duration_weeks: 2 }
  const { sprint_id } = await create(ada, `/v1/teams/${team_id}/sprints`, sprint)
  const absence = { user_id: ada.userId, start_date: '2026-12-24', end_date: '2026-12-27' }
  await create(ada, `/v1/teams/${team_id}/availability`, absence)
  return { stop_id, goal_id, milestone_id, sprint_id }
}

async function createTaskParts(ada: Client, ben: Client, task_id: string): Promise<void> {
  const first = await create(ben, '/v1/task-comments', { task_id, content: 'Which rope, @ada?' })
  const path = '/v1/task-comments/reply'
  const reply = await create(ada, path, { parent_comment_id: first.comment_id, content: 'Hemp.' })
  await create(ben, path, { parent_comment_id: reply.comment_id, content: 'Aye.' })
  expectStatus(await ben.put(`/v1/tasks/${task_id}/watch`), 200)
  await create(ben, '/v1/task-attachments', { task_id, file: new Upload(fileContent) })
  await create(ada, `/v1/tasks/${task_id}/reminders`, { before_due: { days: 2 }, note: 'Look' })
}
