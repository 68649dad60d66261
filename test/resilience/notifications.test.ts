import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'

const watchers = 40
const kills = chooseSize(3, 100)

test.skipIf(!inject('svc').postgresUrl)(
  'two workers that are killed alternately notify each watcher of each comment once',
  { timeout: chooseSize(300_000, 3_600_000) },
  async () => {
    const databaseUrl = await copyTemplate()
    // This process handles requests only; the workers create the notifications.
    const app = await startApp({ databaseUrl })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
    const { task_id } = await createTask(ada, org_id, { project_id })
    await app.sql(
      `WITH made AS (INSERT INTO users (user_id, issuer, subject, username, username_key, created_at, updated_at)
          SELECT gen_random_uuid(), 'none', 'w' || i, 'w' || i, 'w' || i, now(), now()
          FROM generate_series(1, $2::integer) i RETURNING user_id, username),
        joined AS (INSERT INTO organization_members (org_id, user_id, username, username_key, role, created_at, updated_at)
          SELECT $1, user_id, username, username, 'member', now(), now() FROM made)
      INSERT INTO task_watchers (org_id, task_id, user_id, watching, reason, created_at)
      SELECT $1, $3, user_id, true, 'chosen', now() FROM made`,
      [org_id, watchers, task_id],
    )
    // Most kills fall between reading the position and storing notifications. Later kills would show nothing:
    // COMMIT is sent with the rows.
    await app.sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.2); RETURN NULL; END $$`)
    await app.sql('CREATE TRIGGER dawdle AFTER UPDATE ON event_followers FOR EACH STATEMENT EXECUTE FUNCTION dawdle()')
    const start = () => spawnServer({ databaseUrl, env: { ROLE: 'worker' } })
    const workers = [await start(), await start()]
    let comments = 0
    const work = { over: false }
    const writing = createRange(4).map(async () => {
      while (!work.over) {
        expectStatus(await ada.post('/v1/task-comments', { body: { task_id, content: 'Again.' } }), 201)
        comments++
      }
    })
    for (const i of createRange(kills)) {
      await sleep(Math.random() * 400)
      await workers[i % 2]!.stop('SIGKILL')
      workers[i % 2] = await start()
    }
    work.over = true
    await Promise.all(writing)
    const countNotifications = () =>
      app.sql<{ user_id: string; causes: number; counted: number }>(
        `SELECT n.user_id, sum(n.cause_count)::integer AS counted, sum((SELECT count(*) FROM notification_causes q
           WHERE q.org_id = n.org_id AND q.notification_id = n.notification_id))::integer AS causes
         FROM notifications n GROUP BY n.user_id`,
      )
    const isComplete = async () => (await countNotifications()).every(({ counted }) => counted >= comments)
    const end = Date.now() + 60_000
    while (!(await isComplete()) && Date.now() < end) await sleep(100)
    const rows = await countNotifications()
    expect(rows).toHaveLength(watchers)
    expect(new Set(rows.flatMap(({ causes, counted }) => [causes, counted]))).toEqual(new Set([comments]))
    await Promise.all(workers.map((worker) => worker.stop('SIGTERM')))
  },
)
