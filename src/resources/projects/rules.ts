import { changedAttributes } from '../../kernel/events.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { amongTheirPlaces } from '../../kernel/lists/order.ts'
import { invalid } from '../../kernel/problem.ts'
import type { ProjectRow } from './rows.ts'
import { projectStatuses, type priorities, type ProjectUpdate } from './schemas.ts'

/** Returns the sort key of a status: its index in the declaration. */
export const statusRank = (status: string): number => (projectStatuses as readonly string[]).indexOf(status)

const urgency: readonly (typeof priorities)[number][] = ['critical', 'high', 'medium', 'low', 'none']
/** Returns the sort key of a priority, the most urgent first. */
export const priorityRank = (priority: string): number => (urgency as readonly string[]).indexOf(priority)

export function requireOrderedDates({
  start_date: start,
  end_date: end,
}: Pick<Attributes, 'start_date' | 'end_date'>): void {
  if (start !== null && end !== null && end < start)
    throw invalid(['body', 'end_date'], `must not be before start_date (${start})`, 'date_order')
}

/** Attributes that an update can set, besides owner, members and `is_active`. */
export const attributes = [
  'name',
  'description',
  'metadata',
  'status',
  'priority',
  'start_date',
  'end_date',
  'owner_designation',
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
] as const
export type Attributes = Pick<ProjectRow, (typeof attributes)[number]>

/** Applies an update: null clears optional attributes and leaves required ones unchanged. */
export function wantedAttributes(stored: Attributes, body: ProjectUpdate): Attributes {
  const orStored = <K extends keyof Attributes>(name: K, sent: Attributes[K] | undefined) =>
    sent === undefined ? stored[name] : sent
  const designations = body.team_member_designations?.map(({ id, designation = null }) => ({
    id,
    designation,
  }))
  return {
    name: body.name ?? stored.name,
    description: orStored('description', body.description),
    metadata: body.metadata
      ? mergeMetadata(stored.metadata, body.metadata)
      : orStored('metadata', body.metadata),
    status: body.status ?? stored.status,
    priority: body.priority ?? stored.priority,
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
  mergeFreeForm(stored, patch, ['body', 'metadata'])

const ownerAttributes = [
  'team_member_designations',
  'visibility',
  'editors_can_add_members',
  'team_id',
] as const

/** Tests whether an update needs an owner or organization admin. Unchanged values do not count. */
export function asksToManage(
  project: Attributes & { owner: string | null },
  team: readonly { username: string }[],
  body: ProjectUpdate,
): boolean {
  const wanted = wantedAttributes(project, body)
  if (body.is_active === false || changedAttributes(project, wanted, ownerAttributes)) return true
  if ((wanted.status === 'archived') !== (project.status === 'archived')) return true
  if (typeof body.owner === 'string' && nameKey(body.owner) !== nameKey(project.owner ?? '')) return true
  if (!body.team_members) return false
  const names = new Set(body.team_members.map(nameKey))
  return names.size !== team.length || team.some(({ username }) => !names.has(nameKey(username)))
}

/** Returns the comparison key of a username, which is case-insensitive. */
export const nameKey = (username: string): string => username.toLowerCase()

/** Returns the keys of all usernames in a body. */
export const namesIn = (body: Pick<ProjectUpdate, 'owner' | 'team_members'>): string[] =>
  [...(body.team_members ?? []), ...(body.owner == null ? [] : [body.owner])].map(nameKey)

/** Rearranges the listed projects among the positions that they occupy; the others keep theirs. */
export function reordered(
  rows: readonly { project_id: string; position: number }[],
  listed: readonly string[],
): { project_id: string; position: number }[] {
  const order = amongTheirPlaces(
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
