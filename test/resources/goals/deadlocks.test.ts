import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { completeSprint, createSprint, createTeam, buildSprintPath } from '../sprints/requests.ts'
import { convertTask, assignTasks, createGoal, moveGoal, listGoalIds, reorderGoals, type Goal } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')

const shuffle = <T>(items: T[]): T[] => items.toSorted(() => Math.random() - 0.5)

/** Returns the total number of deadlocks, including those of earlier test files on the same database. */
async function countDeadlocks(): Promise<number> {
  await sleep(1100) // PostgreSQL publishes its statistics once a second.
  const [row] = await app.sql<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  return row!.deadlocks
}

test('concurrent assigning, moving, converting, completing and deleting never deadlocks', async () => {
  const { org_id } = await createOrganization(ada)
  const team = await createTeam(ada, org_id)
  const [a, b] = [
    await createProject(ada, org_id, { team_id: team }),
    await createProject(ada, org_id, { team_id: team }),
  ]
  const before = await countDeadlocks()
  const responses: Record<string, number> = {}
  for (let round = 0; round < 12; round++) {
    const goals: Goal[] = [await createGoal(ada, a.project_id), await createGoal(ada, a.project_id)]
    const sprints = [await createSprint(ada, team), await createSprint(ada, team)]
    const created = Array.from({ length: 8 }, (_, i) =>
      createTask(ada, org_id, {
        project_id: a.project_id,
        goal_id: goals[i % 2].goal_id,
        sprint_id: sprints[i % 2].sprint_id,
      }),
    )
    const ids = (await Promise.all(created)).map((one) => one.task_id as string)
    const sendBulkUpdate = (changes: object) =>
      ada.post('/v1/tasks/bulk', { body: { task_ids: shuffle(ids.slice(1)), changes } })
    const [next, last] = sprints
    const acts = {
      file: () => assignTasks(ada, goals[0], shuffle(ids)),
      fileOther: () => assignTasks(ada, goals[1], shuffle(ids)),
      bulkGoal: () => sendBulkUpdate({ goal_id: goals[0].goal_id, status: 'blocked' }),
      bulkSprint: () => sendBulkUpdate({ sprint_id: last.sprint_id }),
      bulkMove: () => sendBulkUpdate({ project_id: b.project_id }),
      link: () => ada.patch(`/v1/tasks/${ids[1]}`, { body: { sub_tasks: [ids[2]], sprint_id: last.sprint_id } }),
      subtask: () => ada.post(`/v1/tasks/${ids[6]}/subtasks`, { body: { subtask_id: ids[2] } }),
      deleteTask: () => ada.delete(`/v1/tasks/${ids[5]}`),
      moveGoal: () => moveGoal(ada, goals[0], b.project_id),
      moveTask: () => ada.patch(`/v1/tasks/${ids[3]}`, { body: { project_id: b.project_id } }),
      complete: () => completeSprint(ada, next, { move_open_to: last.sprint_id }),
      deleteSprint: () => ada.delete(buildSprintPath(last)),
      deleteGoal: () => ada.delete(`/v1/projects/${a.project_id}/goals/${goals[1].goal_id}`),
      convert: () => convertTask(ada, a.project_id, ids[0]!),
      create: () =>
        ada.post('/v1/tasks', {
          body: {
            org_id,
            project_id: a.project_id,
            title: 'x',
            goal_id: goals[0].goal_id,
            dependencies: [ids[4]],
          },
        }),
      reorder: async () => reorderGoals(ada, a.project_id, shuffle(await listGoalIds(ada, a.project_id))),
    }
    const replies = await Promise.all(
      shuffle(Object.entries(acts)).map(async ([name, act]) => [name, (await act()).status] as const),
    )
    for (const [name, status] of replies) {
      expect([name, [200, 201, 404, 409, 422].includes(status), status]).toEqual([name, true, status])
      if (status < 300) responses[name] = (responses[name] ?? 0) + 1
    }
  }
  // Each operation has to succeed sometimes, or there was nothing to wait for.
  expect(Object.keys(responses).length).toBeGreaterThan(10)
  expect(await countDeadlocks()).toBe(before)
  expectStatus(await ada.get(`/v1/projects/${a.project_id}/goals`), 200)
})
