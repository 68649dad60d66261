import type { NotificationCause } from './rows.ts'
import type { NotificationView } from './queries.ts'

const presentCause = ({ kind, actor_user_id, actor_username, at, part_id, event_id }: NotificationCause) => ({
  kind,
  actor_user_id,
  actor_username,
  at,
  part_id,
  // Causes from the calendar have a key of their own instead of an event.
  event_id: event_id.startsWith('EV') ? event_id : null,
})

export const presentNotification = (row: NotificationView) => ({
  notification_id: row.notification_id,
  org_id: row.org_id,
  kind: row.kind,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  task_key: row.task_key,
  project_id: row.project_now,
  team_id: row.team_now,
  title: row.title,
  causes: row.causes.map(presentCause),
  cause_count: row.cause_count,
  read: row.read_at !== null,
  read_at: row.read_at,
  done: row.done_at !== null,
  done_at: row.done_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})
