/** Who of those that may have webhooks is told of a resource's events, beside the owners and admins. */
type Audience =
  /** Whoever may see the project or task that the event is about, or is a member where it is about neither. */
  | 'readers'
  /** Nobody. */
  | 'admins'

interface Described {
  all: string
  audience: Audience
  /** By the part of the type after the dot. */
  events: Record<string, string>
}

/** Every resource that has events, in the order of the catalogue, and what each event says. */
export const resources: Record<string, Described> = {
  task: {
    all: 'Everything that happens to tasks.',
    audience: 'readers',
    events: {
      created: 'A task was created.',
      updated: 'Attributes of a task changed, such as its status or assignee.',
      moved: 'A task moved to another project, into one or out of one; with what the move took away.',
      restricted: 'Who may see a task was restricted, or no longer is.',
      deleted: 'A task was deleted.',
      subtask_added: 'A task became the subtask of another.',
      subtask_removed: 'A task is no longer the subtask of another.',
      dependency_added: 'A task waits for another.',
      dependency_removed: 'A task no longer waits for another.',
      comment_added: 'A comment or reply was written. The text is not told.',
      comment_updated: 'A comment was changed. The text is not told.',
      comment_removed: 'A comment was deleted.',
      attachment_added: 'A file was attached to a task.',
      attachment_updated: 'An attachment was renamed or otherwise changed.',
      attachment_removed: 'An attachment was deleted.',
    },
  },
  project: {
    all: 'Everything that happens to projects and their members.',
    audience: 'readers',
    events: {
      created: 'A project was created.',
      updated: 'Attributes of a project changed.',
      deleted: 'A project was deleted.',
      reordered: 'Projects were put into another order.',
      owner_transferred: 'A project has another primary owner.',
      member_added: 'Somebody became a member of a project.',
      member_updated: "A project member's designation changed.",
      member_role_changed: 'A project member has another role.',
      member_removed: 'Somebody is no longer a member of a project.',
    },
  },
  project_resource: {
    all: 'Everything that happens to links and files of projects.',
    audience: 'readers',
    events: {
      created: 'A link or file was added to a project.',
      updated: 'A link or file of a project changed.',
      deleted: 'A link or file of a project was deleted.',
    },
  },
  goal: {
    all: 'Everything that happens to goals.',
    audience: 'readers',
    events: {
      created: 'A goal was created.',
      updated: 'Attributes of a goal changed.',
      closed: 'A goal was closed.',
      reopened: 'A closed goal was opened again.',
      moved: 'A goal moved to another project.',
      reordered: 'The goals of a project were put into another order.',
      deleted: 'A goal was deleted.',
    },
  },
  roadmap_journey: {
    all: 'Everything that happens to journeys of roadmaps.',
    audience: 'readers',
    events: {
      created: 'A journey was created.',
      updated: 'A journey or the order of its stops changed.',
      reordered: 'The journeys of a project were put into another order.',
      deleted: 'A journey was deleted.',
    },
  },
  roadmap_stop: {
    all: 'Everything that happens to stops of roadmaps.',
    audience: 'readers',
    events: {
      created: 'A stop was created.',
      updated: 'A stop or the tasks filed under it changed.',
      deleted: 'A stop was deleted.',
    },
  },
  team: {
    all: 'Everything that happens to teams and their members.',
    audience: 'readers',
    events: {
      created: 'A team was created.',
      updated: 'Attributes of a team changed.',
      deleted: 'A team was deleted.',
      member_added: 'Somebody joined a team.',
      member_role_changed: 'A team member has another role.',
      member_removed: 'Somebody left a team or was removed from it.',
    },
  },
  sprint: {
    all: 'Everything that happens to sprints.',
    audience: 'readers',
    events: {
      created: 'A sprint was created.',
      updated: 'Attributes of a sprint changed.',
      completed: 'A sprint was completed.',
      deleted: 'A sprint was deleted.',
    },
  },
  milestone: {
    all: 'Everything that happens to milestones.',
    audience: 'readers',
    events: {
      created: 'A milestone was created.',
      updated: 'Attributes of a milestone changed, or it was pinned to a stop or taken off it.',
      closed: 'A milestone was closed.',
      reopened: 'A closed milestone was opened again.',
      deleted: 'A milestone was deleted.',
    },
  },
  availability: {
    all: 'Everything that happens to the availability of team members.',
    audience: 'readers',
    events: {
      created: 'An entry of availability was made.',
      updated: 'An entry of availability changed.',
      deleted: 'An entry of availability was deleted.',
    },
  },
  section: {
    all: 'Everything that happens to sections of projects and teams.',
    audience: 'readers',
    events: {
      created: 'A section was created.',
      updated: 'A section was renamed or repositioned.',
      reordered: 'Sections were put into another order.',
      deleted: 'A section was deleted.',
    },
  },
  view: {
    all: 'Everything that happens to saved views of projects and teams.',
    audience: 'readers',
    events: {
      created: 'A view was saved.',
      updated: 'A saved view changed.',
      deleted: 'A saved view was deleted.',
    },
  },
  org: {
    all: 'Everything that happens to the organization itself.',
    audience: 'readers',
    events: {
      created: 'The organization was created.',
      updated: 'Attributes of the organization changed.',
      settings_changed: 'Settings of the organization changed.',
      deleted: 'The organization was deleted.',
    },
  },
  member: {
    all: 'Everything that happens to members of the organization.',
    audience: 'readers',
    events: {
      added: 'Somebody became a member of the organization.',
      role_changed: 'A member has another role, or was activated or deactivated.',
      designation_changed: 'A member has another designation.',
      removed: 'Somebody is no longer a member of the organization.',
    },
  },
  designation: {
    all: 'Everything that happens to designations.',
    audience: 'readers',
    events: {
      created: 'A designation was created.',
      updated: 'A designation changed.',
      visibility_changed: 'A designation was hidden, pinned, or neither any more.',
      deleted: 'A designation was deleted.',
    },
  },
  invite: {
    all: 'Everything that happens to invitations.',
    audience: 'admins',
    events: {
      created: 'Somebody was invited.',
      updated: 'An invitation changed.',
      resent: 'An invitation was sent again.',
      accepted: 'An invitation was accepted.',
      rejected: 'An invitation was rejected.',
      revoked: 'An invitation was cancelled.',
      expired: 'An invitation expired.',
    },
  },
  token: {
    all: 'Everything that happens to access tokens.',
    audience: 'admins',
    events: {
      created: 'An access token was minted.',
      renamed: 'An access token was renamed.',
      rotated: 'An access token was replaced by a new one.',
      revoked: 'An access token was revoked.',
    },
  },
  service_account: {
    all: 'Everything that happens to service accounts.',
    audience: 'admins',
    events: {
      created: 'A service account was created.',
      renamed: 'A service account was renamed.',
      deactivated: 'A service account was deactivated.',
    },
  },
  oauth_client: {
    all: 'Everything that happens to OAuth apps of the organization.',
    audience: 'admins',
    events: {
      created: 'An app was registered.',
      updated: 'An app changed.',
      secret_rotated: 'An app has a new secret.',
      revoked: 'An app was revoked.',
    },
  },
  oauth_grant: {
    all: 'Everything that happens to connections of apps.',
    audience: 'admins',
    events: {
      created: 'Somebody connected an app.',
      revoked: 'A connection of an app was ended.',
    },
  },
  webhook: {
    all: 'Everything that happens to webhooks.',
    audience: 'readers',
    events: {
      created: 'A webhook was created.',
      updated: 'A webhook changed, or was paused or resumed.',
      secret_rotated: 'A webhook has a new secret.',
      disabled: 'The service disabled a webhook.',
      deleted: 'A webhook was deleted.',
      test: 'Sent when somebody tests a webhook, to that webhook alone.',
    },
  },
}

/** What the service itself tells of, beside what operations do. */
export const ownEvents: readonly string[] = [
  'webhook.disabled',
  'webhook.test',
  'invite.expired',
  'oauth_grant.created',
]

export interface EventType {
  type: string
  resource: string
  description: string
  wildcard: boolean
}

/** The part of an event type before the dot. */
export const resourceOfEvent = (type: string): string => type.slice(0, type.indexOf('.'))

/** What an event says, in a sentence. */
export const describe = (type: string): string | undefined =>
  resources[resourceOfEvent(type)]?.events[type.slice(type.indexOf('.') + 1)]

/** Who is told of it: of what is not described, as few as possible. */
export const audienceOf = (type: string): Audience => resources[resourceOfEvent(type)]?.audience ?? 'admins'

/** All that can be subscribed to, of the types that operations emit: by resource, each led by its wildcard. */
export function catalogueOf(emitted: readonly string[]): EventType[] {
  const known = new Set([...emitted, ...ownEvents])
  return Object.entries(resources).flatMap(([resource, { all, events }]) => {
    const types = Object.entries(events)
      .map(([verb, description]) => ({ type: `${resource}.${verb}`, resource, description, wildcard: false }))
      .filter(({ type }) => known.has(type))
    if (types.length === 0) return []
    return [{ type: `${resource}.*`, resource, description: all, wildcard: true }, ...types]
  })
}

/** Whether one of the patterns is the type, or stands for its resource. */
export const wants = (patterns: readonly string[], type: string): boolean =>
  patterns.includes(type) || patterns.includes(`${resourceOfEvent(type)}.*`)
