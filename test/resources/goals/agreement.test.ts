import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createTokenClient } from '../../support/factories.ts'
import { listPage, buildMilestonePath, buildSprintPath, type ResponseBody } from '../sprints/requests.ts'
import { listTasks } from '../tasks/requests.ts'
import {
  insertOrganizationModel,
  insertRows,
  names,
  buildRule,
  organizationModels,
  type OrganizationModel,
} from '../tasks/arbitraries.ts'
import { listGoals, readGoal } from './requests.ts'

/** Compares the counts of goals, milestones and sprints with the task list and the rule, for every kind of caller. */

const app = await startApp()
const people = await Promise.all(names.map((name) => app.signIn(name)))

const team = fc.option(fc.integer({ min: 0, max: 3 }))
/** The containers of each task, in addition to the world. */
const assignments = fc.array(
  fc.record({
    goal: fc.option(fc.integer({ min: 0, max: 1 }), { freq: 4 }),
    sprint: team,
    milestone: team,
    is_subtask: fc.constantFrom(false, false, true),
    status: fc.constantFrom('completed', 'blocked', 'archived'),
  }),
  { minLength: 16, maxLength: 16 },
)
type TaskAssignment = typeof assignments extends fc.Arbitrary<(infer F)[]> ? F : never

/** Creates the world with two goals per project, a sprint and a milestone per team, and assigns its tasks. */
async function assignEachTask(model: OrganizationModel, assigned: TaskAssignment[]) {
  const built = await insertOrganizationModel(app, people, model)
  const { org_id, taskIds, projectIds, teamIds } = built
  const times = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  const buildId = (prefix: string, i: number) => `${prefix}${org_id.slice(-12)}${i}`
  const goals = projectIds.flatMap((project_id, p) =>
    [0, 1].map((position) => ({ project_id, position, goal_id: buildId('G', 2 * p + position) })),
  )
  const sprints = teamIds.map((team_id, i) => ({ team_id, sprint_id: buildId('SP', i) }))
  const milestones = teamIds.map((team_id, i) => ({ team_id, milestone_id: buildId('MS', i) }))
  await insertRows(
    app,
    'goals',
    goals.map((goal) => ({ org_id, ...goal, name: goal.goal_id, name_key: goal.goal_id, ...times })),
  )
  await insertRows(
    app,
    'sprints',
    sprints.map((one) => ({
      org_id,
      ...one,
      name: one.sprint_id,
      name_key: one.sprint_id,
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      ...times,
    })),
  )
  await insertRows(
    app,
    'milestones',
    milestones.map((one) => ({
      org_id,
      ...one,
      title: one.milestone_id,
      title_key: one.milestone_id,
      target_date: '2026-11-30',
      ...times,
    })),
  )
  const findGoal = (t: number): string | null => {
    const { goal } = assigned[t]!
    const { project } = model.tasks[t]!
    return goal === null || project < 0 ? null : goals[2 * project + goal]!.goal_id
  }
  const held = taskIds.map((_, t) => ({
    goal_id: findGoal(t),
    sprint_id: sprints[assigned[t]!.sprint ?? -1]?.sprint_id ?? null,
    milestone_id: milestones[assigned[t]!.milestone ?? -1]?.milestone_id ?? null,
    is_subtask: assigned[t]!.is_subtask,
    status: assigned[t]!.status,
  }))
  for (const [t, one] of held.entries())
    await app.sql(
      `UPDATE tasks SET goal_id = $2, sprint_id = $3, milestone_id = $4, is_subtask = $5, status = $6 WHERE task_id = $1`,
      [taskIds[t], one.goal_id, one.sprint_id, one.milestone_id, one.is_subtask, one.status],
    )
  return { ...built, goals, sprints, milestones, held }
}
type AssignedTasks = Awaited<ReturnType<typeof assignEachTask>>
type ContainerColumn = 'goal_id' | 'sprint_id' | 'milestone_id'

/** Computes the expected counts of one caller by the rule, and checks that the task list agrees. */
async function countExpected(client: Client, assigned: AssignedTasks, readsTask: (t: number) => boolean) {
  const listed = new Map<string, ResponseBody>(
    (await listTasks(client, { org_id: assigned.org_id })).map((row: ResponseBody) => [row.task_id, row]),
  )
  return (container: ContainerColumn, id: string): [number, number] => {
    const isCounted = (one: { is_subtask: boolean }) => container === 'sprint_id' || !one.is_subtask
    const seen = assigned.held.filter((one, t) => one[container] === id && readsTask(t) && isCounted(one))
    const displayed = [...listed.values()].filter((row) => row[container] === id && isCounted(row))
    expect([id, displayed.length]).toEqual([id, seen.length])
    return [displayed.length, displayed.filter((row) => row.status === 'completed').length]
  }
}

async function checkAgreement(model: OrganizationModel, filings: TaskAssignment[]): Promise<void> {
  const assigned = await assignEachTask(model, filings)
  const { org_id, projectIds, teamIds } = assigned
  for (const n of names.keys())
    for (const limit of [null, model.limits[n]!]) {
      const projects = limit?.map((p) => projectIds[p]!)
      const client = projects ? await createTokenClient(people[n]!, org_id, { project_ids: projects }) : people[n]!
      const who = `${names[n]} ${limit ? `limited to ${limit}` : 'session'}`
      const { readsTask, readsProject } = buildRule(model, n, limit)
      const counts = await countExpected(client, assigned, readsTask)
      const toGoalCounts = (goal: ResponseBody) => [goal.goal_id, goal.tasks_total, goal.tasks_completed]
      const whole = expectStatus(await client.get('/v1/goals', { query: { org_id } }), 200)
      const readable = [...projectIds.keys()].filter(readsProject)
      expect([who, whole.total, whole.projects.map((part: ResponseBody) => part.project_id)]).toEqual([
        who,
        2 * readable.length,
        readable.map((p) => projectIds[p]),
      ])
      for (const part of whole.projects) {
        const expected = assigned.goals.filter((goal) => goal.project_id === part.project_id)
        const numbers = expected.map(({ goal_id }) => [goal_id, ...counts('goal_id', goal_id)])
        expect([who, part.data.map(toGoalCounts)]).toEqual([who, numbers])
        const page = await listGoals(client, part.project_id)
        expect([who, page]).toEqual([who, part])
        const sum = (i: 1 | 2) => numbers.reduce((total, one) => total + Number(one[i]), 0)
        expect([page.goals_tasks_total, page.goals_tasks_completed]).toEqual([sum(1), sum(2)])
        const one = await readGoal(client, expected[0])
        expect([who, toGoalCounts(one), one.tasks.length]).toEqual([who, numbers[0], one.tasks_total])
      }
      for (const [t, team_id] of teamIds.entries()) {
        const role = n === 0 ? 'owner' : model.roles[n - 1]!
        const seen = role !== 'guest' || model.teams[t]![n]!
        const path = buildSprintPath(assigned.sprints[t])
        expect([who, (await client.get(path)).status]).toEqual([who, seen ? 200 : 404])
        if (!seen) continue
        for (const [kind, holder, listed, single] of [
          ['sprints', 'sprint_id', assigned.sprints[t]!.sprint_id, path],
          [
            'milestones',
            'milestone_id',
            assigned.milestones[t]!.milestone_id,
            buildMilestonePath(assigned.milestones[t]),
          ],
        ] as const) {
          const [row] = (await listPage(client, kind, team_id)).data
          expect([who, row.task_count, row.completed_count]).toEqual([who, ...counts(holder, listed)])
          expect(expectStatus(await client.get(single), 200)).toEqual(row)
        }
      }
    }
}

it('counts of goals, milestones and sprints equal those of the task list', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(organizationModels, assignments, checkAgreement), {
    numRuns: Number(process.env.WORLD_RUNS ?? 4),
    endOnFailure: false,
    interruptAfterTimeLimit: 500_000,
  })
})
