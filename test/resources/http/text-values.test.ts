import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

let ada: Client
let org_id: string

beforeAll(async () => {
  ada = await (await startApp()).signIn('ada')
  org_id = (await createOrganization(ada)).org_id
})

describe('a title', () => {
  test.each([
    ['spaces', ' \u00a0\u3000\t'],
    ['a zero-width space', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['joiners', '\u200c\u200d\u2060'],
    ['direction marks', '\u200e\u202e\u2066\u2069'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['blank Braille', '\u2800'],
    ['invisible Khmer vowels', '\u17b4\u17b5'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
    ['a soft hyphen', '\u00ad'],
    ['controls', '\u0001\u001b\u0085'],
    ['line separators', '\u2028\u2029'],
    ['a combining mark alone', '\u0301'],
    ['a musical null notehead', '\u{1d159}'],
    ['Egyptian blanks', '\u{13441}\u{13442}'],
    ['all of these', ' \u200b\ufeff\u2800\u3164\u00ad'],
  ])('of %s alone gives 422', async (_, title) => {
    const { errors } = expectStatus(await ada.post('/v1/tasks', { body: { org_id, title } }), 422)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ loc: ['body', 'title'] })
    const tagged = await ada.post('/v1/tasks', { body: { org_id, title: 'Tagged', tags: [title] } })
    expect(expectStatus(tagged, 422).errors[0].loc).toEqual(['body', 'tags', 0])
  })

  test.each([
    'a',
    '.',
    '-',
    '漢',
    '👩‍👩‍👧',
    '❤️',
    '\u200bx\u200b',
    'می‌خواهم',
    'e\u0301',
    '\ue000',
    '\u{1fae9}',
    '\u{1faff}',
    '\u{2fffd}',
  ])('%j is accepted, and returned as sent', async (title) => {
    expect((await createTask(ada, org_id, { title })).title).toBe(title)
  })
})

test('a file with an invisible name is called file', async () => {
  const { task_id } = await createTask(ada, org_id)
  const file = new Upload('a', '\u200b\u3164')
  expect(expectStatus(await ada.post('/v1/task-attachments', { body: { task_id, file } }), 200, 201).name).toBe('file')
})

const remind = async (at: string) => {
  const { task_id } = await createTask(ada, org_id)
  return ada.post(`/v1/tasks/${task_id}/reminders`, { body: { at } })
}

describe('a date-time', () => {
  test.each([
    '2099-11-20T24:00:00Z',
    '2099-11-20T24:30:00Z',
    '2099-11-20T25:00:00Z',
    '2099-11-20T23:60:00Z',
    '2099-11-20T23:59:60Z',
    '2099-12-31T23:59:60+00:00',
    '2099-11-20T10:00:61Z',
    '2099-02-29T10:00:00Z',
    '2099-02-31T10:00:00Z',
    '2099-04-31T10:00:00Z',
    '2099-13-01T10:00:00Z',
    '2099-00-10T10:00:00Z',
    '2099-11-20T10:00:00+24:00',
    '2099-11-20T10:00:00+10:60',
    '2099-11-20T10:00:00-99:99',
    '2099-11-20T10:00:00',
    '2099-11-20 10:00:00Z',
    '2099-11-20T10:00Z',
    '2099-11-20T10:00:00.Z',
    '2099-11-20T1:00:00Z',
    '2099-11-20T10:00:00+0100',
    '２０99-11-20T10:00:00Z',
  ])('%s gives 422 in a body and 400 in a filter', async (at) => {
    expect(expectStatus(await remind(at), 422).errors[0]).toMatchObject({
      loc: ['body', 'at'],
      type: 'format',
    })
    const query = { org_id, 'filter[updated_after]': at }
    expectStatus(await ada.get('/v1/tasks', { query }), 400)
  })

  test.each([
    ['2099-11-20T00:00:00Z', '2099-11-20T00:00:00.000Z'],
    ['2099-11-20T23:59:59.999Z', '2099-11-20T23:59:59.999Z'],
    ['2099-11-20t10:00:00z', '2099-11-20T10:00:00.000Z'],
    ['2099-11-20T10:00:00-00:00', '2099-11-20T10:00:00.000Z'],
    ['2099-11-20T10:00:00+14:00', '2099-11-19T20:00:00.000Z'],
    ['2099-11-20T10:00:00+23:59', '2099-11-19T10:01:00.000Z'],
    ['2099-11-20T10:00:00-23:59', '2099-11-21T09:59:00.000Z'],
    ['2096-02-29T10:00:00+05:45', '2096-02-29T04:15:00.000Z'],
    ['2099-11-20T10:00:00.123456789Z', '2099-11-20T10:00:00.123Z'],
  ])('%s equals %s', async (at, utc) => {
    expect(expectStatus(await remind(at), 201).at).toBe(utc)
    const query = { org_id, 'filter[updated_after]': at }
    expectStatus(await ada.get('/v1/tasks', { query }), 200)
  })
})
