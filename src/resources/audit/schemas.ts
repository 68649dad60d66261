import {
  askedOrgId,
  dateTime,
  freeForm,
  nullable,
  object,
  oneOf,
  optional,
  text,
  words,
} from '../../kernel/schema.ts'

export const auditEvent = object(
  {
    event_id: text(),
    created_at: dateTime(),
    org_id: text(),
    action: text({ description: 'What happened: `task.updated`, `token.created`, …' }),
    resource_type: text(),
    resource_id: text({ description: "For comments, attachments and the like: the task's." }),
    project_id: nullable(text()),
    from_project_id: nullable(text({ description: 'Where a moved task came from.' })),
    actor_kind: oneOf(words('ActorKind', ['user', 'service_account', 'system'])),
    actor_user_id: nullable(text()),
    actor_username: nullable(text({ description: 'As it was then.' })),
    token_id: nullable(text({ description: 'The access token it was done with; null for a session.' })),
    before: nullable(freeForm({ description: 'The changed attributes alone; null for what was created.' })),
    after: nullable(freeForm({ description: 'The changed attributes alone; null for what was deleted.' })),
    ip: nullable(text()),
    user_agent: nullable(text()),
    request_id: nullable(text()),
  },
  { title: 'AuditEvent' },
)

const instant = 'A date-time, or a date for that whole day (UTC). Inclusive.'

export const auditQuery = object({
  org_id: askedOrgId,
  resource_type: optional(text({ description: '`task`, `project`, `token`, …' })),
  resource_id: optional(text({ description: 'Everything that happened to one resource.' })),
  project_id: optional(
    text({ description: 'What happened in a project, tasks moved into and out of it included.' }),
  ),
  action: optional(
    text({ description: 'An action by its full name, or all that begin so when it ends in a dot: `task.`' }),
  ),
  actor: optional(text({ description: 'Who did it: a username or a user id.' })),
  from: optional(text({ description: `Not before. ${instant}` })),
  to: optional(text({ description: `Not after. ${instant}` })),
})
