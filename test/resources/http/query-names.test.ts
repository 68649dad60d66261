import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'

let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
  for (const tags of [['a', 'b'], ['c'], ['d']]) await createTask(owner, org, { tags, priority: 'high' })
})

const list = (query: string) => owner.get(`/v1/tasks?org_id=${org}&${query}`)

describe('a query parameter', () => {
  test.each([
    ['limt=5', 'limit'],
    ['Limit=5', 'limit'],
    ['LIMIT=5', 'limit'],
    ['limit[]=5', 'limit'],
    ['sort_bye=title', 'sort_by'],
    ['sortBy=title', 'sort_by'],
    ['sort-by=title', 'sort_by'],
    ['sort_oder=asc', 'sort_order'],
    ['curser=x', 'cursor'],
    ['ofset=1', 'offset'],
    ['sectionScope=user', 'section_scope'],
    ['filters[status]=blocked', 'filter[status]'],
    ['Filter[status]=blocked', 'filter[status]'],
    ['filter_status=blocked', 'filter[status]'],
    ['fitler%5Bstatus%5D=blocked', 'filter[status]'],
  ])('%s is refused with the right name', async (query, right) => {
    const { status, body } = await list(query)
    const name = decodeURIComponent(query.split('=')[0]!)
    expect([status, body.type, body.errors]).toEqual([
      400,
      'urn:svc:problem:invalid-parameter',
      [
        {
          loc: ['query', name],
          msg: `"${name}" is not a parameter of this operation. Use ${right}.`,
          type: 'invalid_parameter',
          allowed: [right],
        },
      ],
    ])
  })

  test('similar to one of a write is refused before anything is written', async () => {
    const { project_id } = await createProject(owner, org, {})
    const path = `/v1/project-resources?proejct_id=${project_id}&project_id=${project_id}`
    const reply = await owner.post(path, { body: {} })
    expect([reply.status, reply.body.errors[0].allowed]).toEqual([400, ['project_id']])
  })

  test.each(['utm_source=mail', 'x=1', '_=1764000000', 'fbclid=a', 'page=2', 'q=a', `${'a'.repeat(5000)}=1`])(
    '%s that resembles nothing is ignored',
    async (query) => {
      expect(expectStatus(await list(query), 200).data).toHaveLength(3)
    },
  )

  test('is refused as quickly among many similar ones', async () => {
    const query = Array.from({ length: 900 }, (_, i) => `sort_${String(i).padStart(3, '0')}=1`).join('&')
    const start = performance.now()
    await list(query)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})

describe('a list in a query', () => {
  const listTitles = async (query: string) =>
    expectStatus(await list(query), 200).data.map((row: { tags: string[] }) => row.tags[0])

  test.each([
    ['filter[tags]=a,c', ['a', 'c']],
    ['filter[tags][]=a', ['a']],
    ['filter[tags][]=a&filter[tags][]=c', ['a', 'c']],
    ['filter%5Btags%5D%5B%5D=a&filter%5Btags%5D%5B%5D=c', ['a', 'c']],
    ['filter[tags][0]=a&filter[tags][1]=c', ['a', 'c']],
    ['filter[tags]=a&filter[tags][]=c,d', ['a', 'c', 'd']],
    ['filter[tags][]=a&filter[priority][]=low', []],
  ])('%s is parsed as axios and qs write it', async (query, expected) => {
    expect((await listTitles(`${query}&sort_by=created_at`)).toSorted()).toEqual(expected)
  })

  test.each([
    ['filter[status][]=', 'filter[status]'],
    ['filter[status][]=nonsense', 'filter[status]'],
    ['filter[nonsense][]=x', 'filter[nonsense]'],
    ['filter[due_after][]=2026-01-01&filter[due_after][]=2026-01-02', 'filter[due_after]'],
    ['filter[tags][a]=x', 'filter[tags][a]'],
  ])('%s is refused by its name', async (query, name) => {
    const { status, body } = await list(query)
    expect([status, body.errors[0].loc]).toEqual([400, ['query', name]])
  })

  test('of ids or fields is parsed alike', async () => {
    const rows = expectStatus(await list('fields[]=title&fields[]=status'), 200).data
    expect(rows).toEqual(expectStatus(await list('fields=title,status'), 200).data)
  })
})

test.each([
  [['a,b'], 'must not contain a comma'],
  [[' '], 'or be blank'],
])('a tag %j is refused with a message', async (tags, words) => {
  const reply = await owner.post('/v1/tasks', { body: { org_id: org, title: 'T', tags } })
  expect(reply.status).toBe(422)
  expect(reply.body.detail[0]).toMatchObject({ loc: ['body', 'tags', 0], type: 'string_pattern_mismatch' })
  expect(reply.body.detail[0].msg).toContain(words)
})

test.each(['201', '1000', '9'.repeat(400)])('limit=%s of events is capped', async (limit) => {
  expectStatus(await owner.get(`/v1/events?org_id=${org}&limit=${limit}`), 200)
})

test.each(['0', '-1', 'x', ''])('limit=%s of events is refused', async (limit) => {
  expectStatus(await owner.get(`/v1/events?org_id=${org}&limit=${limit}`), 422)
})
