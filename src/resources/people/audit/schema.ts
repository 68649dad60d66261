import {
  orgIdParam,
  dateTime,
  freeForm,
  nullable,
  object,
  stringEnum,
  optional,
  text,
  namedEnum,
} from '../../../core/schema.ts'

export const auditEventSchema = object(
  {
    event_id: text({ description: 'ID of the event (`EV…`).' }),
    created_at: dateTime({ description: 'Time of the event.' }),
    org_id: text({ description: 'ID of the organization.' }),
    action: text({ description: 'Event name, such as `task.updated` or `token.created`.' }),
    resource_type: text({ description: 'Type of the changed resource, such as `task` or `project`.' }),
    resource_id: text({
      description:
        'ID of the changed resource. Comments, attachments and other parts of a task have the ID of the task.',
    }),
    project_id: nullable(text({ description: 'ID of the project that the resource belongs to.' })),
    from_project_id: nullable(text({ description: 'ID of the previous project of a moved task.' })),
    actor_kind: stringEnum(namedEnum('ActorKind', ['user', 'service_account', 'system']), {
      description: '`user`, `service_account`, or `system` for background jobs.',
    }),
    actor_user_id: nullable(text({ description: 'User ID of the actor; null for the system.' })),
    actor_username: nullable(text({ description: 'Username of the actor at that time.' })),
    token_id: nullable(text({ description: 'ID of the access token of the request; null for browser sessions.' })),
    before: nullable(freeForm({ description: 'Changed properties before the change; null for a creation.' })),
    after: nullable(freeForm({ description: 'Changed properties after the change; null for a deletion.' })),
    ip: nullable(text({ description: 'IP address of the client.' })),
    user_agent: nullable(text({ description: '`User-Agent` header of the request.' })),
    request_id: nullable(text({ description: 'ID of the request, as in the `X-Request-Id` header.' })),
  },
  { title: 'AuditEvent' },
)

const boundFormat = 'Date-time, or a date (YYYY-MM-DD) for that whole day in UTC. Inclusive.'

export const auditQuerySchema = object({
  org_id: orgIdParam,
  resource_type: optional(text({ description: 'Filters by resource type, such as `task`, `project` or `token`.' })),
  resource_id: optional(text({ description: 'Filters by the ID of a resource.' })),
  project_id: optional(
    text({ description: 'Filters by project ID, including tasks moved into or out of the project.' }),
  ),
  action: optional(
    text({
      description: 'Filters by event name; a value that ends with a dot is a prefix, such as `task.`.',
    }),
  ),
  actor: optional(text({ description: 'Filters by username or user ID of the actor.' })),
  from: optional(text({ description: `Start of the time range. ${boundFormat}` })),
  to: optional(text({ description: `End of the time range. ${boundFormat}` })),
})
