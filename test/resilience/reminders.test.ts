import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Pg } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'

/** Maximum delay of a reminder, in milliseconds. */
const MAX_DELAY_MS = 30_000

const addMillis = (millis: number) => new Date(Date.now() + millis).toISOString()

async function remind(client: Client, taskId: string, millis: number): Promise<string> {
  const reply = await client.post(`/v1/tasks/${taskId}/reminders`, { body: { at: addMillis(millis) } })
  return expectStatus(reply, 201).reminder_id
}

/** Points at which a process is stopped: with claimed reminders, or while its COMMIT is in flight. */
const places = [
  { words: 'between taking reminders and committing', table: 'task_reminders', mode: 'SHARE' },
  { words: 'while it commits', table: 'events', mode: 'EXCLUSIVE' },
]

// These tests mostly wait, so they run concurrently.
describe.concurrent('reminders that are due', () => {
  test.skipIf(!inject('svc').postgresUrl).each(places.slice(0, chooseSize(1, places.length)))(
    'on PostgreSQL are sent exactly once when a process is killed $words',
    { timeout: 180_000 },
    async ({ table, mode }) => {
      const databaseUrl = await copyTemplate()
      const watcher = new Pg({ connectionString: databaseUrl })
      await watcher.connect()
      const first = await spawnServer({ databaseUrl })
      const ada = await first.signIn('ada')
      const { org_id } = await createOrganization(ada)
      const { task_id } = await createTask(ada, org_id)
      const ids = await Promise.all(createRange(20).map(() => remind(ada, task_id, 5000)))

      await watcher.query('BEGIN')
      await watcher.query(`LOCK TABLE ${table} IN ${mode} MODE`)
      const listRows = async <R extends object>(text: string) => (await watcher.query<R>(text)).rows
      while (
        (await listRows(`SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`)).length === 0
      )
        await sleep(50)
      const free = await listRows('SELECT FROM task_reminders WHERE look_at IS NOT NULL FOR SHARE SKIP LOCKED')
      expect(free).toEqual([])
      await first.stop('SIGKILL')
      await watcher.query('ROLLBACK')

      const others = await Promise.all([spawnServer({ databaseUrl }), spawnServer({ databaseUrl })])
      const listSent = async () =>
        (
          await listRows<{ part_id: string }>(
            "SELECT part_id FROM events WHERE type = 'task.reminder_due' ORDER BY part_id",
          )
        ).map((row) => row.part_id)
      for (const startedAt = Date.now(); (await listSent()).length < ids.length; await sleep(100))
        expect(Date.now() - startedAt).toBeLessThan(MAX_DELAY_MS)
      // Allows another run of the job in either process.
      await sleep(6000)
      expect(await listSent()).toEqual([...ids].sort())
      await Promise.all(others.map((server) => server.stop('SIGTERM')))
      await watcher.end()
    },
  )

  test(
    'on the embedded database are sent after a start if missed, and half a minute later if not yet due',
    { timeout: 120_000 },
    async () => {
      const first = await spawnServer()
      const ada = await first.signIn('ada')
      const { org_id } = await createOrganization(ada)
      const { task_id } = await createTask(ada, org_id)
      const missed = await remind(ada, task_id, 2000)
      const later = await remind(ada, task_id, 8_000)
      await first.stop('SIGKILL')
      await sleep(2500)
      const second = await spawnServer({ dataDir: first.dataDir })
      const again = await second.signIn('ada')
      const read = async (id: string) => expectStatus(await again.get(`/v1/reminders/${id}`), 200)
      for (const id of [missed, later]) {
        let displayed = await read(id)
        for (; displayed.status === 'pending'; displayed = await read(id)) {
          expect(Date.now() - Date.parse(displayed.fires_at)).toBeLessThan(MAX_DELAY_MS)
          await sleep(200)
        }
        expect(displayed.status).toBe('sent')
        expect(Date.parse(displayed.ended_at)).toBeGreaterThanOrEqual(Date.parse(displayed.fires_at))
      }
      // The notification is created shortly after the event.
      const query = { org_id, 'filter[kind]': 'reminder' }
      const listReminders = async () => expectStatus(await again.get('/v1/notifications', { query }), 200).data
      for (const end = Date.now() + MAX_DELAY_MS; Date.now() < end && (await listReminders()).length === 0;)
        await sleep(200)
      expect(await listReminders()).not.toEqual([])
      await second.stop('SIGTERM')
    },
  )
})
