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
      'ID of the project. On GET, which lists projects, this path parameter is the ID of an organization.',
  }),
})
const path = '/v1/projects/{org_or_project_id}'
const referenceProblems = {
  422: '`owner` or `team_members` includes a user who is not an active member of the organization, or `team_id` is not an active team that you can read.',
}

export const createProject = operation({
  id: 'projects.create',
  method: 'POST',
  path: '/v1/projects',
  summary: 'Create a project',
  description:
    'Creates a project at the end of the list. The caller becomes an owner; `owner` may name another user as the ' +
    'primary owner. `visibility` defaults to the setting of the organization. Requires: organization member; guests ' +
    'cannot create projects.',
  scope: 'projects:write',
  body: projectCreate,
  reply: { status: 200, schema: projectCard },
  problems: referenceProblems,
  emits: { 'project.created': 'A project was created.' },
  example: {
    body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'North quay', team_members: ['ben'] },
  },
  access: ({ ctx, body }) => holdCreator(ctx, body, { names: namesIn(body) }, 'projects'),
  async handle({ ctx, target, body }) {
    const row = await storeProject(ctx, target, body)
    const team = await listTeam(ctx, row.org_id, row.project_id)
    const position = await findListPlace(ctx, row)
    return answer(presentCard(row, position, team, { tasks_total: 0, tasks_completed: 0 }), row.version)
  },
})

export const readProject = operation({
  id: 'projects.read',
  method: 'GET',
  path: '/v1/projects/detail/{project_id}',
  summary: 'Get a project',
  description:
    'Returns a project with its members. Task counts are returned by the list and by project statistics.',
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
  summary: 'Update a project',
  description:
    'Updates the fields in the body; omitted fields keep their value, `null` clears optional fields, and `metadata` is ' +
    'merged. Requires: owner or editor of the project, or organization admin. Only owners and organization admins can ' +
    'change `owner`, `team_members`, `team_member_designations`, `editors_can_add_members`, `visibility`, `team_id` and ' +
    '`is_active`, and archive or unarchive the project. A new `owner` is added as an owner; the previous primary owner ' +
    'becomes an editor. Changing or clearing `team_id` removes the tasks of the project from the sprints, milestones and ' +
    'sections of the previous team, except tasks that belong to that team themselves, and unpins the milestones of that ' +
    'team from the stops of the project. `is_active: false` deletes the project.',
  scope: 'projects:write',
  params: projectParams,
  body: projectUpdate,
  reply: { status: 200, schema: project },
  problems: referenceProblems,
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
    const locked = names.length > 0 ? await holdPeople(ctx, ctx.caller.orgIds, { names }) : []
    const found = await editableProject(ctx, params.org_or_project_id)
    const team = await listTeam(ctx, found.org_id, found.project_id)
    if (!canManageProject(ctx, found) && asksToManage(found, team, body))
      throw forbidden(
        'Only project owners and organization admins can change its owner, members, visibility or team, or archive or delete it.',
      )
    const people = locked.filter(({ org_id }) => org_id === found.org_id)
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
    'Deletes a project. The project and everything in it return 404 afterwards. Requires: owner of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  params: projectParams,
  reply: { status: 200, schema: acknowledgement },
  emits: projectDeleted,
  async access({ ctx, params }) {
    const found = await readableProject(ctx, params.org_or_project_id)
    if (!canManageProject(ctx, found))
      throw forbidden('Only project owners and organization admins can delete a project.')
    return found
  },
  async handle({ ctx, target }) {
    return answer({ ok: true }, (await removeProject(ctx, target)).version)
  },
})
