import { expect, it } from 'vitest'
import { taskSummarySchema } from '../../../src/resources/work/tasks/schema.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTask } from '../../support/factories.ts'
import { listTasks, listEveryPage, type Task } from './requests.ts'

const app = await startApp()
const [ada, ben] = (await Promise.all([app.signIn('ada'), app.signIn('ben')])) as [Client, Client]
const names = Object.keys(taskSummarySchema.properties)
/** The fields of a row that is not deleted. */
const live = names.filter((name) => name !== 'deleted_at')

/** Creates a project that ben can read, with a full task, a restricted one, both claimed, and one linked to both. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const { project_id } = await createProject(ada, org_id)
  const much = {
    description: 'Long',
    tags: ['a'],
    metadata: [{ a: 1 }],
    type_data: { b: 2 },
    assignee: 'ben',
  }
  const a = await createTask(ada, org_id, { project_id, title: 'a', ...much })
  const b = await createTask(ada, org_id, { project_id, title: 'b', restricted_to: ['ada'] })
  await createTask(ada, org_id, { project_id, title: 'c', dependencies: [a.task_id, b.task_id] })
  const claims = new Map<string, unknown>()
  for (const { task_id } of [a, b]) {
    const { claim } = expectStatus(await ada.post(`/v1/tasks/${task_id}/claim`, { body: {} }), 200)
    claims.set(task_id, claim)
  }
  return { project_id: project_id as string, claims }
}

const pickFields = (row: Task, fields: string[]) => Object.fromEntries(fields.map((name) => [name, row[name]]))

it('rows have the requested fields as in a whole row, and always id and version', async () => {
  const { project_id, claims } = await setUp()
  const several = ['tags', 'title', 'has_edit_access', 'sub_tasks']
  for (const [who, rowQuery] of [
    [ada, [several]],
    [ben, [several, ...live.map((name) => [name])]],
  ] as const) {
    const whole = await listTasks(who, { project_id, include_inaccessible: true })
    for (const fields of rowQuery) {
      const displayed = names.filter((name) => ['task_id', 'version', ...fields].includes(name))
      const light = await listTasks(who, { project_id, include_inaccessible: true, fields: fields.join() })
      // Rows have a claim only on request.
      expect(whole.some((row) => 'claim' in row)).toBe(false)
      const getClaim = ({ task_id, has_access }: Task) => (has_access ? (claims.get(task_id) ?? null) : null)
      const expected = whole.map((row) => pickFields({ ...row, claim: getClaim(row) }, displayed))
      expect([fields, light]).toEqual([fields, expected])
      expect(Object.keys(light[0])).toEqual(displayed)
    }
  }
})

it('pagination continues with other fields, under filters, a search and any order', async () => {
  const { project_id } = await setUp()
  const first = expectStatus(await ada.get('/v1/tasks', { query: { project_id, limit: 1, fields: 'title' } }), 200)
  const next = { project_id, limit: 1, cursor: first.next_cursor as string }
  expect(await listTasks(ada, { ...next, fields: 'description,title' })).toMatchObject([
    { title: 'b', description: null },
  ])
  expect(await listTasks(ada, next)).toMatchObject([{ title: 'b', has_access: true }])
  for (const more of [{ 'filter[search]': 'c' }, { sort_by: 'section_position' }, { sort_by: 'due_date' }])
    expect(await listEveryPage(ben, { project_id, limit: 1, fields: 'dependencies', ...more })).toEqual(
      (await listTasks(ben, { project_id, ...more })).map((row) =>
        pickFields(row, ['task_id', 'dependencies', 'version']),
      ),
    )
})

it('rejects an unknown field with the list of allowed ones', async () => {
  const { project_id } = await setUp()
  for (const fields of ['title,nonsense', 'version,__proto__', '']) {
    const reply = await ada.get('/v1/tasks', { query: { project_id, fields } })
    expect([reply.status, reply.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ loc: ['query', 'fields'], allowed: names }),
    ])
  }
})
