import type { Context } from '../../../core/context.ts'
import { createSubject } from '../../../core/change-event.ts'
import { buildMilestoneSubject } from '../../planning/milestones/policy.ts'
import { transferProjects } from '../projects/commands/reassign.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { assignOpenTasks } from '../tasks/commands/reassign.ts'
import type { HandOver } from './policy.ts'
import { passMilestones } from './queries.ts'

const MAX_TASKS = 500
const MAX_PROJECTS = 50
const cause = 'member.work_handed_over'

const buildMemberSubject = createSubject('member', 'user_id')

/** Hands over projects, milestones and tasks, in the common lock order. */
export async function handOverWork(ctx: Context, handOver: HandOver) {
  const { from, to } = handOver
  const { org_id } = from
  const projects = await transferProjects(ctx, from, to, MAX_PROJECTS)
  const milestones = await passMilestones(ctx, handOver)
  const change = { before: { owner_user_id: from.user_id }, after: { owner_user_id: to.user_id } }
  for (const milestone_id of milestones.ids)
    ctx.emit({ ...buildMilestoneSubject({ org_id, milestone_id }), type: 'milestone.updated', cause, ...change })
  const visibility = await loadOrgVisibility(ctx, org_id)
  const { assigned, left, hasMore } = await assignOpenTasks(ctx, visibility, from.username, to, {
    cause,
    limit: MAX_TASKS,
  })
  const counts = { tasks: assigned, projects: projects.changed, milestones: milestones.ids.length }
  if (Object.values(counts).some((count) => count > 0)) {
    const after = { to: to.username, ...counts }
    ctx.emit({ ...buildMemberSubject(from), type: cause, before: { from: from.username }, after })
  }
  return { ...counts, tasks_left: left, has_more: hasMore || milestones.hasMore || projects.hasMore }
}
