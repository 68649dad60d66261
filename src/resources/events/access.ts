import { isDeepStrictEqual } from 'node:util'
import { Caller, type OrgRole, type TokenGrant, type User } from '../../kernel/caller.ts'
import type { Asker } from '../../kernel/context.ts'
import type { EventRow } from '../../kernel/events.ts'
import { changedPart } from '../../kernel/lists/order.ts'
import { canReadPlace, canReadTask, isPlacedInReach } from '../tasks/access.ts'
import type { PlaceJudged, TaskJudged } from '../tasks/rows.ts'
import { audienceOf, isPersonal } from './catalogue.ts'
import type { Telling } from './present.ts'
import type { Facts } from './rows.ts'

/** Somebody who is told of events of an organization: the owner of a webhook, the reader of a stream. */
export interface Hearer {
  org_id: string
  user_id: string
  username: string
  kind: User['kind']
  role: OrgRole
  /** The projects that it is told of; null for all that the person may see. */
  project_ids: string[] | null
}

/** Whether the hearer may be told everything in the organization, so that nothing needs to be looked up. */
export const knowsAll = ({ role, project_ids }: Pick<Hearer, 'role' | 'project_ids'>): boolean =>
  project_ids === null && isAdmin(role)

/** Owners and admins of an organization know all of it. */
export const isAdmin = (role: string): boolean => role === 'owner' || role === 'admin'

/** Whether ids stand under this key in the attributes of an event. */
const holdsIds = (key: string): boolean =>
  /_ids?$/.test(key) || ['sub_tasks', 'dependencies', 'moved_open_to'].includes(key)
/** Ids of tasks, projects, goals, stops, sections, teams, sprints and milestones: of what not everybody sees. */
const idShape = /^(T|P|G|ST|SE|TM|SP|MS)[0-9A-HJKMNP-TV-Z]{16}$/

/** Attributes that count tasks and projects, hidden ones too: they are told to those who see everything. */
const counts = [
  'task_count',
  'completed_count',
  'moved_tasks',
  'unfiled_tasks',
  'filed_tasks',
  'unpinned_milestones',
  'tasks',
  'projects',
]

/** The ids that an event names, anywhere, of what not everybody sees. */
export function idsIn(event: EventRow): string[] {
  const found = new Set<string>()
  const add = (value: unknown) => typeof value === 'string' && idShape.test(value) && found.add(value)
  const visit = (value: unknown, within: boolean): void => {
    if (within) add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value))
      visit(item, holdsIds(key) || (within && Array.isArray(value)))
  }
  for (const id of [event.project_id, event.from_project_id, event.resource_id, event.part_id]) add(id)
  visit(event.before, false)
  visit(event.after, false)
  return [...found]
}

/**
 * What a webhook is told of an event as it happens: what its owner may know, within its projects; null when it is not told
 * at all. A task whose place is known and that is hidden by a restriction is told without what changed; a change of
 * nothing but what is hidden is not told.
 */
export function tellingOf(hearer: Hearer, event: EventRow, facts: Facts): Telling | null {
  const known = knownOf(hearer, event, facts)
  return known && 'veiledIn' in known ? { project_id: known.veiledIn, before: null, after: null } : known
}

/**
 * What somebody may be told of an event that may lie back, with the rights and the places of now; null when nothing. What
 * has been restricted or moved away since is not told, nor that there is something.
 */
export function tellingNow(hearer: Hearer, event: EventRow, facts: Facts): Telling | null {
  const task = event.resource_type === 'task' ? facts.tasks.get(event.resource_id) : undefined
  if (task && !knowsAll(hearer) && !canReadTask(askerOf(hearer), task)) return null
  const known = knownOf(hearer, event, facts)
  return known && 'veiledIn' in known ? null : known
}

/** Whether the hearer can't read what an event is about, or can't any more. */
export function isLost(
  hearer: Hearer,
  { type, resource_type, resource_id }: EventRow,
  facts: Facts,
): boolean {
  // A reorder event covers several projects; the first may be hidden and others visible.
  if (knowsAll(hearer) || type === 'project.reordered') return false
  const asker = askerOf(hearer)
  const task = facts.tasks.get(resource_id)
  if (resource_type === 'task') return task !== undefined && !canReadTask(asker, task)
  const place = facts.places.get(resource_id)
  return place !== undefined && !canReadPlace(asker, place)
}

/**
 * Whether an event took from the hearer what they could read until then, as it shows by itself: they left, or it was moved
 * out of where they are, made private or restricted to others. It is asked of what is lost.
 */
export function tookAway(hearer: Hearer, event: EventRow, { tasks, places }: Facts): boolean {
  const { type, before = null, from_project_id } = event
  if (event.part_id === hearer.user_id && type.endsWith('.member_removed')) return true
  if (type === 'project.updated')
    return before?.visibility === 'public' && hearer.role === 'member' && !hearer.project_ids
  const task = tasks.get(event.resource_id)
  if (event.resource_type !== 'task' || !task) return false
  const asker = askerOf(hearer)
  const from = from_project_id == null ? undefined : places.get(from_project_id)
  if (from && canReadPlace(asker, from)) return canReadTask(asker, { ...task, ...sideOf(from) })
  if (type !== 'task.restricted' || !isPlacedInReach(asker, task)) return false
  const allowed = (before?.restricted_to ?? []) as string[]
  return allowed.length === 0 || allowed.includes(hearer.username)
}

/** All that the hearer may know of an event: of a task that a restriction hides, no more than where it lies. */
function knownOf(
  hearer: Hearer,
  event: EventRow,
  found: Facts,
): Telling | { veiledIn: string | null } | null {
  const { before = null, after = null } = event
  if (!isMeantFor(hearer, event)) return null
  const whole = { project_id: event.project_id ?? null, before, after }
  if (knowsAll(hearer)) return whole
  if (!isHeardBy(hearer, event)) return null
  const asker = askerOf(hearer)
  const facts = withDeletedSection(event, found)
  if (event.type === 'project.reordered') return knownOrder(asker, event, facts)
  const task = event.resource_type === 'task' ? facts.tasks.get(event.resource_id) : undefined
  const place = placeOf(asker, hearer, event, task, facts)
  if (!place) return null
  if (event.resource_type === 'task' && !(task && canReadTask(asker, { ...task, ...place.project })))
    return { veiledIn: place.project_id }
  const told = knownChange(before, after, (data) => hidden(asker, data, facts))
  return told && { project_id: place.project_id, ...told }
}

/**
 * Adds the deleted section of an event to the facts. Its row is gone, so those who can see its project or team can see its
 * id.
 */
function withDeletedSection(event: EventRow, facts: Facts): Facts {
  const { type, cause, before, part_id, resource_id } = event
  const id =
    type === 'section.deleted' ? resource_id : cause === 'section.deleted' ? before?.section_id : undefined
  const holder = part_id == null ? undefined : facts.places.get(part_id)
  if (!holder || typeof id !== 'string') return facts
  return { ...facts, places: new Map(facts.places).set(id, holder) }
}

/** Returns the changed part of the order of the projects that the subscriber can see; null if it did not change. */
function knownOrder(asker: Asker, { before = null, after = null }: EventRow, facts: Facts): Telling | null {
  const [was, is] = [before, after].map((data) => hidden(asker, data, facts) as { project_ids: string[] })
  const changed = changedPart(was!.project_ids, is!.project_ids)
  if (!changed) return null
  const first = changed.after[0]!
  return {
    before: { project_ids: changed.before },
    after: { project_ids: changed.after },
    project_id: first,
    resource_id: first,
  }
}

/** Whether an event is for this person: one that reminds somebody is for them alone. */
const isMeantFor = (hearer: Hearer, { type, after }: EventRow): boolean =>
  !isPersonal(type) || after?.user_id == null || after.user_id === hearer.user_id

/** Whether events of this kind are told to somebody in the hearer's position. */
function isHeardBy({ role, kind }: Hearer, { type }: EventRow): boolean {
  const audience = audienceOf(type)
  if (audience === 'admins') return isAdmin(role)
  return audience !== 'keepers' || isAdmin(role) || kind === 'service_account'
}

/** The hearer as an asker. One limited to projects has the rights of a token with the same limit. */
function askerOf({ user_id, username, kind, org_id, role, project_ids }: Hearer): Asker {
  const user: User = { user_id, kind, username, email: null, email_verified: false }
  const token = project_ids && ({ org_id, project_ids } as TokenGrant)
  return { user, caller: new Caller(user, [{ org_id, org_name: '', role }], token) }
}

type Data = Telling['before']
type Change = Pick<Telling, 'before' | 'after'>

/**
 * A change as `hide` shows it, without counts and without those attributes whose whole difference was hidden. Null when
 * nothing is left to tell.
 */
function knownChange(before: Data, after: Data, hide: (value: unknown) => unknown): Change | null {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const [was, is] = [hide(before) as Data, hide(after) as Data]
  const gone = names.filter((name) => {
    if (counts.includes(name) && [before?.[name], after?.[name]].some((value) => typeof value === 'number'))
      return true
    const [old, now] = [was?.[name] ?? null, is?.[name] ?? null]
    const cut = !isDeepStrictEqual([old, now], [before?.[name] ?? null, after?.[name] ?? null])
    return cut && isDeepStrictEqual(old, now)
  })
  if (names.length > 0 && gone.length === names.length) return null
  for (const name of gone) for (const side of [was, is]) if (side) delete side[name]
  return { before: was, after: is }
}

/** A task as seen from one project, when it is moving. */
type Side = Pick<TaskJudged, 'project_id' | 'project_visibility' | 'project_deleted' | 'my_role'>
interface Place {
  project_id: string | null
  project?: Side
}

const sideOf = ({ project_id, visibility, my_role }: PlaceJudged): Side => ({
  project_id,
  project_visibility: visibility,
  project_deleted: false,
  my_role,
})

/** Where the hearer sees the event happen: in one of its projects, or in none; null when it does not see it. */
function placeOf(
  asker: Asker,
  hearer: Hearer,
  event: EventRow,
  task: TaskJudged | undefined,
  { places }: Facts,
): Place | null {
  const sides = [event.project_id, event.from_project_id].filter((id) => id != null)
  const seen = sides.map((id) => places.get(id)).find((place) => place && canReadPlace(asker, place))
  if (seen) return { project_id: seen.project_id, project: sideOf(seen) }
  if (event.resource_type === 'task' && event.project_id == null)
    return task && isPlacedInReach(asker, task) ? { project_id: null } : null
  if (sides.length > 0 || hearer.project_ids !== null) return null
  // A guest knows of the teams that they are in, and of nothing else that lies in no project.
  const team = places.get(event.resource_id)
  const isKnownTo = hearer.role !== 'guest' || (team !== undefined && canReadPlace(asker, team))
  return isKnownTo ? { project_id: null } : null
}

/** The same data without ids of what the hearer can't see. */
function hidden(asker: Asker, data: unknown, facts: Facts, within = false): unknown {
  if (within && typeof data === 'string' && idShape.test(data))
    return isKnown(asker, data, facts) ? data : null
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => hidden(asker, item, facts, within))
    return within ? items.filter((item) => item !== null) : items
  }
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, hidden(asker, value, facts, holdsIds(key))]),
  )
}

function isKnown(asker: Asker, id: string, { tasks, places }: Facts): boolean {
  const task = tasks.get(id)
  const place = places.get(id)
  return (task && canReadTask(asker, task)) || (place && canReadPlace(asker, place)) || false
}
