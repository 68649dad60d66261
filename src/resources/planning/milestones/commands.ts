import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { unknownReference } from '../../../core/errors.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { reassignTasks } from '../../work/tasks/commands/reassign.ts'
import { buildMilestoneSubject } from './policy.ts'
import { respondWithMilestone, presentMilestone } from './presenter.ts'
import * as queries from './queries.ts'
import type { MilestoneRow } from './queries.ts'
import { milestoneEditableFields, milestoneStatusFields, newMilestone, applyMilestoneUpdate } from './rules.ts'
import type { MilestoneCreate, MilestoneUpdate } from './schema.ts'

type TeamRef = Pick<MilestoneRow, 'org_id' | 'team_id'>

export async function createMilestone(ctx: Context, team: TeamRef, body: MilestoneCreate) {
  const fields = newMilestone(body)
  await requireOwnerInTeam(ctx, team, fields.owner_user_id)
  const row = await queries.insertMilestone(ctx, team, fields)
  const after = { team_id: row.team_id, ...fields }
  ctx.emit({ ...buildMilestoneSubject(row), type: 'milestone.created', before: null, after })
  const counts = { total: 0, completed: 0 }
  return respond(presentMilestone({ ...row, counts, stop_id: null }), row.version)
}

export async function updateMilestone(ctx: Context, stored: MilestoneRow, body: MilestoneUpdate) {
  const next = applyMilestoneUpdate(stored, body, { username: ctx.user.username, now: ctx.now })
  if (next.owner_user_id !== stored.owner_user_id) await requireOwnerInTeam(ctx, stored, next.owner_user_id)

  const subject = buildMilestoneSubject(stored)
  const updated = ctx.emitChange({ ...subject, type: 'milestone.updated' }, stored, next, milestoneEditableFields)
  const statusType = next.status === 'closed' ? 'milestone.closed' : 'milestone.reopened'
  const statusChanged = ctx.emitChange({ ...subject, type: statusType }, stored, next, milestoneStatusFields)

  if (updated || statusChanged) await queries.saveMilestone(ctx, stored, next)
  return respondWithMilestone(ctx, stored)
}

export async function deleteMilestone(ctx: Context, milestone: MilestoneRow, reason: string | null) {
  const { org_id, milestone_id, title } = milestone
  const cause = 'milestone.deleted'
  const unfiled = await reassignTasks(ctx, await loadOrgVisibility(ctx, org_id), 'milestone_id', milestone_id, {
    cause,
  })
  const row = await queries.markMilestoneDeleted(ctx, milestone, reason)

  const before = { title, unfiled_tasks: unfiled.total }
  ctx.emit({ ...buildMilestoneSubject(milestone), type: 'milestone.deleted', before, after: null })
  return respond({ ok: true, milestone_id, unfiled_tasks: unfiled.readable }, row.version)
}

async function requireOwnerInTeam(ctx: Context, team: TeamRef, ownerId: string | null): Promise<void> {
  if (ownerId !== null && !(await queries.isActiveTeamMember(ctx, team, ownerId)))
    throw unknownReference(['body', 'owner_user_id'], 'active member of the team')
}
