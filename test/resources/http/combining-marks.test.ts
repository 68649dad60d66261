import { beforeAll, expect, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

let app: TestApp
let ada: Client
let org_id: string
let task_id: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  org_id = (await createOrganization(ada)).org_id
  task_id = (await createTask(ada, org_id)).task_id
})

const acute = '\u0301'
const max = `e${acute.repeat(30)}`
const tooMany = `${max}${acute}`
const escapeText = (text: string) =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test.each<[string, unknown, (string | number)[]]>([
  ['a text', { title: tooMany }, ['title']],
  ['a nested text', { type_data: { a: [{ b: tooMany }] } }, ['type_data', 'a', 0, 'b']],
  ['a key', { type_data: { a: { [tooMany]: 1 } } }, ['type_data', 'a']],
  ['an ignored field', { notes: [tooMany] }, ['notes', 0]],
])('more than 30 combining marks in a row in %s of a body are refused and located', async (_, body, path) => {
  for (const sent of [JSON.stringify(body), escapeText(JSON.stringify(body))]) {
    const reply = await ada.patch(`/v1/tasks/${task_id}`, { body: sent })
    expect([reply.status, reply.body.errors]).toMatchObject([422, [{ loc: ['body', ...path] }]])
  }
})

test('a run of marks is found at any position, and 30 are accepted', async () => {
  const send = (description: string) => ada.patch(`/v1/tasks/${task_id}`, { body: { description } })
  for (const mark of [acute, '\u{1E8D0}'])
    for (let before = 0; before <= 32; before++) {
      const buildText = (run: number) => `${'ж'.repeat(before)}${mark.repeat(run)}ж`
      expect([before, (await send(buildText(31))).status]).toEqual([before, 422])
      expect([before, (await send(buildText(30))).status]).toEqual([before, 200])
    }
})

test('runs of marks are refused in a query, a filter, a path, a form and a file name, too', async () => {
  const query = (name: string) => ada.get('/v1/tasks', { query: { org_id, [name]: tooMany } })
  const readError = async (reply: ReturnType<typeof query>) => {
    const { status, body } = await reply
    return [status, body.errors[0].loc]
  }
  expect(await readError(query('section_scope'))).toEqual([422, ['query', 'section_scope']])
  for (const key of ['search', 'tags', 'due_after'])
    expect(await readError(query(`filter[${key}]`))).toEqual([400, ['query', `filter[${key}]`]])
  expect(await readError(ada.get(`/v1/tasks/${encodeURIComponent(tooMany)}`))).toEqual([422, ['path', 'task_id']])
  const upload = (fields: object) => readError(ada.post('/v1/task-attachments', { body: { task_id, ...fields } }))
  const file = new Upload('x', 'x.txt')
  expect(await upload({ title: tooMany, file })).toEqual([422, ['body', 'title']])
  expect(await upload({ file: new Upload('x', tooMany) })).toEqual([422, ['body', 'file']])
})

test('apps cannot register or authorize with runs of marks', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = { client_name: tooMany, redirect_uris: ['http://127.0.0.1/'] }
  const registered = await app.anonymous.post('/oauth/register', { body, headers })
  expect([registered.status, registered.body]).toMatchObject([400, { error: 'invalid_client_metadata' }])
  const authorization = await app.anonymous.get('/oauth/authorize', { query: { client_id: 'x', state: tooMany } })
  expect(authorization.status).toBe(400)
})

test('the search text follows a change of one field while the others stay', async () => {
  const values = { title: 'Ölfaß', description: `${max} Kran`, tags: ['Übel', 'Rot'] }
  const { task_id } = await createTask(ada, org_id, values)
  const countFound = async (...needles: string[]) => {
    const query = (needle: string) => ({ org_id, 'filter[search]': needle })
    const lists = needles.map((needle) => ada.get('/v1/tasks', { query: query(needle) }))
    return (await Promise.all(lists)).map(({ body }) =>
      body.data.some((row: { task_id: string }) => row.task_id === task_id),
    )
  }
  const change = async (body: object) => expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
  expect(await countFound('ÖLFASS', 'ölfaß', max, 'KRAN', 'übel', 'rot')).toEqual([true, true, true, true, true, true])
  await change({ title: 'Rot' })
  expect(await countFound('ölfaß', 'rot', max, 'kran', 'übel', task_id)).toEqual([false, true, true, true, true, true])
  await change({ tags: ['Übel', 'Neu'] })
  expect(await countFound('neu', 'übel', 'rot', 'kran')).toEqual([true, true, true, true])
  await change({ title: 'Neu', tags: [], description: null })
  expect(await countFound('neu', 'übel', 'rot', 'kran', max)).toEqual([true, false, false, false, false])
})

test('a text stored before long runs were refused delays no request', async () => {
  const { task_id } = await createTask(ada, org_id)
  const run = `a${acute.repeat(30_000)}${'\u0323'.repeat(30_000)}`
  await app.sql('UPDATE tasks SET description = $2 WHERE task_id = $1', [task_id, run])
  const startedAt = performance.now()
  for (const body of [{ title: 'x' }, { description: null }])
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 200)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

test('a text too long for its pattern is refused as quickly as any other', async () => {
  const body = { tags: [`${'a'.repeat(900_000)},`] }
  const startedAt = performance.now()
  expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body }), 422)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})
