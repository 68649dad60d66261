import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createTask } from '../../support/factories.ts'
import { insertNotification, insertWatcher } from '../../support/notifications.ts'
import { deleteOldNotifications } from '../../../src/notifications/retention.ts'
import { listStoredNotifications } from './run-pipeline.ts'

const app = await startApp()
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
const day = 24 * 60 * 60 * 1000

const countRows = async (table: string, org: string): Promise<number> => {
  const [row] = await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE org_id = $1`, [org])
  return row!.n
}

test('removing a member deletes their notifications and watches there and records the counts; deactivating does not', async () => {
  const [here, there] = [(await createOrganization(ada)).org_id, (await createOrganization(ada)).org_id] as [
    string,
    string,
  ]
  for (const org of [here, there]) {
    await insertMembership(ben, org, 'member')
    const { task_id } = await createTask(ada, org, { assignee: 'ben' })
    await insertWatcher(ben, org, task_id, false)
    await listStoredNotifications(ben)
    await insertNotification(ben, org)
  }
  const tables = ['notifications', 'notification_causes', 'task_watchers']
  const readCounts = (org: string) => Promise.all(tables.map((table) => countRows(table, org)))
  expect(await readCounts(here)).toEqual([2, 1, 1])
  const member = `/v1/organization-members/${ben.userId}/${here}`
  expectStatus(await ada.patch(member, { body: { is_active: false } }), 200)
  expect(await readCounts(here)).toEqual([2, 1, 1])
  expect((await ben.get('/v1/notifications', { query: { org_id: here } })).status).toBe(403)
  expectStatus(await ada.delete(member), 200)
  expect(await readCounts(here)).toEqual([0, 0, 0])
  expect(await readCounts(there)).toEqual([2, 1, 1])
  const [event] = await app.sql<{ before: object }>(
    "SELECT before FROM events WHERE org_id = $1 AND type = 'member.removed'",
    [here],
  )
  expect(event!.before).toMatchObject({ notifications: 2, watches: 1 })
})

test('notifications without a new cause for 90 days are deleted, younger ones stay', async () => {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await createTask(ada, org_id, { assignee: 'ben' })
  await listStoredNotifications(ben)
  const subtractDays = (days: number) => new Date(app.clock.now() - days * day).toISOString()
  await app.sql('UPDATE notifications SET updated_at = $2 WHERE org_id = $1', [org_id, subtractDays(90.01)])
  const young = await insertNotification(ben, org_id, {
    created_at: subtractDays(200),
    updated_at: subtractDays(89.99),
  })
  const many = await insertNotification(ada, org_id, { updated_at: subtractDays(120) })
  await app.sql(
    `INSERT INTO notifications SELECT (jsonb_populate_record(n, jsonb_build_object('notification_id', 'N' || g))).*
     FROM notifications n, generate_series(1, 2500) g WHERE n.notification_id = $1`,
    [many.notification_id],
  )
  const runs = await Promise.all([deleteOldNotifications(app.services), deleteOldNotifications(app.services)])
  await deleteOldNotifications(app.services)
  expect(runs[0] + runs[1]).toBeLessThanOrEqual(2502)
  const left = await app.sql('SELECT notification_id FROM notifications WHERE org_id = $1', [org_id])
  expect(left).toEqual([{ notification_id: young.notification_id }])
  expect(await countRows('notification_causes', org_id)).toBe(0)
})
