import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { connectAgent, protocolVersions, type Agent, type ToolResult } from '../support/mcp.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

/** Creates a team with a sprint to plan and a backlog, always the same. */
async function setUpOrganization() {
  const { org_id } = await createOrganization(ada)
  await addMember(ada, org_id, ben)
  const team = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Crane crew' } }), 200, 201)
  const at = `/v1/teams/${team.team_id}`
  expectStatus(await ada.post(`${at}/members`, { body: { user_id: ben.userId, team_role: 'member' } }), 200, 201)
  const body = { name: 'Week 9', start_date: '2027-03-01', duration_weeks: 1 }
  const sprint = expectStatus(await ada.post(`${at}/sprints`, { body }), 200, 201)
  const { project_id } = await createProject(ada, org_id, { name: 'Quay wall', team_id: team.team_id })
  const backlog: [string, string, string | undefined][] = [
    ['Grease the crane', 'high', '2027-03-03'],
    ['Paint the shed', 'low', undefined],
    ['Replace the rope', 'critical', '2027-03-02'],
    ['Count the bolts', 'medium', '2027-04-01'],
  ]
  for (const [title, priority, due_date] of backlog)
    await createTask(ada, org_id, { project_id, title, priority, ...(due_date && { due_date }) })
  return {
    org_id,
    team_id: team.team_id as string,
    sprint_id: sprint.sprint_id as string,
    project_id: project_id as string,
  }
}

/** Arguments that an agent writes itself. */
const ownWords = ['title', 'content']

const collectTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value ?? {}).flatMap(([name, one]) => (ownWords.includes(name) ? [] : collectTexts(one)))

/**
 * Simulates an agent that knows only the tool definitions: every text that it sends, except its own, comes from these
 * definitions or from an earlier result.
 */
async function trackVocabulary(ai: Agent): Promise<Pick<Agent, 'call'>> {
  const received = new Set(JSON.stringify(await ai.mcp.listTools()).match(/\w+/g))
  return {
    async call(name, args = {}) {
      const untold = collectTexts(args).filter((text) => !received.has(text))
      expect(untold, `${name} is sent text that the agent cannot know`).toEqual([])
      const result = await ai.call(name, args)
      for (const text of collectTexts(result)) received.add(text)
      return result
    },
  }
}

/** Plans the sprint of the only team: assigns all due tasks round-robin, each with a note. */
async function planByTools(ai: Pick<Agent, 'call'>): Promise<void> {
  const { teams } = await ai.call('get_context')
  const team = teams[0].name as string
  const { plans } = await ai.call('list_plans', { team, kinds: ['sprints'] })
  const [sprint] = plans.filter(({ status }: ToolResult) => status === 'active')
  const { members } = await ai.call('list_members', { team })
  const { tasks } = await ai.call('search_tasks', {
    team: [team],
    sprint: ['__none__'],
    due_before: sprint.end_date,
    sort_by: 'priority',
    sort_order: 'asc',
  })
  const task_ids = tasks.map(({ task_id }: ToolResult) => task_id)
  await ai.call('move_tasks', { task_ids, team, sprint: sprint.name })
  const updates = []
  for (const [at, task_id] of task_ids.entries()) {
    const { version } = await ai.call('get_task', { task_id })
    updates.push({ task_id, version, assignee: members[at % members.length].username, status: 'not_started' })
  }
  const { failed } = await ai.call('update_tasks', { updates })
  if (failed > 0) throw new Error('somebody was faster')
  await ai.call('create_tasks', {
    tasks: [{ title: 'Review the week', team, sprint: sprint.name, assignee: 'me' }],
  })
  await ai.call('comment', { task_id: task_ids[0], content: `Planned for ${sprint.name}` })
}

async function planByHand(
  client: Client,
  { org_id, team_id, sprint_id }: Awaited<ReturnType<typeof setUpOrganization>>,
) {
  const { data } = expectStatus(
    await client.get('/v1/tasks', {
      query: { org_id, 'filter[due_before]': '2027-03-07', sort_by: 'priority', sort_order: 'asc' },
    }),
    200,
  )
  const people = ['ada', 'ben']
  for (const [at, { task_id }] of (data as ToolResult[]).entries())
    expectStatus(
      await client.patch(`/v1/tasks/${task_id}`, {
        body: { team_id, sprint_id, assignee: people[at % 2], status: 'not_started' },
      }),
      200,
    )
  expectStatus(
    await client.post('/v1/tasks', {
      body: { org_id, title: 'Review the week', team_id, sprint_id, assignee: 'ada' },
    }),
    200,
  )
  const body = { task_id: data[0].task_id, content: 'Planned for Week 9' }
  expectStatus(await client.post('/v1/task-comments', { body }), 200, 201)
}

/** Returns the tasks of a world without ids and times. */
async function readState({ org_id, team_id, sprint_id, project_id }: Awaited<ReturnType<typeof setUpOrganization>>) {
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, sort_by: 'title' } }), 200)
  const names: Record<string, string> = {
    [org_id]: 'O',
    [team_id]: 'TM',
    [sprint_id]: 'SP',
    [project_id]: 'P',
  }
  const comments = await app.sql<{ content: string; title: string }>(
    `select c.content, t.title from task_comments c join tasks t using (org_id, task_id) where c.org_id = $1`,
    [org_id],
  )
  const passing = ['task_id', 'version', 'created_at', 'updated_at']
  const rows = (data as ToolResult[]).map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !passing.includes(name))
        .map(([name, value]) => [name, names[value as string] ?? value]),
    ),
  )
  return { rows, comments }
}

test.each(protocolVersions)(
  'an agent that knows only the tool definitions plans a sprint as the API would, in %s',
  async (era) => {
    const [byTools, byHand] = [await setUpOrganization(), await setUpOrganization()]
    await planByTools(await trackVocabulary(await connectAgent(await createTokenClient(ada, byTools.org_id), { era })))
    await planByHand(await createTokenClient(ada, byHand.org_id), byHand)
    const planned = await readState(byTools)
    expect(planned).toEqual(await readState(byHand))
    expect(planned.rows.filter(({ sprint_id }) => sprint_id === 'SP')).toHaveLength(3)
  },
)
