import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  addMember,
  createOrganization,
  createProject as makeProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { processNextBatch } from '../../../src/notifications/pipeline/batch.ts'
import { waitForStableEvents } from '../../support/event-stream.ts'
import { listNotificationKinds, processPendingEvents, listStoredNotifications } from './run-pipeline.ts'

const app = await startApp()
const [ada, bob, eve] = [await app.signIn('ada'), await app.signIn('bob'), await app.signIn('eve')]
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, bob)
await addMember(ada, org_id, eve)

/** Processes pending events and deletes the resulting notifications. */
async function clearNotifications(): Promise<void> {
  await processPendingEvents(app)
  await app.sql('DELETE FROM notifications')
}
beforeEach(clearNotifications)

const change = async (client: Client, taskId: string, body: object) =>
  expectStatus(await client.patch(`/v1/tasks/${taskId}`, { body }), 200)
const postComment = async (client: Client, task_id: string, names: string[] = []) =>
  expectStatus(
    await client.post('/v1/task-comments', {
      body: { task_id, content: 'Done soon.', mentions: names.map((username) => ({ username })) },
    }),
    201,
  ).comment_id as string
const postReply = async (client: Client, parent_comment_id: string) =>
  expectStatus(await client.post('/v1/task-comments/reply', { body: { parent_comment_id, content: 'Good.' } }), 201)
const createPublicProject = async () => (await makeProject(ada, org_id, { visibility: 'public' })).project_id as string

describe('users are notified', () => {
  test('of a task created for them, assigned to them and unassigned from them', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject(), assignee: 'bob' })
    await change(ada, task_id, { assignee: 'eve' })
    expect(await listNotificationKinds(bob)).toEqual([['assigned', ['assigned', 'unassigned']]])
    expect(await listNotificationKinds(eve)).toEqual([['assigned', ['assigned']]])
    expect(await listNotificationKinds(ada)).toEqual([])
    const [row] = await listStoredNotifications(eve)
    expect(row).toMatchObject({
      org_id,
      resource_type: 'task',
      resource_id: task_id,
      task_id,
      title: 'Inspect the crane',
      on_page: true,
      read_at: null,
      cause_count: 1,
      version: 1,
    })
    expect(row!.causes[0]).toMatchObject({
      kind: 'assigned',
      actor_user_id: ada.userId,
      actor_username: 'ada',
    })
    expect(row!.notification_id).toMatch(/^N[0-9A-Z]{16}$/)
  })

  test('of comments on tasks that they created, are assigned, commented on or are mentioned in', async () => {
    const project_id = await createPublicProject()
    const { task_id } = await createTask(ada, org_id, { project_id })
    const first = await postComment(bob, task_id)
    app.clock.advance(3000)
    await postComment(eve, task_id)
    expect(await listNotificationKinds(ada)).toEqual([['commented', ['commented', 'commented']]])
    expect(await listNotificationKinds(bob)).toEqual([['commented', ['commented']]])
    expect(await listNotificationKinds(eve)).toEqual([])
    await postReply(ada, first)
    expect(await listNotificationKinds(bob)).toEqual([['replied', ['commented', 'replied']]])
    expect(await listNotificationKinds(eve)).toEqual([['commented', ['commented']]])
  })

  test('of a mention, and not of the same by a weaker kind', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject(), assignee: 'bob' })
    await clearNotifications()
    const part = await postComment(ada, task_id, ['bob', 'eve', 'ada'])
    expect(await listNotificationKinds(bob)).toEqual([['mentioned', ['mentioned']]])
    expect(await listNotificationKinds(eve)).toEqual([['mentioned', ['mentioned']]])
    expect(await listNotificationKinds(ada)).toEqual([])
    expect((await listStoredNotifications(eve))[0]!.causes[0]).toMatchObject({ part_id: part })
    await postComment(bob, task_id)
    expect(await listNotificationKinds(eve)).toEqual([['mentioned', ['mentioned', 'commented']]])
  })

  test('of a changed status of a watched task', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject(), assignee: 'bob' })
    await change(bob, task_id, { status: 'in_progress' })
    expect(await listNotificationKinds(ada)).toEqual([['status_changed', ['status_changed']]])
    await change(bob, task_id, { title: 'Another title' })
    expect(await listNotificationKinds(ada)).toEqual([['status_changed', ['status_changed']]])
  })

  test('that a task is unblocked once its last open dependency is completed', async () => {
    const project_id = await createPublicProject()
    const [one, other] = [await createTask(ada, org_id, { project_id }), await createTask(ada, org_id, { project_id })]
    const dependencies = [one.task_id, other.task_id]
    const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'bob', dependencies })
    await clearNotifications()
    await change(ada, one.task_id, { status: 'completed' })
    expect(await listNotificationKinds(bob)).toEqual([])
    await change(ada, other.task_id, { status: 'completed' })
    expect(await listNotificationKinds(bob)).toEqual([['unblocked', ['unblocked']]])
    expect((await listStoredNotifications(bob))[0]!.task_id).toBe(task_id)
  })

  test('of being added to a project or a team', async () => {
    const { project_id } = await makeProject(ada, org_id, { visibility: 'private', name: 'Quay' })
    await addProjectMember(ada, project_id, bob, 'viewer')
    const team = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Divers' } }), 201)
    expectStatus(await ada.post(`/v1/teams/${team.team_id}/members`, { body: { user_id: bob.userId } }), 201)
    const rows = await listStoredNotifications(bob)
    expect(rows).toMatchObject([
      { kind: 'invited', resource_type: 'project', resource_id: project_id, project_id, title: 'Quay' },
      {
        kind: 'invited',
        resource_type: 'team',
        resource_id: team.team_id,
        team_id: team.team_id,
        title: 'Divers',
      },
    ])
    expect(await listNotificationKinds(ada)).toEqual([])
  })
})

describe('users are not notified', () => {
  test('of what they cannot read', async () => {
    const { project_id } = await makeProject(ada, org_id, { visibility: 'private' })
    await addProjectMember(ada, project_id, bob, 'viewer')
    await addProjectMember(ada, project_id, eve, 'viewer')
    const { task_id } = await createTask(ada, org_id, { project_id, assignee: 'bob' })
    await postComment(ada, task_id, ['eve'])
    await clearNotifications()
    expectStatus(await ada.delete(`/v1/project-members/${bob.userId}/${project_id}`), 200)
    await postComment(ada, task_id)
    expect(await listNotificationKinds(bob)).toEqual([])
    expect(await listNotificationKinds(eve)).toEqual([['commented', ['commented']]])
    await change(ada, task_id, { restricted_to: ['ada'] })
    await change(ada, task_id, { status: 'in_progress' })
    expect(await listNotificationKinds(eve)).toEqual([['commented', ['commented']]])
  })

  test('of a muted task, except for mentions', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject(), assignee: 'bob' })
    await clearNotifications()
    expectStatus(await bob.delete(`/v1/tasks/${task_id}/watch`), 204)
    await postComment(ada, task_id)
    expect(await listNotificationKinds(bob)).toEqual([])
    await postComment(ada, task_id, ['bob'])
    expect(await listNotificationKinds(bob)).toEqual([['mentioned', ['mentioned']]])
    const [watch] = await app.sql<{ watching: boolean }>(
      'SELECT watching FROM task_watchers WHERE task_id = $1 AND user_id = $2',
      [task_id, bob.userId],
    )
    expect(watch).toEqual({ watching: false })
  })

  test('of an unblocked task that waited for one that they cannot read', async () => {
    const open = await createPublicProject()
    const { project_id } = await makeProject(ada, org_id, { visibility: 'private' })
    const hidden = await createTask(ada, org_id, { project_id })
    await createTask(ada, org_id, { project_id: open, assignee: 'bob', dependencies: [hidden.task_id] })
    await clearNotifications()
    await change(ada, hidden.task_id, { status: 'completed' })
    expect(await listNotificationKinds(bob)).toEqual([])
  })

  test('of a disabled kind, and the page omits kinds for email only', async () => {
    const kinds = { assigned: { page: false, mail: 'never' }, unassigned: { page: false, mail: 'daily' } }
    await app.sql(`INSERT INTO notification_preferences VALUES ($1, 'UTC', 8, NULL, NULL, $2, 1, now(), now())`, [
      bob.userId,
      JSON.stringify(kinds),
    ])
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject(), assignee: 'bob' })
    expect(await listNotificationKinds(bob)).toEqual([])
    await change(ada, task_id, { assignee: null })
    expect(await listStoredNotifications(bob)).toMatchObject([{ kind: 'unassigned', on_page: false }])
    await app.sql('DELETE FROM notification_preferences')
  })
})

describe('causes of one task are combined', () => {
  test('within five minutes of the latest cause, while the notification is unread', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject() })
    await postComment(bob, task_id)
    await processPendingEvents(app)
    app.clock.advance(4 * 60_000)
    await postComment(bob, task_id)
    await processPendingEvents(app)
    app.clock.advance(4 * 60_000)
    await postComment(bob, task_id)
    expect(await listStoredNotifications(ada)).toMatchObject([{ cause_count: 3, version: 3 }])
    app.clock.advance(5 * 60_000 + 1)
    await postComment(bob, task_id)
    expect((await listStoredNotifications(ada)).map((row) => row.cause_count)).toEqual([3, 1])
    await app.sql('UPDATE notifications SET read_at = now()')
    await postComment(bob, task_id)
    expect((await listStoredNotifications(ada)).map((row) => row.cause_count)).toEqual([3, 1, 1])
  })

  test('into a count, of which the first and the latest of the strongest kind are stored', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject() })
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 9; j++) await postComment(bob, task_id)
      await processPendingEvents(app)
    }
    const parts = await app.sql<{ comment_id: string }>(
      'SELECT comment_id FROM task_comments WHERE task_id = $1 ORDER BY comment_id',
      [task_id],
    )
    const [row] = await listStoredNotifications(ada)
    expect(row!.cause_count).toBe(27)
    const ids = parts.map((one) => one.comment_id)
    expect(row!.causes.map((cause) => cause.part_id)).toEqual([ids[0], ...ids.slice(-19)])
  })

  test('in several batches when they would exceed one', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject() })
    await app.sql(
      `WITH made AS (INSERT INTO users (user_id, issuer, subject, username, username_key, created_at, updated_at)
          SELECT gen_random_uuid(), 'none', 'crowd' || i, 'crowd' || i, 'crowd' || i, now(), now()
          FROM generate_series(1, 900) i RETURNING user_id, username),
        joined AS (INSERT INTO organization_members (org_id, user_id, username, username_key, role, created_at, updated_at)
          SELECT $1, user_id, username, username, 'member', now(), now() FROM made)
      INSERT INTO task_watchers (org_id, task_id, user_id, watching, reason, created_at)
      SELECT $1, $2, user_id, true, 'chosen', now() FROM made`,
      [org_id, task_id],
    )
    await processPendingEvents(app)
    for (let i = 0; i < 25; i++) await postComment(ada, task_id)
    await waitForStableEvents(app)
    await app.sql('ANALYZE')
    expect(await processNextBatch(app.services)).toEqual({ events: 22, isPartial: true, isOvertaken: false })
    await processPendingEvents(app)
    const rows = await app.sql(
      `SELECT cause_count, count(*)::integer AS people FROM notifications WHERE task_id = $1 GROUP BY cause_count`,
      [task_id],
    )
    expect(rows).toEqual([{ cause_count: 25, people: 900 }])
  })

  test('once, also when the events are processed again', async () => {
    const { task_id } = await createTask(ada, org_id, { project_id: await createPublicProject() })
    const [place] = await app.sql<Record<string, unknown>>(
      "SELECT lineage, tx::text AS tx, ord, event_id FROM event_followers WHERE name = 'notifications'",
    )
    await postComment(ada, task_id, ['bob', 'eve'])
    await change(ada, task_id, { status: 'in_progress' })
    const before = [await listStoredNotifications(bob), await listStoredNotifications(eve)]
    await app.sql(
      "UPDATE event_followers SET lineage = $1, tx = $2::xid8, ord = $3, event_id = $4 WHERE name = 'notifications'",
      Object.values(place!),
    )
    expect([await listStoredNotifications(bob), await listStoredNotifications(eve)]).toEqual(before)
    expect(before.map((rows) => rows.map((row) => row.cause_count))).toEqual([[2], [2]])
  })
})
