import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { wholeName } from '../../kernel/lists/named.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { notFound, unknownReference } from '../../kernel/problem.ts'
import { object, optional, searched, text } from '../../kernel/schema.ts'
import { reachOf, reachOfTeam } from '../projects/access.ts'
import { taskUpdated } from '../tasks/events.ts'
import { refile } from '../tasks/filing.ts'
import { editableTeam } from '../teams/access.ts'
import { asMilestone, changeableMilestone, editableMilestone } from './access.ts'
import { milestoneAnswer, presentMilestone } from './present.ts'
import * as queries from './queries.ts'
import type { Attributes, MilestoneRow } from './queries.ts'
import { attributes, closing, newMilestone, wantedMilestone } from './rules.ts'
import * as schemas from './schemas.ts'
import { milestoneUpdated } from './events.ts'

const path = '/v1/teams/{team_id}/milestones/{milestone_id}'

export const listMilestones = operation({
  id: 'milestones.list',
  method: 'GET',
  path: '/v1/teams/{team_id}/milestones',
  summary: 'List milestones',
  description:
    'Returns the milestones of a team. By default, open milestones come first, ordered by target date, followed by ' +
    'closed milestones, most recently closed first. `task_count` and `completed_count` include only tasks that the ' +
    'caller can read.',
  scope: 'teams:read',
  params: schemas.teamParams,
  query: object({
    title: wholeName('Returns only the milestone with this exact title (case-insensitive).'),
    search: searched('Returns only milestones whose title contains this text (case-insensitive).'),
  }),
  list: queries.milestoneSorts,
  reply: { status: 200, schema: schemas.milestonePage },
  access: ({ ctx, params }) => reachOfTeam(ctx, params.team_id),
  async handle({ ctx, target: visibility, params, query, list }) {
    const { found, whole } = await queries.listMilestones(ctx, list, visibility, params.team_id, {
      name: query.title,
      search: query.search,
    })
    return pageAnswer(ctx, list, found, (page) => page.map(presentMilestone), whole)
  },
})

/** Throws 422 unless the owner is `null` or an active member of the team. */
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
  description: 'Creates an open milestone in a team. Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params: schemas.teamParams,
  body: schemas.milestoneCreate,
  reply: { status: 201, schema: schemas.milestone },
  problems: {
    409: 'the team already has an open or closed milestone with this title (case-insensitive)',
    422: 'the owner is not an active member of the team',
  },
  emits: { 'milestone.created': 'A milestone was created.' },
  example: { body: { title: 'Quay reopened', target_date: '2027-03-31' } },
  async access({ ctx, params }) {
    const { org_id, team_id, version } = await editableTeam(ctx, params.team_id, 'share')
    return { org_id, team_id, version }
  },
  async handle({ ctx, target, body }) {
    const next = newMilestone(body)
    await requireOwnerInTeam(ctx, target, next)
    const row = await queries.insertMilestone(ctx, target, next)
    const after = { team_id: row.team_id, ...next }
    ctx.emit({ ...asMilestone(row), type: 'milestone.created', before: null, after })
    const counts = { total: 0, completed: 0 }
    return answer(presentMilestone({ ...row, counts, stop_id: null }), row.version)
  },
})

export const readMilestone = operation({
  id: 'milestones.read',
  method: 'GET',
  path,
  summary: 'Get a milestone',
  description: 'Returns a milestone. Counts include only tasks that the caller can read.',
  scope: 'teams:read',
  params: schemas.milestoneParams,
  reply: { status: 200, schema: schemas.milestone },
  async access({ ctx, params }) {
    const visibility = await reachOfTeam(ctx, params.team_id)
    const row = await queries.findMilestone(ctx, visibility, params.team_id, params.milestone_id)
    if (!row) throw notFound()
    return row
  },
  handle: async ({ target }) => answer(presentMilestone(target), target.version),
})

export const updateMilestone = operation({
  id: 'milestones.update',
  method: 'PATCH',
  path,
  summary: 'Update a milestone',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` clears `description` and ' +
    '`owner_user_id`. Setting `status` to `closed` records who closed the milestone and when, `open` reopens it; its ' +
    'tasks do not change. Requires: owner of the team or organization admin. The owner of the milestone, while a ' +
    'member of the team, may update `status` only.',
  scope: 'teams:write',
  params: schemas.milestoneParams,
  body: schemas.milestoneUpdate,
  reply: { status: 200, schema: schemas.milestone },
  problems: {
    409: 'another milestone of the team has this title (case-insensitive)',
    422: 'the owner is not an active member of the team',
  },
  emits: {
    ...milestoneUpdated,
    'milestone.closed': 'A milestone was closed.',
    'milestone.reopened': 'A closed milestone was reopened.',
  },
  example: { body: { status: 'closed' } },
  access: changeableMilestone,
  async handle({ ctx, target, body }) {
    const next = wantedMilestone(target, body, { username: ctx.user.username, now: ctx.now })
    if (next.owner_user_id !== target.owner_user_id) await requireOwnerInTeam(ctx, target, next)
    if (emitChanges(ctx, target, next)) await queries.updateMilestone(ctx, target, next)
    return milestoneAnswer(ctx, target)
  },
})

/** Emits one event for changed attributes and one for a changed status. Returns false when nothing changed. */
function emitChanges(ctx: Context, stored: MilestoneRow, next: ReturnType<typeof wantedMilestone>): boolean {
  const subject = asMilestone(stored)
  const type = next.status === 'closed' ? 'milestone.closed' : 'milestone.reopened'
  const updated = ctx.emitChange({ ...subject, type: 'milestone.updated' }, stored, next, attributes)
  const statusChanged = ctx.emitChange({ ...subject, type }, stored, next, closing)
  return updated || statusChanged
}

export const putMilestone = alsoAs('PUT', updateMilestone, 'milestones.update_put')

export const deleteMilestone = operation({
  id: 'milestones.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a milestone',
  description:
    'Deletes a milestone and removes it from the roadmap. Its tasks are kept and no longer belong to a milestone. ' +
    'Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params: schemas.milestoneParams,
  query: object({
    reason: optional(text({ max: 2000, description: 'Reason for the deletion, stored with the milestone.' })),
  }),
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
