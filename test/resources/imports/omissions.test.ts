import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { mergePlaceholders } from '../../../src/resources/platform/imports/placeholder-jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

async function buildArchive(kinds: Record<string, object[]>): Promise<Uint8Array> {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  for (const [kind, rows] of Object.entries(kinds)) await writer.writeRows(kind as 'tasks', rows as never)
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  return new Uint8Array(await content)
}

async function importArchive(org_id: string, kinds: Record<string, object[]>): Promise<ResponseBody> {
  const body = { import: { org_id, source: 'neutral' }, file: new Upload(await buildArchive(kinds), 'Yard.zip') }
  const { import_id } = expectStatus(await ada.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const readReport = async ({ import_id }: ResponseBody): Promise<ResponseBody[]> =>
  expectStatus(await ada.get(`/v1/imports/${import_id}/report`, { query: { limit: '200' } }), 200).data
const findProject = async (org_id: string): Promise<ResponseBody> =>
  expectStatus(await ada.get(`/v1/projects/${org_id}`), 200).data[0]

const yard = {
  people: [{ id: 'u', name: 'Una' }],
  projects: [{ id: 'p', name: 'Yard', status: 'in_progress', metadata: { berth: 4 } }],
  sections: [
    { id: 's', scope_type: 'project', scope: 'p', name: 'Doing', color: 'blue', wip_limit: 3, is_archived: true },
  ],
  fields: [{ id: 'f', key: 'depth', name: 'Depth', type: 'number' }],
  goals: [
    { id: 'g', project: 'p', name: 'Launch', status: 'closed', closed_at: '2026-01-02T00:00:00.000Z', closed_by: 'u' },
    { id: 'h', project: 'p', name: 'Refit', description: 'x'.repeat(2001) },
  ],
  tasks: [
    {
      id: 't',
      project: 'p',
      title: 'Order rope',
      status: 'completed',
      completed_at: '2026-01-03T00:00:00.000Z',
      extra: { Votes: '3', due_date: 'not soon' },
      assignee: 'u',
      goal: 'g',
      custom: { depth: 3 },
    },
    { id: 'v', project: 'p', title: 'Coil rope', extra: { Votes: '4', due_date: 'never' } },
  ],
  comments: [
    {
      id: 'c',
      task: 't',
      content: 'Edited',
      created_at: '2026-01-03T00:00:00.000Z',
      updated_at: '2026-01-04T00:00:00.000Z',
    },
  ],
}

test('takes over states of goals and projects, columns of sections and times, and reports what has no counterpart', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Whole' })
  const done = await importArchive(org_id, yard)
  const project = await findProject(org_id)
  expect(project).toMatchObject({ status: 'in_progress', metadata: { berth: 4 } })
  const { project_id } = project
  const goals = expectStatus(await ada.get(`/v1/projects/${project_id}/goals`), 200).data
  expect(goals.find((one: ResponseBody) => one.name === 'Launch')).toMatchObject({
    status: 'closed',
    closed_at: '2026-01-02T00:00:00.000Z',
    closed_by: 'Una',
  })
  const scope = { org_id, scope_type: 'project', scope_id: project_id }
  expect(expectStatus(await ada.get('/v1/sections', { query: scope }), 200).data).toMatchObject([
    { color: 'blue', wip_limit: 3 },
  ])
  const [task] = expectStatus(
    await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Order rope' } }),
    200,
  ).data
  expect(task.metadata).toEqual([
    { source: 'yard', completed_at: '2026-01-03T00:00:00.000Z', Votes: '3', due_date: 'not soon' },
  ])
  const [comment] = expectStatus(await ada.get('/v1/task-comments', { query: { task_id: task.task_id } }), 200).data
  expect(comment.updated_at).toBe('2026-01-04T00:00:00.000Z')
  const report = (await readReport(done)).map(({ kind, external_id, field }) => [kind, external_id, field])
  expect(report).toEqual(
    expect.arrayContaining([
      ['sections', 's', 'name'],
      ['goals', 'h', 'description'],
      ['tasks', 't', 'Votes'],
      ['tasks', 't', 'due_date'],
      ['tasks', 'v', 'due_date'],
    ]),
  )
  expect(report.filter(([, , field]) => field === 'Votes')).toHaveLength(1)
})

test('says in its notes that the report ends at its maximum', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Long' })
  const tasks = Array.from({ length: 20_001 }, (_, i) => ({ id: `${i}`, title: `T${i}`, extra: { due_date: 'x' } }))
  const done = await importArchive(org_id, { tasks })
  expect(done.reported).toBe(20_000)
  expect(done.counts.tasks).toMatchObject({ created: 20_001, changed: 20_001 })
  expect(done.notes).toContain('The report ends after 20000 entries; the numbers count all.')
})

test('undoes goals, custom fields and placeholders too, and lists the sections and projects that it retains', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Undone' })
  const listFields = async () => expectStatus(await ada.get('/v1/fields', { query: { org_id } }), 200).data
  const listPlaceholders = async () => expectStatus(await ada.get(`/v1/organizations/${org_id}/placeholders`), 200).data
  const undo = async ({ import_id }: ResponseBody) => {
    expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
    await runImports(app.services)
    expect(expectStatus(await ada.get(`/v1/imports/${import_id}`), 200).phase).toBe('undone')
  }
  await undo(await importArchive(org_id, yard))
  expect([await findProject(org_id), await listFields(), await listPlaceholders()]).toEqual([undefined, [], []])

  const again = await importArchive(org_id, yard)
  expect(again.counts).toMatchObject({ people: { created: 1 }, fields: { created: 1 }, tasks: { created: 2 } })
  const [task] = expectStatus(
    await ada.get('/v1/tasks', { query: { org_id, 'filter[search]': 'Order rope' } }),
    200,
  ).data
  expect(task.custom).toEqual({ depth: 3 })
  expectStatus(await ada.patch(`/v1/tasks/${task.task_id}`, { body: { title: 'Order chain' } }), 200)
  await undo(again)
  const retained = (await readReport(again)).filter(({ outcome }) => outcome === 'retained')
  expect(retained.map(({ kind }) => kind).toSorted()).toEqual(['fields', 'goals', 'people', 'projects', 'tasks'])
  expect([await listFields(), await listPlaceholders()]).toMatchObject([[{ key: 'depth' }], [{ name: 'Una' }]])
})

test('restores only fields that an undo has archived, and reports one that was archived on purpose', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Archived' })
  const body = { org_id, key: 'depth', name: 'Draught', description: 'At high tide', type: 'number', max: 9 }
  const { field_id } = expectStatus(await ada.post('/v1/fields', { body }), 200, 201)
  const path = `/v1/fields/${field_id}`
  const archived = expectStatus(await ada.patch(path, { body: { is_active: false } }), 200)
  const done = await importArchive(org_id, { fields: yard.fields })
  expect(done.counts.fields).toEqual({ rejected: 1 })
  expect(await readReport(done)).toMatchObject([{ kind: 'fields', field: 'key', value: 'depth' }])
  const { data } = expectStatus(await ada.get('/v1/fields', { query: { org_id, include_archived: 'true' } }), 200)
  expect(data).toMatchObject([{ name: 'Draught', description: 'At high tide', max: 9, version: archived.version }])
})

test('retains a placeholder that a goal names as the one who closed it, and names the member there later', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Goals' })
  await addMember(ada, org_id, ben, 'member')
  const done = await importArchive(org_id, { people: yard.people, projects: yard.projects, goals: [yard.goals[0]!] })
  const { project_id } = await findProject(org_id)
  const listGoals = async () => expectStatus(await ada.get(`/v1/projects/${project_id}/goals`), 200).data
  const [goal] = await listGoals()
  expectStatus(await ada.patch(`/v1/projects/${project_id}/goals/${goal.goal_id}`, { body: { name: 'Relaunch' } }), 200)
  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  const path = `/v1/organizations/${org_id}/placeholders`
  const [placeholder] = expectStatus(await ada.get(path), 200).data
  expect(goal.closed_by).toBe(placeholder.username)
  expectStatus(await ada.post(`${path}/${placeholder.user_id}/match`, { body: { username: 'ben' } }), 200)
  await mergePlaceholders(app.services)
  expect(await listGoals()).toMatchObject([{ name: 'Relaunch', closed_by: 'ben' }])
})

test('ends an import that an admin began if they only own the project when it goes on', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Demoted' })
  await addMember(ada, org_id, ben, 'admin')
  const { project_id } = await createProject(ben, org_id, { name: 'Own' })
  const file = new Upload(await buildArchive({ tasks: [{ id: '1', title: 'Late' }] }), 'Yard.zip')
  const body = { import: { org_id, source: 'neutral', project_id }, file }
  const { import_id } = expectStatus(await ben.post('/v1/imports', { body }), 201)
  const state = JSON.stringify({ source: 'yard', numbers: {} })
  await app.sql(`UPDATE imports SET phase = 'writing', state = $2::jsonb WHERE import_id = $1`, [import_id, state])
  expectStatus(await ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { role: 'member' } }), 200)
  await runImports(app.services)
  expect(expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)).toMatchObject({
    phase: 'failed',
    error: expect.stringContaining('They were an organization admin when it began.'),
  })
  expect(expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data).toEqual([])
})

test('ends an import with an error if the user has lost the right to it before it runs', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Rights' })
  await addMember(ada, org_id, ben, 'admin')
  const start = async (more: object) => {
    const body = { import: { org_id, source: 'csv', ...more }, file: new Upload('Title\nLate', 'Late.csv') }
    return expectStatus(await ben.post('/v1/imports', { body }), 201).import_id as string
  }
  const readError = async (import_id: string) => {
    await runImports(app.services)
    const { phase, error } = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
    expect(phase).toBe('failed')
    return error as string
  }
  const wide = await start({})
  const members = expectStatus(await ada.get(`/v1/organization-members/${org_id}`), 200).data
  const { user_id } = members.find((one: ResponseBody) => one.username === 'ben')
  const path = `/v1/organization-members/${user_id}/${org_id}`
  expectStatus(await ada.patch(path, { body: { role: 'member' } }), 200)
  expect(await readError(wide)).toBe(
    'The user who started the import has lost the rights to do so. Requires the role owner or admin in the organization.',
  )
  const own = await createProject(ben, org_id, { name: 'Own' })
  const into = await start({ project_id: own.project_id })
  expectStatus(await ben.delete(`/v1/projects/${own.project_id}`), 200, 204)
  expect(await readError(into)).toContain('The project has been deleted, or they cannot read it any more.')
  expect(expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data).toEqual([])
})
