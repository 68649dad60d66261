import { expectStatus, type Client, type Reply } from '../../support/client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type Goal = any

const buildPath = (projectId: string, goalId = '') => `/v1/projects/${projectId}/goals${goalId && `/${goalId}`}`

export const createGoal = async (client: Client, projectId: string, values: object = {}): Promise<Goal> =>
  expectStatus(await client.post(buildPath(projectId), { body: { name: 'Reopen', ...values } }), 201)

export const readGoal = async (client: Client, { project_id, goal_id }: Goal): Promise<Goal> =>
  expectStatus(await client.get(buildPath(project_id, goal_id)), 200)

export const patchGoal = (client: Client, { project_id, goal_id }: Goal, body: object): Promise<Reply> =>
  client.patch(buildPath(project_id, goal_id), { body })

export const listGoals = async (client: Client, projectId: string, query: object = {}): Promise<Goal> =>
  expectStatus(await client.get(buildPath(projectId), { query: { ...query } }), 200)

export const listGoalIds = async (client: Client, projectId: string): Promise<string[]> =>
  (await listGoals(client, projectId, { limit: 1000 })).data.map((goal: Goal) => goal.goal_id)

export const reorderGoals = (client: Client, projectId: string, goal_ids: string[]): Promise<Reply> =>
  client.post(`${buildPath(projectId)}/reorder`, { body: { goal_ids } })

export const assignTasks = (client: Client, { project_id, goal_id }: Goal, task_ids: unknown): Promise<Reply> =>
  client.post(`${buildPath(project_id, goal_id)}/tasks`, { body: { task_ids } })

export const unassignTask = (client: Client, { project_id, goal_id }: Goal, taskId: string): Promise<Reply> =>
  client.delete(`${buildPath(project_id, goal_id)}/tasks/${taskId}`)

export const moveGoal = (client: Client, { project_id, goal_id }: Goal, to: string): Promise<Reply> =>
  client.post(`${buildPath(project_id, goal_id)}/move`, { body: { project_id: to } })

export const convertTask = (client: Client, projectId: string, task_id: string): Promise<Reply> =>
  client.post(`${buildPath(projectId)}/from-task`, { body: { task_id } })

/** Lists the events of one request in their order. */
export const listRequestEvents = (client: Client, reply: Reply) =>
  client.app.sql<{
    type: string
    resource_id: string
    project_id: string | null
    from_project_id: string | null
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }>(
    `SELECT type, resource_id, project_id, from_project_id, before, after FROM events
     WHERE request_id = $1 ORDER BY event_id`,
    [reply.headers['x-request-id']],
  )
