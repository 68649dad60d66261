import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../src/core/ids.ts'
import type { NotificationKind } from '../../src/resources/platform/notifications/kinds.ts'
import type { NotificationRow } from '../../src/resources/platform/notifications/rows.ts'
import type { Client } from './client.ts'
import { addMember, createOrganization, createProject, createTask } from './factories.ts'

/** Inserts a notification of `person`; without a resource it concerns the organization. */
export async function insertNotification(
  person: Client,
  orgId: string,
  values: Partial<NotificationRow> = {},
): Promise<NotificationRow> {
  const { app } = person
  const at = values.updated_at ?? new Date(app.clock.now()).toISOString()
  const kind: NotificationKind = values.kind ?? 'commented'
  const resource = values.task_id
    ? { resource_type: 'task' as const, resource_id: values.task_id }
    : { resource_type: 'organization' as const, resource_id: orgId }
  const cause = { kind, event_id: newId('EV', app.clock.now()), at, part_id: null }
  const row: NotificationRow = {
    org_id: orgId,
    notification_id: newId('N', app.clock.now()),
    user_id: person.userId,
    ...resource,
    task_id: null,
    project_id: null,
    team_id: null,
    title: 'Inspect the crane',
    causes: [{ ...cause, actor_user_id: null, actor_username: null }],
    cause_count: 1,
    on_page: true,
    read_at: null,
    done_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
    ...values,
    kind,
  }
  await app.sql(`INSERT INTO notifications SELECT * FROM jsonb_populate_record(NULL::notifications, $1)`, [
    JSON.stringify(row),
  ])
  return row
}

/** Makes a user watch a task because of a comment, or unwatch it. */
export async function insertWatcher(person: Client, orgId: string, taskId: string, value = true): Promise<void> {
  await person.app.sql(
    `INSERT INTO task_watchers (org_id, task_id, user_id, watching, reason, created_at)
     VALUES ($1, $2, $3, $4, 'commented', now())`,
    [orgId, taskId, person.userId, value],
  )
}

/** Creates an organization in which `make` assigns `count` tasks to `to` concurrently, each of which notifies `to`. */
export async function createAssigner(sender: Client, to: Client) {
  const { org_id } = await createOrganization(sender)
  await addMember(sender, org_id, to)
  const { project_id } = await createProject(sender, org_id, { visibility: 'public' })
  const assignTasks = (count: number, title = 'Inspect the crane') =>
    Promise.all(
      Array.from({ length: count }, () => createTask(sender, org_id, { project_id, assignee: to.username, title })),
    )
  /** Polls the notifications of `to` until there are `count`, for at most 20 seconds. */
  async function waitForNotifications(count: number): Promise<{ cause_count: number }[]> {
    const end = Date.now() + 20_000
    for (;;) {
      const rows = await sender.app.sql<{ cause_count: number }>(
        'SELECT cause_count FROM notifications WHERE user_id = $1',
        [to.userId],
      )
      if (rows.reduce((sum, row) => sum + row.cause_count, 0) >= count || Date.now() > end) return rows
      await sleep(20)
    }
  }
  return { make: assignTasks, waitForNotifications }
}
