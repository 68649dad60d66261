import { isDeepStrictEqual } from 'node:util'
import { Caller, type OrgRole, type TokenGrant, type CallerPrincipal } from '../../../core/caller.ts'
import type { CallerContext } from '../../../core/context.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import { findChangedRange } from '../../../core/manual-order.ts'
import { canReadResource, canReadTask, canReadProjectOrTeam } from '../../work/tasks/policy.ts'
import type { TaskAccess } from '../../work/tasks/queries/rows.ts'
import { locateTask, omitFormerRestriction, toFormerTask, toLocatedProject, type EventLocation } from './former-task.ts'
import { findEventRecipients, isPersonalEvent } from './catalog.ts'
import type { EventView } from './presenter.ts'
import type { ReaderAccess } from './queries.ts'

/** A subscriber to the events of an organization: the owner of a webhook, or the reader of a stream. */
export interface EventSubscriber {
  org_id: string
  user_id: string
  username: string
  kind: CallerPrincipal['kind']
  role: OrgRole
  /** Limits events to these projects; null for all that the user can read. */
  project_ids: string[] | null
}

export const canReadAllEvents = ({ role, project_ids }: Pick<EventSubscriber, 'role' | 'project_ids'>): boolean =>
  project_ids === null && isOrgAdminRole(role)

export const isOrgAdminRole = (role: string): boolean => role === 'owner' || role === 'admin'

const isIdField = (key: string): boolean =>
  /_ids?$/.test(key) || ['sub_tasks', 'dependencies', 'moved_open_to'].includes(key)
/**
 * Ids of resources whose visibility is checked: tasks, projects, goals, stops, sections, teams, sprints and milestones.
 */
const CHECKED_ID_PATTERN = /^(T|P|G|ST|SE|TM|SP|MS)[0-9A-HJKMNP-TV-Z]{16}$/

/** Attributes that include hidden tasks and projects. Only subscribers who can read everything receive them. */
const COUNT_FIELDS = [
  'task_count',
  'completed_count',
  'moved_tasks',
  'unfiled_tasks',
  'filed_tasks',
  'unpinned_milestones',
  'tasks',
  'projects',
]

export function collectResourceIds(event: ChangeEvent): string[] {
  const ids = new Set<string>()
  const add = (value: unknown) => typeof value === 'string' && CHECKED_ID_PATTERN.test(value) && ids.add(value)
  const visit = (value: unknown, isIdList: boolean): void => {
    if (isIdList) add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) visit(item, isIdField(key) || (isIdList && Array.isArray(value)))
  }
  for (const id of [event.project_id, event.from_project_id, event.resource_id, event.part_id]) add(id)
  visit(event.before, false)
  visit(event.after, false)
  return [...ids]
}

/**
 * Returns the part of an event that a webhook receives when it happens, or null for none. An event of a task that a
 * restriction hides is sent without `before` and `after`. An event whose attributes are all hidden is not sent.
 */
export function selectForWebhook(
  subscriber: EventSubscriber,
  event: ChangeEvent,
  access: ReaderAccess,
): EventView | null {
  const readable = selectReadable(subscriber, event, access)
  return readable && 'hiddenTaskProjectId' in readable
    ? { project_id: readable.hiddenTaskProjectId, before: null, after: null }
    : readable
}

/**
 * Returns the part of a possibly older event that a subscriber can read with their current access, or null. Events of
 * tasks that have been restricted or moved away since are not sent at all.
 */
export function selectForStream(
  subscriber: EventSubscriber,
  event: ChangeEvent,
  access: ReaderAccess,
): EventView | null {
  const task = event.resource_type === 'task' ? access.tasks.get(event.resource_id) : undefined
  if (task && !canReadAllEvents(subscriber) && !canReadTask(toReader(subscriber), task)) return null
  const readable = selectReadable(subscriber, event, access)
  return readable && 'hiddenTaskProjectId' in readable ? null : readable
}

export function isNoLongerReadable(
  subscriber: EventSubscriber,
  { type, resource_type, resource_id }: ChangeEvent,
  access: ReaderAccess,
): boolean {
  // A reorder event covers several projects; the first may be hidden and others visible.
  if (canReadAllEvents(subscriber) || type === 'project.reordered') return false
  const reader = toReader(subscriber)
  const task = access.tasks.get(resource_id)
  if (resource_type === 'task') return task !== undefined && !canReadTask(reader, task)
  const resource = access.resources.get(resource_id)
  return resource !== undefined && !canReadResource(reader, resource)
}

/**
 * Returns whether this event removed the access of the subscriber: they left, or the resource was moved, made private
 * or restricted. Call it only if `isNoLongerReadable`.
 */
export function didRemoveAccess(subscriber: EventSubscriber, event: ChangeEvent, { tasks, resources }: ReaderAccess) {
  const { type, before = null, from_project_id } = event
  if (event.part_id === subscriber.user_id && type.endsWith('.member_removed')) return true
  if (type === 'project.updated')
    return before?.visibility === 'public' && subscriber.role === 'member' && !subscriber.project_ids
  const task = tasks.get(event.resource_id)
  if (event.resource_type !== 'task' || !task) return false
  const reader = toReader(subscriber)
  const from = from_project_id == null ? undefined : resources.get(from_project_id)
  if (from && canReadResource(reader, from))
    return canReadTask(reader, toFormerTask(event, task, toLocatedProject(from)))
  if (type !== 'task.restricted') return false
  const located = event.project_id == null ? undefined : resources.get(event.project_id)
  if (!(located ? canReadResource(reader, located) : canReadProjectOrTeam(reader, task))) return false
  const allowed = (before?.restricted_to ?? []) as string[]
  return allowed.length === 0 || allowed.includes(subscriber.username)
}

/** Returns the readable part of an event; for a task that a restriction hides, only its project. */
function selectReadable(
  subscriber: EventSubscriber,
  event: ChangeEvent,
  loadedAccess: ReaderAccess,
): EventView | { hiddenTaskProjectId: string | null } | null {
  const { after = null } = event
  const before = event.before ? omitFormerRestriction(event.before) : null
  if (!isAddressedTo(subscriber, event)) return null
  const full = { project_id: event.project_id ?? null, before, after }
  if (canReadAllEvents(subscriber)) return full
  if (!isRecipient(subscriber, event)) return null
  const reader = toReader(subscriber)
  const access = withDeletedSection(event, loadedAccess)
  if (event.type === 'project.reordered') return selectReadableOrder(reader, event, access)
  const task = event.resource_type === 'task' ? access.tasks.get(event.resource_id) : undefined
  const location = findReadableLocation(reader, subscriber, event, task, access)
  if (!location) return null
  if (event.resource_type === 'task' && !(task && canReadTask(reader, locateTask(event, task, location))))
    return { hiddenTaskProjectId: location.project_id }
  const change = selectReadableChange(before, after, (data) => removeHidden(reader, data, access))
  return change && { project_id: location.project_id, ...change }
}

/**
 * Adds the deleted section of an event to the access. Its row is gone, so its visibility is that of its project or team.
 */
function withDeletedSection(event: ChangeEvent, access: ReaderAccess): ReaderAccess {
  const { type, cause, before, part_id, resource_id } = event
  const id = type === 'section.deleted' ? resource_id : cause === 'section.deleted' ? before?.section_id : undefined
  const resource = part_id == null ? undefined : access.resources.get(part_id)
  if (!resource || typeof id !== 'string') return access
  return { ...access, resources: new Map(access.resources).set(id, resource) }
}

/** Returns the changed part of the order of visible projects; null if it did not change. */
function selectReadableOrder(
  reader: CallerContext,
  { before = null, after = null }: ChangeEvent,
  access: ReaderAccess,
): EventView | null {
  const [was, is] = [before, after].map(
    (data) => removeHidden(reader, data, access) as { project_ids: string[] } | null,
  )
  const changed = findChangedRange(was?.project_ids ?? [], is?.project_ids ?? [])
  if (!changed) return null
  const first = changed.after[0]!
  return {
    before: { project_ids: changed.before },
    after: { project_ids: changed.after },
    project_id: first,
    resource_id: first,
  }
}

const isAddressedTo = (subscriber: EventSubscriber, { type, after }: ChangeEvent): boolean =>
  !isPersonalEvent(type) || after?.user_id == null || after.user_id === subscriber.user_id

function isRecipient({ role, kind }: EventSubscriber, { type }: ChangeEvent): boolean {
  const recipients = findEventRecipients(type)
  if (recipients === 'admins') return isOrgAdminRole(role)
  return recipients !== 'service_accounts' || isOrgAdminRole(role) || kind === 'service_account'
}

/** Returns the caller whose access a subscriber has; with a limit to projects, that of a project-scoped token. */
function toReader({ user_id, username, kind, org_id, role, project_ids }: EventSubscriber): CallerContext {
  const user: CallerPrincipal = { user_id, kind, username, email: null, email_verified: false }
  const token = project_ids && ({ org_id, project_ids } as TokenGrant)
  return { user, caller: new Caller(user, [{ org_id, org_name: '', role }], token) }
}

type EventData = EventView['before']
type DataChange = Pick<EventView, 'before' | 'after'>

/**
 * Returns the change after `removeHiddenIds`, without counts and without attributes whose difference was hidden. Null
 * if nothing remains.
 */
function selectReadableChange(
  before: EventData,
  after: EventData,
  removeHiddenIds: (value: unknown) => unknown,
): DataChange | null {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const [was, is] = [removeHiddenIds(before) as EventData, removeHiddenIds(after) as EventData]
  const dropped = names.filter((name) => {
    if (COUNT_FIELDS.includes(name) && [before?.[name], after?.[name]].some((value) => typeof value === 'number'))
      return true
    const [old, now] = [was?.[name] ?? null, is?.[name] ?? null]
    const isReduced = !isDeepStrictEqual([old, now], [before?.[name] ?? null, after?.[name] ?? null])
    return isReduced && isDeepStrictEqual(old, now)
  })
  if (names.length > 0 && dropped.length === names.length) return null
  for (const name of dropped) for (const side of [was, is]) if (side) delete side[name]
  return { before: was, after: is }
}

/** Returns null if the subscriber cannot see the event, else its project, whose id is null outside projects. */
function findReadableLocation(
  reader: CallerContext,
  subscriber: EventSubscriber,
  event: ChangeEvent,
  task: TaskAccess | undefined,
  { resources }: ReaderAccess,
): EventLocation | null {
  if (event.resource_type === 'field') return findReadableFieldLocation(reader, event, resources)
  const projectIds = [event.project_id, event.from_project_id].filter((id) => id != null)
  const visible = projectIds
    .map((id) => resources.get(id))
    .find((resource) => resource && canReadResource(reader, resource))
  if (visible) return { project_id: visible.project_id, project: toLocatedProject(visible) }
  if (event.resource_type === 'task' && event.project_id == null)
    return task && canReadProjectOrTeam(reader, task) ? { project_id: null } : null
  if (projectIds.length > 0 || subscriber.project_ids !== null) return null
  // Outside projects, guests can see only the teams that they belong to.
  const team = resources.get(event.resource_id)
  const isVisible = subscriber.role !== 'guest' || (team !== undefined && canReadResource(reader, team))
  return isVisible ? { project_id: null } : null
}

/** Locates an event of a custom field, which every member can see, or readers of one of its projects. */
function findReadableFieldLocation(
  reader: CallerContext,
  { before, after }: ChangeEvent,
  resources: ReaderAccess['resources'],
): EventLocation | null {
  const sides = [before, after].filter((data) => data != null)
  const isEverywhere = sides.some((data) => (data.project_ids ?? null) === null)
  const ids = sides.flatMap((data) => (data.project_ids as string[] | null | undefined) ?? [])
  const visible = ids.find((id) => resources.has(id) && canReadResource(reader, resources.get(id)!))
  return visible === undefined && !isEverywhere ? null : { project_id: isEverywhere ? null : visible! }
}

function removeHidden(reader: CallerContext, data: unknown, access: ReaderAccess, isIdList = false): unknown {
  if (isIdList && typeof data === 'string' && CHECKED_ID_PATTERN.test(data))
    return canReadId(reader, data, access) ? data : null
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => removeHidden(reader, item, access, isIdList))
    return isIdList ? items.filter((item) => item !== null) : items
  }
  if (typeof data !== 'object' || data === null) return data
  const visible: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, removeHidden(reader, value, access, isIdField(key))]),
  )
  // The key of a moved task tells the number of tasks in its project.
  if ('key' in visible && visible.project_id === null) visible.key = null
  return visible
}

function canReadId(reader: CallerContext, id: string, { tasks, resources }: ReaderAccess): boolean {
  const task = tasks.get(id)
  const resource = resources.get(id)
  return (task && canReadTask(reader, task)) || (resource && canReadResource(reader, resource)) || false
}
