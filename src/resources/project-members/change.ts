import type { Context } from '../../kernel/context.ts'
import { conflict, invalid } from '../../kernel/problem.ts'
import { resolveDesignation } from '../designations/access.ts'
import { asSubject, type ProjectSeen } from '../projects/access.ts'
import { dismiss, listTeam, updateProject } from '../projects/queries.ts'
import { findMember, updateMember, type ProjectMemberRow } from './queries.ts'
import { askedRole } from './rules.ts'
import type { ProjectMemberUpdate } from './schemas.ts'

/** How events name a member: as a part of its project. */
const asMember = (row: ProjectMemberRow) => ({ ...asSubject(row), part_id: row.user_id })
const facts = ({ user_id, username, project_role }: ProjectMemberRow) => ({ user_id, username, project_role })

/** Emits that somebody has joined a project, or is back in it. */
export const emitAdded = (ctx: Context, row: ProjectMemberRow): void =>
  ctx.emit({ ...asMember(row), type: 'project.member_added', before: null, after: facts(row) })

const emitRemoved = (ctx: Context, row: ProjectMemberRow): void =>
  ctx.emit({ ...asMember(row), type: 'project.member_removed', before: facts(row), after: null })

/** Emits what changed about a member: an event for their place in the project, and one for their designation. */
function emitChange(ctx: Context, before: ProjectMemberRow, after: ProjectMemberRow): void {
  if (before.is_active && !after.is_active) emitRemoved(ctx, before)
  if (!before.is_active && after.is_active) emitAdded(ctx, after)
  else if (before.project_role !== after.project_role)
    ctx.emit({
      ...asMember(after),
      type: 'project.member_role_changed',
      before: facts(before),
      after: facts(after),
    })
  if (before.designation_id === after.designation_id) return
  const { user_id, username } = after
  ctx.emit({
    ...asMember(after),
    type: 'project.member_updated',
    before: { user_id, username, designation: before.designation },
    after: { user_id, username, designation: after.designation },
  })
}

/**
 * What a change of a member means for its project, whose version rises, since its members and owners are part of it.
 * The last owner stays one (409); a primary owner who stops being one is followed by the longest-standing other.
 */
async function settleProject(
  ctx: Context,
  project: ProjectSeen,
  row: ProjectMemberRow,
  staysOwner: boolean,
): Promise<void> {
  const owned = row.is_active && row.project_role === 'owner' && !staysOwner
  if (!owned) {
    await updateProject(ctx, project)
    return
  }
  const team = await listTeam(ctx, row.org_id, row.project_id)
  const others = team.filter((one) => one.project_role === 'owner' && one.user_id !== row.user_id)
  const since = ({ assigned_at }: { assigned_at: string | null }) => assigned_at ?? ''
  const [next] = others.sort((a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : 0))
  if (!next) throw conflict('This is the last owner of the project: make somebody else an owner first.')
  if (project.owner !== row.username) {
    await updateProject(ctx, project)
    return
  }
  await updateProject(ctx, project, { owner: next.username })
  ctx.emit({
    ...asSubject(project),
    type: 'project.owner_transferred',
    before: { owner: project.owner },
    after: { owner: next.username },
  })
}

/** Changes a member as far as the body differs from it; gives the very row it was given when nothing does. */
export async function changeMember(
  ctx: Context,
  project: ProjectSeen,
  row: ProjectMemberRow,
  body: ProjectMemberUpdate,
): Promise<ProjectMemberRow> {
  const project_role = askedRole(body) ?? row.project_role
  const is_active = body.is_active ?? row.is_active
  const designation = await resolveDesignation(ctx, row.org_id, body, row.designation_id)
  const designation_id = designation === undefined ? row.designation_id : designation
  const moved = project_role !== row.project_role || is_active !== row.is_active
  if (!moved && designation_id === row.designation_id) return row
  if (is_active && !row.is_active && !row.in_organization)
    throw invalid(['body', 'is_active'], 'The person is no active member of the organization.')
  if (moved) await settleProject(ctx, project, row, is_active && project_role === 'owner')
  await updateMember(ctx, row, {
    ...(project_role !== row.project_role && {
      project_role,
      assigned_by: ctx.user.username,
      assigned_at: ctx.now,
    }),
    is_active,
    designation_id,
    delete_reason: is_active ? null : (body.delete_reason ?? row.delete_reason),
  })
  const after = (await findMember(ctx, project, row.user_id))!
  emitChange(ctx, row, after)
  return after
}

/** Takes a member out of a project. */
export async function removeMember(ctx: Context, project: ProjectSeen, row: ProjectMemberRow): Promise<void> {
  await settleProject(ctx, project, row, false)
  await dismiss(ctx, project, [row.user_id])
  emitRemoved(ctx, row)
}
