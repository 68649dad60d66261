import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any
type Kinds = Record<string, object[]>

const app = await startApp()
const ada = await app.signIn('ada')
const mal = await app.signIn('mal', { email: 'mal@yard.invalid' })

async function buildArchive(kinds: Kinds) {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  for (const [kind, rows] of Object.entries(kinds))
    await writer.writeRows(kind as 'tasks', rows as { id: string; title: string }[])
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  return new Uint8Array(await content)
}

async function importAs(by: Client, org_id: string, kinds: Kinds, options: object = {}): Promise<ResponseBody> {
  const body = {
    import: { org_id, source: 'neutral', ...options },
    file: new Upload(await buildArchive(kinds), 'Yard.zip'),
  }
  const { import_id } = expectStatus(await by.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await by.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const read = async (path: string, query: Record<string, string> = {}): Promise<ResponseBody> =>
  expectStatus(await ada.get(path, { query }), 200)

const team = { id: 'tm', name: 'Riggers' }
const yard = { id: 'p', name: 'Yard' }

test('keeps what owners of a project import inside the project, whatever system their files name', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Owners' })
  await addMember(ada, org_id, mal, 'member')
  await importAs(ada, org_id, { teams: [team], projects: [yard] })
  const [{ team_id }] = (await read('/v1/teams', { org_id })).data
  const [{ project_id: foreign }] = (await read(`/v1/projects/${org_id}`)).data

  const own = await createProject(mal, org_id, { name: 'Own' })
  const scope = { scope_type: 'project', scope: 'p' }
  const kinds = {
    people: [
      { id: 'm', email: 'mal@yard.invalid' },
      { id: 'u', name: 'Una' },
    ],
    teams: [team],
    team_members: [{ id: 'tm1', team: 'tm', person: 'u', role: 'owner' }],
    projects: [yard],
    sections: [{ id: 's', ...scope, name: 'Inbox' }],
    milestones: [{ id: 'ms', team: 'tm', title: 'Launch', target_date: '2026-01-14' }],
    sprints: [{ id: 'sp', team: 'tm', name: 'Dash', start_date: '2026-01-01', end_date: '2026-01-14' }],
    tasks: [{ id: 't', project: 'p', title: 'Stowaway', sections: [{ section: 's' }] }],
    views: [
      { id: 'v1', scope_type: 'team', scope: 'tm', name: 'Team view', query: {} },
      { id: 'v2', ...scope, name: 'Project view', query: {} },
    ],
  }
  const options = { project_id: own.project_id, user_map: { Una: 'mal' } }
  const done = await importAs(mal, org_id, kinds, options)
  expect(done.counts).toMatchObject({
    teams: { skipped: 1 },
    team_members: { skipped: 1 },
    sprints: { skipped: 1 },
    milestones: { skipped: 1 },
    tasks: { created: 1 },
    views: { created: 1, skipped: 1 },
  })
  const { members } = await read(`/v1/teams/${team_id}`)
  expect(members.map((one: ResponseBody) => one.username)).toEqual(['ada'])
  expect((await read(`/v1/teams/${team_id}/sprints`)).data).toEqual([])
  expect((await read('/v1/tasks', { org_id, 'filter[search]': 'Stowaway' })).data).toMatchObject([
    { project_id: own.project_id },
  ])
  const views = (await read('/v1/views', { org_id })).data
  expect(views.map((one: ResponseBody) => [one.name, one.scope_id])).toEqual([['Project view', own.project_id]])
  const sections = await read('/v1/sections', { org_id, scope_type: 'project', scope_id: foreign })
  expect(JSON.stringify(sections)).not.toContain('Inbox')
  expect((await importAs(mal, org_id, kinds, options)).counts).toMatchObject({
    tasks: { unchanged: 1 },
    views: { unchanged: 1 },
  })

  // The admin does not trust whom the owner took a person for.
  const secret = { id: 'x', project: 'p', title: 'Secret', restricted: true, restricted_to: ['u'] }
  const people = [{ id: 'u', name: 'Una' }]
  await importAs(ada, org_id, { people, projects: [yard], tasks: [secret] })
  const [task] = (await read('/v1/tasks', { org_id, 'filter[search]': 'Secret' })).data
  expect(task.restricted_to).toEqual(['ada'])
})

test('adds members to teams again after an undo, which keeps what was changed since', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Undone' })
  await addMember(ada, org_id, mal, 'member')
  const sprint = { team: 'tm', start_date: '2026-01-01', end_date: '2026-01-14' }
  const other = { id: 'other', name: 'Lookouts' }
  const kinds = {
    people: [{ id: 'm', email: 'mal@yard.invalid' }],
    teams: [team, other],
    team_members: [{ id: 'tm1', team: 'tm', person: 'm' }],
    projects: [{ ...yard, color: 'pink', icon: 'no such icon' }],
    sprints: [
      { ...sprint, id: 'sp1', name: 'Dash', team: 'other' },
      { ...sprint, id: 'sp2', name: 'Dive', status: 'completed', completed_at: '2999-01-01T00:00:00Z' },
    ],
  }
  const undo = async ({ import_id }: ResponseBody) => {
    expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
    await runImports(app.services)
  }
  const listTeams = async (): Promise<ResponseBody[]> => (await read('/v1/teams', { org_id })).data
  const first = await importAs(ada, org_id, kinds)
  expect(first.counts).toMatchObject({ teams: { created: 2 }, team_members: { created: 1 }, projects: { created: 1 } })
  expect((await read(`/v1/projects/${org_id}`)).data).toMatchObject([{ color: 'pink' }])
  await undo(first)
  expect(await listTeams()).toEqual([])

  const second = await importAs(ada, org_id, kinds)
  expect(second.counts).toMatchObject({ teams: { created: 2 }, team_members: { created: 1 } })
  const { team_id } = (await listTeams()).find(({ name }) => name === 'Lookouts')!
  const [{ sprint_id }] = (await read(`/v1/teams/${team_id}/sprints`)).data
  const body = { goal: 'Reach the reef' }
  expectStatus(await ada.patch(`/v1/teams/${team_id}/sprints/${sprint_id}`, { body }), 200)
  await undo(second)
  expect((await listTeams()).map(({ name }) => name)).toEqual(['Lookouts'])
  expect((await read(`/v1/teams/${team_id}/sprints`)).data).toMatchObject([body])
  const { data: report } = await read(`/v1/imports/${second.import_id}/report`, { limit: '200' })
  const retained = report.filter((one: ResponseBody) => one.outcome === 'retained')
  expect(retained.map((one: ResponseBody) => [one.external_id, one.reason])).toEqual([
    ['sp1', 'was changed or is in use'],
    ['other', 'was changed or is in use'],
  ])
})

test('leaves views out that the API would refuse, and imports the others', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Views' })
  const scope = { scope_type: 'project', scope: 'p' }
  const done = await importAs(ada, org_id, {
    projects: [yard],
    views: [
      { id: 'v1', ...scope, name: 'Null', query: { 'filter[status]': null } },
      { id: 'v2', ...scope, name: 'Number', query: { 'filter[status]': 7 } },
      { id: 'v3', ...scope, name: 'List', query: ['blocked'] },
      { id: 'v4', ...scope, name: 'Display', display: 'board' },
      { id: 'v5', ...scope, name: 'Good', query: { 'filter[status]': 'blocked' } },
    ],
  })
  expect(done.counts.views).toEqual({ created: 2, rejected: 3 })
  const views = (await read('/v1/views', { org_id })).data
  expect(views.map((one: ResponseBody) => [one.name, one.query])).toEqual([
    ['Good', { 'filter[status]': 'blocked' }],
    ['Null', {}],
  ])
})
