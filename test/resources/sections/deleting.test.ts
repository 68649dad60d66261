import { describe, expect, test } from 'vitest'
import type { EventPayload } from '../../../src/resources/platform/events/presenter.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import { openStream, waitForStableEvents } from '../../support/event-stream.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  insertServiceAccount,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { placeTask, createSection, type Scope } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const [member, crewGuest, projectGuest] = (await Promise.all(
  ['mia', 'cem', 'gil'].map((name) => app.signIn(name)),
)) as [Client, Client, Client]
await insertMembership(member, org_id, 'member')
await insertMembership(crewGuest, org_id, 'guest')
await insertMembership(projectGuest, org_id, 'guest')
const crew = await insertTeam(app, org_id, [ada, crewGuest])
const { project_id } = await createProject(ada, org_id, { team_id: crew })
for (const guest of [crewGuest, projectGuest]) await addProjectMember(ada, project_id, guest, 'viewer')
const people = { ada, member, crewGuest, projectGuest }

/** Deletes a section with one task in it, and returns the events that each user received. */
async function deleteAndListEvents(scope: Scope) {
  const created = await createSection(ada, org_id, scope, 'Dry dock')
  const { task_id } = await createTask(ada, org_id, { project_id })
  await placeTask(ada, task_id, scope, created.section_id, 3)
  await waitForStableEvents(app)
  const streams = Object.entries(people).map(async ([name, who]) => [name, await openStream(who, { org_id })] as const)
  const opened = await Promise.all(streams)
  expectStatus(await ada.delete(`/v1/sections/${created.section_id}`), 200)
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'The end' } }), 200)
  const received: Record<string, unknown[]> = {}
  for (const [name, stream] of opened) {
    await stream.waitUntil(({ events }) => events.some(({ data }) => data.after?.title === 'The end'))
    stream.close()
    received[name] = stream.events.filter(({ data }) => data.after?.title !== 'The end').map(summarizeEvent)
  }
  const left = [
    'task.updated',
    task_id,
    { section_id: created.section_id, section_position: 3 },
    { section_id: null, section_position: null },
  ]
  const veiled = ['task.updated', task_id, { section_position: 3 }, { section_position: null }]
  const { section_id } = created
  const deleted = ['section.deleted', section_id, { name: 'Dry dock' }, null]
  return {
    received,
    left,
    veiled,
    deleted,
    all: ['section.deleted', section_id, { name: 'Dry dock', tasks: 1 }, null],
  }
}
const summarizeEvent = ({ type, data }: EventPayload) => [type, data.resource_id, data.before, data.after]

describe('deleting a section emits its tasks’ changes to all readers of the section', () => {
  test('of a project', async () => {
    const { received, left, deleted, all } = await deleteAndListEvents(['project', project_id])
    const [seen, whole] = [
      [left, deleted],
      [left, all],
    ]
    expect(received).toEqual({ ada: whole, member: seen, crewGuest: seen, projectGuest: seen })
  })

  test('of a team, except to a guest outside the team', async () => {
    const { received, left, veiled, deleted, all } = await deleteAndListEvents(['team', crew])
    const [seen, whole] = [
      [left, deleted],
      [left, all],
    ]
    expect(received).toEqual({ ada: whole, member: seen, crewGuest: seen, projectGuest: [veiled] })
  })

  test('to webhooks', async () => {
    const account = await insertServiceAccount(app, org_id)
    const robot = await createTokenClient(account, org_id, { grant_type: 'service_account' })
    const body = { org_id, name: 'Board', url: 'https://198.41.0.4/', events: ['task.updated'] }
    const { subscription_id } = expectStatus(await robot.post('/v1/webhooks', { body }), 200)
    const { left } = await deleteAndListEvents(['project', project_id])
    const rows = await app.sql<{ body: string }>(
      'SELECT body FROM webhook_deliveries WHERE org_id = $1 AND subscription_id = $2',
      [org_id, subscription_id],
    )
    expect(rows.map((row) => summarizeEvent(JSON.parse(row.body) as EventPayload))).toContainEqual(left)
  })
})
