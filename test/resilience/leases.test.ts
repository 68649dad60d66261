import { expect, inject, test } from 'vitest'
import { endLapsedClaims } from '../../src/resources/work/claims/jobs.ts'
import { startApp, type Client } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'

const workers = 32
const users = 8
const tasks = chooseSize(40, 10_000)
const kills = chooseSize(1, 20)

const victims = 4

interface WriteLog {
  /** Generation under which each task was done, by acknowledged writes. */
  done: Map<string, number[]>
  /** Generation of writes whose response was lost with their process. */
  unknown: Map<string, number>
  doneBy: Map<number, number>
  /** Requests that got no task although one was free, so that a worker starved. */
  starved: string[]
}

test.skipIf(!inject('svc').postgresUrl)(
  '32 workers of several processes do each task once, with kills, lapsed claims and a clock set back',
  { timeout: 1_800_000 },
  async () => {
    const app = await startApp()
    const otherApp = await startApp({ database: app })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { project_id } = await createProject(ada, org_id)
    const names = createRange(users).map((i) => `worker${i}`)
    for (const name of names) await insertMembership(await app.signIn(name), org_id, 'admin')
    for (let left = tasks; left > 0; left -= 35)
      await Promise.all(createRange(Math.min(left, 35)).map(() => createTask(ada, org_id, { project_id })))

    const writeLog: WriteLog = { done: new Map(), unknown: new Map(), doneBy: new Map(), starved: [] }
    const state = {
      /** Completed tasks, counted in the database: the responses of a killed process are lost. */
      completed: 0,
      /** Number of claims that workers have abandoned so far; each can block a task until the job has ended the claim. */
      abandoned: 0,
      /** Number of abandoned claims that the job has ended. */
      ended: 0,
      /** Tasks of the abandoned claims that the job has not ended. */
      left: [] as string[],
    }
    const query = { 'filter[project]': project_id, 'filter[status]': 'not_started,in_progress' }

    const abandonTask = (id: string) => {
      state.abandoned++
      state.left.push(id)
    }
    /** Claims a task, and completes it as the holder of its generation unless the worker leaves or is late. */
    const workOnce = async (client: Client, i: number): Promise<void> => {
      const endedBefore = state.ended
      const body = { org_id, query, seconds: 3600, set: { status: 'in_progress' } }
      const claimed = await client.post('/v1/tasks/claim-next', { body })
      if (claimed.status === 204) {
        // Each worker holds at most one task. Other workers claim and complete tasks during the request,
        // so this takes the lowest number of open tasks and the highest number of abandoned claims.
        const open = tasks - Math.max(state.completed, writeLog.done.size)
        const absent = state.abandoned - endedBefore
        if (open > workers + absent + kills * victims) writeLog.starved.push(`worker ${i}, ${open} open`)
        await new Promise((resolve) => setTimeout(resolve, 150))
        return
      }
      // A write that waits too long for a lock changes nothing.
      if (claimed.status === 503) return
      const { task_id, claim } = expectStatus(claimed, 200)
      const chance = Math.random()
      if (chance < 0.04) {
        abandonTask(task_id)
        return
      }
      // Writes late, mostly after another claim of the task has begun.
      if (chance < 0.1) {
        abandonTask(task_id)
        await expireClaims([task_id])
        await waitForNextClaim(task_id, claim.generation)
      }
      const headers = { 'if-claim': String(claim.generation) }
      writeLog.unknown.set(task_id, claim.generation)
      const written = await client.patch(`/v1/tasks/${task_id}`, { body: { status: 'completed' }, headers })
      if (written.status === 412) return
      if (written.status === 503) return abandonTask(task_id)
      expectStatus(written, 200)
      writeLog.done.set(task_id, [...(writeLog.done.get(task_id) ?? []), claim.generation])
      writeLog.doneBy.set(i, (writeLog.doneBy.get(i) ?? 0) + 1)
      await client.post(`/v1/tasks/${task_id}/claim/release`, { body: { generation: claim.generation } })
    }

    const expireClaims = (ids: readonly string[] | null) =>
      app.sql(
        `UPDATE task_claims SET until = clock_timestamp() - interval '1 second'
         WHERE org_id = $1 AND until IS NOT NULL AND ($2::text[] IS NULL OR task_id = any($2))`,
        [org_id, ids],
      )
    /** Waits, but not for ever: near the end no other worker may come. */
    const waitForNextClaim = async (id: string, generation: number) => {
      for (let i = 0; i < 20; i++) {
        const sql = 'SELECT FROM task_claims WHERE org_id = $1 AND task_id = $2 AND generation > $3'
        if ((await app.sql(sql, [org_id, id, generation])).length > 0) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    /** Ends claims as the job does; those that were left lapse after a while. */
    const endClaims = async () => {
      for (let i = 1; state.completed < tasks; i++) {
        const left = i % 4 === 0 ? state.left.splice(0) : []
        await expireClaims(left)
        await endLapsedClaims(app.services)
        state.ended += left.length
        const count = `SELECT count(*)::int AS count FROM tasks WHERE org_id = $1 AND status = 'completed'`
        state.completed = (await app.sql<{ count: number }>(count, [org_id]))[0]!.count
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const runWorker = async (i: number) => {
      const client = await (i % 2 ? app : otherApp).signIn(names[i % users]!)
      while (state.completed < tasks) await workOnce(client, i)
    }
    /** Workers of a process that is killed: what they claimed is done by others. */
    const runVictims = async () => {
      for (let k = 0; k < kills && state.completed < tasks; k++) {
        const victim = await spawnServer({ databaseUrl: app.databaseUrl! })
        const client = await victim.signIn(names[k % users]!)
        const working = createRange(victims).map(async () => {
          for (;;) await workOnce(client, -1)
        })
        const ended = Promise.allSettled(working)
        app.clock.set(k % 2 ? 3_600_000 : -3_600_000)
        await new Promise((resolve) => setTimeout(resolve, 300))
        await victim.stop('SIGKILL')
        await ended
        await expireClaims(null)
      }
    }
    const finish = createRange(workers).map(runWorker)
    await Promise.all([...finish, endClaims(), runVictims()])

    expect(writeLog.starved).toEqual([])
    expect([...writeLog.done.values()].filter((generations) => generations.length !== 1)).toEqual([])
    const rows = await app.sql<{ task_id: string; status: string; generation: number }>(
      `SELECT t.task_id, t.status, c.generation FROM tasks t JOIN task_claims c USING (org_id, task_id) WHERE t.org_id = $1`,
      [org_id],
    )
    expect(rows).toHaveLength(tasks)
    for (const { task_id, status, generation } of rows) {
      const by = writeLog.done.get(task_id)?.[0] ?? writeLog.unknown.get(task_id)
      expect([task_id, status, by]).toEqual([task_id, 'completed', generation])
    }
    expect(tasks - writeLog.done.size).toBeLessThanOrEqual(kills * victims)
    // No worker of a process that lives is left without work while the others do it.
    const shares = createRange(workers).map((i) => writeLog.doneBy.get(i) ?? 0)
    if (tasks >= 20 * workers) expect(Math.min(...shares)).toBeGreaterThan(0)
  },
)
