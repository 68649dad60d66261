import type { Kind } from '@svc/import'
import { taskAttributeNames, taskFilters } from '../../work/tasks/import.ts'

/** Tables of the kinds whose rows have ids of their own, with the prefix of these. */
export const restoredTables: Partial<Record<Kind, { table: string; column: string; prefix: string; type: string }>> = {
  designations: { table: 'designations', column: 'designation_id', prefix: 'D', type: 'designation' },
  teams: { table: 'teams', column: 'team_id', prefix: 'TM', type: 'team' },
  projects: { table: 'projects', column: 'project_id', prefix: 'P', type: 'project' },
  project_resources: { table: 'project_resources', column: 'resource_id', prefix: 'RE', type: 'project_resource' },
  sections: { table: 'sections', column: 'section_id', prefix: 'SE', type: 'section' },
  fields: { table: 'task_fields', column: 'field_id', prefix: 'FD', type: 'field' },
  stops: { table: 'stops', column: 'stop_id', prefix: 'ST', type: 'stop' },
  journeys: { table: 'journeys', column: 'journey_id', prefix: 'J', type: 'journey' },
  goals: { table: 'goals', column: 'goal_id', prefix: 'G', type: 'goal' },
  milestones: { table: 'milestones', column: 'milestone_id', prefix: 'MS', type: 'milestone' },
  sprints: { table: 'sprints', column: 'sprint_id', prefix: 'SP', type: 'sprint' },
  tasks: { table: 'tasks', column: 'task_id', prefix: 'T', type: 'task' },
  comments: { table: 'task_comments', column: 'comment_id', prefix: 'C', type: 'comment' },
  attachments: { table: 'task_attachments', column: 'attachment_id', prefix: 'A', type: 'attachment' },
  reminders: { table: 'task_reminders', column: 'reminder_id', prefix: 'RM', type: 'reminder' },
  views: { table: 'views', column: 'view_id', prefix: 'VW', type: 'view' },
  availability: { table: 'availability', column: 'entry_id', prefix: 'AV', type: 'availability' },
  webhooks: { table: 'webhook_subscriptions', column: 'subscription_id', prefix: 'WH', type: 'webhook' },
  apps: { table: 'oauth_clients', column: 'client_id', prefix: 'svcc_', type: 'oauth_client' },
  history: { table: 'events', column: 'event_id', prefix: 'EV', type: 'event' },
}

const OWN_ID = /^(?:[A-Z]{1,2}|svcc_)[0-9A-HJKMNP-TV-Z]{16}$/
/** Ids within a URL. */
const IDS_IN_URL = /\b(?:[A-Z]{1,2}[0-9A-HJKMNP-TV-Z]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g

/** Returns whether an id has the form of those that the server gives, which URLs and searches rely on. */
export const hasIdForm = (id: string): boolean => OWN_ID.test(id)

/** Builds a function that rewrites the ids of rows, and the links to the former server in their texts. */
export function buildRewriter(ids: ReadonlyMap<string, string>, formerUrl: string | null, url: string) {
  const isMoved = formerUrl !== null && formerUrl !== url
  const links = formerUrl === null ? null : new RegExp(`${escapePattern(formerUrl)}(?![\\w.-])[^\\s<>"'\`)\\]]*`, 'g')
  const rewriteLink = (link: string) =>
    `${url}${link.slice(formerUrl!.length)}`.replace(IDS_IN_URL, (id) => ids.get(id) ?? id)
  const rewriteText = (text: string): string => ids.get(text) ?? (links ? text.replace(links, rewriteLink) : text)
  const rewrite = (value: unknown): unknown => {
    if (typeof value === 'string') return rewriteText(value)
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rewrite(each)]))
  }
  return <R>(row: R): R => (ids.size === 0 && !isMoved ? row : (rewrite(row) as R))
}

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const USERNAME_PROPERTIES: ReadonlySet<string> = new Set([
  'assignee',
  'created_by',
  'updated_by',
  'restricted_to',
  'involves',
  'claimed',
])
const PROPERTIES_WITHOUT_USERNAMES: ReadonlySet<string> = new Set([
  'name',
  'content',
  'label',
  ...[...taskAttributeNames, ...Object.keys(taskFilters)].filter((name) => !USERNAME_PROPERTIES.has(name)),
])

export interface RenamedUsers {
  /** New usernames by former ones. */
  names: ReadonlyMap<string, string>
  /** Keys of the custom fields whose values are users. */
  peopleFields: ReadonlySet<string>
}

/** Replaces usernames in free-form data, such as filters of views, values of custom fields and changes in the history. */
export function renameUsers(value: unknown, renamed: RenamedUsers): unknown {
  const { names } = renamed
  if (names.size === 0 || value === null || value === undefined) return value
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => renameUsers(one, renamed))
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, each]) => [name, renameInProperty(name, each, renamed)])
  return Object.fromEntries(entries)
}

function renameInProperty(name: string, value: unknown, renamed: RenamedUsers): unknown {
  if (name === 'custom') return renameInCustom(value, renamed)
  const filter = /^filter\[(.+)\]$/.exec(name)?.[1]
  const property = filter ?? name
  const canHaveUsers = property.startsWith('custom.')
    ? renamed.peopleFields.has(property.slice('custom.'.length))
    : !PROPERTIES_WITHOUT_USERNAMES.has(property)
  if (!canHaveUsers) return value
  if (filter === undefined || typeof value !== 'string') return renameUsers(value, renamed)
  return value
    .split(',')
    .map((one) => renamed.names.get(one) ?? one)
    .join()
}

/** Replaces usernames in the values of custom fields by key; texts may look like usernames. */
function renameInCustom(custom: unknown, renamed: RenamedUsers): unknown {
  if (typeof custom !== 'object' || custom === null) return custom
  const rename = ([key, value]: [string, unknown]) => [
    key,
    renamed.peopleFields.has(key) ? renameUsers(value, renamed) : value,
  ]
  return Object.fromEntries(Object.entries(custom).map(rename))
}

/** Chooses a username that is free, and marks it as taken. */
export function chooseUsername(wanted: string, taken: Set<string>, toKey: (name: string) => string): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const name = wanted.slice(0, 64 - suffix.length) + suffix
    if (taken.has(toKey(name))) continue
    taken.add(toKey(name))
    return name
  }
}
