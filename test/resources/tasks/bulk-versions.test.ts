import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { updateTask, toIssue, readTask, readVersion } from './requests.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await insertMembership(ben, org_id, 'member')
const { project_id } = await createProject(ada, org_id)
await addProjectMember(ada, project_id, ben, 'editor')

async function createThreeTasks() {
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await createTask(ada, org_id, { project_id })).task_id)
  return ids as [string, string, string]
}
const sendBulkUpdate = (task_ids: string[], versions: object, key?: string) =>
  ada.post('/v1/tasks/bulk', {
    body: { task_ids, changes: { priority: 'high' }, versions },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

test('names tasks changed by other users with their versions, and writes nothing', async () => {
  const [first, second, third] = await createThreeTasks()
  const versions = { [first]: 1, [second]: 1, [third]: 1 }
  await updateTask(ben, second, { title: 'of ben' })
  await updateTask(ben, third, { title: 'of ben' })
  await updateTask(ben, third, { title: 'of ben again' })
  const refused = await sendBulkUpdate([first, second, third], versions)
  expect(expectStatus(refused, 412)).toMatchObject({
    type: 'urn:svc:problem:precondition-failed',
    errors: [
      { loc: ['body', 'versions', second], type: 'stale_version', version: 2 },
      { loc: ['body', 'versions', third], type: 'stale_version', version: 3 },
    ],
  })
  expect([await readVersion(ada, first), (await readTask(ada, first)).priority]).toEqual([1, 'none'])
  const asRead = { [first]: 1, [second]: 2, [third]: 3 }
  expect(expectStatus(await sendBulkUpdate([first, second, third], asRead), 200).updated).toBe(3)
})

test('a retry with the same Idempotency-Key is no conflict', async () => {
  const [first] = await createThreeTasks()
  expectStatus(await sendBulkUpdate([first], { [first]: 1 }, 'once'), 200)
  expectStatus(await sendBulkUpdate([first], { [first]: 1 }, 'once'), 200)
  expectStatus(await sendBulkUpdate([first], { [first]: 1 }), 412)
})

test('changes a task without a given version unconditionally, and rejects versions of other tasks', async () => {
  const [first, second, third] = await createThreeTasks()
  await updateTask(ben, second, { title: 'of ben' })
  expectStatus(await sendBulkUpdate([first, second], { [first]: 1 }), 200)
  expect(toIssue(await sendBulkUpdate([first], { [third]: 1 }))).toEqual([422, `body.versions.${third}`])
  expect(toIssue(await sendBulkUpdate([first], { [first]: '2' }))).toEqual([422, `body.versions.${first}`])
})
