import type { Context } from '../../kernel/context.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { answer } from '../../kernel/answer.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { conflict, forbidden, invalid, notFound, unknownReference } from '../../kernel/problem.ts'
import {
  acknowledgement,
  object,
  oneOf,
  optional,
  pageOf,
  searched,
  text,
  words,
} from '../../kernel/schema.ts'
import { holdPeople } from '../organization-members/queries.ts'
import { resolveDesignation } from '../designations/access.ts'
import { canEditProject, canManageProject, projectRoles, readableProject } from '../projects/access.ts'
import { enlist, updateProject } from '../projects/queries.ts'
import { projectMemberAdded, projectMemberRemoved, projectOwnerTransferred } from '../projects/events.ts'
import { changeMember, emitAdded, removeMember } from './change.ts'
import { findMember, listMembers, memberSorts, type ProjectMemberRow } from './queries.ts'
import { askedRole, olderRoleOf, roleNamed } from './rules.ts'
import { olderRoles, projectMember, projectMemberCreate, projectMemberUpdate } from './schemas.ts'

const params = object({
  user_id: text({ description: 'The member.' }),
  project_id: text({ description: 'The project.' }),
})

const present = (row: ProjectMemberRow) => ({
  project_id: row.project_id,
  user_id: row.user_id,
  username: row.username,
  designation: row.designation,
  designation_id: row.designation_id,
  role: olderRoleOf(row.project_role),
  project_role: row.project_role,
  created_by: row.created_by,
  updated_by: row.updated_by,
  is_active: row.is_active && row.in_organization,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
  delete_reason: row.delete_reason,
  version: row.version,
})

/** The member and their project, which a write has locked; 404 when the caller does not see the project. */
async function readableMember({
  ctx,
  params,
}: {
  ctx: Context
  params: { user_id: string; project_id: string }
}) {
  const project = await readableProject(ctx, params.project_id)
  const row = await findMember(ctx, project, params.user_id)
  if (!row) throw notFound()
  return { project, row, version: row.version }
}

export const listProjectMembers = operation({
  id: 'project-members.list',
  method: 'GET',
  path: '/v1/project-members',
  summary: 'List the members of a project, or of all your projects',
  description:
    'Without `project_id`: of every project you can read. Deactivated members too; see `is_active`.',
  scope: 'projects:read',
  query: object({
    project_id: optional(text()),
    search: searched('Part of the username, in any case.'),
    role: optional(
      oneOf(words('AnyProjectRole', [...new Set([...projectRoles, ...olderRoles])]), {
        description: 'By its new or older name.',
      }),
    ),
  }),
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: pageOf(projectMember) },
  list: memberSorts,
  access: async ({ ctx, query }) => {
    if (query.project_id !== undefined) await readableProject(ctx, query.project_id)
  },
  async handle({ ctx, query, list }) {
    const role = query.role === undefined ? undefined : roleNamed(query.role)
    const found = await listMembers(ctx, list, { projectId: query.project_id, search: query.search, role })
    return pageAnswer(ctx, list, found, (members) => members.map(present))
  },
})

export const createProjectMember = operation({
  id: 'project-members.create',
  method: 'POST',
  path: '/v1/project-members',
  summary: 'Add a member to a project',
  description:
    'Owners of the project and org admins; editors too when `editors_can_add_members` is on, but they make no owners. ' +
    'Without a role the new member is a viewer.',
  scope: 'projects:write',
  body: projectMemberCreate,
  reply: { status: 200, schema: projectMember },
  problems: {
    404: 'the project is missing, or not for you to see',
    409: 'the person is a member already',
    422: 'the person is no active member of the organization',
  },
  emits: projectMemberAdded,
  example: {
    body: {
      project_id: 'P1JM6SW2Z0A1B2C3D',
      user_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      project_role: 'editor',
    },
  },
  async access({ ctx, body }) {
    const held = await holdPeople(ctx, ctx.caller.orgIds, { ids: [body.user_id] })
    const project = await readableProject(ctx, body.project_id)
    // Who joined only now is not held, and might be gone again before it is in the project.
    const person = held.find(({ org_id }) => org_id === project.org_id)
    if (canManageProject(ctx, project)) return { project, person }
    if (!project.editors_can_add_members || !canEditProject(ctx, project))
      throw forbidden('You may not add members to this project.')
    if (askedRole(body) === 'owner') throw forbidden('An editor may not make somebody an owner.')
    return { project, person }
  },
  async handle({ ctx, target: { project, person }, body }) {
    if (body.is_active === false)
      throw invalid(['body', 'is_active'], 'A new member is active: send true or nothing.')
    if (!person) throw unknownReference(['body', 'user_id'], 'active member of the organization')
    const known = await findMember(ctx, project, person.user_id)
    if (known?.is_active) throw conflict(`${person.username} is a member of the project already.`)
    const designation_id = (await resolveDesignation(ctx, project.org_id, body)) ?? null
    await enlist(ctx, project, [{ ...person, project_role: askedRole(body) ?? 'viewer', designation_id }])
    await updateProject(ctx, project)
    const row = (await findMember(ctx, project, person.user_id))!
    emitAdded(ctx, row)
    return answer(present(row), row.version)
  },
})

export const readProjectMember = operation({
  id: 'project-members.read',
  method: 'GET',
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Read a member of a project',
  scope: 'projects:read',
  params,
  reply: { status: 200, schema: projectMember },
  access: readableMember,
  handle: async ({ target }) => answer(present(target.row), target.version),
})

export const updateProjectMember = operation({
  id: 'project-members.update',
  method: 'PATCH',
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Change a member of a project',
  description:
    'Owners of the project and org admins. The last owner stays one. When the primary owner stops being an owner, the ' +
    'longest-standing other owner follows.',
  scope: 'projects:write',
  params,
  body: projectMemberUpdate,
  reply: { status: 200, schema: projectMember },
  problems: { 409: 'the project would be left without an owner' },
  emits: {
    'project.member_role_changed': 'A project member has another role.',
    'project.member_updated': "A project member's designation changed.",
    ...projectMemberAdded,
    ...projectMemberRemoved,
    ...projectOwnerTransferred,
  },
  example: { body: { project_role: 'viewer' } },
  async access(call) {
    await holdPeople(call.ctx, call.ctx.caller.orgIds, { ids: [call.params.user_id] })
    const found = await readableMember(call)
    if (!canManageProject(call.ctx, found.project))
      throw forbidden('Only owners of the project and org admins may change its members.')
    return found
  },
  async handle({ ctx, target, body }) {
    if (body.project_id != null && body.project_id !== target.project.project_id)
      throw invalid(['body', 'project_id'], 'differs from the project in the path', 'mismatch')
    if (body.user_id != null && body.user_id.toLowerCase() !== target.row.user_id)
      throw invalid(['body', 'user_id'], 'differs from the member in the path', 'mismatch')
    const row = await changeMember(ctx, target.project, target.row, body)
    return answer(present(row), row.version)
  },
})

export const replaceProjectMember = deprecatedPut(updateProjectMember, 'project-members.replace')

export const deleteProjectMember = operation({
  id: 'project-members.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/project-members/{user_id}/{project_id}',
  summary: 'Remove a member from a project, or leave it',
  description: 'Owners of the project and org admins remove anybody, everybody itself. The last owner stays.',
  scope: 'projects:write',
  params,
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the project would be left without an owner' },
  emits: { ...projectMemberRemoved, ...projectOwnerTransferred },
  async access(call) {
    const found = await readableMember(call)
    if (!canManageProject(call.ctx, found.project) && found.row.user_id !== call.ctx.user.user_id)
      throw forbidden('Only owners of the project and org admins may remove others.')
    return found
  },
  async handle({ ctx, target }) {
    await removeMember(ctx, target.project, target.row)
    return answer({ ok: true }, target.version + 1)
  },
})
