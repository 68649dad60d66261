import { expect, test } from 'vitest'
import { enforceAuditRetention } from '../../../src/resources/people/audit/retention.ts'
import { purgeDeletedTasks } from '../../../src/resources/work/tasks/commands/purge.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { listStoredFiles, deleteUnreferenced } from '../../support/stored-files.ts'
import { readTask } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const day = 24 * 60 * 60 * 1000
const buildDependenciesLater = (days: number) => ({ ...app.services, clock: () => app.clock.now() + days * day })
const make = async (values: object = {}): Promise<string> =>
  (await createTask(ada, org_id, { project_id, ...values })).task_id
const restore = (id: string) => ada.post(`/v1/tasks/${id}/restore`)

/** Counts the rows of these tasks in each table. */
const countRows = async (ids: string[]): Promise<Record<string, number>> => {
  const tables = await app.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'task_id' AND table_schema = 'public'`,
    [],
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await app.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${name} WHERE org_id = $1 AND task_id = ANY($2)`,
        [org_id, ids],
      )
      return [name, row!.n] as const
    }),
  )
  return Object.fromEntries(counts.filter(([, n]) => n > 0))
}

test('deletes a task and its data after 30 days, and keeps subtasks that were deleted later restorable', async () => {
  const child = await make()
  const top = await make({ sub_tasks: [child] })
  const waiting = await make({ dependencies: [top] })
  const body = { task_id: top, file: new Upload('x', 'a.txt') }
  const { attachment_id } = expectStatus(await ada.post('/v1/task-attachments', { body }), 201)
  expectStatus(await ada.post('/v1/task-attachments', { body }), 201)
  expectStatus(await ada.delete(`/v1/task-attachments/${attachment_id}`), 204)
  const { comment_id } = expectStatus(
    await ada.post('/v1/task-comments', { body: { task_id: top, content: 'one' } }),
    201,
  )
  const reply = { task_id: top, parent_comment_id: comment_id, content: 'two' }
  expectStatus(await ada.post('/v1/task-comments/reply', { body: reply }), 201)
  expectStatus(await ada.delete(`/v1/tasks/${child}`), 200)
  // Simulates a child that was deleted after its parent, and so has to stay below it.
  expectStatus(await ada.delete(`/v1/tasks/${top}`), 200)
  await app.sql(`UPDATE tasks SET deleted_at = $3 WHERE org_id = $1 AND task_id = $2`, [
    org_id,
    child,
    new Date(app.clock.now() + 5 * day).toISOString(),
  ])
  expect(await purgeDeletedTasks(buildDependenciesLater(29))).toBe(0)
  expect(await purgeDeletedTasks(buildDependenciesLater(31))).toBe(1)
  await deleteUnreferenced(app)
  expect([await countRows([top]), await listStoredFiles(app)]).toEqual([
    { tasks_gone: 1 },
    { arriving: [], kept: [], leaving: [] },
  ])
  expect((await restore(top)).status).toBe(404)
  expect((await readTask(ada, waiting)).dependencies).toEqual([])
  const back = expectStatus(await restore(child), 200)
  expect([back.is_subtask, back.restored.missing]).toEqual([false, []])
})

test('the audit log keeps its events for the usual retention, then deletes all', async () => {
  const id = await make()
  expectStatus(await ada.delete(`/v1/tasks/${id}`), 200)
  expect(await purgeDeletedTasks(buildDependenciesLater(31))).toBe(1)
  const listActions = async () => {
    const query = { org_id, resource_id: id }
    return expectStatus(await ada.get('/v1/audit', { query }), 200).data.map((row: { action: string }) => row.action)
  }
  expect(await listActions()).toEqual(['task.deleted', 'task.created'])
  const settings = { body: { audit_retention_days: 60 } }
  expectStatus(await ada.patch(`/v1/organizations/${org_id}/settings`, settings), 200)
  const listEvents = () => app.sql('SELECT type FROM events WHERE org_id = $1 AND resource_id = $2', [org_id, id])
  await enforceAuditRetention(buildDependenciesLater(59))
  expect(await listEvents()).toHaveLength(2)
  await enforceAuditRetention(buildDependenciesLater(61))
  expect([await listEvents(), await countRows([id])]).toEqual([[], {}])
})

test('either restores or purges a task for concurrent requests', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => make()))
  for (const id of ids) expectStatus(await ada.delete(`/v1/tasks/${id}`), 200)
  // The job's clock is some minutes ahead of the last instant at which tasks can be restored.
  const [removed, ...replies] = await Promise.all([purgeDeletedTasks(buildDependenciesLater(31)), ...ids.map(restore)])
  const statuses = replies.map((reply) => reply.status)
  expect(removed).toBe(statuses.filter((status) => status === 404).length)
  for (const [i, id] of ids.entries())
    expect((await ada.get(`/v1/tasks/${id}`)).status).toBe(statuses[i] === 200 ? 200 : 404)
})
