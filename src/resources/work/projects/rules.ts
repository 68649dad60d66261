import { colorNames } from '../../../core/colors.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { reorderAmongListed } from '../../../core/manual-order.ts'
import { invalid } from '../../../core/errors.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import type { ProjectRole, ProjectRow } from './queries/find.ts'
import { projectStatuses, type ProjectUpdate, type projectPresets, type priorities } from './schema.ts'

/** A member of the organization. */
export interface OrgUser {
  user_id: string
  username: string
}

/** An active member of a project. */
export interface ProjectTeamMember extends OrgUser {
  project_role: ProjectRole
}

/** A change of role in a project; null stands for no membership. */
export interface ProjectMemberChange extends OrgUser {
  from: ProjectRole | null
  to: ProjectRole | null
}

/**
 * Computes the role changes for a new primary owner (the previous one becomes an editor) and a new list of members (new
 * ones join as editors, omitted ones are removed, owners stay).
 */
export function computeMemberChanges(
  team: readonly ProjectTeamMember[],
  primary: string | null,
  wanted: { owner: OrgUser | null; members: readonly OrgUser[] | null },
): ProjectMemberChange[] {
  const roles = new Map<string, ProjectRole>(team.map((member) => [member.user_id, member.project_role]))
  const { owner, members } = wanted
  if (owner && owner.username !== primary) {
    const previous = team.find((member) => member.username === primary && member.project_role === 'owner')
    if (previous) roles.set(previous.user_id, 'editor')
    roles.set(owner.user_id, 'owner')
  }
  if (members) {
    const memberIds = new Set(members.map((member) => member.user_id))
    for (const [id, role] of roles) if (role !== 'owner' && !memberIds.has(id)) roles.delete(id)
    for (const id of memberIds) if (!roles.has(id)) roles.set(id, 'editor')
  }
  const users = new Map([...team, ...(members ?? []), ...(owner ? [owner] : [])].map((user) => [user.user_id, user]))
  const before = new Map(team.map((member) => [member.user_id, member.project_role]))
  return [...users.values()]
    .map(({ user_id, username }) => ({
      user_id,
      username,
      from: before.get(user_id) ?? null,
      to: roles.get(user_id) ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}

/** Returns the sort key of a status: its index in the declaration. */
export const toStatusRank = (status: string): number => (projectStatuses as readonly string[]).indexOf(status)

const urgency: readonly (typeof priorities)[number][] = ['critical', 'high', 'medium', 'low', 'none']
/** Returns the sort key of a priority, the most urgent first. */
export const toPriorityRank = (priority: string): number => (urgency as readonly string[]).indexOf(priority)

export function requireOrderedDates({
  start_date: start,
  end_date: end,
}: Pick<ProjectAttributes, 'start_date' | 'end_date'>): void {
  if (start !== null && end !== null && end < start)
    throw invalid(['body', 'end_date'], `must not be before start_date (${start})`, 'date_order')
}

/** Returns the color name that is used least, the first of several. */
export function chooseColor(used: ReadonlyMap<string, number>): string {
  const counts = colorNames.map((name) => used.get(name) ?? 0)
  return colorNames[counts.indexOf(Math.min(...counts))]!
}

/** Attributes that an update can set, besides owner, members and `is_active`. */
export const updatableProjectFields = [
  'name',
  'prefix',
  'description',
  'metadata',
  'status',
  'priority',
  'color',
  'icon',
  'start_date',
  'end_date',
  'owner_designation',
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
] as const
export type ProjectAttributes = Pick<ProjectRow, (typeof updatableProjectFields)[number]>

/** Applies an update: null clears optional attributes and leaves required ones unchanged. */
export function applyProjectUpdate(stored: ProjectAttributes, body: ProjectUpdate): ProjectAttributes {
  const orStored = <K extends keyof ProjectAttributes>(name: K, sent: ProjectAttributes[K] | undefined) =>
    sent === undefined ? stored[name] : sent
  const designations = body.team_member_designations?.map(({ id, designation = null }) => ({
    id,
    designation,
  }))
  return {
    name: body.name ?? stored.name,
    prefix: body.prefix ?? stored.prefix,
    description: orStored('description', body.description),
    metadata: body.metadata ? mergeMetadata(stored.metadata, body.metadata) : orStored('metadata', body.metadata),
    status: body.status ?? stored.status,
    priority: body.priority ?? stored.priority,
    color: orStored('color', body.color),
    icon: orStored('icon', body.icon),
    start_date: orStored('start_date', body.start_date),
    end_date: orStored('end_date', body.end_date),
    owner_designation: orStored('owner_designation', body.owner_designation),
    team_member_designations:
      body.team_member_designations === null ? null : orStored('team_member_designations', designations),
    visibility: body.visibility ?? stored.visibility,
    editors_can_add_members: body.editors_can_add_members ?? stored.editors_can_add_members,
    team_id: orStored('team_id', body.team_id),
  }
}

const mergeMetadata = (stored: Record<string, unknown> | null, patch: Record<string, unknown>) =>
  mergeFreeFormObject(stored, patch, ['body', 'metadata'])

const ownerAttributes = [
  'prefix',
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
] as const

/** Tests whether an update needs an owner or organization admin. Unchanged values do not count. */
export function requiresManager(
  project: ProjectAttributes & { owner: string | null },
  team: readonly { username: string }[],
  body: ProjectUpdate,
): boolean {
  const wanted = applyProjectUpdate(project, body)
  if (body.is_active === false || findChangedAttributes(project, wanted, ownerAttributes)) return true
  if ((wanted.status === 'archived') !== (project.status === 'archived')) return true
  if (typeof body.owner === 'string' && toUsernameKey(body.owner) !== toUsernameKey(project.owner ?? '')) return true
  if (!body.team_members) return false
  const names = new Set(body.team_members.map(toUsernameKey))
  return names.size !== team.length || team.some(({ username }) => !names.has(toUsernameKey(username)))
}

/** Returns the comparison key of a username, which is case-insensitive. */
export const toUsernameKey = (username: string): string => username.toLowerCase()
export const listUsernameKeys = (body: Pick<ProjectUpdate, 'owner' | 'team_members'>): string[] =>
  [...(body.team_members ?? []), ...(body.owner == null ? [] : [body.owner])].map(toUsernameKey)

/** Rearranges the listed projects among the positions that they occupy; the others keep theirs. */
export function applyProjectOrder(
  rows: readonly { project_id: string; position: number }[],
  listed: readonly string[],
): { project_id: string; position: number }[] {
  const order = reorderAmongListed(
    rows.map((row) => row.project_id),
    listed,
  )
  let minPosition = -Infinity
  return order.map((project_id, i) => {
    // Separates positions that concurrent inserts share.
    const position = Math.max(rows[i]!.position, minPosition)
    minPosition = position + 1
    return { project_id, position }
  })
}

/** Section that a preset creates in a new project. */
export interface PresetSection {
  name: string
  status: string
  color: string
}

const buildPresetSection = (name: string, status: string, color: string): PresetSection => ({ name, status, color })

export const presetSections: Record<(typeof projectPresets)[number], readonly PresetSection[]> = {
  none: [],
  simple: [
    buildPresetSection('To do', 'not_started', 'gray'),
    buildPresetSection('Doing', 'in_progress', 'blue'),
    buildPresetSection('Done', 'completed', 'green'),
  ],
  software: [
    buildPresetSection('Backlog', 'backlog', 'gray'),
    buildPresetSection('To do', 'not_started', 'sky'),
    buildPresetSection('In progress', 'in_progress', 'blue'),
    buildPresetSection('In review', 'in_progress', 'purple'),
    buildPresetSection('Done', 'completed', 'green'),
  ],
}
