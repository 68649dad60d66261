import type { Context } from '../../../../core/context.ts'
import { findChangedAttributes } from '../../../../core/change-event.ts'
import { invalid, unknownReference } from '../../../../core/errors.ts'
import { compileSchema, requireValidBody, type SchemaValidator } from '../../../../http/validate.ts'
import * as s from '../../../../core/schema.ts'
import { toSortKey } from '../../../../core/text.ts'
import { buildProjectSubject } from '../policy.ts'
import { removeProjectFromTeam } from './leave-team.ts'
import {
  claimPrefix,
  removeProjectMembers,
  upsertProjectMembers,
  countReadableColors,
  lockUsableTeam,
  insertPresetSections,
  insertProject,
  saveProjectRow,
} from '../queries/write.ts'
import type { ProjectRow } from '../queries/find.ts'
import {
  updatableProjectFields,
  chooseColor,
  computeMemberChanges,
  toUsernameKey,
  toPriorityRank,
  requireOrderedDates,
  toStatusRank,
  applyProjectUpdate,
  presetSections,
  type PresetSection,
  type ProjectAttributes,
  type OrgUser,
  type ProjectMemberChange,
  type ProjectTeamMember,
} from '../rules.ts'
import type { ProjectCreate, ProjectUpdate } from '../schema.ts'

const newProject: ProjectAttributes = {
  name: '',
  prefix: '',
  description: null,
  metadata: null,
  status: 'not_started',
  priority: 'none',
  color: null,
  icon: null,
  start_date: null,
  end_date: null,
  owner_designation: null,
  team_member_designations: null,
  visibility: 'public',
  editors_can_add_members: false,
  team_id: null,
}

/** An organization and the members named in the body, whose memberships are locked until commit. */
interface ProjectContainer {
  org_id: string
  people: readonly OrgUser[]
}

/** Creates a project owned by the caller and by the owner in the body. */
export async function createProject(
  ctx: Context,
  container: ProjectContainer,
  body: ProjectCreate,
): Promise<ProjectRow> {
  const { org_id: orgId } = container
  if (body.is_active === false)
    throw invalid(['body', 'is_active'], 'Cannot be false for a new project. Send true or omit it.')
  const { visibility = null, metadata = null, preset, ...rest } = body
  const wanted = { ...applyProjectUpdate(newProject, rest), metadata }
  await requireValidAttributes(ctx, orgId, newProject, wanted)
  const { owner, members } = resolveUsers(container.people, body, null)
  const { user_id, username } = ctx.user
  const sections = presetSections[preset ?? 'none']
  const projectId = ctx.newId('P')
  if (wanted.prefix !== '') await claimPrefix(ctx, orgId, projectId, wanted.prefix)
  wanted.color ??= chooseColor(await countReadableColors(ctx, orgId))
  const row = await insertProject(ctx, orgId, {
    ...toColumns(wanted),
    project_id: projectId,
    // The database derives a missing prefix from the name.
    prefix: wanted.prefix === '' ? null : wanted.prefix,
    owner: owner?.username ?? username,
    has_status_sections: sections.length > 0,
    visibility,
  })
  const others = computeMemberChanges([], null, { owner, members }).filter((one) => one.user_id !== user_id)
  await upsertProjectMembers(ctx, row, [
    { user_id, username, project_role: 'owner' },
    ...others.map((one) => ({ user_id: one.user_id, username: one.username, project_role: one.to! })),
  ])
  ctx.emit({ ...buildProjectSubject(row), type: 'project.created', before: null, after: presentCreatedProject(row) })
  await createPresetSections(ctx, row, sections)
  return row
}

const presentCreatedProject = (row: ProjectRow) => ({
  name: row.name,
  prefix: row.prefix,
  status: row.status,
  priority: row.priority,
  start_date: row.start_date,
  end_date: row.end_date,
  team_id: row.team_id,
  color: row.color,
  icon: row.icon,
  visibility: row.visibility,
  owner: row.owner,
})

async function createPresetSections(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  sections: readonly PresetSection[],
): Promise<void> {
  const rows = sections.map((section, i) => ({ ...section, section_id: ctx.newId('SE'), position: i + 1 }))
  await insertPresetSections(ctx, org_id, project_id, rows)
  for (const { section_id, ...attributes } of rows) {
    const after = { ...attributes, scope_type: 'project', scope_id: project_id }
    const subject = { org_id, project_id, resource_type: 'section', resource_id: section_id }
    ctx.emit({ ...subject, type: 'section.created', before: null, after })
  }
}

/** A project, its members, and the organization members named in the body. */
interface ProjectToUpdate extends ProjectRow {
  team: readonly ProjectTeamMember[]
  people: readonly OrgUser[]
}

/** Updates what differs from the stored project; returns the same object if nothing does. */
export async function updateProject(ctx: Context, project: ProjectToUpdate, body: ProjectUpdate): Promise<ProjectRow> {
  requireSameIds(project, body)
  const wanted = applyProjectUpdate(project, body)
  await requireValidAttributes(ctx, project.org_id, project, wanted)
  const named = resolveUsers(project.people, body, project.owner)
  const changes = computeMemberChanges(project.team, project.owner, named)
  const changed = findChangedAttributes(project, wanted, updatableProjectFields)
  const deleted = body.is_active === false
  if (!changed && !named.owner && changes.length === 0 && !deleted) return project
  if (wanted.prefix !== project.prefix) await claimPrefix(ctx, project.org_id, project.project_id, wanted.prefix)
  const left = await removeProjectFromTeam(ctx, project, wanted.team_id)
  const row = await saveProjectRow(ctx, project, {
    ...(changed && toColumns(wanted)),
    ...(named.owner && { owner: named.owner.username }),
    ...(deleted && { deleted_at: ctx.now, delete_reason: body.delete_reason ?? null }),
  })
  await saveTeam(ctx, project, changes)
  if (changed) {
    const after = { ...changed.after, ...left }
    ctx.emit({ ...buildProjectSubject(row), type: 'project.updated', before: changed.before, after })
  }
  if (named.owner) emitTransfer(ctx, project, row)
  for (const change of changes) emitTeamChange(ctx, row, change)
  if (deleted) emitDeletion(ctx, project)
  return row
}

export async function deleteProject(ctx: Context, project: ProjectRow): Promise<ProjectRow> {
  emitDeletion(ctx, project)
  return saveProjectRow(ctx, project, { deleted_at: ctx.now })
}

function requireSameIds(project: ProjectRow, body: ProjectUpdate): void {
  if (body.org_id != null && body.org_id.toLowerCase() !== project.org_id)
    throw invalid(['body', 'org_id'], 'A project cannot be moved to another organization. Omit org_id.', 'mismatch')
  if (body.project_id != null && body.project_id !== project.project_id)
    throw invalid(['body', 'project_id'], 'differs from the project in the path', 'mismatch')
}

let check: SchemaValidator | undefined
const checkMetadata = (): SchemaValidator => (check ??= compileSchema(s.object({ metadata: s.nullable(s.freeForm()) })))

/** Throws 422 if the dates are out of order, the metadata is too large or the team is not usable. */
async function requireValidAttributes(
  ctx: Context,
  orgId: string,
  stored: ProjectAttributes,
  wanted: ProjectAttributes,
): Promise<void> {
  requireOrderedDates(wanted)
  // Merged patches must not exceed the limits of one body.
  requireValidBody(checkMetadata(), { metadata: wanted.metadata })
  const { team_id } = wanted
  if (team_id !== null && team_id !== stored.team_id && !(await lockUsableTeam(ctx, orgId, team_id)))
    throw unknownReference(['body', 'team_id'], 'active team of the organization')
}

/**
 * Resolves the new primary owner, unless unchanged, and the members of a body. Throws 422 for a user whose membership
 * is not locked, since it could end before commit.
 */
function resolveUsers(
  people: readonly OrgUser[],
  body: Pick<ProjectUpdate, 'owner' | 'team_members'>,
  primary: string | null,
): { owner: OrgUser | null; members: OrgUser[] | null } {
  const owner = body.owner != null && toUsernameKey(body.owner) !== toUsernameKey(primary ?? '') ? body.owner : null
  const byName = new Map(people.map((person) => [toUsernameKey(person.username), person]))
  const requireUser = (name: string, ...loc: (string | number)[]): OrgUser => {
    const person = byName.get(toUsernameKey(name))
    if (!person) throw unknownReference(['body', ...loc], 'active member of the organization')
    return person
  }
  return {
    owner: owner === null ? null : requireUser(owner, 'owner'),
    members: body.team_members?.map((name, i) => requireUser(name, 'team_members', i)) ?? null,
  }
}

const toColumns = (wanted: ProjectAttributes) => ({
  ...wanted,
  name_key: toSortKey(wanted.name),
  status_rank: toStatusRank(wanted.status),
  priority_rank: toPriorityRank(wanted.priority),
})

async function saveTeam(ctx: Context, project: ProjectRow, changes: readonly ProjectMemberChange[]): Promise<void> {
  const remaining = changes.flatMap(({ user_id, username, to }) =>
    to ? [{ user_id, username, project_role: to }] : [],
  )
  await upsertProjectMembers(ctx, project, remaining)
  await removeProjectMembers(
    ctx,
    project,
    changes.filter((change) => change.to === null).map((change) => change.user_id),
  )
}

const emitTransfer = (ctx: Context, before: ProjectRow, after: ProjectRow): void =>
  ctx.emit({
    ...buildProjectSubject(after),
    type: 'project.owner_transferred',
    before: { owner: before.owner },
    after: { owner: after.owner },
  })

/** Emits an added or removed member; role changes are covered by the transfer event. */
function emitTeamChange(ctx: Context, project: ProjectRow, { user_id, username, from, to }: ProjectMemberChange): void {
  const subject = { ...buildProjectSubject(project), part_id: user_id }
  if (from === null)
    ctx.emit({
      ...subject,
      type: 'project.member_added',
      before: null,
      after: { user_id, username, project_role: to },
    })
  else if (to === null)
    ctx.emit({
      ...subject,
      type: 'project.member_removed',
      before: { user_id, username, project_role: from },
      after: null,
    })
}

const emitDeletion = (ctx: Context, project: ProjectRow): void =>
  ctx.emit({
    ...buildProjectSubject(project),
    type: 'project.deleted',
    before: { name: project.name },
    after: null,
  })
