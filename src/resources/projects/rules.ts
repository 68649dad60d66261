/** What holds for projects whoever asks: no database and no clock here. */
import { changedAttributes } from '../../kernel/events.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { amongTheirPlaces } from '../../kernel/lists/order.ts'
import { invalid } from '../../kernel/problem.ts'
import type { ProjectRow } from './rows.ts'
import { projectStatuses, type priorities, type ProjectUpdate } from './schemas.ts'

/** Projects sort by status in the order in which the statuses are declared. */
export const statusRank = (status: string): number => (projectStatuses as readonly string[]).indexOf(status)

const urgency: readonly (typeof priorities)[number][] = ['critical', 'high', 'medium', 'low', 'none']
/** Projects sort by priority from the most urgent. */
export const priorityRank = (priority: string): number => (urgency as readonly string[]).indexOf(priority)

/** Throws 422 for a project that would end before it starts. */
export function requireOrderedDates({
  start_date: start,
  end_date: end,
}: Pick<Attributes, 'start_date' | 'end_date'>): void {
  if (start !== null && end !== null && end < start)
    throw invalid(['body', 'end_date'], `must not be before start_date (${start})`, 'date_order')
}

/** The attributes that a change of a project can set, beside who owns it, who is in it and whether it is there. */
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
/** The values of these attributes. */
export type Attributes = Pick<ProjectRow, (typeof attributes)[number]>

/** The attributes a change asks for: null clears what may be empty and leaves the rest as it is. */
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
    metadata: body.metadata ? merged(stored.metadata, body.metadata) : orStored('metadata', body.metadata),
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

const merged = (stored: Record<string, unknown> | null, patch: Record<string, unknown>) =>
  mergeFreeForm(stored, patch, ['body', 'metadata'])

const managed = ['team_member_designations', 'visibility', 'editors_can_add_members', 'team_id'] as const

/**
 * Whether a change asks for what only project owners and org admins may do: who owns it, who sees it, who is in it,
 * whether it is archived or there at all. Sending what is stored already asks for nothing.
 */
export function asksToManage(
  project: Attributes & { owner: string | null },
  team: readonly { username: string }[],
  body: ProjectUpdate,
): boolean {
  const wanted = wantedAttributes(project, body)
  if (body.is_active === false || changedAttributes(project, wanted, managed)) return true
  if ((wanted.status === 'archived') !== (project.status === 'archived')) return true
  if (typeof body.owner === 'string' && nameKey(body.owner) !== nameKey(project.owner ?? '')) return true
  if (!body.team_members) return false
  const names = new Set(body.team_members.map(nameKey))
  return names.size !== team.length || team.some(({ username }) => !names.has(nameKey(username)))
}

/** A username as it is compared: usernames are unique in any case. */
export const nameKey = (username: string): string => username.toLowerCase()

/** The usernames that a body names, as they are compared. */
export const namesIn = (body: Pick<ProjectUpdate, 'owner' | 'team_members'>): string[] =>
  [...(body.team_members ?? []), ...(body.owner == null ? [] : [body.owner])].map(nameKey)

/** The places of projects after a new order: those listed share out the places they hold, the others keep theirs. */
export function reordered(
  places: readonly { project_id: string; position: number }[],
  listed: readonly string[],
): { project_id: string; position: number }[] {
  const order = amongTheirPlaces(
    places.map((place) => place.project_id),
    listed,
  )
  let least = -Infinity
  return order.map((project_id, i) => {
    // Places that two share, since both were created at once, are told apart here.
    const position = Math.max(places[i]!.position, least)
    least = position + 1
    return { project_id, position }
  })
}
