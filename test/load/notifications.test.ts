import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createProject, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { insertWatchers } from '../support/watchers.ts'
import { createRange, chooseSize } from '../resilience/sizes.ts'

const members = 10_000
const perSecond = 100
const seconds = chooseSize(10, 30)
const rounds = 60

const computeMedian = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const computeWorst = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!

test.skipIf(!inject('svc').postgresUrl)(
  'an organization of 10,000 users with 100 changes a second is notified without delay',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = await copyTemplate()
    const otherApp = await startApp({ databaseUrl })
    const server = await spawnServer({ databaseUrl, env: { DATABASE_POOL: '10' } })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
    const tasks: string[] = []
    for (const _ of createRange(60)) tasks.push((await createTask(ada, org_id, { project_id })).task_id)
    const [quiet, watched] = tasks as [string, string]
    // The first task has no watchers, the second a hundred, each other one ten.
    await insertWatchers((text, values) => otherApp.sql(text, values), org_id, {
      members,
      byHundred: [watched],
      byTen: tasks.slice(2),
    })
    await otherApp.sql('ANALYZE')
    let turn = 0
    const progress = new Set<string>()
    const change = async (id: string) => {
      const startedAt = performance.now()
      // Every change toggles the status.
      const status = progress.delete(id) ? 'not_started' : progress.add(id) && 'in_progress'
      const body = { status, title: `Title ${turn++}` }
      expectStatus(await ada.patch(`/v1/tasks/${id}`, { body }), 200)
      return performance.now() - startedAt
    }
    const readLag = async () =>
      Number(/^svc_notifications_lag_seconds (.+)$/m.exec((await ada.get('/metrics')).text)![1])
    for (const id of tasks) await change(id)
    const took: Record<'quiet' | 'watched', number[]> = { quiet: [], watched: [] }
    for (const _ of createRange(rounds)) {
      took.quiet.push(await change(quiet))
      took.watched.push(await change(watched))
      await sleep(20)
    }
    const lags: number[] = []
    const under: number[] = []
    const end = Date.now() + seconds * 1000
    const watching = (async () => {
      while (Date.now() < end) {
        lags.push(await readLag())
        await sleep(250)
      }
    })()
    const sent: Promise<unknown>[] = []
    const startedAt = performance.now()
    for (let i = 0; Date.now() < end; i++) {
      await sleep(Math.max(0, (i * 1000) / perSecond - (performance.now() - startedAt)))
      sent.push(change(tasks[i % tasks.length]!).then((millis) => under.push(millis)))
    }
    await Promise.all(sent)
    await watching
    const settled = performance.now()
    while ((await readLag()) > 0) await sleep(50)
    const [{ causes }] = (await otherApp.sql<{ causes: number }>(
      'SELECT count(*)::integer AS causes FROM notification_causes',
    )) as [{ causes: number }]
    const report = {
      quiet_ms: computeMedian(took.quiet).toFixed(2),
      watched_ms: computeMedian(took.watched).toFixed(2),
      changes: under.length,
      per_second: (under.length / seconds).toFixed(0),
      causes,
      change_p50_ms: computeMedian(under).toFixed(1),
      change_p99_ms: computeWorst(under).toFixed(1),
      lag_p50_s: computeMedian(lags),
      lag_max_s: Math.max(...lags),
      caught_up_after_ms: (performance.now() - settled).toFixed(0),
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(Math.max(...lags)).toBeLessThan(5)
    await server.stop('SIGTERM')
  },
)
