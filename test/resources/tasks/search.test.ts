import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { updateTask, listTaskValues, listTasks } from './requests.ts'

let app: TestApp
let ada: Client
let org_id: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn('ada')
  org_id = (await createOrganization(ada)).org_id
})

const find = (needle: string, more: object = {}) => listTaskValues(ada, { org_id, 'filter[search]': needle, ...more })
/** Creates a task with this text in one of its fields, recognizable by its title. */
const make = async (values: object) => (await createTask(ada, org_id, values)).task_id as string

it('searches up to ten needles, and returns 400 for one more', async () => {
  const { task_id } = await createTask(ada, org_id, { title: 'the tenth needle' })
  const searchNeedles = (count: number) => {
    const needles = Array.from({ length: count }, (_, i) => (i === 9 ? 'TENTH needle' : `no such ${i}`))
    return ada.get('/v1/tasks', { query: { org_id, 'filter[search]': needles } })
  }
  expect(expectStatus(await searchNeedles(10), 200).data).toMatchObject([{ task_id }])
  const reply = await searchNeedles(11)
  expect([reply.status, reply.body.errors[0].loc]).toEqual([400, ['query', 'filter[search]']])
})

it('a needle with many partial matches returns quickly', async () => {
  const description = `${'a'.repeat(99)}b`.repeat(1000)
  for (let i = 0; i < 10; i++) await createTask(ada, org_id, { title: 'repeated', description })
  const startedAt = performance.now()
  expect(await find(`${'a'.repeat(100)}b`)).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

describe('filter[search] finds', () => {
  const literals = ['100%', 'a_b', '*', 'x,y', 'f(', '\\', "it's", '"', '[z]', '^$', '?', '{}', '#', '&', '+', ';']

  it('every character literally, without patterns', async () => {
    for (const literal of literals) await make({ title: `literal ${literal} here` })
    await make({ title: 'literal 1000 aXb f here' })
    for (const literal of literals) {
      const found = await find(literal)
      expect([literal, found.filter((title) => title.startsWith('literal'))]).toEqual([
        literal,
        [`literal ${literal} here`],
      ])
    }
    expect(await find('literal%here')).toEqual([])
    expect(await find('literal _')).toEqual([])
    expect(await find('a\\_b')).toEqual([])
    // A comma does not separate needles.
    expect(await find('x,literal')).toEqual([])
  })

  it('needles of one, two and many characters, of punctuation alone, and emoji', async () => {
    const titles = ['ж', 'жу', 'жук ((((--))))', '🦀', '🦀🦞 lobster', '👩‍👩‍👧 family', '漢字', '字']
    for (const title of titles) await make({ title })
    const listFound = async (needle: string) => (await find(needle)).filter((title) => titles.includes(title))
    expect(new Set(await listFound('ж'))).toEqual(new Set(['ж', 'жу', 'жук ((((--))))']))
    expect(new Set(await listFound('ЖУ'))).toEqual(new Set(['жу', 'жук ((((--))))']))
    expect(await listFound('((((')).toEqual(['жук ((((--))))'])
    expect(await listFound('--')).toEqual(['жук ((((--))))'])
    expect(await listFound('-((')).toEqual([])
    expect(new Set(await listFound('🦀'))).toEqual(new Set(['🦀', '🦀🦞 lobster']))
    expect(await listFound('🦞 L')).toEqual(['🦀🦞 lobster'])
    expect(await listFound('👩‍👩')).toEqual(['👩‍👩‍👧 family'])
    expect(new Set(await listFound('字'))).toEqual(new Set(['漢字', '字']))
  })

  it('ignoring case and composition, in any alphabet', async () => {
    const nfd = 'Cafe\u0301 A\u030Angstro\u0308m'
    for (const title of [nfd, 'ΟΔΥΣΣΕΎΣ ΣΤΗΝ ΟΔΌΣ', 'ПРИВЕТ Мир', 'ÇELİK', 'Straße', 'ΆΛΦΑ']) await make({ title })
    expect(await find('CAFÉ')).toEqual([nfd])
    expect(await find('cafe\u0301 å')).toEqual([nfd])
    expect(await find('ÅNGSTRÖM')).toEqual([nfd])
    // Final and medial sigma match each other.
    for (const needle of ['ΣΤΗΝ', 'οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ', 'οδός', 'ὈΔΥ'.slice(1)])
      expect([needle, await find(needle)]).toEqual([needle, ['ΟΔΥΣΣΕΎΣ ΣΤΗΝ ΟΔΌΣ']])
    expect(await find('привет м')).toEqual(['ПРИВЕТ Мир'])
    expect(await find('STRAßE')).toEqual(['Straße'])
    expect(await find('άλφα')).toEqual(['ΆΛΦΑ'])
    expect(await find('ÇEL')).toEqual(['ÇELİK'])
  })

  it('in title, description, tags and the id, never across two of them', async () => {
    const id = await make({ title: 'qua', description: 'si modo', tags: ['wrench', 'hammer'] })
    for (const needle of ['qua', 'SI MO', 'wrench', 'amm', id, id.toLowerCase(), id.slice(6)])
      expect([needle, await find(needle)]).toEqual([needle, ['qua']])
    for (const needle of ['quasi', 'qua si', 'qua\u0001si', `modo${id}`, 'wrenchhammer', 'wrench hammer', 'wrench,h'])
      expect([needle, await find(needle)]).toEqual([needle, []])
  })

  it('only in the title with filter[search_fields]', async () => {
    await make({ title: 'zebra', description: 'okapi' })
    await make({ title: 'okapi', description: 'zebra', tags: ['zebra'] })
    const inTitle = { 'filter[search_fields]': 'title' }
    expect(await find('zebra', inTitle)).toEqual(['zebra'])
    expect(await find('zebra', { 'filter[search_fields]': 'all' })).toEqual(['okapi', 'zebra'])
    expect(await find('zebra')).toEqual(['okapi', 'zebra'])
    expect(await find('z', inTitle)).not.toContain('okapi')
    expect(
      (await ada.get('/v1/tasks', { query: { org_id, 'filter[search_fields]': 'tags' } })).body.errors[0],
    ).toMatchObject({
      allowed: ['all', 'title'],
    })
  })

  it('nothing for a needle longer than the text, or with one different character', async () => {
    const title = 'The quick brown fox jumps over the lazy dog while seven wizards brew forty jugs of tar'
    await make({ title, description: 'd'.repeat(5000) })
    expect(await find(title)).toEqual([title])
    expect(await find(`${title}!`)).toEqual([])
    expect(await find(title.replace('wizards', 'lizards'))).toEqual([])
    expect(await find('d'.repeat(1000))).toEqual([title])
    expect(await find('d'.repeat(5001))).toEqual([])
    // The task contains every trigram, but not the whole text.
    expect(await find('quick brown fox jumps over the lazy dog while seven wizards quick')).toEqual([])
  })

  it('any of several needles, each a literal', async () => {
    for (const title of ['north, pier', 'south pier', 'east pier']) await make({ title })
    const query = { org_id, 'filter[search]': ['north,', 'SOUTH'] }
    expect(await listTaskValues(ada, query)).toEqual(['north, pier', 'south pier'])
    expect(
      await listTaskValues(ada, { ...query, 'filter[search]': ['north,', 'pier'], 'filter[search_fields]': 'title' }),
    ).toEqual(['east pier', 'north, pier', 'south pier'])
  })

  it('the current text, not a previous one', async () => {
    const id = await make({ title: 'gamelan', tags: ['drum'], description: 'bronze' })
    await updateTask(ada, id, { title: 'carillon', tags: ['bell'] })
    expect(await find('gamelan')).toEqual([])
    expect(await find('drum')).toEqual([])
    expect(await find('CARILLON')).toEqual(['carillon'])
    expect(await find('bell')).toEqual(['carillon'])
    await updateTask(ada, id, { description: null, status: 'completed' })
    expect(await find('bronze')).toEqual([])
    await ada.delete(`/v1/tasks/${id}`)
    expect(await find('carillon')).toEqual([])
  })

  it('everything for an empty needle, and accepts the deprecated parameter', async () => {
    await make({ title: 'ocarina' })
    expect((await find('')).length).toBe((await listTasks(ada, { org_id })).length)
    expect(await listTaskValues(ada, { org_id, search: 'OCARIN' })).toEqual(['ocarina'])
    expect(await listTaskValues(ada, { org_id, search: 'ocarina', 'filter[search]': 'nothing of the kind' })).toEqual(
      [],
    )
  })
})

it('a search matches exactly the texts with the needle, over random texts', async () => {
  const fc = await import('fast-check')
  const { org_id } = await createOrganization(ada)
  const character = fc.constantFrom(...'aAbBéÉσςΣ%_\\*(), 0', '🦀', '\u0301', 'ß', 'İ')
  const text = fc.array(character, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
  const texts = fc.sample(
    text.filter((title) => title.trim() !== ''),
    { numRuns: 40, seed: 7 },
  )
  const created: { title: string; task_id: string }[] = []
  for (const title of texts) created.push(await createTask(ada, org_id, { title }))
  const foldText = (one: string) =>
    one.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss').replaceAll('i\u0307', 'i')
  const needles = fc.sample(
    fc.oneof(
      fc.array(character, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      fc.constantFrom(...texts),
    ),
    { numRuns: 60, seed: 8 },
  )
  for (const needle of needles) {
    const found = await listTaskValues(
      ada,
      { org_id, 'filter[search]': needle, 'filter[search_fields]': 'title' },
      'task_id',
    )
    const expected = created.filter(({ title }) => foldText(title).includes(foldText(needle))).map((one) => one.task_id)
    expect([needle, found.toSorted()]).toEqual([needle, expected.toSorted()])
  }
})
