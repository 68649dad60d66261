import { projectUpdatedEvent, taskUpdatedEvent } from '../../work/projects/events.ts'
import { membershipFromQuery } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { conflict, unknownReference } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockCreator } from '../../people/members/policy.ts'
import { teamSubject, loadTeamForUpdate, loadVisibleTeam } from './policy.ts'
import { insertTeamMembers } from './queries/members.ts'
import { presentTeam, presentTeamSummary } from './presenter.ts'
import * as queries from './queries/teams.ts'
import { teamCreate, teamDeleted, team, teamSummary, teamUpdate } from './schema.ts'

const params = s.object({ team_id: s.text() })

export const listTeamsOperation = defineOperation({
  id: 'teams.list',
  method: 'GET',
  path: '/v1/teams',
  summary: 'List teams',
  description:
    'Returns the teams of an organization, by name unless sorted otherwise. Guests see only the teams they are in.',
  scope: 'teams:read',
  query: s.object({
    org_id: s.orgIdParam,
    ...nameParams,
  }),
  list: queries.teamSorts,
  reply: {
    status: 200,
    schema: s.pageSchema(teamSummary, { total: s.int({ description: 'Number of teams on all pages.' }) }),
  },
  authorize: ({ ctx, query }) => membershipFromQuery(ctx, query),
  async handle({ ctx, target, query, list }) {
    const { found, total } = await queries.listTeams(ctx, list, target.org_id, query)
    return respondWithPage(ctx, list, found, (page) => page.map((row) => presentTeamSummary(row, row)), {
      total,
    })
  },
})

const parseMemberIds = (body: { member_user_ids?: string[] | null }): string[] =>
  (body.member_user_ids ?? []).map((id) => id.toLowerCase())

export const createTeamOperation = defineOperation({
  id: 'teams.create',
  method: 'POST',
  path: '/v1/teams',
  summary: 'Create a team',
  description: 'Creates a team and adds the caller as its owner. Requires: member of the organization, not a guest.',
  scope: 'teams:write',
  body: teamCreate,
  reply: { status: 201, schema: team },
  problems: {
    409: 'The organization already has a team with this name (case-insensitive).',
    422: 'A user in `member_user_ids` is not an active member of the organization.',
  },
  emits: { 'team.created': 'A team was created.' },
  example: { body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Harbour crew' } },
  authorize: ({ ctx, body }) => lockCreator(ctx, body, { ids: parseMemberIds(body) }, 'teams'),
  async handle({ ctx, target, body }) {
    const { user_id, username } = ctx.user
    const [ids, { people: users }] = [parseMemberIds(body), target]
    const missing = ids.findIndex((id) => !users.some((user) => user.user_id === id))
    if (missing >= 0) throw unknownReference(['body', 'member_user_ids', missing], 'active member')
    const row = await queries.insertTeam(ctx, target.org_id, {
      ...body,
      description: body.description ?? null,
    })
    const others = users.filter((user) => user.user_id !== user_id)
    const members = others.map((user) => ({ ...user, team_role: 'member' as const }))
    await insertTeamMembers(ctx, row, [{ user_id, username, team_role: 'owner' }, ...members])
    const { name, description } = row
    ctx.emit({ ...teamSubject(row), type: 'team.created', before: null, after: { name, description } })
    return respond(presentTeam({ ...row, my_role: 'owner' }, await queries.findTeamDetails(ctx, row)), row.version)
  },
})

export const getTeamOperation = defineOperation({
  id: 'teams.read',
  method: 'GET',
  path: '/v1/teams/{team_id}',
  summary: 'Get a team',
  description: 'Returns a team with its members. Guests can read only the teams they are in.',
  scope: 'teams:read',
  params,
  reply: { status: 200, schema: team },
  authorize: ({ ctx, params }) => loadVisibleTeam(ctx, params.team_id),
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
  params,
  body: teamUpdate,
  reply: { status: 200, schema: team },
  problems: { 409: 'Another team of the organization has this name (case-insensitive).' },
  emits: { 'team.updated': 'Attributes of a team changed.' },
  example: { body: { name: 'Harbour crew' } },
  authorize: ({ ctx, params }) => loadTeamForUpdate(ctx, params.team_id),
  async handle({ ctx, target, body }) {
    const next = {
      name: body.name ?? target.name,
      description: body.description === undefined ? target.description : body.description,
    }
    const change = findChangedAttributes(target, next, ['name', 'description'])
    const row = change ? { ...target, ...(await queries.saveTeam(ctx, target, next)) } : target
    if (change) ctx.emit({ ...teamSubject(row), type: 'team.updated', ...change })
    return respond(presentTeam(row, await queries.findTeamDetails(ctx, row)), row.version)
  },
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
  params,
  query: s.object({
    detach: s.optional(
      s.bool({
        description: 'Removes projects and tasks from the team instead of returning 409. Default: `false`.',
      }),
    ),
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the team.' })),
  }),
  reply: { status: 200, schema: teamDeleted },
  problems: { 409: 'Projects or tasks belong to the team, and `detach` is not `true`.' },
  emits: { 'team.deleted': 'A team was deleted.', ...projectUpdatedEvent, ...taskUpdatedEvent },
  authorize: ({ ctx, params }) => loadTeamForUpdate(ctx, params.team_id),
  async handle({ ctx, target, query }) {
    if (!query.detach && (await queries.isTeamInUse(ctx, target)))
      throw conflict('Projects or tasks belong to this team. Send detach=true to remove them from it.')
    const readable = await queries.countReadableTeamContents(ctx, target)
    const { projects, tasks } = await queries.detachTeam(ctx, target)
    const row = await queries.markTeamDeleted(ctx, target, query.reason ?? null)
    const before = { name: target.name, projects, tasks }
    ctx.emit({ ...teamSubject(target), type: 'team.deleted', before, after: null })
    const { team_id } = target
    const detached = { detached_projects: readable.projects, detached_tasks: readable.tasks }
    return respond({ ok: true, team_id, ...detached }, row.version)
  },
})
