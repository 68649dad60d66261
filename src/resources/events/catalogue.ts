import type { EventWords } from '../../kernel/events.ts'
import type { Scope } from '../../kernel/scopes.ts'

/** Who is told of a resource's events, beside the owners and admins. */
type Audience =
  /** Whoever may see the project or task that the event is about, or is a member where it is about neither. */
  | 'readers'
  /** Service accounts: what only they and the owners and admins have. */
  | 'keepers'
  /** Nobody else is told: only the owners and admins. */
  | 'admins'

/** A resource that has events. What each event says stands in the declarations of the operations that emit it. */
interface Group {
  /** What its wildcard stands for. */
  all: string
  audience: Audience
  /** The scope that reading such a resource needs, and so hearing of it with an access token. */
  scope: Scope
  /** Those of its events that are for one person, by the part after the dot: `user_id` of what they say tells for whom. */
  personal?: string[]
  /** Which of its events come first, by the part after the dot. The others follow in the order of the operations. */
  first?: string[]
}

/** Every resource that has events, in the order of the catalogue. */
export const groups: Record<string, Group> = {
  task: {
    all: 'Everything that happens to tasks.',
    audience: 'readers',
    scope: 'tasks:read',
    personal: ['reminder_due'],
    first: [
      'created',
      'updated',
      'moved',
      'restricted',
      'deleted',
      'restored',
      'subtask_added',
      'subtask_removed',
    ],
  },
  project: {
    all: 'Everything that happens to projects and their members.',
    audience: 'readers',
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
    all: 'Everything that happens to links and files of projects.',
    audience: 'readers',
    scope: 'projects:read',
  },
  goal: {
    all: 'Everything that happens to goals.',
    audience: 'readers',
    scope: 'projects:read',
    first: ['created', 'updated', 'closed', 'reopened', 'moved', 'reordered'],
  },
  roadmap_journey: {
    all: 'Everything that happens to journeys of roadmaps.',
    audience: 'readers',
    scope: 'projects:read',
    first: ['created', 'updated', 'reordered'],
  },
  roadmap_stop: {
    all: 'Everything that happens to stops of roadmaps.',
    audience: 'readers',
    scope: 'projects:read',
  },
  team: {
    all: 'Everything that happens to teams and their members.',
    audience: 'readers',
    scope: 'teams:read',
  },
  sprint: { all: 'Everything that happens to sprints.', audience: 'readers', scope: 'teams:read' },
  milestone: {
    all: 'Everything that happens to milestones.',
    audience: 'readers',
    scope: 'teams:read',
    first: ['created'],
  },
  availability: {
    all: 'Everything that happens to the availability of team members.',
    audience: 'readers',
    scope: 'teams:read',
  },
  section: {
    all: 'Everything that happens to sections of projects and teams.',
    audience: 'readers',
    scope: 'tasks:read',
    first: ['created', 'updated'],
  },
  view: {
    all: 'Everything that happens to saved views of projects and teams.',
    audience: 'readers',
    scope: 'tasks:read',
  },
  org: {
    all: 'Everything that happens to the organization itself.',
    audience: 'readers',
    scope: 'org:read',
    first: ['created', 'updated', 'settings_changed'],
  },
  member: {
    all: 'Everything that happens to members of the organization.',
    audience: 'readers',
    scope: 'org:read',
    first: ['added'],
  },
  designation: { all: 'Everything that happens to designations.', audience: 'readers', scope: 'org:read' },
  invite: {
    all: 'Everything that happens to invitations.',
    audience: 'admins',
    scope: 'org:read',
    first: ['created', 'updated', 'resent', 'accepted', 'rejected', 'revoked'],
  },
  session: {
    all: 'Everything that happens to sign-ins in browsers.',
    audience: 'admins',
    scope: 'org:read',
    first: ['started', 'ended'],
  },
  token: { all: 'Everything that happens to access tokens.', audience: 'admins', scope: 'org:read' },
  service_account: {
    all: 'Everything that happens to service accounts.',
    audience: 'admins',
    scope: 'org:read',
  },
  oauth_client: {
    all: 'Everything that happens to OAuth apps of the organization.',
    audience: 'admins',
    scope: 'admin',
    first: ['created', 'updated', 'secret_rotated'],
  },
  oauth_grant: {
    all: 'Everything that happens to connections of apps.',
    audience: 'admins',
    scope: 'org:read',
    first: ['created'],
  },
  webhook: {
    all: 'Everything that happens to webhooks.',
    audience: 'keepers',
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

/** The part of an event type before the dot. */
export const resourceOfEvent = (type: string): string => type.slice(0, type.indexOf('.'))

/** Who is told of an event. Of a resource that is not listed only owners and admins are, so that nothing leaks. */
export const audienceOf = (type: string): Audience => groups[resourceOfEvent(type)]?.audience ?? 'admins'

/** The scope that hearing of an event needs; `admin` where none is said, so that nothing leaks. */
export const scopeOfEvent = (type: string): Scope => groups[resourceOfEvent(type)]?.scope ?? 'admin'

/** Whether an event of this type is for one person. */
export const isPersonal = (type: string): boolean => {
  const resource = resourceOfEvent(type)
  return groups[resource]?.personal?.includes(type.slice(resource.length + 1)) ?? false
}

/** All that can be subscribed to, of the events that are declared: by resource, each led by its wildcard. */
export function catalogueOf(words: EventWords): EventType[] {
  const types = Object.entries(words).map(([type, description]) => ({
    type,
    resource: resourceOfEvent(type),
    description,
    wildcard: false,
  }))
  return Object.entries(groups).flatMap(([resource, { all, first = [] }]) => {
    const leading = first.map((verb) => `${resource}.${verb}`)
    const place = ({ type }: EventType) => (leading.includes(type) ? leading.indexOf(type) : leading.length)
    const own = types.filter((type) => type.resource === resource).toSorted((a, b) => place(a) - place(b))
    return own.length === 0
      ? []
      : [{ type: `${resource}.*`, resource, description: all, wildcard: true }, ...own]
  })
}

/** Whether one of the patterns is the type, or stands for its resource. */
export const wants = (patterns: readonly string[], type: string): boolean =>
  patterns.includes(type) || patterns.includes(`${resourceOfEvent(type)}.*`)
