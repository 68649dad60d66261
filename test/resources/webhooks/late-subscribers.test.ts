import { expect, test } from 'vitest'
import { startApp, type Reply } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { withClient } from '../../support/postgres.ts'

/** Webhooks that are created while a write waits for a lock, before its event. */

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, await app.signIn('ben'))
const { project_id } = await createProject(ada, org_id)
const other = await createProject(ada, org_id)
const first = await createTask(ada, org_id, { project_id })
const second = await createTask(ada, org_id, { project_id })

/** Runs `work` while the row is locked and another request waits for it. */
const runWhileWaiting = (table: string, condition: string, write: () => Promise<Reply>, work: () => Promise<void>) =>
  withClient(app.databaseUrl!, async (client) => {
    await client.query('begin')
    await client.query(`select 1 from ${table} where org_id = '${org_id}' and ${condition} for update`)
    const written = write()
    const isWaiting = async () => {
      const { rowCount } = await client.query(`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return rowCount! > 0
    }
    await expect.poll(isWaiting).toBe(true)
    await work()
    await new Promise((resolve) => setTimeout(resolve, 60))
    await client.query('commit')
    return written
  })

async function createWebhook(event: string): Promise<string> {
  const body = { org_id, name: event, url: 'https://198.41.0.4/hooks', events: [event] }
  return expectStatus(await ada.post('/v1/webhooks', { body }), 200).subscription_id
}

const countDeliveries = async (id: string): Promise<number> => {
  const rows = await app.sql('select from webhook_deliveries where org_id = $1 and subscription_id = $2', [org_id, id])
  return rows.length
}

const sectioned = await createProject(ada, org_id, { preset: 'simple' })
const placed = await createTask(ada, org_id, { project_id: sectioned.project_id })

const onSections = `scope_id = '${sectioned.project_id}'`
const onProject = `project_id = '${project_id}'`
const onTask = `task_id = '${first.task_id}'`
const patchTask = (body: object) => ada.patch(`/v1/tasks/${first.task_id}`, { body })
const patchPlaced = (body: object) => ada.patch(`/v1/tasks/${placed.task_id}`, { body })
const patchProject = (body: object) => ada.patch(`/v1/projects/${project_id}`, { body })
const writes: [string, string, string, string, () => Promise<Reply>][] = [
  ['the members of a project', 'projects', onProject, 'project.*', () => patchProject({ team_members: ['ben'] })],
  ['a project', 'projects', onProject, 'project.*', () => patchProject({ description: 'Longer' })],
  ['a task', 'tasks', onTask, 'task.*', () => patchTask({ title: 'Another' })],
  ['the project of a task', 'tasks', onTask, 'task.*', () => patchTask({ project_id: other.project_id })],
  ['a section of a task', 'sections', onSections, 'task.*', () => patchPlaced({ status: 'in_progress' })],
  [
    'several tasks',
    'tasks',
    onTask,
    'task.*',
    () =>
      ada.post('/v1/tasks/bulk', {
        body: { task_ids: [second.task_id, first.task_id], changes: { priority: 'high' } },
      }),
  ],
]

test.each(writes)('a webhook created while a change of %s waits receives its event', async (...write) => {
  const [, table, condition, event, send] = write
  let webhook = ''
  const reply = await runWhileWaiting(table, condition, send, async () => {
    webhook = await createWebhook(event)
  })
  expect([reply.status, reply.text]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  expect(await countDeliveries(webhook)).toBeGreaterThan(0)
})
