import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { translateQuery } from '../../../src/resources/platform/imports/rules.ts'
import { startApp } from '../../support/app.ts'
import {
  createArchiveFolder,
  createFullOrganization,
  exportOrganization,
  readTeamView,
} from '../../support/archives.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

const app = await startApp()
const folder = createArchiveFolder()
afterAll(folder.remove)
const full = await createFullOrganization(app)
const file = folder.getNewFile()
await exportOrganization(app, full.org_id, file)

const cleo = await app.signIn('cleo')
const { org_id } = await createOrganization(cleo, { name: 'New Quay Works' })
const ben = await addMember(cleo, org_id, full.ben, 'member')

async function importArchive() {
  const body = {
    import: { org_id, source: 'neutral' },
    file: new Upload(new Uint8Array(readFileSync(file)), 'old.zip'),
  }
  const { import_id } = expectStatus(await cleo.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await cleo.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const read = async (path: string, query: Record<string, string> = {}) =>
  expectStatus(await cleo.get(path, { query }), 200)
const findTask = async (title: string) =>
  (await read('/v1/tasks', { org_id, 'filter[search]': title, limit: '200' })).data.find(
    (one: { title: string }) => one.title === title,
  )

test('imports teams, sprints, milestones and views of an export into another organization, and undoes them', async () => {
  const done = await importArchive()
  expect(done.counts).toMatchObject({
    teams: { created: 1 },
    team_members: { created: 1, skipped: 1 },
    sprints: { created: 1 },
    milestones: { created: 1 },
    views: { created: 2 },
    projects: { created: 2 },
  })
  const [team] = (await read('/v1/teams', { org_id })).data
  const { members } = await read(`/v1/teams/${team.team_id}`)
  expect(members.map((one: { username: string; team_role: string }) => [one.username, one.team_role]).sort()).toEqual([
    ['ben', 'member'],
    ['cleo', 'owner'],
  ])
  const task = await findTask('Dredge the basin')
  const [sprint] = (await read(`/v1/teams/${team.team_id}/sprints`)).data
  const [milestone] = (await read(`/v1/teams/${team.team_id}/milestones`)).data
  expect([sprint.name, milestone.title]).toEqual(['Sprint 1', 'Handover'])
  expect(task).toMatchObject({ sprint_id: sprint.sprint_id, milestone_id: milestone.milestone_id })
  expect(await read(`/v1/projects/detail/${task.project_id}`)).toMatchObject({ team_id: team.team_id })
  const scope = { org_id, scope_type: 'project', scope_id: task.project_id }
  const { data: views } = await read('/v1/views', scope)
  const view = views.find((one: { scope_type: string }) => one.scope_type === 'project')
  expect(view).toMatchObject({ name: 'Wet work', query: { 'filter[assignee]': task.assignee } })
  const week = await readTeamView(cleo, org_id, team.team_id)
  expect([week.view.query['filter[section]'], week.section.task_count]).toEqual([week.section.section_id, 2])
  expect(week.titles).toEqual(['Paint', 'Dredge the basin'])
  expect(done.notes).toContain('The 1 rows of webhooks are not imported.')
  expect(done.notes.join()).not.toMatch(/teams|sprints|milestones|views\b/)

  expect((await importArchive()).counts).toMatchObject({ teams: { unchanged: 1 }, views: { unchanged: 2 } })
  expectStatus(await cleo.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  expect(await read(`/v1/imports/${done.import_id}`)).toMatchObject({ phase: 'undone' })
  expect((await read('/v1/teams', { org_id })).data).toEqual([])
  expect((await read('/v1/projects/' + org_id)).data).toEqual([])
})

test('keeps a restricted task restricted, to its members or else to the importer', async () => {
  await importArchive()
  const secret = await findTask('Secret')
  expect(secret).toMatchObject({ restricted_to: ['cleo'] })
  expect((await ben.get(`/v1/tasks/${secret.task_id}`)).status).toBe(404)
})

test('translates ids and usernames in filters, and leaves out filters that name what is not here', () => {
  const here = new Map([
    ['P00000000000000AA', 'P00000000000000BB'],
    ['ada', 'ada-2'],
  ])
  const query = {
    'filter[project]': 'P00000000000000AA',
    'filter[assignee]': ['ada', 'me'],
    'filter[status]': 'on_hold,blocked',
    'filter[sprint]': 'SP00000000000000AA',
  }
  expect(translateQuery(query, here)).toEqual({
    query: {
      'filter[project]': 'P00000000000000BB',
      'filter[assignee]': ['ada-2', 'me'],
      'filter[status]': 'on_hold,blocked',
    },
    lost: ['filter[sprint]'],
  })
})
