import { answer } from '../../kernel/answer.ts'
import { nameQuery } from '../../kernel/lists/named.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { alsoAs, operation } from '../../kernel/operation.ts'
import { notFound, Problem } from '../../kernel/problem.ts'
import { object, optional, text } from '../../kernel/schema.ts'
import { reachOf, reachOfTeam } from '../projects/access.ts'
import { taskUpdated } from '../tasks/events.ts'
import { refile } from '../tasks/filing.ts'
import { editableTeam } from '../teams/access.ts'
import { asSprint, editableSprint } from './access.ts'
import { presentSprint, sprintAnswer } from './present.ts'
import * as queries from './queries.ts'
import { attributes, newSprint, wantedSprint } from './rules.ts'
import * as schemas from './schemas.ts'

const path = '/v1/teams/{team_id}/sprints/{sprint_id}'

export const listSprints = operation({
  id: 'sprints.list',
  method: 'GET',
  path: '/v1/teams/{team_id}/sprints',
  summary: "List a team's sprints",
  description:
    'Completed ones too; the one that starts latest comes first unless told otherwise. Counts cover the tasks that you ' +
    'can read.',
  scope: 'teams:read',
  params: schemas.teamParams,
  query: object(nameQuery),
  list: queries.sprintSorts,
  reply: { status: 200, schema: schemas.sprintPage },
  access: ({ ctx, params }) => reachOfTeam(ctx, params.team_id),
  async handle({ ctx, target: reach, params, query, list }) {
    const { found, whole } = await queries.listSprints(ctx, list, reach, params.team_id, query)
    return pageAnswer(ctx, list, found, (page) => page.map(presentSprint), whole)
  },
})

export const createSprint = operation({
  id: 'sprints.create',
  method: 'POST',
  path: '/v1/teams/{team_id}/sprints',
  summary: 'Create a sprint',
  description:
    'Owners of the team and org admins. Its end is said by `end_date`, its last day, or by `duration_weeks`. Sprints of ' +
    'one team may overlap.',
  scope: 'teams:write',
  params: schemas.teamParams,
  body: schemas.sprintCreate,
  reply: { status: 201, schema: schemas.sprint },
  problems: { 409: 'a sprint of the team has the name already, in any case' },
  emits: { 'sprint.created': 'A sprint was created.' },
  example: { body: { name: 'Sprint 12', start_date: '2026-11-23', duration_weeks: 2 } },
  async access({ ctx, params }) {
    const { org_id, team_id, version } = await editableTeam(ctx, params.team_id, 'share')
    return { org_id, team_id, version }
  },
  async handle({ ctx, target, body }) {
    const row = await queries.insertSprint(ctx, target, newSprint(body))
    const { team_id, name, description, goal, start_date, end_date } = row
    const after = { team_id, name, description, goal, start_date, end_date }
    ctx.emit({ ...asSprint(row), type: 'sprint.created', before: null, after })
    return answer(presentSprint({ ...row, counts: { total: 0, completed: 0 } }), row.version)
  },
})

export const readCurrentSprint = operation({
  id: 'sprints.current',
  method: 'GET',
  path: '/v1/teams/{team_id}/sprints/current',
  summary: "Read a team's current sprint",
  description:
    'The sprint that is not completed and whose days include today in your `time_zone` (see `/v1/me`). Of several, the one ' +
    'that started last, then the one created last.',
  scope: 'teams:read',
  params: schemas.teamParams,
  reply: { status: 200, schema: schemas.sprint },
  problems: { 404: 'no sprint of the team runs today' },
  access: ({ ctx, params }) => reachOfTeam(ctx, params.team_id),
  async handle({ ctx, target: reach, params }) {
    const row = await queries.findCurrent(ctx, reach, params.team_id)
    if (!row) throw new Problem(404, 'No sprint of this team runs today.')
    return answer(presentSprint(row), row.version)
  },
})

export const readSprint = operation({
  id: 'sprints.read',
  method: 'GET',
  path,
  summary: 'Read a sprint',
  scope: 'teams:read',
  params: schemas.sprintParams,
  reply: { status: 200, schema: schemas.sprint },
  async access({ ctx, params }) {
    const reach = await reachOfTeam(ctx, params.team_id)
    const row = await queries.findSprint(ctx, reach, params.team_id, params.sprint_id)
    if (!row) throw notFound()
    return row
  },
  handle: async ({ target }) => answer(presentSprint(target), target.version),
})

export const updateSprint = operation({
  id: 'sprints.update',
  method: 'PATCH',
  path,
  summary: 'Change a sprint',
  description:
    'Owners of the team and org admins. Absent fields stay as they are; null clears `description` and `goal`. ' +
    '`status: completed` completes the sprint and notes who did and when, `active` takes that back; its tasks stay in ' +
    'it either way.',
  scope: 'teams:write',
  params: schemas.sprintParams,
  body: schemas.sprintUpdate,
  reply: { status: 200, schema: schemas.sprint },
  problems: { 409: 'another sprint of the team has the name already, in any case' },
  emits: { 'sprint.updated': 'Attributes of a sprint changed.' },
  example: { body: { duration_weeks: 3 } },
  access: (call) => editableSprint(call),
  async handle({ ctx, target, body }) {
    const wanted = wantedSprint(target, body, { username: ctx.user.username, now: ctx.now })
    const about = { ...asSprint(target), type: 'sprint.updated' }
    if (ctx.emitChange(about, target, wanted, attributes)) await queries.updateSprint(ctx, target, wanted)
    return sprintAnswer(ctx, target)
  },
})

export const putSprint = alsoAs('PUT', updateSprint, 'sprints.update_put')

export const deleteSprint = operation({
  id: 'sprints.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a sprint',
  description: 'Owners of the team and org admins. Its tasks stay, in no sprint.',
  scope: 'teams:write',
  params: schemas.sprintParams,
  query: object({ reason: optional(text({ max: 2000, description: 'Kept with the deletion.' })) }),
  reply: { status: 200, schema: schemas.sprintDeleted },
  emits: { 'sprint.deleted': 'A sprint was deleted.', ...taskUpdated },
  access: (call) => editableSprint(call),
  async handle({ ctx, target, query }) {
    const { sprint_id, name } = target
    const unfiled = await refile(ctx, await reachOf(ctx, target.org_id), 'sprint_id', sprint_id, {
      cause: 'sprint.deleted',
    })
    const row = await queries.removeSprint(ctx, target, query.reason ?? null)
    const before = { name, unfiled_tasks: unfiled.all }
    ctx.emit({ ...asSprint(target), type: 'sprint.deleted', before, after: null })
    return answer({ ok: true, sprint_id, unfiled_tasks: unfiled.readable }, row.version)
  },
})
