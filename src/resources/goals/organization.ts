import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { object, text } from '../../kernel/schema.ts'
import { reachOf } from '../projects/access.ts'
import { presentGoal, presentSums, sumOf } from './present.ts'
import { listOfOrganization } from './queries.ts'
import { orgGoals } from './schemas.ts'

/** Goals that come project by project, in one list for each project. */
function byProject<G extends { project_id: string }>(goals: readonly G[]): G[][] {
  const parts: G[][] = []
  for (const goal of goals) {
    const last = parts.at(-1)
    if (last?.[0]?.project_id === goal.project_id) last.push(goal)
    else parts.push([goal])
  }
  return parts
}

export const listOrganizationGoals = operation({
  id: 'goals.org',
  method: 'GET',
  path: '/v1/goals',
  summary: 'Read all goals of an organization',
  description:
    'The goals of all projects that you can read, by project, in one answer; a guest gets those of its projects. A ' +
    'project without goals is left out. Counts cover the tasks that you can read.',
  scope: 'projects:read',
  query: object({ org_id: text({ description: 'The organization.' }) }),
  reply: { status: 200, schema: orgGoals },
  access: ({ ctx, query }) => reachOf(ctx, ctx.caller.memberOf(query.org_id).org_id),
  async handle({ ctx, target: reach }) {
    const found = await listOfOrganization(ctx, reach)
    return answer({
      org_id: reach.org_id,
      projects: byProject(found).map((goals) => ({
        data: goals.map((goal) => presentGoal(goal, goal.counts)),
        next_cursor: null,
        ...presentSums(goals[0]!.project_id, sumOf(goals.map((goal) => goal.counts))),
      })),
      total: found.length,
    })
  },
})
