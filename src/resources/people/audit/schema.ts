import * as s from '../../../core/schema.ts'

export const auditEventSchema = s.namedObject('AuditEvent', {
  event_id: s.text('ID of the event (`EV…`).'),
  created_at: s.dateTime('Time of the event.'),
  org_id: s.text('ID of the organization.'),
  action: s.text('Event name, such as `task.updated` or `token.created`.'),
  resource_type: s.text('Type of the changed resource, such as `task` or `project`.'),
  resource_id: s.text(
    'ID of the changed resource. Comments, attachments and other parts of a task have the ID of the task.',
  ),
  project_id: s.nullable(s.text('ID of the project that the resource belongs to.')),
  from_project_id: s.nullable(s.text('ID of the previous project of a moved task.')),
  actor_kind: s.stringEnum(s.namedEnum('ActorKind', ['user', 'service_account', 'system']), {
    description: '`user`, `service_account`, or `system` for background jobs.',
  }),
  actor_user_id: s.nullable(s.text('User ID of the actor; null for the system.')),
  actor_username: s.nullable(s.text('Username of the actor at that time.')),
  token_id: s.nullable(s.text('ID of the access token of the request; null for browser sessions.')),
  before: s.nullable(s.freeForm('Changed properties before the change; null for a creation.')),
  after: s.nullable(s.freeForm('Changed properties after the change; null for a deletion.')),
  ip: s.nullable(s.text('IP address of the client.')),
  user_agent: s.nullable(s.text('`User-Agent` header of the request.')),
  request_id: s.nullable(s.text('ID of the request, as in the `X-Request-Id` header.')),
})

const boundFormat = 'Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive.'

export const auditQuerySchema = s.object({
  org_id: s.orgIdParam,
  resource_type: s.optional(s.text('Filters by resource type, such as `task`, `project` or `token`.')),
  resource_id: s.optional(s.text('Filters by the ID of a resource.')),
  project_id: s.optional(s.text('Filters by project ID, including tasks moved into or out of the project.')),
  action: s.optional(s.text('Filters by event name; a value that ends with a dot is a prefix, such as `task.`.')),
  actor: s.optional(s.text('Filters by username or user ID of the actor.')),
  from: s.optional(s.text(`Start of the time range. ${boundFormat}`)),
  to: s.optional(s.text(`End of the time range. ${boundFormat}`)),
})
