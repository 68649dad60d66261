import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createAssigner } from '../../support/notifications.ts'
import { rewindPosition } from '../../../src/notifications/pipeline/position.ts'
import { listStoredNotifications } from './run-pipeline.ts'

const app = await startApp({ delivering: true })
const [ada, bob] = [await app.signIn('ada'), await app.signIn('bob')]
const { waitForNotifications, make } = await createAssigner(ada, bob)

const readMetric = async (one: TestApp, name: string) =>
  Number(new RegExp(`^${name}(?:{.*})? (.+)$`, 'm').exec((await one.anonymous.get('/metrics')).text)?.[1])

test('a process with background work creates notifications soon after an event', async () => {
  const startedAt = performance.now()
  await make(3)
  expect(await waitForNotifications(3)).toEqual([{ cause_count: 1 }, { cause_count: 1 }, { cause_count: 1 }])
  // Other tests may have an open transaction in the same cluster.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(await readMetric(app, 'svc_notifications_total')).toBe(3)
  expect(await readMetric(app, 'svc_notifications_lag_seconds')).toBe(0)
})

test('an event that cannot be processed is skipped, and later ones are processed', async () => {
  const before = (await waitForNotifications(0)).length
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.title = 'No' THEN RAISE 'no'; END IF; RETURN NEW; END $$`)
  await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse()')
  await make(1, 'No')
  await make(5)
  expect((await waitForNotifications(before + 5)).length).toBe(before + 5)
  await app.sql('DROP FUNCTION refuse() CASCADE')
})

test('a position beyond the end of the event log is reset to the last event', async () => {
  await app.sql("UPDATE event_followers SET tx = '9000000000000000000' WHERE name = 'notifications'")
  await rewindPosition(app.services.database.db, new Date().toISOString())
  const before = await listStoredNotifications(bob)
  await make(2)
  expect((await listStoredNotifications(bob)).length).toBe(before.length + 2)
})

test('a missing position is reset to the head of the event log', async () => {
  const before = await listStoredNotifications(bob)
  await app.sql('DELETE FROM event_followers')
  expect((await listStoredNotifications(bob)).length).toBe(before.length)
  expectStatus(await ada.get('/v1/me'), 200)
  await make(2)
  expect((await listStoredNotifications(bob)).length).toBe(before.length + 2)
})
