import type { Call } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { conflict, forbidden, invalid, requireFound, unknownReference } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockMembers } from '../../people/members/queries.ts'
import { resolveDesignation } from '../../people/designations/policy.ts'
import { canEditProject, canManageProject, projectRoles, loadReadableProject } from '../projects/policy.ts'
import { upsertProjectMembers, saveProjectRow } from '../projects/queries/write.ts'
import { projectMemberAddedEvent, projectMemberRemovedEvent, projectOwnerTransferredEvent } from '../projects/events.ts'
import { updateProjectMember, emitProjectMemberAdded, removeProjectMember } from './commands.ts'
import { findProjectMember, selectProjectMemberPage, projectMemberSorts, type ProjectMemberRow } from './queries.ts'
import { parseRequestedRole, toDeprecatedRole, parseProjectRole } from './rules.ts'
import * as schemas from './schema.ts'

const presentMember = (row: ProjectMemberRow) => {
  const is_active = row.is_active && row.in_organization
  return pickProperties(schemas.projectMemberSchema, { ...row, role: toDeprecatedRole(row.project_role), is_active })
}

/** Loads a member and the project, which is locked in a write. Throws 404 unless the project is visible. */
async function loadMember({ ctx, params }: Call<{ user_id: string; project_id: string }>) {
  const project = await loadReadableProject(ctx, params.project_id)
  const row = requireFound(await findProjectMember(ctx, project, params.user_id))
  return { project, row, version: row.version }
}

export const listProjectMembersOperation = defineOperation({
  id: 'project-members.list',
  method: 'GET',
  path: '/v1/project-members',
  summary: 'List project members',
  description:
    'Returns the members of a project or, without `project_id`, of every project that you can read. Includes ' +
    'deactivated members (`is_active` is `false`).',
  scope: 'projects:read',
  query: s.object({
    project_id: s.optional(s.text('Only members of this project.')),
    search: s.searchParam('Only members whose username contains this text (case-insensitive).'),
    role: s.optional(
      s.stringEnum(s.namedEnum('AnyProjectRole', [...new Set([...projectRoles, ...schemas.deprecatedProjectRoles])]), {
        description: 'Only members with this role, by its current or its deprecated name.',
      }),
    ),
  }),
  problems: { 404: 'The project does not exist or you cannot read it.' },
  reply: { status: 200, schema: s.pageSchema(schemas.projectMemberSchema) },
  list: projectMemberSorts,
  authorize: async ({ ctx, query }) => {
    if (query.project_id !== undefined) await loadReadableProject(ctx, query.project_id)
  },
  async handle({ ctx, query, list }) {
    const role = query.role === undefined ? undefined : parseProjectRole(query.role)
    const found = await selectProjectMemberPage(ctx, list, { projectId: query.project_id, search: query.search, role })
    return respondWithPage(ctx, list, found, presentMember)
  },
})

export const createProjectMemberOperation = defineOperation({
  id: 'project-members.create',
  method: 'POST',
  path: '/v1/project-members',
  summary: 'Add a member to a project',
  description:
    'Adds an active member of the organization to a project, as a viewer unless a role is set. Requires: owner of the ' +
    'project, or organization admin. If `editors_can_add_members` is set on the project, editors can also add members, ' +
    'but not owners.',
  scope: 'projects:write',
  body: schemas.projectMemberCreateSchema,
  reply: { status: 200, schema: schemas.projectMemberSchema },
  problems: {
    404: 'The project does not exist or you cannot read it.',
    409: 'The user is already a member of the project.',
    422: 'The user is not an active member of the organization.',
  },
  emits: projectMemberAddedEvent,
  example: {
    body: { project_id: 'P1JM6SW2Z0A1B2C3D', user_id: '01890a5d-ac96-774b-bcce-b302099a8057', project_role: 'editor' },
  },
  async authorize({ ctx, body }) {
    const locked = await lockMembers(ctx, ctx.caller.orgIds, { ids: [body.user_id] })
    const project = await loadReadableProject(ctx, body.project_id)
    // A user who joined the organization after the lock is rejected: their membership could end before commit.
    const person = locked.find(({ org_id }) => org_id === project.org_id)
    if (canManageProject(ctx, project)) return { project, person }
    if (!project.editors_can_add_members || !canEditProject(ctx, project))
      throw forbidden(
        'Only project owners, organization admins and, if the project allows it, editors can add members.',
      )
    if (parseRequestedRole(body) === 'owner') throw forbidden('Editors cannot add owners.')
    return { project, person }
  },
  async handle({ ctx, target: { project, person }, body }) {
    if (body.is_active === false)
      throw invalid(['body', 'is_active'], 'Cannot be false for a new member. Send true or omit it.')
    if (!person) throw unknownReference(['body', 'user_id'], 'active member of the organization')
    const known = await findProjectMember(ctx, project, person.user_id)
    if (known?.is_active) throw conflict(`${person.username} is already a member of the project.`)
    const designation_id = (await resolveDesignation(ctx, project.org_id, body)) ?? null
    await upsertProjectMembers(ctx, project, [
      { ...person, project_role: parseRequestedRole(body) ?? 'viewer', designation_id },
    ])
    await saveProjectRow(ctx, project)
    const row = (await findProjectMember(ctx, project, person.user_id))!
    emitProjectMemberAdded(ctx, row)
    return respond(presentMember(row), row.version)
  },
})

export const getProjectMemberOperation = defineOperation({
  id: 'project-members.read',
  method: 'GET',
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Get a project member',
  description: 'Returns a member of a project that you can read, including a deactivated one.',
  scope: 'projects:read',
  reply: { status: 200, schema: schemas.projectMemberSchema },
  authorize: loadMember,
  handle: async ({ target }) => respond(presentMember(target.row), target.version),
})

export const updateProjectMemberOperation = defineOperation({
  id: 'project-members.update',
  method: 'PATCH',
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Update a project member',
  description:
    'Updates the fields in the body; `null` clears the designation. `is_active: false` deactivates the membership. If ' +
    'the primary owner loses the owner role, the owner with the oldest assignment becomes the primary owner. Requires: ' +
    'owner of the project, or organization admin.',
  scope: 'projects:write',
  body: schemas.projectMemberUpdateSchema,
  reply: { status: 200, schema: schemas.projectMemberSchema },
  problems: { 409: 'The project would have no owner.' },
  emits: {
    'project.member_role_changed': 'The role of a project member changed.',
    'project.member_updated': 'The designation of a project member changed.',
    ...projectMemberAddedEvent,
    ...projectMemberRemovedEvent,
    ...projectOwnerTransferredEvent,
  },
  example: { body: { project_role: 'viewer' } },
  async authorize(call) {
    await lockMembers(call.ctx, call.ctx.caller.orgIds, { ids: [call.params.user_id] })
    const found = await loadMember(call)
    if (!canManageProject(call.ctx, found.project))
      throw forbidden('Only project owners and organization admins can update its members.')
    return found
  },
  async handle({ ctx, target, body }) {
    if (body.project_id != null && body.project_id !== target.project.project_id)
      throw invalid(['body', 'project_id'], 'must be the project in the path', 'mismatch')
    if (body.user_id != null && body.user_id.toLowerCase() !== target.row.user_id)
      throw invalid(['body', 'user_id'], 'must be the user in the path', 'mismatch')
    const row = await updateProjectMember(ctx, target.project, target.row, body)
    return respond(presentMember(row), row.version)
  },
})

export const putProjectMemberOperation = deprecatedPut(updateProjectMemberOperation, 'project-members.replace')

export const deleteProjectMemberOperation = defineOperation({
  id: 'project-members.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Remove a project member',
  description:
    'Removes a member from a project. If the primary owner is removed, the owner with the oldest assignment becomes the ' +
    'primary owner. Requires: owner of the project, or organization admin; every member can remove themselves.',
  scope: 'projects:write',
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The project would have no owner.' },
  emits: { ...projectMemberRemovedEvent, ...projectOwnerTransferredEvent },
  async authorize(call) {
    const found = await loadMember(call)
    if (!canManageProject(call.ctx, found.project) && found.row.user_id !== call.ctx.user.user_id)
      throw forbidden('Only project owners and organization admins can remove other members.')
    return found
  },
  async handle({ ctx, target }) {
    await removeProjectMember(ctx, target.project, target.row)
    return respond({ ok: true }, target.version + 1)
  },
})
