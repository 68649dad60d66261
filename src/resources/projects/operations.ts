import { answer } from '../../kernel/answer.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { forbidden } from '../../kernel/problem.ts'
import { acknowledgement, object, text } from '../../kernel/schema.ts'
import { holdCreator } from '../organization-members/access.ts'
import { holdPeople } from '../organization-members/queries.ts'
import { canManageProject, editableProject, readableProject } from './access.ts'
import { changeProject, removeProject, storeProject } from './change.ts'
import { presentCard, presentProject } from './present.ts'
import { findListPlace, listTeam } from './queries.ts'
import { asksToManage, namesIn } from './rules.ts'
import { project, projectCard, projectCreate, projectUpdate } from './schemas.ts'
import {
  projectDeleted,
  projectUpdated,
  taskUpdated,
  projectMemberAdded,
  projectMemberRemoved,
  projectOwnerTransferred,
} from './events.ts'

const projectParams = object({
  org_or_project_id: text({
    description:
      'Here the project. The same place in the path holds an organization id on GET, which lists its projects.',
  }),
})
const path = '/v1/projects/{org_or_project_id}'

export const createProject = operation({
  id: 'projects.create',
  method: 'POST',
  path: '/v1/projects',
  summary: 'Create a project',
  description:
    'Any member of the organization but a guest may, and owns the project; an `owner` named beside becomes its primary ' +
    'owner. Without `visibility` the default of the organization applies. The project goes to the end of the order.',
  scope: 'projects:write',
  body: projectCreate,
  reply: { status: 200, schema: projectCard },
  problems: { 422: '`owner`, `team_members` or `team_id` name nobody, or no team, that can be used here' },
  emits: { 'project.created': 'A project was created.' },
  example: {
    body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'North quay', team_members: ['ben'] },
  },
  access: ({ ctx, body }) => holdCreator(ctx, body, { names: namesIn(body) }, 'projects'),
  async handle({ ctx, target, body }) {
    const row = await storeProject(ctx, target, body)
    const team = await listTeam(ctx, row.org_id, row.project_id)
    const place = await findListPlace(ctx, row)
    return answer(presentCard(row, place, team, { tasks_total: 0, tasks_completed: 0 }), row.version)
  },
})

export const readProject = operation({
  id: 'projects.read',
  method: 'GET',
  path: '/v1/projects/detail/{project_id}',
  summary: 'Read a project',
  scope: 'projects:read',
  params: object({ project_id: text() }),
  reply: { status: 200, schema: project },
  access: ({ ctx, params }) => readableProject(ctx, params.project_id),
  async handle({ ctx, target }) {
    return answer(
      presentProject(target, await listTeam(ctx, target.org_id, target.project_id)),
      target.version,
    )
  },
})

export const updateProject = operation({
  id: 'projects.update',
  method: 'PATCH',
  path,
  summary: 'Change a project',
  description:
    'Owners and editors of the project, and org admins. Absent fields stay as they are, null clears what may be empty, ' +
    '`metadata` is merged. Only owners and org admins change `owner`, `team_members`, `team_member_designations`, ' +
    '`editors_can_add_members`, `visibility`, `team_id` and `is_active`, and archive or unarchive. A new `owner` joins ' +
    'as an owner, the one before stays as an editor. With another `team_id`, or none, its tasks leave the sprints, ' +
    'milestones and sections of the team before, but for tasks that are of that team themselves, and milestones of that ' +
    'team are pinned to none of its stops. `is_active: false` deletes the project.',
  scope: 'projects:write',
  params: projectParams,
  body: projectUpdate,
  reply: { status: 200, schema: project },
  problems: { 422: '`owner`, `team_members` or `team_id` name nobody, or no team, that can be used here' },
  emits: {
    ...projectUpdated,
    ...taskUpdated,
    ...projectOwnerTransferred,
    ...projectMemberAdded,
    ...projectMemberRemoved,
    ...projectDeleted,
  },
  example: { body: { status: 'in_progress', end_date: '2027-03-31' } },
  async access({ ctx, params, body }) {
    const names = namesIn(body)
    const held = names.length > 0 ? await holdPeople(ctx, ctx.caller.orgIds, { names }) : []
    const found = await editableProject(ctx, params.org_or_project_id)
    const team = await listTeam(ctx, found.org_id, found.project_id)
    if (!canManageProject(ctx, found) && asksToManage(found, team, body))
      throw forbidden(
        'Only owners of the project and org admins may change who owns, joins or sees it, or archive it.',
      )
    const people = held.filter(({ org_id }) => org_id === found.org_id)
    return { ...found, team, people }
  },
  async handle({ ctx, target, body }) {
    const row = await changeProject(ctx, target, body)
    const team = row === target ? target.team : await listTeam(ctx, row.org_id, row.project_id)
    return answer(presentProject(row, team), row.version)
  },
})

export const replaceProject = deprecatedPut(updateProject, 'projects.replace')

export const deleteProject = operation({
  id: 'projects.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a project',
  description:
    'Owners of the project and org admins. The project and everything in it is not found from then on.',
  scope: 'projects:write',
  params: projectParams,
  reply: { status: 200, schema: acknowledgement },
  emits: projectDeleted,
  async access({ ctx, params }) {
    const found = await readableProject(ctx, params.org_or_project_id)
    if (!canManageProject(ctx, found))
      throw forbidden('Only owners of the project and org admins may delete it.')
    return found
  },
  async handle({ ctx, target }) {
    return answer({ ok: true }, (await removeProject(ctx, target)).version)
  },
})
