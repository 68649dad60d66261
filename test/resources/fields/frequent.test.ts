import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { statementChannel, type PublishedStatement } from '../../../src/db/driver/statement-channel.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { isSharded } from '../../support/databases.ts'
import { createOrganization, createProject } from '../../support/factories.ts'

/** Tests lists whose filters match many tasks, which test the values in the rows instead of looking them up. */

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const [inside, outside] = [await createProject(ada, org_id), await createProject(ada, org_id)]

type Values = Record<string, string | number | boolean>
const numbers = [-2.5, 0, 3, 10, 1e21, -1e-3, null]
const dates = ['0001-01-01', '2026-12-31', '2027-01-01', null]
const choices = ['zulu', 'alpha', 'mike', null]
const checks = [true, false, null]

for (const [key, type, project_ids] of [
  ['number', 'number', null],
  ['date', 'date', null],
  ['choice', 'select', null],
  ['check', 'checkbox', null],
  ['local', 'select', [inside.project_id]],
] as const) {
  const options = type === 'select' ? { options: ['zulu', 'alpha', 'mike'].map((label) => ({ label })) } : {}
  expectStatus(await ada.post('/v1/fields', { body: { org_id, name: key, key, type, project_ids, ...options } }), 201)
}

const pick = <T>(values: readonly T[], i: number): T => values[i % values.length]!
const tasks: { task_id: string; custom: Values }[] = []
for (let i = 0; i < 84; i++) {
  const all = {
    number: pick(numbers, i),
    date: pick(dates, i * 3),
    choice: pick(choices, i >> 1),
    check: pick(checks, i),
    local: pick(choices, i),
  }
  const custom = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Values
  const body = { org_id, title: `Task ${i}`, project_id: inside.project_id, custom }
  const { task_id } = expectStatus(await ada.post('/v1/tasks', { body }), 200)
  if (i % 3 === 0) {
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { project_id: outside.project_id } }), 200)
    delete custom.local
  }
  tasks.push({ task_id, custom })
}

/** Adds deleted tasks with all values, whose ids are sampled: every value seems frequent, and no list has one more task. */
async function makeValuesFrequent(): Promise<void> {
  await app.sql(
    `insert into tasks (org_id, task_id, title, title_key, status_rank, priority_rank, created_at, updated_at, deleted_at)
     select $1, 'T00000000000000' || n, 'Sampled', 'sampled', 0, 0, now(), now(), now() from generate_series(0, 5) n`,
    [org_id],
  )
  await app.sql(
    `insert into task_field_values (org_id, task_id, field_id, ord, sort_key)
     select v.org_id, 'T00000000000000' || n, v.field_id, row_number() over (partition by v.field_id, n), v.sort_key
     from (select distinct org_id, field_id, sort_key from task_field_values where org_id = $1) v, generate_series(0, 5) n`,
    [org_id],
  )
}

async function listAll(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply = await ada.get('/v1/tasks', { query: { org_id, limit: '20', ...query, ...(cursor && { cursor }) } })
    const { data, next_cursor } = expectStatus(reply, 200)
    ids.push(...data.map((task: { task_id: string }) => task.task_id))
    cursor = next_cursor
  }
  return ids
}

const countTasks = async (query: Record<string, string>): Promise<number> =>
  expectStatus(await ada.get('/v1/tasks/count', { query: { org_id, ...query } }), 200).count

const filters: [Record<string, string>, (custom: Values) => boolean][] = [
  [{ choice: 'zulu,mike' }, ({ choice }) => choice === 'zulu' || choice === 'mike'],
  [{ local: 'alpha' }, ({ local }) => local === 'alpha'],
  [{ local: 'alpha,__none__' }, ({ local }) => local === undefined || local === 'alpha'],
  [{ number: '3,-0.001,1e21,-0' }, ({ number }) => [3, -1e-3, 1e21, 0].includes(number as number)],
  [{ 'number.from': '-1', 'number.to': '3' }, ({ number }) => Number(number) >= -1 && Number(number) <= 3],
  [{ number: '3,__none__', 'number.from': '0' }, ({ number }) => number === 3],
  [{ number: '__none__', 'number.to': '9' }, () => false],
  [{ date: '2026-12-31' }, ({ date }) => date === '2026-12-31'],
  [{ 'date.to': '2026-12-31' }, ({ date }) => date !== undefined && date !== '2027-01-01'],
  [{ check: 'true' }, ({ check }) => check === true],
  [{ check: 'false' }, ({ check }) => check !== true],
  [{ choice: 'zulu', check: 'true' }, ({ choice, check }) => choice === 'zulu' && check === true],
  [{ choice: 'zulu', 'number.from': '0' }, ({ choice, number }) => choice === 'zulu' && Number(number) >= 0],
]

test.each([['rare'], ['frequent']])('filters by %s values in every order, over pages', async (frequency) => {
  if (frequency === 'frequent') await makeValuesFrequent()
  for (const [parts, matches] of filters) {
    const query = Object.fromEntries(Object.entries(parts).map(([key, value]) => [`filter[custom.${key}]`, value]))
    const expected = tasks.filter(({ custom }) => matches(custom)).map(({ task_id }) => task_id)
    for (const sort_by of ['title', 'custom.number', 'custom.local'])
      expect([parts, sort_by, (await listAll({ ...query, sort_by })).sort()]).toEqual([
        parts,
        sort_by,
        expected.toSorted(),
      ])
    expect([parts, await countTasks(query)]).toEqual([parts, expected.length])
  }
})

/** Returns whether a request looks up the values of fields, rather than testing those in the rows. */
async function looksUpValues(
  query: Record<string, string>,
  read: (query: Record<string, string>) => Promise<unknown> = listAll,
): Promise<boolean> {
  const texts: string[] = []
  const record = (message: unknown) => texts.push((message as PublishedStatement).text)
  subscribe(statementChannel, record)
  await read(query)
  unsubscribe(statementChannel, record)
  return texts.some((text) => text.includes('task_field_values') && !text.includes('as frequent'))
}

test.skipIf(isSharded)('a filter looks up values only while few tasks have them', async () => {
  const sort = { sort_by: 'title' }
  for (const filter of ['choice', 'check', 'date.to', 'number.from']) {
    const value = { choice: 'zulu', check: 'true', 'date.to': '2026-12-31', 'number.from': '0' }[filter]!
    const query = { [`filter[custom.${filter}]`]: value }
    expect([filter, await looksUpValues({ ...query, ...sort })]).toEqual([filter, false])
    expect([filter, await looksUpValues(query, countTasks)]).toEqual([filter, false])
  }
  await app.sql(`delete from task_field_values where task_id like 'T00000000000000%'`)
  expect(await looksUpValues({ 'filter[custom.choice]': 'zulu', ...sort })).toBe(true)
})
