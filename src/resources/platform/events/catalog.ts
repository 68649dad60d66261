import type { EventDescriptions } from '../../../core/change-event.ts'
import type { Scope } from '../../../core/scopes.ts'

/** Recipients of the events of a resource besides organization owners and admins. */
type Recipients =
  /** Members who can read the project or task of the event; all members if it has neither. */
  | 'readers'
  /** Service accounts. */
  | 'service_accounts'
  | 'admins'

interface EventGroup {
  all: string
  recipients: Recipients
  /** Scope that an access token needs to receive the events. */
  scope: Scope
  /** Verbs of events for owners and admins only, whatever the recipients of the others. */
  adminsOnly?: string[]
  /** Verbs of events for one user only, named by `user_id` in the data. */
  personal?: string[]
  /** Verbs that come first in the catalog; the others follow in the order of the operations. */
  first?: string[]
}

export const eventGroups: Record<string, EventGroup> = {
  task: {
    all: 'All events of tasks.',
    recipients: 'readers',
    scope: 'tasks:read',
    personal: ['reminder_due'],
    first: ['created', 'updated', 'moved', 'restricted', 'deleted', 'restored', 'subtask_added', 'subtask_removed'],
  },
  project: {
    all: 'All events of projects and their members.',
    recipients: 'readers',
    scope: 'projects:read',
    first: [
      'created',
      'updated',
      'deleted',
      'reordered',
      'owner_transferred',
      'member_added',
      'member_updated',
      'member_role_changed',
    ],
  },
  project_resource: {
    all: 'All events of links and files of projects.',
    recipients: 'readers',
    scope: 'projects:read',
  },
  import: {
    all: 'All events of imports.',
    recipients: 'readers',
    scope: 'projects:read',
  },
  goal: {
    all: 'All events of goals.',
    recipients: 'readers',
    scope: 'projects:read',
    first: ['created', 'updated', 'closed', 'reopened', 'moved', 'reordered'],
  },
  roadmap_journey: {
    all: 'All events of journeys of roadmaps.',
    recipients: 'readers',
    scope: 'projects:read',
    first: ['created', 'updated', 'reordered'],
  },
  roadmap_stop: {
    all: 'All events of stops of roadmaps.',
    recipients: 'readers',
    scope: 'projects:read',
  },
  team: {
    all: 'All events of teams and their members.',
    recipients: 'readers',
    scope: 'teams:read',
  },
  sprint: { all: 'All events of sprints.', recipients: 'readers', scope: 'teams:read' },
  milestone: {
    all: 'All events of milestones.',
    recipients: 'readers',
    scope: 'teams:read',
    first: ['created'],
  },
  availability: {
    all: 'All events of the availability of team members.',
    recipients: 'readers',
    scope: 'teams:read',
  },
  section: {
    all: 'All events of sections of projects and teams.',
    recipients: 'readers',
    scope: 'tasks:read',
    first: ['created', 'updated'],
  },
  field: {
    all: 'All events of custom fields of tasks.',
    recipients: 'readers',
    scope: 'projects:read',
    first: ['created', 'updated'],
  },
  view: {
    all: 'All events of saved views of projects and teams.',
    recipients: 'readers',
    scope: 'tasks:read',
  },
  org: {
    all: 'All events of the organization itself.',
    recipients: 'readers',
    scope: 'org:read',
    first: ['created', 'updated', 'settings_changed'],
  },
  member: {
    all: 'All events of members of the organization.',
    recipients: 'readers',
    scope: 'org:read',
    // Would tell of work that others cannot read.
    adminsOnly: ['work_handed_over'],
    first: ['added'],
  },
  access_review: { all: 'All events of the access review.', recipients: 'admins', scope: 'org:read' },
  designation: { all: 'All events of designations.', recipients: 'readers', scope: 'org:read' },
  invite: {
    all: 'All events of invitations.',
    recipients: 'admins',
    scope: 'org:read',
    first: ['created', 'updated', 'resent', 'accepted', 'rejected', 'revoked'],
  },
  domain: {
    all: 'All events of domains of the organization.',
    recipients: 'admins',
    scope: 'org:read',
    first: ['added', 'verified', 'deleted'],
  },
  join_request: {
    all: 'All events of requests to join the organization.',
    recipients: 'admins',
    scope: 'org:read',
    first: ['created', 'accepted', 'declined'],
  },
  export: { all: 'All events of exports of data.', recipients: 'admins', scope: 'org:read' },
  account: { all: 'All events of how users sign in to their accounts.', recipients: 'admins', scope: 'org:read' },
  session: {
    all: 'All events of sign-ins in browsers.',
    recipients: 'admins',
    scope: 'org:read',
    first: ['started', 'ended'],
  },
  token: { all: 'All events of access tokens.', recipients: 'admins', scope: 'org:read' },
  service_account: {
    all: 'All events of service accounts.',
    recipients: 'admins',
    scope: 'org:read',
  },
  oauth_client: {
    all: 'All events of OAuth apps of the organization.',
    recipients: 'admins',
    scope: 'admin',
    first: ['created', 'updated', 'secret_rotated'],
  },
  oauth_grant: {
    all: 'All events of connections of apps.',
    recipients: 'admins',
    scope: 'org:read',
    first: ['created'],
  },
  webhook: {
    all: 'All events of webhooks.',
    recipients: 'service_accounts',
    scope: 'webhooks:read',
    first: ['created', 'updated', 'secret_rotated', 'disabled', 'enabled'],
  },
}

export interface EventType {
  type: string
  resource: string
  description: string
  wildcard: boolean
}

export const toEventResource = (type: string): string => type.slice(0, type.indexOf('.'))

function hasVerb(type: string, list: 'adminsOnly' | 'personal'): boolean {
  const resource = toEventResource(type)
  return eventGroups[resource]?.[list]?.includes(type.slice(resource.length + 1)) ?? false
}

/** Returns the recipients of an event type; `admins` for unlisted resources, so that nothing leaks. */
export const findEventRecipients = (type: string): Recipients =>
  hasVerb(type, 'adminsOnly') ? 'admins' : (eventGroups[toEventResource(type)]?.recipients ?? 'admins')

/** Returns the scope that an event type requires; `admin` for unlisted resources, so that nothing leaks. */
export const findEventScope = (type: string): Scope => eventGroups[toEventResource(type)]?.scope ?? 'admin'

const listTypesWith = (list: 'adminsOnly' | 'personal'): string[] =>
  Object.entries(eventGroups).flatMap(([resource, group]) => (group[list] ?? []).map((verb) => `${resource}.${verb}`))

export const personalEventTypes = listTypesWith('personal')

/** Event types that only organization owners and admins receive, also of the resources below. */
export const adminEventTypes = listTypesWith('adminsOnly')
/** Event types about two resources, of which one may be hidden from readers of the other. */
export const linkEventTypes = [
  ...['subtask_added', 'subtask_removed', 'dependency_added', 'dependency_removed'].map((verb) => `task.${verb}`),
  'roadmap_stop.updated',
]
export const memberEventResources = Object.keys(eventGroups).filter(
  (name) => eventGroups[name]!.recipients !== 'admins',
)

export const isPersonalEvent = (type: string): boolean => hasVerb(type, 'personal')

export function buildEventCatalog(words: EventDescriptions): EventType[] {
  const types = Object.entries(words).map(([type, description]) => ({
    type,
    resource: toEventResource(type),
    description,
    wildcard: false,
  }))
  return Object.entries(eventGroups).flatMap(([resource, { all, first = [] }]) => {
    const leadingTypes = first.map((verb) => `${resource}.${verb}`)
    const rank = ({ type }: EventType) =>
      leadingTypes.includes(type) ? leadingTypes.indexOf(type) : leadingTypes.length
    const resourceTypes = types.filter((type) => type.resource === resource).toSorted((a, b) => rank(a) - rank(b))
    return resourceTypes.length === 0
      ? []
      : [{ type: `${resource}.*`, resource, description: all, wildcard: true }, ...resourceTypes]
  })
}

export const matchesEventType = (patterns: readonly string[], type: string): boolean =>
  patterns.includes(type) || patterns.includes(`${toEventResource(type)}.*`)
