import type { Context } from '../../../core/context.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { resolveDesignation } from '../../people/designations/policy.ts'
import { buildProjectSubject, type ProjectWithRole } from '../projects/policy.ts'
import { removeProjectMembers, listActiveProjectMembers, saveProjectRow } from '../projects/queries/write.ts'
import { findProjectMember, saveProjectMember, type ProjectMemberRow } from './queries.ts'
import { parseRequestedRole } from './rules.ts'
import type { ProjectMemberUpdate } from './schema.ts'

const buildMemberSubject = (row: ProjectMemberRow) => ({ ...buildProjectSubject(row), part_id: row.user_id })
const toEventFields = ({ user_id, username, project_role }: ProjectMemberRow) => ({ user_id, username, project_role })

export const emitProjectMemberAdded = (ctx: Context, row: ProjectMemberRow): void =>
  ctx.emit({ ...buildMemberSubject(row), type: 'project.member_added', before: null, after: toEventFields(row) })

const emitRemoved = (ctx: Context, row: ProjectMemberRow): void =>
  ctx.emit({ ...buildMemberSubject(row), type: 'project.member_removed', before: toEventFields(row), after: null })

function emitChange(ctx: Context, before: ProjectMemberRow, after: ProjectMemberRow): void {
  if (before.is_active && !after.is_active) emitRemoved(ctx, before)
  if (!before.is_active && after.is_active) emitProjectMemberAdded(ctx, after)
  else if (before.project_role !== after.project_role)
    ctx.emit({
      ...buildMemberSubject(after),
      type: 'project.member_role_changed',
      before: toEventFields(before),
      after: toEventFields(after),
    })
  if (before.designation_id === after.designation_id) return
  const { user_id, username } = after
  ctx.emit({
    ...buildMemberSubject(after),
    type: 'project.member_updated',
    before: { user_id, username, designation: before.designation },
    after: { user_id, username, designation: after.designation },
  })
}

/** Throws 409 for the last owner. Replaces a lost primary owner by the owner with the oldest assignment. */
async function updateProjectOfMember(
  ctx: Context,
  project: ProjectWithRole,
  row: ProjectMemberRow,
  remainsOwner: boolean,
): Promise<void> {
  const losesOwner = row.is_active && row.project_role === 'owner' && !remainsOwner
  if (!losesOwner) {
    await saveProjectRow(ctx, project)
    return
  }
  const team = await listActiveProjectMembers(ctx, row.org_id, row.project_id)
  const others = team.filter((member) => member.project_role === 'owner' && member.user_id !== row.user_id)
  const getAssignedAt = ({ assigned_at }: { assigned_at: string | null }) => assigned_at ?? ''
  const [next] = others.sort((a, b) =>
    getAssignedAt(a) < getAssignedAt(b) ? -1 : getAssignedAt(a) > getAssignedAt(b) ? 1 : 0,
  )
  if (!next) throw conflict('This is the last owner of the project. Make another member an owner first.')
  if (project.owner !== row.username) {
    await saveProjectRow(ctx, project)
    return
  }
  await saveProjectRow(ctx, project, { owner: next.username })
  ctx.emit({
    ...buildProjectSubject(project),
    type: 'project.owner_transferred',
    before: { owner: project.owner },
    after: { owner: next.username },
  })
}

export async function updateProjectMember(
  ctx: Context,
  project: ProjectWithRole,
  row: ProjectMemberRow,
  body: ProjectMemberUpdate,
): Promise<ProjectMemberRow> {
  const project_role = parseRequestedRole(body) ?? row.project_role
  const is_active = body.is_active ?? row.is_active
  const designation = await resolveDesignation(ctx, row.org_id, body, row.designation_id)
  const designation_id = designation === undefined ? row.designation_id : designation
  const membershipChanged = project_role !== row.project_role || is_active !== row.is_active
  if (!membershipChanged && designation_id === row.designation_id) return row
  if (is_active && !row.is_active && !row.in_organization)
    throw invalid(['body', 'is_active'], 'The user is not an active member of the organization.')
  if (membershipChanged) await updateProjectOfMember(ctx, project, row, is_active && project_role === 'owner')
  await saveProjectMember(ctx, row, {
    ...(project_role !== row.project_role && { project_role, assigned_by: ctx.user.username, assigned_at: ctx.now }),
    is_active,
    designation_id,
    delete_reason: is_active ? null : (body.delete_reason ?? row.delete_reason),
  })
  const after = (await findProjectMember(ctx, project, row.user_id))!
  emitChange(ctx, row, after)
  return after
}

export async function removeProjectMember(ctx: Context, project: ProjectWithRole, row: ProjectMemberRow) {
  await updateProjectOfMember(ctx, project, row, false)
  await removeProjectMembers(ctx, project, [row.user_id])
  emitRemoved(ctx, row)
}
