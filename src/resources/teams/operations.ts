import { projectUpdated, taskUpdated } from '../projects/events.ts'
import { askedOrganization } from '../../kernel/access.ts'
import { answer } from '../../kernel/answer.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { conflict, unknownReference } from '../../kernel/problem.ts'
import { askedOrgId, bool, int, object, optional, pageOf, searched, text } from '../../kernel/schema.ts'
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
  summary: "List an organization's teams",
  description:
    'Every member sees all teams, a guest those it is in. `total` counts the matches on all pages.',
  scope: 'teams:read',
  query: object({
    org_id: askedOrgId,
    search: searched('Part of the name, in any case.'),
  }),
  list: queries.teamSorts,
  reply: { status: 200, schema: pageOf(teamOut, { total: int() }) },
  access: ({ ctx, query }) => askedOrganization(ctx, query),
  async handle({ ctx, target, query, list }) {
    const { found, total } = await queries.listTeams(ctx, list, target.org_id, query.search)
    return pageAnswer(ctx, list, found, (page) => page.map((row) => presentTeam(row, row)), { total })
  },
})

const namedIn = (body: { member_user_ids?: string[] | null }): string[] =>
  (body.member_user_ids ?? []).map((id) => id.toLowerCase())

export const createTeam = operation({
  id: 'teams.create',
  method: 'POST',
  path: '/v1/teams',
  summary: 'Create a team',
  description: 'Any member of the organization but a guest may, and owns the team.',
  scope: 'teams:write',
  body: teamCreate,
  reply: { status: 201, schema: teamDetail },
  problems: {
    409: 'a live team has the name already, in any case',
    422: 'somebody in `member_user_ids` is no active member of the organization',
  },
  emits: { 'team.created': 'A team was created.' },
  example: { body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Harbour crew' } },
  access: ({ ctx, body }) => holdCreator(ctx, body, { ids: namedIn(body) }, 'teams'),
  async handle({ ctx, target, body }) {
    const { user_id, username } = ctx.user
    const [ids, { people }] = [namedIn(body), target]
    const missing = ids.findIndex((id) => !people.some((person) => person.user_id === id))
    if (missing >= 0) throw unknownReference(['body', 'member_user_ids', missing], 'active member')
    const row = await queries.insertTeam(ctx, target.org_id, {
      ...body,
      description: body.description ?? null,
    })
    const others = people.filter((person) => person.user_id !== user_id)
    const joining = others.map((person) => ({ ...person, team_role: 'member' as const }))
    await addMembers(ctx, row, [{ user_id, username, team_role: 'owner' }, ...joining])
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
  summary: 'Read a team with its members',
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
  summary: 'Change a team',
  description:
    'Owners of the team and org admins. Absent fields stay as they are; null clears the description.',
  scope: 'teams:write',
  params,
  body: teamUpdate,
  reply: { status: 200, schema: teamDetail },
  problems: { 409: 'another live team has the name already, in any case' },
  emits: { 'team.updated': 'Attributes of a team changed.' },
  example: { body: { name: 'Harbour crew' } },
  access: ({ ctx, params }) => editableTeam(ctx, params.team_id),
  async handle({ ctx, target, body }) {
    const wanted = {
      name: body.name ?? target.name,
      description: body.description === undefined ? target.description : body.description,
    }
    const change = changedAttributes(target, wanted, ['name', 'description'])
    const row = change ? { ...target, ...(await queries.renameTeam(ctx, target, wanted)) } : target
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
    'Owners of the team and org admins. While projects or tasks belong to it only with `detach=true`, which frees them: ' +
    'they then belong to no team, and tasks lie in none of its sprints, milestones and sections.',
  scope: 'teams:write',
  params,
  query: object({
    detach: optional(bool({ description: 'Free the projects and tasks that belong to it.' })),
    reason: optional(text({ max: 2000, description: 'Kept with the deletion.' })),
  }),
  reply: { status: 200, schema: teamDeleted },
  problems: { 409: 'projects or tasks belong to the team, and `detach` is not set' },
  emits: { 'team.deleted': 'A team was deleted.', ...projectUpdated, ...taskUpdated },
  access: ({ ctx, params }) => editableTeam(ctx, params.team_id),
  async handle({ ctx, target, query }) {
    if (!query.detach && (await queries.isUsed(ctx, target)))
      throw conflict('Projects or tasks belong to this team: send detach=true to free them.')
    const seen = await queries.countReadable(ctx, target)
    const { projects, tasks } = await queries.detach(ctx, target)
    const row = await queries.removeTeam(ctx, target, query.reason ?? null)
    const before = { name: target.name, projects, tasks }
    ctx.emit({ ...asTeam(target), type: 'team.deleted', before, after: null })
    const { team_id } = target
    const freed = { detached_projects: seen.projects, detached_tasks: seen.tasks }
    return answer({ ok: true, team_id, ...freed }, row.version)
  },
})
