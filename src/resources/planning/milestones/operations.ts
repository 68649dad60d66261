import { respond } from '../../../http/result.ts'
import { exactNameParam } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { requireFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadTeamVisibility } from '../../work/projects/policy.ts'
import { taskUpdatedEvent } from '../../work/tasks/events.ts'
import { loadTeamForUpdate } from '../teams/policy.ts'
import { loadMilestoneForUpdate, loadMilestoneForEdit } from './policy.ts'
import * as commands from './commands.ts'
import { presentMilestone } from './presenter.ts'
import * as queries from './queries.ts'
import * as schemas from './schema.ts'
import { milestoneUpdatedEvent } from './events.ts'

const path = '/v1/teams/{team_id}/milestones/{milestone_id}'

export const listMilestonesOperation = defineOperation({
  id: 'milestones.list',
  method: 'GET',
  path: '/v1/teams/{team_id}/milestones',
  summary: 'List milestones',
  description:
    'Returns the milestones of a team. By default, open milestones come first, ordered by target date, followed by ' +
    'closed milestones, most recently closed first. `task_count` and `completed_count` include only tasks that the ' +
    'caller can read.',
  scope: 'teams:read',
  query: s.object({
    title: exactNameParam('Returns only the milestone with this exact title (case-insensitive).'),
    search: s.searchParam('Returns only milestones whose title contains this text (case-insensitive).'),
  }),
  list: queries.milestoneSorts,
  reply: { status: 200, schema: schemas.milestonePage },
  authorize: ({ ctx, params }) => loadTeamVisibility(ctx, params.team_id),
  async handle({ ctx, target: visibility, params, query, list }) {
    const { found, whole } = await queries.listMilestones(ctx, list, visibility, params.team_id, {
      name: query.title,
      search: query.search,
    })
    return respondWithPage(ctx, list, found, presentMilestone, whole)
  },
})

export const createMilestoneOperation = defineOperation({
  id: 'milestones.create',
  method: 'POST',
  path: '/v1/teams/{team_id}/milestones',
  summary: 'Create a milestone',
  description: 'Creates an open milestone in a team. Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  body: schemas.milestoneCreate,
  reply: { status: 201, schema: schemas.milestone, created: '/v1/teams/{team_id}/milestones/{milestone_id}' },
  problems: {
    409: 'The team already has an open or closed milestone with this title (case-insensitive).',
    422: 'The owner is not an active member of the team.',
  },
  emits: { 'milestone.created': 'A milestone was created.' },
  example: { body: { title: 'Quay reopened', target_date: '2027-03-31' } },
  async authorize({ ctx, params }) {
    const { org_id, team_id, version } = await loadTeamForUpdate(ctx, params.team_id, 'share')
    return { org_id, team_id, version }
  },
  handle: ({ ctx, target: team, body }) => commands.createMilestone(ctx, team, body),
})

export const getMilestoneOperation = defineOperation({
  id: 'milestones.read',
  method: 'GET',
  path,
  summary: 'Get a milestone',
  description: 'Returns a milestone. Counts include only tasks that the caller can read.',
  scope: 'teams:read',
  reply: { status: 200, schema: schemas.milestone },
  async authorize({ ctx, params }) {
    const visibility = await loadTeamVisibility(ctx, params.team_id)
    return requireFound(await queries.findMilestone(ctx, visibility, params.team_id, params.milestone_id))
  },
  handle: async ({ target }) => respond(presentMilestone(target), target.version),
})

export const updateMilestoneOperation = defineOperation({
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
  body: schemas.milestoneUpdate,
  reply: { status: 200, schema: schemas.milestone },
  problems: {
    409: 'Another milestone of the team has this title (case-insensitive).',
    422: 'The owner is not an active member of the team.',
  },
  emits: {
    ...milestoneUpdatedEvent,
    'milestone.closed': 'A milestone was closed.',
    'milestone.reopened': 'A closed milestone was reopened.',
  },
  example: { body: { status: 'closed' } },
  authorize: loadMilestoneForUpdate,
  handle: ({ ctx, target: milestone, body }) => commands.updateMilestone(ctx, milestone, body),
})

export const putMilestoneOperation = methodAlias('PUT', updateMilestoneOperation, 'milestones.update_put')

export const deleteMilestoneOperation = defineOperation({
  id: 'milestones.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a milestone',
  description:
    'Deletes a milestone and removes it from the roadmap. Its tasks are kept and no longer belong to a milestone. ' +
    'Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  query: s.object({
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the milestone.' })),
  }),
  reply: { status: 200, schema: schemas.milestoneDeleted },
  emits: { 'milestone.deleted': 'A milestone was deleted.', ...taskUpdatedEvent },
  authorize: loadMilestoneForEdit,
  handle: ({ ctx, target: milestone, query }) => commands.deleteMilestone(ctx, milestone, query.reason ?? null),
})
