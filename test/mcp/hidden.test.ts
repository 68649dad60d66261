import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createTokenClient, insertMembership } from '../support/factories.ts'
import { connectAgent } from '../support/mcp.ts'
import { createHarbour } from './fixtures.ts'

const app = await startApp()
const { create, org_id, quay, team, goal, sprint, section, crane, file } = await createHarbour(app)
const comment = await create('/v1/task-comments', { task_id: crane.task_id, content: 'Which rope?' })

/** Guest of the organization who is in no project or team. */
const gil = await app.signIn('gil')
await insertMembership(gil, org_id, 'guest')
const ai = await connectAgent(await createTokenClient(gil, org_id), { toolsets: 'danger,all' })

const toMissingId = (id: string) => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
const hidden = {
  task: crane.task_id as string,
  project: quay.project_id as string,
  team: team.team_id as string,
  goal: goal.goal_id as string,
  sprint: sprint.sprint_id as string,
  section: section.section_id as string,
  comment: comment.comment_id as string,
  file: file.attachment_id as string,
  projectName: 'Quay wall',
  teamName: 'Crane crew',
}
type Names = typeof hidden
const missing: Names = {
  ...(Object.fromEntries(Object.entries(hidden).map(([kind, id]) => [kind, toMissingId(id)])) as Names),
  projectName: 'Quay hall',
  teamName: 'Crane cook',
}

const calls: [tool: string, build: (names: Names) => object][] = [
  ['get_task', ({ task }) => ({ task_id: task })],
  ['get_task', ({ task }) => ({ take: task })],
  ['search_tasks', ({ projectName }) => ({ project: [projectName] })],
  ['search_tasks', ({ project }) => ({ project: [project] })],
  ['search_tasks', ({ teamName }) => ({ team: [teamName] })],
  ['search_tasks', ({ project, goal }) => ({ project: [project], goal: [goal] })],
  ['list_projects', ({ projectName }) => ({ search: projectName })],
  ['list_members', ({ projectName }) => ({ project: projectName })],
  ['list_members', ({ team }) => ({ team })],
  ['list_plans', ({ projectName }) => ({ project: projectName })],
  ['list_plans', ({ team }) => ({ team })],
  ['get_file', ({ file }) => ({ attachment_id: file })],
  ['get_file', ({ projectName }) => ({ project: projectName })],
  ['create_tasks', ({ projectName }) => ({ tasks: [{ title: 'Rope', project: projectName }] })],
  ['create_tasks', ({ task }) => ({ tasks: [{ title: 'Rope', parent: task }] })],
  ['update_tasks', ({ task }) => ({ updates: [{ task_id: task, status: 'blocked' }] })],
  ['move_tasks', ({ task, projectName }) => ({ task_ids: [task], project: projectName })],
  ['move_tasks', ({ task, section }) => ({ task_ids: [task], section })],
  ['comment', ({ task }) => ({ task_id: task, content: 'Hemp' })],
  ['comment', ({ comment }) => ({ reply_to: comment, content: 'Hemp' })],
  ['save_project', ({ projectName }) => ({ project: projectName, priority: 'low' })],
  ['save_project', ({ teamName }) => ({ name: 'Slipway', team: teamName })],
  ['delete_tasks', ({ task }) => ({ task_ids: [task] })],
  ['delete_project', ({ projectName }) => ({ project: projectName })],
  ['delete_comments', ({ comment }) => ({ comment_ids: [comment] })],
  ['delete_files', ({ file }) => ({ attachment_ids: [file] })],
  ['call_operation', ({ sprint, team }) => ({ id: 'sprints.read', params: { team_id: team, sprint_id: sprint } })],
]

/** Returns the result of a call in which the names of hidden items are replaced by those of missing ones. */
async function readResult(tool: string, args: object): Promise<string> {
  const { structuredContent, isError } = await ai.callRaw(tool, args)
  let text = JSON.stringify({ structuredContent, isError })
  for (const [kind, name] of Object.entries(hidden)) text = text.replaceAll(name, missing[kind as keyof Names])
  return text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

test('every tool that takes a reference has a call', async () => {
  const { tools } = await ai.mcp.listTools()
  const withoutReference = ['get_context', 'list_changes', 'find_operation']
  expect(new Set([...calls.map(([tool]) => tool), ...withoutReference])).toEqual(new Set(tools.map(({ name }) => name)))
})

test.each(calls)('%s responds for a hidden item as for a missing one (%#)', async (tool, build) => {
  expect(await readResult(tool, build(hidden))).toBe(await readResult(tool, build(missing)))
})

test('a search finds nothing in hidden projects', async () => {
  expect((await ai.call('search_tasks', { search: 'crane' })).tasks).toEqual([])
  expect((await ai.call('list_projects')).projects).toEqual([])
})
