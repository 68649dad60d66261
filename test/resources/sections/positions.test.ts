import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { openStream } from '../../support/event-stream.ts'
import { toIssue, listTaskEvents, parseVersion } from '../tasks/requests.ts'
import { listOwnSections, placeTask, putTask, createSection, type Scope } from './requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

/** Creates an organization with a team of ben and gil, a project of that team, and two sections in each of both. */
async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const crew = await insertTeam(app, org_id, [ben, gil])
  const { project_id } = await createProject(ada, org_id, { team_id: crew })
  const ofProject: Scope = ['project', project_id]
  const ofTeam: Scope = ['team', crew]
  const make = async (scope: Scope, name: string): Promise<string> =>
    (await createSection(ada, org_id, scope, name)).section_id
  const [todo, done] = [await make(ofProject, 'To do'), await make(ofProject, 'Done')]
  const triage = await make(ofTeam, 'Triage')
  const list = async (query: Record<string, string | string[] | boolean>, client = ada) =>
    expectStatus(await client.get('/v1/tasks', { query: { org_id, ...query } }), 200).data
  const listPositions = async (section_scope: string, more: Record<string, string> = {}, client = ada) =>
    Object.fromEntries(
      (await list({ section_scope, ...more }, client)).map(
        (row: { title: string; section_id: string | null; section_position: number | null }) => [
          row.title,
          row.section_id && [row.section_id, row.section_position],
        ],
      ),
    )
  const listTitles = async (filters: Record<string, string | string[]>, client = ada) =>
    (await list(filters, client)).map((row: { title: string }) => row.title)
  const add = async (title: string, values: object = { project_id }): Promise<string> =>
    (await createTask(ada, org_id, { title, ...values })).task_id
  return {
    org_id,
    project_id,
    crew,
    ofProject,
    ofTeam,
    todo,
    done,
    triage,
    list,
    places: listPositions,
    titles: listTitles,
    add,
  }
}

test('sorts tasks by section and position, those in no section last', async () => {
  const { org_id, ofProject, ofTeam, project_id, crew, todo, done, triage, add } = await setUp()
  const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')]
  await add('e')
  await placeTask(ada, b, ofProject, todo, 5)
  await placeTask(ada, d, ofProject, todo, 2.5)
  await placeTask(ada, a, ofProject, done)
  await placeTask(ben, c, ofTeam, triage)
  const unfiled = await add('f', { team_id: crew })
  const readOrder = async (query: Record<string, string>, client = ada) => {
    const titles: string[] = []
    for (let cursor = ''; ;) {
      const page = { limit: '2', sort_by: 'section_position', ...query, ...(cursor && { cursor }) }
      const { data, next_cursor } = expectStatus(await client.get('/v1/tasks', { query: page }), 200)
      titles.push(...data.map((row: { title: string }) => row.title))
      if (!next_cursor) return titles.join('')
      cursor = next_cursor
    }
  }
  expect(await readOrder({ project_id })).toBe('dbace')
  expect(await readOrder({ project_id, sort_order: 'desc' })).toBe('abdec')
  expect(await readOrder({ project_id, section_scope: `team:${crew}` })).toBe('cabde')
  expect(await readOrder({ org_id, 'filter[section]': todo })).toBe('db')
  expect(await readOrder({ project_id, 'filter[search]': 'b', 'filter[search_fields]': 'title' })).toBe('b')
  // The order must not reveal sections that the caller cannot read: pia can read the project, not the team.
  const pia = await app.signIn('pia')
  await insertMembership(pia, org_id, 'guest')
  await addProjectMember(ada, project_id, pia, 'viewer')
  expect(await readOrder({ project_id, section_scope: `team:${crew}` }, pia)).toBe('abcde')
  expectStatus(
    await ada.post('/v1/sections/reorder', {
      body: { scope_type: 'project', scope_id: project_id, section_ids: [done, todo] },
    }),
    200,
  )
  expect(await readOrder({ project_id })).toBe('adbce')
  const intake = await ben.get(`/v1/teams/${crew}/intake`, { query: { sort_by: 'section_position' } })
  expect([intake.status, intake.body.data.map((row: { task_id: string }) => row.task_id)]).toEqual([200, [unfiled]])
})

describe('putting a task into a section', () => {
  test('appends, inserts, moves and removes, with one event per change', async () => {
    const { ofProject, todo, done, add, project_id } = await setUp()
    const [a, b] = [await add('a'), await add('b')]
    const buildPlacement = (section_id: string | null, position: number | null) => ({
      task_id: a,
      scope_type: 'project',
      scope_id: project_id,
      section_id,
      position,
    })
    await placeTask(ada, b, ofProject, todo)
    expect(await placeTask(ada, a, ofProject, todo)).toEqual(buildPlacement(todo, 2))
    expect(await placeTask(ada, a, ofProject, todo)).toEqual(buildPlacement(todo, 2))
    expect(await placeTask(ada, a, ofProject, todo, 0.5)).toEqual(buildPlacement(todo, 0.5))
    expect(expectStatus(await putTask(ada, a, ofProject, {}), 200)).toEqual(buildPlacement(todo, 0.5))
    expect(expectStatus(await putTask(ada, a, ofProject, { position: 3 }), 200)).toEqual(buildPlacement(todo, 3))
    expect(await placeTask(ada, a, ofProject, done)).toEqual(buildPlacement(done, 1))
    expect(await placeTask(ada, a, ofProject, null)).toEqual(buildPlacement(null, null))
    expect(await placeTask(ada, a, ofProject, null)).toEqual(buildPlacement(null, null))
    const emitted = (await listTaskEvents(ada, a)).slice(1).map(({ type, before, after }) => [type, before, after])
    const toPlacement = (section_id: string | null, section_position: number | null) => ({
      section_id,
      section_position,
    })
    expect(emitted).toEqual([
      ['task.updated', toPlacement(null, null), toPlacement(todo, 2)],
      ['task.updated', { section_position: 2 }, { section_position: 0.5 }],
      ['task.updated', { section_position: 0.5 }, { section_position: 3 }],
      ['task.updated', toPlacement(todo, 3), toPlacement(done, 1)],
      ['task.updated', toPlacement(done, 1), toPlacement(null, null)],
    ])
    expect(parseVersion(await ada.get(`/v1/tasks/${a}`))).toBe(6)
  })

  test('accepts only sections of the scope, and only scopes that contain the task', async () => {
    const { org_id, ofProject, ofTeam, todo, triage, add, crew } = await setUp()
    const a = await add('a')
    const intake = await add('waiting', { team_id: crew })
    const other = await setUp()
    const loose = await add('loose', {})
    const invalid: [string, Scope, string, string][] = [
      [a, ofProject, triage, 'section_id'],
      [a, ofProject, other.todo, 'section_id'],
      [a, ofProject, 'SE0000000000000000', 'section_id'],
      [a, ['project', other.project_id], other.todo, 'scope_id'],
      [a, ['project', 'P0000000000000000'], todo, 'scope_id'],
      [a, ['team', other.crew], other.triage, 'scope_id'],
      [a, ['user', 'ada'], todo, 'section_id'],
      [intake, ofProject, todo, 'scope_id'],
      [loose, ofTeam, triage, 'scope_id'],
    ]
    for (const [id, scope, section_id, name] of invalid) {
      const reply = await putTask(ada, id, scope, { section_id })
      expect([scope, reply.status, reply.body.errors?.[0].loc]).toEqual([scope, 422, ['body', name]])
    }
    await placeTask(ada, a, ofTeam, triage)
    expect(await placeTask(ada, intake, ofTeam, triage)).toMatchObject({ position: 2 })
    for (const body of [{ scope_id: 'x' }, { scope_type: 'team' }])
      expect((await ada.put(`/v1/tasks/${a}/section`, { body })).status).toBe(422)
    expect((await putTask(ada, 'T0000000000000000', ofProject, { section_id: todo })).status).toBe(404)
    // Refused requests have not created the user's sections either.
    expect(await app.sql('SELECT 1 FROM sections WHERE org_id = $1', [org_id])).toHaveLength(3)
  })

  test('requires the right to edit the project or the team, not the task', async () => {
    const { org_id, ofProject, ofTeam, todo, triage, add, project_id, crew } = await setUp()
    const mine = await add('assigned to ben', { project_id, assignee: 'ben' })
    // ben may change the task and manages the team, but can only read the project.
    expect((await putTask(ben, mine, ofProject, { section_id: todo })).status).toBe(403)
    await placeTask(ben, mine, ofTeam, triage)
    await addProjectMember(ada, project_id, ben, 'editor')
    await placeTask(ben, mine, ofProject, todo)
    // gil is in the team without managing it, and only a viewer of the project.
    expect((await putTask(gil, mine, ofTeam, { section_id: triage })).status).toBe(404)
    await addProjectMember(ada, project_id, gil, 'viewer')
    expect((await putTask(gil, mine, ofTeam, { section_id: null })).status).toBe(403)
    expect((await putTask(gil, mine, ofProject, { section_id: null })).status).toBe(403)
    // A team that a guest cannot read is treated as missing.
    const far = await insertTeam(app, org_id, [ada])
    await app.sql('UPDATE projects SET team_id = $3 WHERE org_id = $1 AND project_id = $2', [org_id, project_id, far])
    const hidden = await putTask(gil, mine, ['team', far], { section_id: triage })
    expect([hidden.status, hidden.body.errors[0].loc]).toEqual([422, ['body', 'scope_id']])
    expect((await putTask(ben, mine, ['team', crew], { section_id: null })).status).toBe(422)
  })

  test('concurrent requests through two servers get different positions in one section', async () => {
    const there = await otherApp.signIn('ada')
    const { ofProject, todo, add } = await setUp()
    const tasks = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((title) => add(title)))
    const replies = await Promise.all(
      tasks.map((id, i) => putTask(i % 2 ? there : ada, id, ofProject, { section_id: todo })),
    )
    expect(replies.map((reply) => reply.body.position).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('returns success or 422 for a section deleted concurrently through two servers', async () => {
    const there = await otherApp.signIn('ada')
    for (let round = 0; round < rounds; round++) {
      const { ofProject, todo, add, places } = await setUp()
      const [a, b] = [await add('a'), await add('b')]
      await placeTask(ada, b, ofProject, todo)
      const [putting, deleting, moving] = await Promise.all([
        putTask(ada, a, ofProject, { section_id: todo }),
        there.delete(`/v1/sections/${todo}`),
        ada.patch(`/v1/tasks/${b}`, { body: { project_id: null } }),
      ])
      expect([deleting.status, moving.status]).toEqual([200, 200])
      expect([200, 422]).toContain(putting.status)
      expect(await places(`project:${ofProject[1]}`)).toEqual({ a: null, b: null })
    }
  })
})

describe('a task list', () => {
  test('returns the sections of the requested scope only', async () => {
    const { ofProject, ofTeam, todo, triage, places, add, crew, project_id, org_id } = await setUp()
    const [a, b, waiting, loose] = [
      await add('a'),
      await add('b'),
      await add('waiting', { team_id: crew }),
      await add('loose', {}),
    ]
    const [lane] = await listOwnSections(ada, org_id)
    const none = { a: null, b: null, waiting: null, loose: null }
    await placeTask(ada, a, ofProject, todo, 4)
    await placeTask(ada, a, ofTeam, triage, 7)
    await placeTask(ada, waiting, ofTeam, triage, 8)
    for (const id of [b, loose]) await placeTask(ada, id, ['user', 'ada'], lane.section_id, 1)
    expect(await places(`project:${project_id}`)).toEqual({ ...none, a: [todo, 4] })
    expect(await places(`team:${crew}`)).toEqual({ ...none, a: [triage, 7], waiting: [triage, 8] })
    const sections = { b: [lane.section_id, 1], loose: [lane.section_id, 1] }
    expect(await places('user:me')).toEqual({ ...none, ...sections })
    const own = { a: [todo, 4], waiting: [triage, 8], loose: [lane.section_id, 1] }
    expect(await places('own')).toEqual({ ...none, ...own })
    expect(await places('project:P0000000000000000')).toEqual(none)
    expect((await ada.get('/v1/tasks', { query: { org_id } })).body.data[0]).toMatchObject({
      section_id: null,
      section_position: null,
    })
    const intake = await ada.get(`/v1/teams/${crew}/intake`, { query: { section_scope: `team:${crew}` } })
    expect(intake.body.data[0]).toMatchObject({ title: 'waiting', section_id: triage, section_position: 8 })
    expect(await places('user:me', {}, ben)).toEqual({ a: null, b: null, waiting: null })
  })

  test('filters by section and by none, in the scope or in any readable one', async () => {
    const { ofProject, ofTeam, todo, done, triage, titles, add, project_id, org_id } = await setUp()
    const ids = Object.fromEntries(
      await Promise.all(['a', 'b', 'c', 'd'].map(async (title) => [title, await add(title)])),
    )
    const [lane] = await listOwnSections(ben, org_id)
    await placeTask(ada, ids.a, ofProject, todo)
    await placeTask(ada, ids.b, ofProject, done)
    await placeTask(ada, ids.c, ofTeam, triage)
    await placeTask(ben, ids.d, ['user', 'ben'], lane.section_id)
    const listTitlesBySection = (value: string | string[], more = {}, client = ada) =>
      titles({ 'filter[section]': value, ...more }, client)
    expect(await listTitlesBySection(todo)).toEqual(['a'])
    expect(await listTitlesBySection([todo, triage])).toEqual(['a', 'c'])
    expect(await listTitlesBySection(`${todo},__none__`)).toEqual(['a', 'd'])
    expect(await listTitlesBySection('__none__')).toEqual(['d'])
    expect(await listTitlesBySection('__none__', {}, ben)).toEqual([])
    expect(await listTitlesBySection(lane.section_id, {}, ben)).toEqual(['d'])
    expect(await listTitlesBySection(lane.section_id)).toEqual([])
    expect(await listTitlesBySection('__none__', { section_scope: `project:${project_id}` })).toEqual(['c', 'd'])
    expect(await listTitlesBySection('__none__', { section_scope: 'own' })).toEqual(['c', 'd'])
    expect(await listTitlesBySection('__none__', { section_scope: 'user:me' }, ben)).toEqual(['a', 'b', 'c'])
    expect(await listTitlesBySection('SE0000000000000000')).toEqual([])
  })

  test('rejects other section scopes, and a change of scope with a cursor', async () => {
    const { org_id, crew, add, project_id } = await setUp()
    await Promise.all([add('a'), add('b')])
    for (const value of ['user:ben', 'user:', 'me', 'project:', 'project', 'goal:G1', '', 'OWN', 'own:']) {
      const reply = await ada.get('/v1/tasks', { query: { org_id, section_scope: value } })
      expect([value, reply.status, reply.body.type]).toEqual([value, 400, 'urn:svc:problem:invalid-parameter'])
      expect(reply.body.errors[0].allowed).toEqual(['user:me', 'project:<id>', 'team:<id>', 'own'])
    }
    expect((await ada.get(`/v1/teams/${crew}/intake`, { query: { section_scope: 'own' } })).status).toBe(400)
    const query = { project_id, limit: 1, section_scope: 'own' }
    const { next_cursor: cursor } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
    expect((await ada.get('/v1/tasks', { query: { ...query, cursor } })).status).toBe(200)
    const other = await ada.get('/v1/tasks', { query: { ...query, section_scope: 'user:me', cursor } })
    expect(other.status).toBe(400)
  })

  test('with a section_scope takes at most three statements, also when it creates personal sections', async () => {
    const { org_id, project_id, add } = await setUp()
    await Promise.all([add('a'), add('b')])
    for (const client of [ada, ben])
      for (const section_scope of ['user:me', 'own', `project:${project_id}`, 'user:me']) {
        const before = app.countStatements()
        expectStatus(
          await client.get('/v1/tasks', { query: { org_id, section_scope, 'filter[section]': '__none__' } }),
          200,
        )
        expect([section_scope, app.countStatementsSince(before, 3)]).toEqual([section_scope, 3])
      }
    const before = app.countStatements()
    await listOwnSections(gil, org_id)
    expect(app.countStatementsSince(before, 3)).toBe(3)
  })

  test('hides the position of a restricted task in a blank row', async () => {
    const { ofProject, todo, add, project_id, list } = await setUp()
    const a = await add('secret', { project_id, restricted_to: ['ada'] })
    await placeTask(ada, a, ofProject, todo)
    const query = { project_id, section_scope: `project:${project_id}`, include_inaccessible: true }
    expect(await list(query, ben)).toMatchObject([{ has_access: false, section_id: null, section_position: null }])
    expect(await list({ ...query, 'filter[section]': todo }, ben)).toEqual([])
    expect(await list(query)).toMatchObject([{ section_id: todo, section_position: 1 }])
  })
})

describe('a task leaves its sections', () => {
  test('when it moves, and is in none after it moves back', async () => {
    const { org_id, ofProject, ofTeam, todo, triage, add, project_id, places } = await setUp()
    const { project_id: other } = await createProject(ada, org_id)
    const [a, b] = [await add('a'), await add('b')]
    const [lane] = await listOwnSections(ada, org_id)
    for (const id of [a, b]) {
      await placeTask(ada, id, ofProject, todo)
      await placeTask(ada, id, ofTeam, triage)
      await placeTask(ada, id, ['user', 'ada'], lane.section_id)
    }
    expectStatus(await ada.patch(`/v1/tasks/${a}`, { body: { project_id: other } }), 200)
    expectStatus(await ada.post(`/v1/tasks/${b}/project`, { body: { project_id: null } }), 200)
    for (const id of [a, b]) expectStatus(await ada.patch(`/v1/tasks/${id}`, { body: { project_id } }), 200)
    expect(await places(`project:${project_id}`)).toEqual({ a: null, b: null })
    expect(await places(`team:${ofTeam[1]}`)).toEqual({ a: null, b: null })
    const remaining = await places('user:me')
    expect([remaining.a[0], remaining.b[0]]).toEqual([lane.section_id, lane.section_id])
  })

  test('when its project changes the team, in lists, filters and counts', async () => {
    const { ofTeam, triage, add, project_id, places, titles } = await setUp()
    await placeTask(ada, await add('a'), ofTeam, triage)
    const count = async () => (await ada.get(`/v1/sections/${triage}`)).body.task_count
    expect(await count()).toBe(1)
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { team_id: null } }), 200)
    expect(await count()).toBe(0)
    expect(await places(`team:${ofTeam[1]}`)).toEqual({ a: null })
    expect(await titles({ 'filter[section]': triage })).toEqual([])
    expect(await titles({ 'filter[section]': '__none__' })).toEqual(['a'])
    expectStatus(await ada.patch(`/v1/projects/${project_id}`, { body: { team_id: ofTeam[1] } }), 200)
    expect(await places(`team:${ofTeam[1]}`)).toEqual({ a: null })
  })

  test('also when it is added while its project changes the team', async () => {
    const { org_id, ofTeam, triage, add, project_id, places, titles } = await setUp()
    const a = await add('a')
    await placeTask(ada, a, ofTeam, triage)
    await app.sql('UPDATE projects SET team_id = NULL WHERE org_id = $1 AND project_id = $2', [org_id, project_id])
    expect((await ada.get(`/v1/sections/${triage}`)).body.task_count).toBe(0)
    expect(await places(`team:${ofTeam[1]}`)).toEqual({ a: null })
    expect(await titles({ 'filter[section]': triage })).toEqual([])
  })
})

test('200 concurrent inserts between the same neighbors by two users keep the requested order', async () => {
  const { org_id, ofProject, project_id, todo, add, titles } = await setUp()
  const ids = Array.from({ length: 20 }, () => '')
  for (const i of ids.keys()) await placeTask(ada, (ids[i] = await add(`${i}`)), ofProject, todo)
  const [first, last] = [ids[0]!, ids.at(-1)!]
  const readOrder = async () => titles({ section_scope: `project:${project_id}`, sort_by: 'section_position' })
  const names = ids.map((_, i) => `${i}`)
  const there = await otherApp.signIn('ada')
  const watching = await openStream(ada, { org_id, types: 'section.updated' })
  for (let drop = 0; drop < 200; drop++) {
    const id = ids[1 + (drop % 18)]!
    const side = drop % 3 === 0 ? { before: last } : { after: first }
    expectStatus(await putTask(drop % 2 ? ada : there, id, ofProject, { section_id: todo, ...side }), 200)
    const name = names.splice(names.indexOf(`${1 + (drop % 18)}`), 1)[0]!
    if (drop % 3 === 0) names.splice(-1, 0, name)
    else names.splice(1, 0, name)
    if (drop % 20 === 0 || drop > 195) expect(await readOrder()).toEqual(names)
  }
  // Positions between the two tasks run out more than once, which renumbers the section.
  await watching.waitUntil(({ events }) => events.length >= 2)
  watching.close()
  const replies = await Promise.all(
    ids.slice(1, 9).map((id, i) => putTask(i % 2 ? ada : there, id, ofProject, { section_id: todo, after: first })),
  )
  for (const reply of replies) expectStatus(reply, 200)
  const rows = await app.sql<{ position: number }>('SELECT position FROM task_sections WHERE section_id = $1', [todo])
  expect(new Set(rows.map((row) => row.position)).size).toBe(20)
})

test('a task is inserted beside another in the given section only', async () => {
  const { ofProject, ofTeam, todo, done, triage, add, titles, project_id } = await setUp()
  const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')]
  for (const id of [a, b, c]) await placeTask(ada, id, ofProject, todo)
  await placeTask(ada, d, ofProject, done)
  const readOrder = () => titles({ section_scope: `project:${project_id}`, sort_by: 'section_position' })
  const sent = { section_id: todo, before: b }
  const reply = await putTask(ada, d, ofProject, sent)
  expect(expectStatus(reply, 200)).toMatchObject({ section_id: todo, position: 1.5 })
  expect(await readOrder()).toEqual(['a', 'd', 'b', 'c'])
  const again = await putTask(ada, d, ofProject, sent)
  expect([expectStatus(again, 200), parseVersion(again)]).toEqual([reply.body, parseVersion(reply)])
  expectStatus(await putTask(ada, a, ofProject, { section_id: todo, after: c }), 200)
  expectStatus(await putTask(ada, c, ofProject, { section_id: todo, before: d }), 200)
  expect(await readOrder()).toEqual(['c', 'd', 'b', 'a'])
  const hidden = (await createTask(ada, (await createOrganization(ada)).org_id)).task_id
  const refused: [object, string][] = [
    [{ section_id: done, before: b }, 'body.before'],
    [{ section_id: todo, after: hidden }, 'body.after'],
    [{ section_id: todo, after: 'T0000000000000000' }, 'body.after'],
    [{ section_id: todo, after: d, before: b }, 'body.after'],
    [{ section_id: todo, after: b, position: 1 }, 'body.position'],
    [{ after: b }, 'body.section_id'],
    [{ section_id: null, after: b }, 'body.section_id'],
    [{ section_id: todo, after: d }, 'body.after'],
  ]
  for (const [body, loc] of refused)
    expect([body, ...toIssue(await putTask(ada, d, ofProject, body))]).toEqual([body, 422, loc])
  expect(toIssue(await putTask(ben, d, ofTeam, { section_id: triage, after: b }))).toEqual([422, 'body.after'])
  expect(await readOrder()).toEqual(['c', 'd', 'b', 'a'])
})

test.each([1, -1, 0, 0.5])('inserts a task directly before and after one at position %d', async (at) => {
  const { ofProject, todo, titles, add } = await setUp()
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  await placeTask(ada, a, ofProject, todo, at)
  await placeTask(ada, b, ofProject, todo, at + 5)
  await placeTask(ada, c, ofProject, todo, at + 6)
  const readOrder = async () =>
    (
      await titles({
        'filter[section]': todo,
        section_scope: ofProject.join(':'),
        sort_by: 'section_position',
      })
    ).join('')
  expectStatus(await putTask(ada, c, ofProject, { section_id: todo, before: a }), 200)
  expect(await readOrder()).toBe('cab')
  expectStatus(await putTask(ada, c, ofProject, { section_id: todo, after: a }), 200)
  expect(await readOrder()).toBe('acb')
})
