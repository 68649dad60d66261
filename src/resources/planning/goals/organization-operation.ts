import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { presentGoal, presentGoalTotals, sumTaskCounts } from './presenter.ts'
import { listOrganizationGoals } from './queries.ts'
import { orgGoals } from './schema.ts'

/** Groups goals that are already ordered by project. */
function groupByProject<G extends { project_id: string }>(goals: readonly G[]): G[][] {
  const groups: G[][] = []
  for (const goal of goals) {
    const last = groups.at(-1)
    if (last?.[0]?.project_id === goal.project_id) last.push(goal)
    else groups.push([goal])
  }
  return groups
}

export const listOrganizationGoalsOperation = defineOperation({
  id: 'goals.org',
  method: 'GET',
  path: '/v1/goals',
  summary: 'List goals of an organization',
  description:
    'Returns all goals of all projects that the caller can read, grouped by project, without pagination. Projects ' +
    'without goals are omitted. Counts include only tasks that the caller can read.',
  scope: 'projects:read',
  query: s.object({ org_id: s.text({ description: 'ID of the organization.' }) }),
  reply: { status: 200, schema: orgGoals },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, ctx.caller.requireMembership(query.org_id).org_id),
  async handle({ ctx, target: visibility }) {
    const found = await listOrganizationGoals(ctx, visibility)
    return respond({
      org_id: visibility.org_id,
      projects: groupByProject(found).map((goals) => ({
        data: goals.map((goal) => presentGoal(goal, goal.counts)),
        next_cursor: null,
        ...presentGoalTotals(goals[0]!.project_id, sumTaskCounts(goals.map((goal) => goal.counts))),
      })),
      total: found.length,
    })
  },
})
