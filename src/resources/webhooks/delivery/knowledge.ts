import { isDeepStrictEqual } from 'node:util'
import { Caller, type TokenGrant, type User } from '../../../kernel/caller.ts'
import type { Asker } from '../../../kernel/context.ts'
import type { EventRow } from '../../../kernel/events.ts'
import { canReadPlace, canReadTask, isPlacedInReach } from '../../tasks/access.ts'
import type { TaskJudged } from '../../tasks/rows.ts'
import { audienceOf } from '../catalogue.ts'
import type { Facts, Listener } from './listeners.ts'
import type { Telling } from './payload.ts'

/** Whether the owner may be told everything in the organization, so that nothing needs to be looked up. */
export const knowsAll = ({ role, project_ids }: Pick<Listener, 'role' | 'project_ids'>): boolean =>
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
  for (const id of [event.project_id, event.from_project_id, event.resource_id]) add(id)
  visit(event.before, false)
  visit(event.after, false)
  return [...found]
}

/**
 * What a webhook is told of an event: what its owner may know, within its projects; null when it is not told at all. A
 * task whose place is known and that is hidden by a restriction is told without what changed; a change of nothing but
 * what is hidden is not told.
 */
export function tellingOf(listener: Listener, event: EventRow, facts: Facts): Telling | null {
  const { before = null, after = null } = event
  const whole = { project_id: event.project_id ?? null, before, after }
  if (knowsAll(listener)) return whole
  if (audienceOf(event.type) === 'admins' && !isAdmin(listener.role)) return null
  const asker = askerOf(listener)
  const task = event.resource_type === 'task' ? facts.tasks.get(event.resource_id) : undefined
  const place = placeOf(asker, listener, event, task, facts)
  if (!place) return null
  if (event.resource_type === 'task' && !(task && canReadTask(asker, { ...task, ...place.project })))
    return { project_id: place.project_id, before: null, after: null }
  const told = knownChange(before, after, (data) => hidden(asker, data, facts))
  return told && { project_id: place.project_id, ...told }
}

/** The owner as an asker. A webhook limited to projects has the rights of a token with the same limit. */
function askerOf(listener: Listener): Asker {
  const { owner_user_id, username, kind, org_id, role, project_ids } = listener
  const user: User = { user_id: owner_user_id, kind, username, email: null, email_verified: false }
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

/** Where the webhook sees the event happen: in one of its projects, or in none; null when it does not see it. */
function placeOf(
  asker: Asker,
  listener: Listener,
  event: EventRow,
  task: TaskJudged | undefined,
  { places }: Facts,
): Place | null {
  const sides = [event.project_id, event.from_project_id].filter((id) => id != null)
  const seen = sides.map((id) => places.get(id)).find((place) => place && canReadPlace(asker, place))
  if (seen) {
    const { project_id, visibility, my_role } = seen
    const project = { project_id, project_visibility: visibility, project_deleted: false, my_role }
    return { project_id, project }
  }
  if (event.resource_type === 'task' && event.project_id == null)
    return task && isPlacedInReach(asker, task) ? { project_id: null } : null
  const ofOrganization = sides.length === 0 && listener.project_ids === null && listener.role !== 'guest'
  return ofOrganization ? { project_id: null } : null
}

/** The same data without ids of what the owner can't see. */
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

/** Whether a delivery is of one of these projects; null for all, and for what lies in none. */
export const isWithin = ({ project_id }: { project_id: string | null }, projects: string[] | null): boolean =>
  projects === null || (project_id !== null && projects.includes(project_id))

/** Whether what a delivery tells, made for one owner and of one project, may be told to another within these projects. */
export function mayTell(
  delivery: { made_for: string; project_id: string | null },
  to: { user_id: string; admin: boolean; projects: string[] | null },
): boolean {
  return isWithin(delivery, to.projects) && (to.admin || to.user_id === delivery.made_for)
}
