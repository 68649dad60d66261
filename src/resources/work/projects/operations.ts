import { respond } from '../../../http/result.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { forbidden } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockCreator } from '../../people/members/policy.ts'
import { lockMembers } from '../../people/members/queries.ts'
import { canManageProject, loadProjectForUpdate, loadReadableProject } from './policy.ts'
import { updateProject, deleteProject, createProject } from './commands/write.ts'
import { presentProjectSummary, presentProject } from './presenter.ts'
import { findListPosition, listActiveProjectMembers } from './queries/write.ts'
import { requiresManager, listUsernameKeys } from './rules.ts'
import { projectSchema, projectSummarySchema, projectCreateSchema, projectUpdateSchema } from './schema.ts'
import {
  projectDeletedEvent,
  projectUpdatedEvent,
  taskUpdatedEvent,
  projectMemberAddedEvent,
  projectMemberRemovedEvent,
  projectOwnerTransferredEvent,
  sectionCreatedEvent,
} from './events.ts'

const projectParams = {
  org_or_project_id:
    'ID of the project. On GET, which lists projects, this path parameter is the ID of an organization.',
}
const path = '/v1/projects/{org_or_project_id}'
const referenceProblems = {
  422: '`owner` or `team_members` includes a user who is not an active member of the organization, or `team_id` is not an active team that you can read.',
}

const prefixConflict = 'Another project has or had the `prefix`.'

export const createProjectOperation = defineOperation({
  id: 'projects.create',
  method: 'POST',
  path: '/v1/projects',
  summary: 'Create a project',
  description:
    'Creates a project at the end of the list. The caller becomes an owner; `owner` may name another user as the ' +
    'primary owner. `visibility` defaults to the setting of the organization. `preset` creates sections. Requires: organization member; guests ' +
    'cannot create projects.',
  scope: 'projects:write',
  body: projectCreateSchema,
  reply: { status: 200, schema: projectSummarySchema },
  problems: { ...referenceProblems, 409: prefixConflict },
  emits: { 'project.created': 'A project was created.', ...sectionCreatedEvent },
  example: {
    body: { org_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'North quay', team_members: ['ben'] },
  },
  authorize: ({ ctx, body }) => lockCreator(ctx, body, { names: listUsernameKeys(body) }, 'projects'),
  async handle({ ctx, target, body }) {
    const row = await createProject(ctx, target, body)
    const team = await listActiveProjectMembers(ctx, row.org_id, row.project_id)
    const position = await findListPosition(ctx, row)
    return respond(presentProjectSummary(row, position, team, { tasks_total: 0, tasks_completed: 0 }), row.version)
  },
})

export const getProjectOperation = defineOperation({
  id: 'projects.read',
  method: 'GET',
  path: '/v1/projects/detail/{project_id}',
  summary: 'Get a project',
  description: 'Returns a project with its members. Task counts are returned by the list and by project statistics.',
  scope: 'projects:read',
  reply: { status: 200, schema: projectSchema },
  authorize: ({ ctx, params }) => loadReadableProject(ctx, params.project_id),
  handle: async ({ ctx, target }) =>
    respond(
      presentProject(target, await listActiveProjectMembers(ctx, target.org_id, target.project_id)),
      target.version,
    ),
})

export const updateProjectOperation = defineOperation({
  id: 'projects.update',
  method: 'PATCH',
  path,
  summary: 'Update a project',
  description:
    'Updates the fields in the body; omitted fields keep their value, `null` clears optional fields, and `metadata` is ' +
    'merged. Requires: owner or editor of the project, or organization admin. Only owners and organization admins can ' +
    'change `prefix`, `owner`, `team_members`, `team_member_designations`, `editors_can_add_members`, `visibility`, `team_id` and ' +
    '`is_active`, and archive or unarchive the project. A new `owner` is added as an owner; the previous primary owner ' +
    'becomes an editor. Changing or clearing `team_id` removes the tasks of the project from the sprints, milestones and ' +
    'sections of the previous team, except tasks that belong to that team themselves, and unpins the milestones of that ' +
    'team from the stops of the project. `is_active: false` deletes the project.',
  scope: 'projects:write',
  params: projectParams,
  body: projectUpdateSchema,
  reply: { status: 200, schema: projectSchema },
  problems: { ...referenceProblems, 409: prefixConflict },
  emits: {
    ...projectUpdatedEvent,
    ...taskUpdatedEvent,
    ...projectOwnerTransferredEvent,
    ...projectMemberAddedEvent,
    ...projectMemberRemovedEvent,
    ...projectDeletedEvent,
  },
  example: { body: { status: 'in_progress', end_date: '2027-03-31' } },
  async authorize({ ctx, params, body }) {
    const names = listUsernameKeys(body)
    const locked = names.length > 0 ? await lockMembers(ctx, ctx.caller.orgIds, { names }) : []
    const found = await loadProjectForUpdate(ctx, params.org_or_project_id)
    const team = await listActiveProjectMembers(ctx, found.org_id, found.project_id)
    if (!canManageProject(ctx, found) && requiresManager(found, team, body))
      throw forbidden(
        'Only project owners and organization admins can change its prefix, owner, members, visibility or team, or archive or delete it.',
      )
    const people = locked.filter(({ org_id }) => org_id === found.org_id)
    return { ...found, team, people }
  },
  async handle({ ctx, target, body }) {
    const row = await updateProject(ctx, target, body)
    const team = row === target ? target.team : await listActiveProjectMembers(ctx, row.org_id, row.project_id)
    return respond(presentProject(row, team), row.version)
  },
})

export const putProjectOperation = deprecatedPut(updateProjectOperation, 'projects.replace')

export const deleteProjectOperation = defineOperation({
  id: 'projects.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a project',
  description:
    'Deletes a project. The project and everything in it return 404 afterwards. Requires: owner of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  params: projectParams,
  reply: { status: 200, schema: s.okResponse },
  emits: projectDeletedEvent,
  async authorize({ ctx, params }) {
    const found = await loadReadableProject(ctx, params.org_or_project_id)
    if (!canManageProject(ctx, found))
      throw forbidden('Only project owners and organization admins can delete a project.')
    return found
  },
  handle: async ({ ctx, target }) => respond({ ok: true }, (await deleteProject(ctx, target)).version),
})
