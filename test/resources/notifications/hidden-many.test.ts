import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { insertNotification } from '../../support/notifications.ts'

const app = await startApp()
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]

/** Inserts notifications of ben about a task that he cannot read, one per second, the newest last. */
async function insertHidden(orgId: string, taskId: string, count: number, from: string): Promise<void> {
  const { notification_id } = await insertNotification(ben, orgId, { task_id: taskId, updated_at: from })
  const step = 3000
  for (let first = 1; first <= count; first += step)
    await app.sql(
      `INSERT INTO notifications SELECT made.* FROM notifications n, generate_series($2::int, $3::int) i,
         jsonb_populate_record(n, jsonb_build_object('notification_id', 'N' || left(md5(n.notification_id), 8) || lpad(i::text, 8, '0'),
           'updated_at', n.updated_at + i * interval '1 second')) made
       WHERE n.notification_id = $1`,
      [notification_id, first, Math.min(first + step - 1, count)],
    )
}

test('a page examines a bounded number of notifications, and pages neither skip nor repeat readable ones', async () => {
  const [{ org_id }, other] = [await createOrganization(ada), await createOrganization(ada)]
  for (const id of [org_id, other.org_id]) await insertMembership(ben, id, 'member')
  const { project_id } = await createProject(ada, org_id, { visibility: 'private' })
  const { task_id } = await createTask(ada, org_id, { project_id })
  const displayed: string[] = []
  const show = async (orgId: string, updated_at: string) =>
    displayed.unshift((await insertNotification(ben, orgId, { updated_at })).notification_id)
  for (const orgId of [org_id, other.org_id, org_id, other.org_id]) {
    const hour = displayed.length
    await show(orgId, `2026-01-0${1 + hour}T00:00:00.000Z`)
    await insertHidden(org_id, task_id, 6000, `2026-01-0${1 + hour}T00:00:01.000Z`)
  }
  await show(org_id, '2026-01-08T00:00:00.000Z')
  await app.sql('ANALYZE notifications')
  for (const limit of ['1', '2', '100']) {
    const found: string[] = []
    let [cursor, pages]: [string | undefined, number] = [undefined, 0]
    do {
      const before = app.countStatements()
      const reply = await ben.get('/v1/notifications', { query: { limit, cursor } })
      expect(app.countStatementsSince(before, 4)).toBeLessThanOrEqual(4)
      const { data, next_cursor } = expectStatus(reply, 200)
      found.push(...data.map((one: { notification_id: string }) => one.notification_id))
      cursor = next_cursor ?? undefined
    } while (cursor !== undefined && ++pages < 20)
    expect([limit, found]).toEqual([limit, displayed])
    if (limit === '100') expect(pages).toBeGreaterThan(1)
  }
  const one = await ben.get('/v1/notifications', { query: { org_id: other.org_id } })
  expect(expectStatus(one, 200)).toMatchObject({ data: [{}, {}], next_cursor: null })
})
