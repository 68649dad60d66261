import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { startNotificationWorker } from '../../src/notifications/pipeline/worker.ts'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { createAssigner } from '../support/notifications.ts'
import { createRange } from './sizes.ts'

describe.skipIf(!inject('svc').postgresUrl)('the notification worker', async () => {
  const app = await startApp({ engine: 'postgres', delivering: true })
  const { waitForNotifications, make } = await createAssigner(await app.signIn('ada'), await app.signIn('bob'))

  test('notifies once in several processes, and continues in the remaining one', async () => {
    const others = [
      await startApp({ database: app, delivering: true }),
      await startApp({ database: app, delivering: true }),
    ]
    for (const _ of createRange(10)) await make(20)
    await others[0]!.stop()
    for (const _ of createRange(10)) await make(20)
    const rows = await waitForNotifications(400)
    await sleep(1500)
    expect((await waitForNotifications(400)).length).toBe(rows.length)
    expect(rows.length).toBe(400)
    await others[1]!.stop()
    await make(1)
    expect((await waitForNotifications(401)).length).toBe(401)
  })

  test('processes slow events one by one', { timeout: 240_000 }, async () => {
    const before = (await waitForNotifications(0)).length
    await app.sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.11); RETURN NEW; END $$`)
    await app.sql('CREATE TRIGGER dawdle BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION dawdle()')
    await make(60)
    const end = Date.now() + 90_000
    while ((await app.sql('SELECT FROM notifications')).length < before + 60 && Date.now() < end) await sleep(100)
    await app.sql('DROP FUNCTION dawdle() CASCADE')
    expect((await waitForNotifications(before + 60)).length).toBe(before + 60)
    expect(Date.now()).toBeLessThan(end)
  })

  test('catches up with the event log once the database is available', async () => {
    const url = new URL(await copyTemplate())
    const proxy = await startFaultProxy(Number(url.port))
    url.port = String(proxy.port)
    const other = await startApp({ databaseUrl: url.href })
    proxy.setRefusing(true)
    proxy.cutAll()
    const projector = startNotificationWorker(other.services)
    await sleep(500)
    proxy.setRefusing(false)
    await expect.poll(() => other.services.eventLogReader.lagSeconds()).toBeGreaterThan(0)
    await projector.stop()
    await other.stop()
    await proxy.close()
  })
})
