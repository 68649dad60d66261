import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { notFound, unknownReference } from '../../kernel/problem.ts'
import { object, optional, text } from '../../kernel/schema.ts'
import { reachOf, reachOfTeam } from '../projects/access.ts'
import { taskUpdated } from '../tasks/events.ts'
import { refile } from '../tasks/filing.ts'
import { editableTeam } from '../teams/access.ts'
import { asMilestone, changeableMilestone, editableMilestone } from './access.ts'
import { milestoneAnswer, presentMilestone } from './present.ts'
import * as queries from './queries.ts'
import type { MilestoneRow } from './rows.ts'
import { attributes, closing, newMilestone, wantedMilestone, type Attributes } from './rules.ts'
import * as schemas from './schemas.ts'
import { milestoneUpdated } from './events.ts'

const path = '/v1/teams/{team_id}/milestones/{milestone_id}'

export const listMilestones = operation({
  id: 'milestones.list',
  method: 'GET',
  path: '/v1/teams/{team_id}/milestones',
  summary: "List a team's milestones",
  description:
    'Open ones first, by the date they are due, then closed ones from the last that was closed, unless told otherwise. ' +
    'Counts cover the tasks that you can read.',
  scope: 'teams:read',
  params: schemas.teamParams,
  list: queries.milestoneSorts,
  reply: { status: 200, schema: schemas.milestonePage },
  access: ({ ctx, params }) => reachOfTeam(ctx, params.team_id),
  async handle({ ctx, target: reach, params, list }) {
    const { found, whole } = await queries.listMilestones(ctx, list, reach, params.team_id)
    return pageAnswer(ctx, list, found, (page) => page.map(presentMilestone), whole)
  },
})

/** 422 for a new owner who is no active member of the team. */
async function requireOwnerInTeam(
  ctx: Context,
  team: Pick<MilestoneRow, 'org_id' | 'team_id'>,
  { owner_user_id: owner }: Attributes,
): Promise<void> {
  if (owner !== null && !(await queries.isTeamMember(ctx, team, owner)))
    throw unknownReference(['body', 'owner_user_id'], 'active member of the team')
}

export const createMilestone = operation({
  id: 'milestones.create',
  method: 'POST',
  path: '/v1/teams/{team_id}/milestones',
  summary: 'Create a milestone',
  description: 'Owners of the team and org admins.',
  scope: 'teams:write',
  params: schemas.teamParams,
  body: schemas.milestoneCreate,
  reply: { status: 201, schema: schemas.milestone },
  problems: {
    409: 'a milestone of the team, open or closed, has the title already, in any case',
    422: 'the owner is no active member of the team',
  },
  emits: { 'milestone.created': 'A milestone was created.' },
  example: { body: { title: 'Quay reopened', target_date: '2027-03-31' } },
  async access({ ctx, params }) {
    const { org_id, team_id, version } = await editableTeam(ctx, params.team_id, 'share')
    return { org_id, team_id, version }
  },
  async handle({ ctx, target, body }) {
    const wanted = newMilestone(body)
    await requireOwnerInTeam(ctx, target, wanted)
    const row = await queries.insertMilestone(ctx, target, wanted)
    const after = { team_id: row.team_id, ...wanted }
    ctx.emit({ ...asMilestone(row), type: 'milestone.created', before: null, after })
    const counts = { total: 0, completed: 0 }
    return answer(presentMilestone({ ...row, counts, stop_id: null }), row.version)
  },
})

export const readMilestone = operation({
  id: 'milestones.read',
  method: 'GET',
  path,
  summary: 'Read a milestone',
  scope: 'teams:read',
  params: schemas.milestoneParams,
  reply: { status: 200, schema: schemas.milestone },
  async access({ ctx, params }) {
    const reach = await reachOfTeam(ctx, params.team_id)
    const row = await queries.findMilestone(ctx, reach, params.team_id, params.milestone_id)
    if (!row) throw notFound()
    return row
  },
  handle: async ({ target }) => answer(presentMilestone(target), target.version),
})

export const updateMilestone = operation({
  id: 'milestones.update',
  method: 'PATCH',
  path,
  summary: 'Change a milestone',
  description:
    'Owners of the team and org admins; the owner of the milestone, while in the team, may send `status` and nothing ' +
    'else. Absent fields stay as they are; null clears `description` and `owner_user_id`. `status: closed` closes it ' +
    'and notes who did and when, `open` takes that back; its tasks stay as they are.',
  scope: 'teams:write',
  params: schemas.milestoneParams,
  body: schemas.milestoneUpdate,
  reply: { status: 200, schema: schemas.milestone },
  problems: {
    409: 'another milestone of the team has the title already, in any case',
    422: 'the owner is no active member of the team',
  },
  emits: {
    ...milestoneUpdated,
    'milestone.closed': 'A milestone was closed.',
    'milestone.reopened': 'A closed milestone was opened again.',
  },
  example: { body: { status: 'closed' } },
  access: changeableMilestone,
  async handle({ ctx, target, body }) {
    const wanted = wantedMilestone(target, body, { username: ctx.user.username, now: ctx.now })
    if (wanted.owner_user_id !== target.owner_user_id) await requireOwnerInTeam(ctx, target, wanted)
    if (emitChange(ctx, target, wanted)) await queries.updateMilestone(ctx, target, wanted)
    return milestoneAnswer(ctx, target)
  },
})

/** One event for what the milestone says, one for its being closed or opened; false when nothing changed. */
function emitChange(ctx: Context, stored: MilestoneRow, wanted: ReturnType<typeof wantedMilestone>): boolean {
  const about = asMilestone(stored)
  const type = wanted.status === 'closed' ? 'milestone.closed' : 'milestone.reopened'
  const told = ctx.emitChange({ ...about, type: 'milestone.updated' }, stored, wanted, attributes)
  const closed = ctx.emitChange({ ...about, type }, stored, wanted, closing)
  return told || closed
}

export const putMilestone = alsoAs('PUT', updateMilestone, 'milestones.update_put')

export const deleteMilestone = operation({
  id: 'milestones.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a milestone',
  description: 'Owners of the team and org admins. Its tasks stay, under no milestone.',
  scope: 'teams:write',
  params: schemas.milestoneParams,
  query: object({ reason: optional(text({ max: 2000, description: 'Kept with the deletion.' })) }),
  reply: { status: 200, schema: schemas.milestoneDeleted },
  emits: { 'milestone.deleted': 'A milestone was deleted.', ...taskUpdated },
  access: editableMilestone,
  async handle({ ctx, target, query }) {
    const { milestone_id, title } = target
    const unfiled = await refile(ctx, await reachOf(ctx, target.org_id), 'milestone_id', milestone_id, {
      cause: 'milestone.deleted',
    })
    const row = await queries.removeMilestone(ctx, target, query.reason ?? null)
    const before = { title, unfiled_tasks: unfiled.all }
    ctx.emit({ ...asMilestone(target), type: 'milestone.deleted', before, after: null })
    return answer({ ok: true, milestone_id, unfiled_tasks: unfiled.readable }, row.version)
  },
})
