import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toSortKey } from '../../../src/core/text.ts'
import { buildGrams, buildSearchContent } from '../../../src/resources/work/tasks/queries/search.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { insertMembership, createOrganization, createProject } from '../../support/factories.ts'
import { listEveryPage } from './requests.ts'
import { insertRows } from './arbitraries.ts'

// A search chooses its query plan by a sample of the tasks: those whose ids have these endings. An organization
// with all tasks in the sample finds every word frequent, and one without any finds every word rare.
const endings = { common: ['000', '001', '00A', '00F'], seldom: ['7ZX', '00G', 'K2K', '012'] }
type SearchPlan = keyof typeof endings

interface Text {
  title: string
  description: string | null
  tags: string[]
}
interface ResponseBody extends Text {
  task_id: string
  project_id: string | null
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const buildTaskId = (way: SearchPlan, n: number, noise: number[]) =>
  `T1W${noise.map((at) => alphabet[at]).join('')}${alphabet[n >> 5]}${alphabet[n & 31]}${endings[way][n % 4]}`

const character = fc.constantFrom(...'aAbBqQ01éÉσςΣ%_\\*(), ', '🦀', '\u0301', 'ß', 'İ')
const word = fc.array(character, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
const text: fc.Arbitrary<Text> = fc.record({
  title: word,
  description: fc.option(word),
  tags: fc.uniqueArray(word, { maxLength: 2 }),
})
const noise = fc.array(fc.nat(31), { minLength: 9, maxLength: 9 })
const sampled = fc.sample(fc.tuple(text, noise), { numRuns: 60, seed: 21 })

const fold = (one: string) =>
  one
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
/** Searches a task for the needle without an index. */
const containsNeedle = (one: ResponseBody, needle: string, titleOnly: boolean) =>
  (titleOnly ? [one.title] : [one.title, one.description ?? '', one.task_id, ...one.tags]).some((field) =>
    fold(field).replaceAll('\u0001', ' ').includes(fold(needle)),
  )

let app: TestApp
let ada: Client
let guest: Client
const created = {} as Record<SearchPlan, { org_id: string; tasks: ResponseBody[] }>
const long = `${'x'.repeat(210)} far out`

const now = '2026-11-01T00:00:00Z'

/** Creates an organization with tasks like the service, but with ids for one query plan. */
async function createTasks(way: SearchPlan) {
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id)
  await insertMembership(guest, org_id, 'guest')
  await insertRows(app, 'project_members', [
    {
      org_id,
      project_id,
      user_id: guest.userId,
      username: 'gil',
      username_key: 'gil',
      project_role: 'viewer',
      created_at: now,
      updated_at: now,
    },
  ])
  const texts: [Text, number[]][] = [
    ...sampled,
    [{ title: long, description: null, tags: [] }, sampled[0]![1]],
    [{ title: 'parted\u0001title', description: null, tags: [] }, sampled[1]![1]],
  ]
  const tasks = texts.map(([one, chosen], n) => ({
    ...one,
    task_id: buildTaskId(way, n, chosen),
    project_id: n % 3 === 0 ? (project_id as string) : null,
  }))
  const common = {
    org_id,
    status_rank: 2,
    priority_rank: 4,
    created_by: 'ada',
    created_at: now,
    updated_at: now,
  }
  const rows = tasks.map((one, n) => ({
    ...common,
    ...one,
    title_key: toSortKey(one.title),
    due_date: n % 4 === 0 ? null : `2026-12-${String(1 + (n % 5)).padStart(2, '0')}`,
  }))
  await insertRows(app, 'tasks', rows)
  const search = tasks.map((one) => ({ org_id, task_id: one.task_id, content: buildSearchContent(one) }))
  await insertRows(
    app,
    'task_search',
    search.map((one) => ({ ...one, grams: buildGrams(one.content) })),
  )
  created[way] = { org_id, tasks }
}

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  guest = await app.signIn('gil')
  await createTasks('common')
  await createTasks('seldom')
})

const ways: SearchPlan[] = ['common', 'seldom']
const listIds = async (client: Client, way: SearchPlan, query: Record<string, string>) =>
  (await listEveryPage(client, { org_id: created[way].org_id, limit: '7', ...query })).map(
    (one) => one.task_id as string,
  )
const listExpected = (
  way: SearchPlan,
  needle: string,
  titleOnly = false,
  seen: (one: ResponseBody) => boolean = () => true,
) => created[way].tasks.filter((one) => seen(one) && containsNeedle(one, needle, titleOnly)).map((one) => one.task_id)

describe.each(ways)('where words are %s, a search finds in pages, each task once,', (way) => {
  it('the same as an unindexed search, in all texts or titles only', async () => {
    const parts = fc.array(character, { minLength: 1, maxLength: 3 }).map((some) => some.join(''))
    const whole = fc.constantFrom(...sampled.flatMap(([one]) => [one.title, ...one.tags]))
    for (const needle of fc.sample(fc.oneof(parts, whole), { numRuns: 60, seed: 8 })) {
      for (const titleOnly of [false, true]) {
        const fields = titleOnly ? 'title' : 'all'
        const found = await listIds(ada, way, { 'filter[search]': needle, 'filter[search_fields]': fields })
        expect([needle, fields, found.toSorted()]).toEqual([
          needle,
          fields,
          listExpected(way, needle, titleOnly).toSorted(),
        ])
      }
    }
  })

  it('every substring of one to three characters of an id, and the whole id', async () => {
    const id = created[way].tasks[5]!.task_id
    const runs = [1, 2, 3].flatMap((size) =>
      Array.from({ length: id.length - size + 1 }, (_, at) => id.slice(at, at + size)),
    )
    for (const needle of [...new Set(runs), id, id.toLowerCase()]) {
      const found = await listIds(ada, way, { 'filter[search]': needle })
      expect([needle, found.toSorted()]).toEqual([needle, listExpected(way, needle).toSorted()])
    }
  })

  it('in the requested order, nulls last', async () => {
    for (const needle of ['q', 'a', '1w', 'w'])
      for (const sort_by of ['due_date', 'title', 'task_id'])
        for (const sort_order of ['asc', 'desc']) {
          const all = await listIds(ada, way, { sort_by, sort_order })
          const found = await listIds(ada, way, { sort_by, sort_order, 'filter[search]': needle })
          const matching = new Set(listExpected(way, needle))
          expect([needle, sort_by, found]).toEqual([needle, sort_by, all.filter((id) => matching.has(id))])
        }
  })

  it('only tasks visible to a guest', async () => {
    const listVisible = (one: ResponseBody) => one.project_id !== null
    for (const needle of ['q', '1w', 'a', 'w', 'b0', created[way].tasks[3]!.task_id.slice(4, 6)]) {
      const found = await listIds(guest, way, { 'filter[search]': needle })
      expect([needle, found.toSorted()]).toEqual([needle, listExpected(way, needle, false, listVisible).toSorted()])
    }
  })

  it('the end of a long title, and separators in a title as spaces', async () => {
    const inTitle = { 'filter[search_fields]': 'title' }
    for (const needle of ['far out', 'parted title', 'D T']) {
      const found = await listIds(ada, way, { 'filter[search]': needle, ...inTitle })
      expect([needle, found]).toEqual([needle, listExpected(way, needle, true)])
      expect(found).toHaveLength(1)
    }
  })
})

it('finds a frequent word far down the order and at its beginning', async () => {
  const { org_id } = await createOrganization(ada)
  const row = {
    org_id,
    status_rank: 2,
    priority_rank: 4,
    created_by: 'ada',
    created_at: now,
    updated_at: now,
  }
  const last = [0, 1, 2].map((n) => {
    const title = `the last ${n}`
    return { ...row, task_id: `T1W0000000000${n}000`, title, title_key: title }
  })
  // Few sampled tasks contain the word; with many, no match would be far down the order.
  const others = Array.from({ length: 20 }, (_, n) => ({
    ...row,
    task_id: `T1W00000001${10 + n}000`,
    title: 'filler',
    title_key: 'filler',
  }))
  await insertRows(app, 'tasks', [...last, ...others])
  await app.sql(
    `INSERT INTO tasks (org_id, task_id, title, title_key, status_rank, priority_rank, created_by, created_at, updated_at)
     SELECT org_id, 'T1W' || lpad(n::text, 10, '0') || 'ZZZZ', 'filler', 'filler', 2, 4, 'ada', created_at, updated_at
     FROM tasks, generate_series(1, 2500) n WHERE org_id = $1 AND task_id = $2`,
    [org_id, last[0]!.task_id],
  )
  for (const { task_id, title } of [...last, ...others]) {
    const description = title === 'filler' ? null : 'quagga'
    const content = buildSearchContent({ task_id, title, description, tags: [] })
    await insertRows(app, 'task_search', [{ org_id, task_id, content, grams: buildGrams(content) }])
  }
  const query = { org_id, limit: '2' }
  for (const search of [
    { 'filter[search]': 'quagga' },
    { 'filter[search]': 'LAST', 'filter[search_fields]': 'title' },
  ]) {
    const findIds = async (sort_order: string) =>
      (await listEveryPage(ada, { ...query, ...search, sort_order })).map((one) => one.title as string)
    expect(await findIds('asc')).toEqual(['the last 0', 'the last 1', 'the last 2'])
    expect(await findIds('desc')).toEqual(['the last 2', 'the last 1', 'the last 0'])
  }
})
