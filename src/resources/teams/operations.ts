import { projectUpdated, taskUpdated } from '../projects/events.ts'
import { askedOrganization } from '../../kernel/access.ts'
import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { nameQuery } from '../../kernel/lists/named.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { conflict, unknownReference } from '../../kernel/problem.ts'
import { askedOrgId, bool, int, object, optional, pageOf, text } from '../../kernel/schema.ts'
import { holdCreator } from '../organization-members/access.ts'
import { asTeam, editableTeam, readableTeam } from './access.ts'
import { addMembers } from './member-queries.ts'
import { presentDetail, presentTeam } from './present.ts'
import * as queries from './queries.ts'
import { teamCreate, teamDeleted, teamDetail, teamOut, teamUpdate } from './schemas.ts'

const params = object({ team_id: text() })

export const listTeams = operation({
  id: 'teams.list',
  method: 'GET',
  path: '/v1/teams',
  summary: 'List teams',
  description:
    'Returns the teams of an organization, by name unless sorted otherwise. Guests see only the teams they are in.',
  scope: 'teams:read',
  query: object({
    org_id: askedOrgId,
    ...nameQuery,
  }),
  list: queries.teamSorts,
  reply: {
    status: 200,
    schema: pageOf(teamOut, { total: int({ description: 'Number of teams on all pages.' }) }),
  },
  access: ({ ctx, query }) => askedOrganization(ctx, query),
  async handle({ ctx, target, query, list }) {
    const { found, total } = await queries.listTeams(ctx, list, target.org_id, query)
    return pageAnswer(ctx, list, found, (page) => page.map((row) => presentTeam(row, row)), { total })
  },
})

const parseMemberIds = (body: { member_user_ids?: string[] | null }): string[] =>
  (body.member_user_ids ?? []).map((id) => id.toLowerCase())

export const createTeam = operation({
  id: 'teams.create',
  method: 'POST',
  path: '/v1/teams',
  summary: 'Create a team',
  description:
    'Creates a team and adds the caller as its owner. Requires: member of the organization, not a guest.',
  scope: 'teams:write',
  body: teamCreate,
  reply: { status: 201, schema: teamDetail },
  problems: {
    409: 'the organization already has a team with this name (case-insensitive)',
    422: 'a user in `member_user_ids` is not an active member of the organization',
  },
  emits: { 'team.created': 'A team was created.' },
  example: { body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Harbour crew' } },
  access: ({ ctx, body }) => holdCreator(ctx, body, { ids: parseMemberIds(body) }, 'teams'),
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
    await addMembers(ctx, row, [{ user_id, username, team_role: 'owner' }, ...members])
    const { name, description } = row
    ctx.emit({ ...asTeam(row), type: 'team.created', before: null, after: { name, description } })
    return answer(
      presentDetail({ ...row, my_role: 'owner' }, await queries.findDetail(ctx, row)),
      row.version,
    )
  },
})

export const readTeam = operation({
  id: 'teams.read',
  method: 'GET',
  path: '/v1/teams/{team_id}',
  summary: 'Get a team',
  description: 'Returns a team with its members. Guests can read only the teams they are in.',
  scope: 'teams:read',
  params,
  reply: { status: 200, schema: teamDetail },
  access: ({ ctx, params }) => readableTeam(ctx, params.team_id),
  handle: async ({ ctx, target }) =>
    answer(presentDetail(target, await queries.findDetail(ctx, target)), target.version),
})

export const updateTeam = operation({
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
  reply: { status: 200, schema: teamDetail },
  problems: { 409: 'another team of the organization has this name (case-insensitive)' },
  emits: { 'team.updated': 'Attributes of a team changed.' },
  example: { body: { name: 'Harbour crew' } },
  access: ({ ctx, params }) => editableTeam(ctx, params.team_id),
  async handle({ ctx, target, body }) {
    const next = {
      name: body.name ?? target.name,
      description: body.description === undefined ? target.description : body.description,
    }
    const change = changedAttributes(target, next, ['name', 'description'])
    const row = change ? { ...target, ...(await queries.renameTeam(ctx, target, next)) } : target
    if (change) ctx.emit({ ...asTeam(row), type: 'team.updated', ...change })
    return answer(presentDetail(row, await queries.findDetail(ctx, row)), row.version)
  },
})

export const replaceTeam = deprecatedPut(updateTeam, 'teams.replace')

export const deleteTeam = operation({
  id: 'teams.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/teams/{team_id}',
  summary: 'Delete a team',
  description:
    'Deletes a team. When projects or tasks belong to it, `detach=true` is required: they are kept, belong to no team ' +
    'afterwards, and tasks leave the sprints, milestones and sections of the team. Requires: owner of the team or ' +
    'organization admin.',
  scope: 'teams:write',
  params,
  query: object({
    detach: optional(
      bool({
        description: 'Removes projects and tasks from the team instead of returning 409. Default: `false`.',
      }),
    ),
    reason: optional(text({ max: 2000, description: 'Reason for the deletion, stored with the team.' })),
  }),
  reply: { status: 200, schema: teamDeleted },
  problems: { 409: 'projects or tasks belong to the team, and `detach` is not `true`' },
  emits: { 'team.deleted': 'A team was deleted.', ...projectUpdated, ...taskUpdated },
  access: ({ ctx, params }) => editableTeam(ctx, params.team_id),
  async handle({ ctx, target, query }) {
    if (!query.detach && (await queries.isUsed(ctx, target)))
      throw conflict('Projects or tasks belong to this team. Send detach=true to remove them from it.')
    const readable = await queries.countReadable(ctx, target)
    const { projects, tasks } = await queries.detach(ctx, target)
    const row = await queries.removeTeam(ctx, target, query.reason ?? null)
    const before = { name: target.name, projects, tasks }
    ctx.emit({ ...asTeam(target), type: 'team.deleted', before, after: null })
    const { team_id } = target
    const detached = { detached_projects: readable.projects, detached_tasks: readable.tasks }
    return answer({ ok: true, team_id, ...detached }, row.version)
  },
})
