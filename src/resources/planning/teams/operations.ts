import { lockMembers } from '../../people/members/queries.ts'
import { projectUpdatedEvent, taskUpdatedEvent } from '../../work/projects/events.ts'
import { membershipFromQuery, rejectProjectScopedToken } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { forbidden } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockCreator } from '../../people/members/policy.ts'
import { loadTeamForUpdate, loadReadableTeam, canEditTeam, loadTeamAndMember, requireTeamEditor } from './policy.ts'
import { listTeamMembers, teamMemberSorts } from './queries/members.ts'
import { presentTeam, presentTeamSummary, presentTeamMember } from './presenter.ts'
import * as commands from './commands.ts'
import * as queries from './queries/teams.ts'
import {
  teamCreate,
  teamDeleted,
  team,
  teamSummary,
  teamUpdate,
  teamMember,
  teamMemberCreate,
  teamMemberUpdate,
} from './schema.ts'

const memberParams = { user_id: 'The user ID of the member.' }

export const listTeamsOperation = defineOperation({
  id: 'teams.list',
  method: 'GET',
  path: '/v1/teams',
  summary: 'List teams',
  description:
    'Returns the teams of an organization, by name unless sorted otherwise. Guests see only the teams they are in.',
  scope: 'teams:read',
  query: s.object({ org_id: s.orgIdParam, ...nameParams }),
  list: queries.teamSorts,
  reply: {
    status: 200,
    schema: s.pageSchema(teamSummary, { total: s.int('Number of teams on all pages.') }),
  },
  authorize: ({ ctx, query }) => membershipFromQuery(ctx, query),
  async handle({ ctx, target, query, list }) {
    const { found, total } = await queries.listTeams(ctx, list, target.org_id, query)
    return respondWithPage(ctx, list, found, presentTeamSummary, { total })
  },
})

export const createTeamOperation = defineOperation({
  id: 'teams.create',
  method: 'POST',
  path: '/v1/teams',
  summary: 'Create a team',
  description: 'Creates a team and adds the caller as its owner. Requires: member of the organization, not a guest.',
  scope: 'teams:write',
  body: teamCreate,
  reply: { status: 201, schema: team, created: '/v1/teams/{team_id}' },
  problems: {
    409: 'The organization already has a team with this name (case-insensitive).',
    422: 'A user in `member_user_ids` is not an active member of the organization.',
  },
  emits: { 'team.created': 'A team was created.' },
  example: { body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Harbour crew' } },
  authorize: ({ ctx, body }) => lockCreator(ctx, body, { ids: commands.parseMemberIds(body) }, 'teams'),
  handle: ({ ctx, target, body }) => commands.createTeam(ctx, target.org_id, target.people, body),
})

export const getTeamOperation = defineOperation({
  id: 'teams.read',
  method: 'GET',
  path: '/v1/teams/{team_id}',
  summary: 'Get a team',
  description: 'Returns a team with its members. Guests can read only the teams they are in.',
  scope: 'teams:read',
  reply: { status: 200, schema: team },
  authorize: ({ ctx, params }) => loadReadableTeam(ctx, params.team_id),
  handle: async ({ ctx, target }) =>
    respond(presentTeam(target, await queries.findTeamDetails(ctx, target)), target.version),
})

export const updateTeamOperation = defineOperation({
  id: 'teams.update',
  method: 'PATCH',
  path: '/v1/teams/{team_id}',
  summary: 'Update a team',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` clears `description`. Requires: owner of ' +
    'the team or organization admin.',
  scope: 'teams:write',
  body: teamUpdate,
  reply: { status: 200, schema: team },
  problems: { 409: 'Another team of the organization has this name (case-insensitive).' },
  emits: { 'team.updated': 'Attributes of a team changed.' },
  example: { body: { name: 'Harbour crew' } },
  authorize: ({ ctx, params }) => loadTeamForUpdate(ctx, params.team_id),
  handle: ({ ctx, target, body }) => commands.updateTeam(ctx, target, body),
})

export const putTeamOperation = deprecatedPut(updateTeamOperation, 'teams.replace')

export const deleteTeamOperation = defineOperation({
  id: 'teams.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/teams/{team_id}',
  summary: 'Delete a team',
  description:
    'Deletes a team. When projects or tasks belong to it, `detach=true` is required: they are kept, belong to no team ' +
    'afterwards, and tasks leave the sprints, milestones and sections of the team. Requires: owner of the team or ' +
    'organization admin.',
  scope: 'teams:write',
  query: s.object({
    detach: s.optional(s.bool('Removes projects and tasks from the team instead of returning 409. Default: `false`.')),
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the team.' })),
  }),
  reply: { status: 200, schema: teamDeleted },
  problems: { 409: 'Projects or tasks belong to the team, and `detach` is not `true`.' },
  emits: { 'team.deleted': 'A team was deleted.', ...projectUpdatedEvent, ...taskUpdatedEvent },
  authorize: ({ ctx, params }) => loadTeamForUpdate(ctx, params.team_id),
  handle: ({ ctx, target, query }) => commands.deleteTeam(ctx, target, query),
})

export const listTeamMembersOperation = defineOperation({
  id: 'teams.list_members',
  method: 'GET',
  path: '/v1/teams/{team_id}/members',
  summary: 'List team members',
  description: 'Returns the members of a team who are active in the organization, by username unless sorted otherwise.',
  scope: 'teams:read',
  list: teamMemberSorts,
  reply: { status: 200, schema: s.pageSchema(teamMember) },
  authorize: ({ ctx, params }) => loadReadableTeam(ctx, params.team_id),
  handle: async ({ ctx, target, list }) =>
    respondWithPage(ctx, list, await listTeamMembers(ctx, list, target), presentTeamMember),
})

export const addTeamMemberOperation = defineOperation({
  id: 'teams.add_member',
  method: 'POST',
  path: '/v1/teams/{team_id}/members',
  summary: 'Add a member to a team',
  description:
    'Adds a member of the organization to a team. This changes the version of the team. Requires: owner of the team ' +
    'or organization admin.',
  scope: 'teams:write',
  body: teamMemberCreate,
  reply: { status: 201, schema: teamMember, created: '/v1/teams/{team_id}/members/{user_id}' },
  problems: {
    409: 'The user is already in the team.',
    422: 'The user is not an active member of the organization, or is a guest and `team_role` is `owner`.',
  },
  emits: { 'team.member_added': 'A user was added to a team.' },
  example: { body: { user_id: '01890a5d-ac96-774b-bcce-b302099a8057', team_role: 'member' } },
  async authorize({ ctx, params, body }) {
    const locked = await lockMembers(ctx, ctx.caller.orgIds, { ids: [body.user_id] })
    const team = await loadTeamForUpdate(ctx, params.team_id)
    return { ...team, member: locked.find((one) => one.org_id === team.org_id) }
  },
  handle: ({ ctx, target, body }) => commands.addTeamMember(ctx, target, body),
})

export const updateTeamMemberOperation = defineOperation({
  id: 'teams.update_member',
  method: 'PATCH',
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: 'Update a team member',
  description:
    'Sets the role of a team member. The last owner cannot become a member. This changes the version of the team. ' +
    'Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params: memberParams,
  body: teamMemberUpdate,
  reply: { status: 200, schema: teamMember },
  problems: { 409: 'The team would have no owner.', 422: 'The user is a guest and `team_role` is `owner`.' },
  emits: { 'team.member_role_changed': 'The role of a team member changed.' },
  example: { body: { team_role: 'owner' } },
  async authorize({ ctx, params }) {
    const locked = await lockMembers(ctx, ctx.caller.orgIds, { ids: [params.user_id] })
    const found = await loadTeamAndMember(ctx, params)
    requireTeamEditor(ctx, found.team)
    return { ...found, member: locked.find((one) => one.org_id === found.team.org_id) }
  },
  handle: ({ ctx, target, body }) => commands.updateTeamMember(ctx, target, body.team_role),
})

export const putTeamMemberOperation = deprecatedPut(updateTeamMemberOperation, 'teams.replace_member')

export const removeTeamMemberOperation = defineOperation({
  id: 'teams.remove_member',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: 'Remove a team member',
  description:
    'Removes a member from a team. The last owner cannot be removed. This changes the version of the team. Members ' +
    'may remove themselves. Otherwise requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params: memberParams,
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The team would have no owner.' },
  emits: { 'team.member_removed': 'A user left a team or was removed from it.' },
  async authorize({ ctx, params }) {
    const found = await loadTeamAndMember(ctx, params)
    rejectProjectScopedToken(ctx)
    if (!canEditTeam(ctx, found.team) && found.row.user_id !== ctx.user.user_id)
      throw forbidden('Only team owners and organization admins can remove other members.')
    return found
  },
  handle: ({ ctx, target }) => commands.removeTeamMember(ctx, target),
})
