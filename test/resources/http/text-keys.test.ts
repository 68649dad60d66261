import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/db/database.ts'
import { toSortKey, toUniqueKey } from '../../../src/core/text.ts'
import { buildGrams } from '../../../src/resources/work/tasks/queries/search.ts'
import { refreshTextKeys } from '../../../src/text-keys/refresh.ts'
import { storedTextKeys, toTextKeyName } from '../../../src/text-keys/keys.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'

let app: TestApp
let ada: Client
let org_id: string
let team_id: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  org_id = (await createOrganization(ada)).org_id
  team_id = expectStatus(await ada.post('/v1/teams', { body: { org_id, name: 'Team 1' } }), 200, 201).team_id
})

const findTitles = async (needle: string, path = '/v1/tasks', more: object = {}) =>
  expectStatus(await ada.get(path, { query: { org_id, 'filter[search]': needle, ...more } }), 200).data

describe('a search', () => {
  test.each([
    ['STRASSE 17', 'straße 17'],
    ['straße 18', 'STRASSE 18'],
    ['İSTANBUL a', 'istanbul a'],
    ['İSTANBUL b', 'i\u0307stanbul b'],
    ['istanbul c', 'İstanbul C'],
    ['ΣΊΣΥΦΟΣ d', 'σίσυφος d'],
    ['ﬁle e', 'FILE e'],
    ['Cafe\u0301 f', 'CAFÉ F'],
    ['Größe µ', 'GRÖSSE Μ'],
  ])('finds %s by %s', async (title, needle) => {
    const { task_id } = await createTask(ada, org_id, { title, description: `In it ${title}.`, tags: [title] })
    for (const fields of ['all', 'title'])
      expect(await findTitles(needle, '/v1/tasks', { 'filter[search_fields]': fields })).toMatchObject([{ task_id }])
    const content = `Said of ${title}`
    expectStatus(await ada.post('/v1/task-comments', { body: { task_id, content } }), 200, 201)
    const query = { task_id, search: needle }
    expect(expectStatus(await ada.get('/v1/task-comments', { query }), 200).data).toMatchObject([{ content }])
  })
})

/** Creates an item of each kind by name. */
const makers: [string, (name: string) => Promise<{ status: number }>][] = [
  ['team', (name) => ada.post('/v1/teams', { body: { org_id, name } })],
  [
    'sprint',
    (name) =>
      ada.post(`/v1/teams/${team_id}/sprints`, {
        body: { name, start_date: '2027-01-04', end_date: '2027-01-15' },
      }),
  ],
  ['milestone', (title) => ada.post(`/v1/teams/${team_id}/milestones`, { body: { title, target_date: '2027-01-15' } })],
  ['section', (name) => ada.post('/v1/sections', { body: { org_id, scope_type: 'team', scope_id: team_id, name } })],
  [
    'view',
    (name) =>
      ada.post('/v1/views', {
        body: { org_id, scope_type: 'team', scope_id: team_id, resource: 'task', name },
      }),
  ],
  ['designation', (label) => ada.post('/v1/designations', { body: { org_id, label } })],
]

describe.each(makers)('the name of a %s', (kind, make) => {
  test.each([
    ['Straße', 'STRASSE'],
    ['İzmir', 'izmir'],
    ['Σας', 'ΣΑΣ'],
    ['ﬂag', 'FLAG'],
    ['Cafe\u0301', 'CAFÉ'],
  ])('%s equals that of %s', async (name, other) => {
    const created = await make(`${kind} ${name}`)
    expect([200, 201]).toContain(created.status)
    expect((await make(`${kind} ${other}`)).status).toBe(409)
    expect([200, 201]).toContain((await make(`${kind} ${other} 2`)).status)
  })
})

const names = ['Part 10', 'part 2', 'Äpfel', 'Zebra', 'Apfelmus', '(a)', 'Part 1', 'Öl', 'v1.10', 'v1.9']
const inOrder = ['(a)', 'Äpfel', 'Apfelmus', 'Öl', 'Part 1', 'part 2', 'Part 10', 'v1.9', 'v1.10', 'Zebra']

describe('a list by name sorts numbers by value and accents beside their letters:', () => {
  let home: string
  const listValues = async (path: string, field: string, query: object) => {
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = expectStatus(
        await ada.get(path.endsWith('/') ? path + home : path, {
          query: { org_id: home, limit: '3', ...query, ...(cursor && { cursor }) },
        }),
        200,
      )
      all.push(...page.data.map((row: Record<string, string>) => row[field]))
      cursor = page.next_cursor
    }
    return all
  }
  beforeAll(async () => {
    home = (await createOrganization(ada)).org_id
    for (const name of names) {
      await createTask(ada, home, { title: name })
      await createProject(ada, home, { name })
      expectStatus(await ada.post('/v1/teams', { body: { org_id: home, name } }), 200, 201)
    }
  })
  test.each([
    ['tasks', '/v1/tasks', 'title', { sort_by: 'title' }],
    ['projects', '/v1/projects/', 'name', { sort_by: 'name' }],
    ['teams', '/v1/teams', 'name', { sort_by: 'name' }],
  ])('%s', async (_, path, field, query) => {
    expect(await listValues(path, field, query)).toEqual(inOrder)
    expect(await listValues(path, field, { ...query, sort_order: 'desc' })).toEqual(inOrder.toReversed())
  })
  test('a search of teams reads names, not keys', async () => {
    const find = async (search: string) =>
      expectStatus(await ada.get('/v1/teams', { query: { org_id: home, search } }), 200).data
    expect(await find('äpf')).toMatchObject([{ name: 'Äpfel' }])
    expect(await find('apf')).toMatchObject([{ name: 'Apfelmus' }])
    expect(await find('part 10')).toMatchObject([{ name: 'Part 10' }])
  })
})

/** The key of a former version, before case folding and natural sorting. */
const buildFormerKey = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

/** Runs the job as a newly started process does. */
async function refresh(which = 'again'): Promise<void> {
  const { engine, sharded, db, transaction } = app.services.database
  const database = { engine, sharded, db, transaction: transaction.bind(app.services.database) }
  const services = { database: database as unknown as Database, clock: app.clock.now, log: () => undefined }
  const listStale = () => app.sql(`SELECT 1 FROM stale_text_keys WHERE ${which}`)
  while ((await listStale()).length > 0) await refreshTextKeys(services)
}

const markStale = () =>
  app.sql(
    `INSERT INTO stale_text_keys (name, due_at) SELECT unnest($1::text[]), '-infinity'
     ON CONFLICT (name) DO UPDATE SET again = true, due_at = '-infinity'`,
    [storedTextKeys.map(toTextKeyName)],
  )

describe('stale text keys', () => {
  test('are found, sorted and unique like new ones', async () => {
    const home = (await createOrganization(ada)).org_id
    const created = expectStatus(await ada.post('/v1/teams', { body: { org_id: home, name: 'Crew' } }), 200, 201)
    const titles = ['Straße 10', 'Straße 9', 'Zebra', 'ΣΑΣ', ...Array.from({ length: 450 }, (_, n) => `Row ${n}`)]
    await app.sql(
      `INSERT INTO tasks (org_id, task_id, title, title_key, status_rank, priority_rank, created_by, created_at, updated_at)
       SELECT $1, 'TOLD' || lpad(n::text, 13, '0'), title, key, 2, 4, 'ada', now(), now()
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS old (title, key, n)`,
      [home, titles, titles.map(buildFormerKey)],
    )
    const content = buildFormerKey('Straße 10') + '\u0001\u0001told'
    await app.sql('INSERT INTO task_search (org_id, task_id, content, grams) VALUES ($1, $2, $3, $4::integer[])', [
      home,
      'TOLD0000000000001',
      content,
      `{${buildGrams(content).join()}}`,
    ])
    const twins = ['Straße', 'STRASSE', 'strasse']
    const sections = twins.map((name, n) => ({ name, id: `SEOLD${n}00000000000` }))
    for (const { name, id } of sections)
      await app.sql(
        `INSERT INTO sections (org_id, section_id, scope_type, scope_id, name, name_key, position, created_at, updated_at)
         VALUES ($1, $2, 'team', $3, $4, $5, 1, now(), now())`,
        [home, id, created.team_id, name, `${buildFormerKey(name)}${name === 'strasse' ? '-' : ''}`],
      )
    const page = { org_id: home, sort_by: 'title', limit: '2', 'filter[search]': 'z' }
    const query = { org_id: home, sort_by: 'title', limit: '300' }
    const before = expectStatus(await ada.get('/v1/tasks', { query }), 200)
    expectStatus(await ada.get('/v1/tasks', { query: page }), 200)
    const versions = await app.sql('SELECT version, updated_at FROM tasks WHERE org_id = $1 ORDER BY task_id', [home])

    await markStale()
    await refresh()

    const rest = await ada.get('/v1/tasks', { query: { ...query, cursor: before.next_cursor } })
    expect(expectStatus(rest, 200).data.length).toBeGreaterThan(0)
    const sorted = expectStatus(await ada.get('/v1/tasks', { query: { ...query, limit: '1000' } }), 200).data
    expect(sorted.map((row: { title: string }) => row.title)).toEqual([
      ...Array.from({ length: 450 }, (_, n) => `Row ${n}`),
      'Straße 9',
      'Straße 10',
      'Zebra',
      'ΣΑΣ',
    ])
    const search = { org_id: home, 'filter[search]': 'STRASSE 10' }
    expect(expectStatus(await ada.get('/v1/tasks', { query: search }), 200).data).toHaveLength(1)
    expect(await app.sql('SELECT version, updated_at FROM tasks WHERE org_id = $1 ORDER BY task_id', [home])).toEqual(
      versions,
    )

    const scope = { org_id: home, scope_type: 'team', scope_id: created.team_id }
    const sectionsAfter = expectStatus(await ada.get('/v1/sections', { query: scope }), 200).data
    expect(sectionsAfter.map((row: { name: string }) => row.name).toSorted()).toEqual(twins.toSorted())
    const again = { ...scope, name: 'straSSe' }
    expectStatus(await ada.post('/v1/sections', { body: again }), 409)
    for (const { id } of sections) {
      expectStatus(await ada.patch(`/v1/sections/${id}`, { body: { position: 7 } }), 200)
      expectStatus(await ada.patch(`/v1/sections/${id}`, { body: { name: 'Crew' } }), 200)
      expectStatus(await ada.patch(`/v1/sections/${id}`, { body: { name: `Crew ${id}` } }), 200)
    }
    expectStatus(await ada.post('/v1/sections', { body: again }), 200, 201)
  })

  test('of every table are recomputed to the keys of new rows', async () => {
    await markStale()
    const listKeys = async () =>
      Promise.all(
        storedTextKeys.map(({ table, key, id }) =>
          app.sql(`SELECT ${id} AS id, ${key} AS key FROM ${table} ORDER BY 1, 2`),
        ),
      )
    const before = await listKeys()
    await refresh()
    expect(await listKeys()).toEqual(before)
  })

  test('are recomputed although others cannot be written', async () => {
    const { task_id } = await createTask(ada, org_id, { title: 'Held row 10' })
    await app.sql(`UPDATE tasks SET title_key = 'held row 10' WHERE task_id = $1`, [task_id])
    await app.sql(`UPDATE teams SET name_key = 'team 1' WHERE team_id = $1`, [team_id])
    await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`)
    await app.sql('CREATE TRIGGER refused BEFORE UPDATE ON teams FOR EACH ROW EXECUTE FUNCTION refuse()')
    await markStale()
    await refresh(`again AND name <> 'teams.name_key'`)
    await app.sql('DROP FUNCTION refuse CASCADE')
    expect(await app.sql('SELECT title_key FROM tasks WHERE task_id = $1', [task_id])).toEqual([
      { title_key: toSortKey('Held row 10') },
    ])
    await refresh()
    expect(await app.sql('SELECT name_key FROM teams WHERE team_id = $1', [team_id])).toEqual([
      { name_key: toUniqueKey('Team 1') },
    ])
  })

  test('written by an older server during an upgrade are found an hour later', async () => {
    await markStale()
    await refresh()
    const { task_id } = await createTask(ada, org_id, { title: 'Late row 10' })
    await app.sql(`UPDATE tasks SET title_key = 'late row 10' WHERE task_id = $1`, [task_id])
    const readKey = async () =>
      JSON.stringify(await app.sql('SELECT title_key FROM tasks WHERE task_id = $1', [task_id]))
    app.clock.advance(3_601_000)
    await refresh('true')
    expect(await readKey()).not.toContain('"late row 10"')
    expect(await app.sql('SELECT 1 FROM stale_text_keys')).toEqual([])
  })
})
