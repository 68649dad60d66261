import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

const app = await startApp({ engine: 'embedded' })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const secret = (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length)
const svc = createRunner(createHome(), { SVC_URL: app.url, SVC_TOKEN: secret, SVC_ORG: org_id })

test('tags of many tasks with long texts are changed and changed back on the embedded database', async () => {
  const description = 'd'.repeat(10_000)
  const ids: string[] = []
  for (let i = 0; i < 45; i++)
    ids.push((await createTask(ada, org_id, { project_id, title: `t${i}`, description, tags: ['old'] })).task_id)
  const all = await ada.post('/v1/tasks/bulk', { body: { task_ids: ids, changes: { tags: [] } } })
  expect(all.status).toBe(422)
  const edit = ['--filter', 'tag=old', '--set', 'tags+=new', '--yes']
  expect((await svc('tasks edit', edit)).code).toBe(0)
  const countNew = async () =>
    (await ada.get('/v1/tasks/count', { query: { org_id, 'filter[tags]': 'new' } })).body.count
  expect(await countNew()).toBe(45)
  expect((await svc('undo')).code).toBe(0)
  expect(await countNew()).toBe(0)
})
