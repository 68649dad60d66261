import { expect, test } from 'vitest'

interface Difference {
  path: string
  what: string
  kind: 'breaking' | 'additive' | 'text'
}
type Differences = (before: object, after: object) => Difference[]

const script = new URL('../../scripts/openapi-differences.mjs', import.meta.url)
const { findDifferences } = (await import(script.href)) as { findDifferences: Differences }

const task = (more: object = {}) => ({
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, description: { type: 'string', description: 'What to do.' } },
  ...more,
})
const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const state = (...words: string[]) => ({ type: 'string', enum: words })

const document = ({ made = task(), told = task(), given = state('open'), shown = state('open'), more = {} } = {}) => ({
  paths: {
    '/tasks': {
      post: {
        parameters: [{ name: 'org_id', in: 'query' }],
        requestBody: body('Made'),
        responses: { 200: body('Told') },
        ...more,
      },
    },
  },
  components: {
    schemas: {
      Made: { ...made, properties: { ...made.properties, state: { $ref: '#/components/schemas/Given' } } },
      Told: { ...told, properties: { ...told.properties, state: { $ref: '#/components/schemas/Shown' } } },
      Given: given,
      Shown: shown,
    },
  },
})
const kinds = (after: object) => findDifferences(document(), document(after)).map(({ kind }) => kind)
const { title } = task().properties
const titleAlone = task({ properties: { title } })

test('no difference is reported where there is none', () => expect(kinds({})).toEqual([]))

test.each([
  ['a field of an answer goes', { told: titleAlone }],
  ['a field of a body goes', { made: titleAlone }],
  ['a body needs more', { made: task({ required: ['title', 'description'] }) }],
  ['an answer promises less', { told: task({ required: [] }) }],
  ['a type changes', { told: task({ properties: { ...task().properties, title: { type: 'integer' } } }) }],
  ['a limit appears', { made: task({ properties: { ...task().properties, title: { ...title, maxLength: 5 } } }) }],
  ['a word is no longer taken', { given: state('shut') }],
  ['a parameter goes', { more: { parameters: [] } }],
  [
    'a parameter is needed',
    {
      more: {
        parameters: [
          { name: 'a', in: 'query', required: true },
          { name: 'org_id', in: 'query' },
        ],
      },
    },
  ],
  ['an answer goes', { more: { responses: {} } }],
])('breaking: %s', (_, after) => expect(kinds(after)).toContain('breaking'))

const larger = task({ properties: { ...task().properties, due_date: { type: 'string' } } })

test.each([
  ['a field of an answer comes', { told: larger }],
  ['a field of a body comes', { made: larger }],
  ['a body needs less', { made: task({ required: [] }) }],
  ['an answer promises more', { told: task({ required: ['title', 'description'] }) }],
  ['one more word is taken', { given: state('open', 'shut') }],
  [
    'a parameter comes',
    {
      more: {
        parameters: [
          { name: 'org_id', in: 'query' },
          { name: 'a', in: 'query' },
        ],
      },
    },
  ],
])('additive: %s', (_, after) => expect(new Set(kinds(after))).toEqual(new Set(['additive'])))

test('words are no more than words, and a field may be called like one', () => {
  const { description, ...rest } = task().properties
  expect(
    kinds({ made: task({ properties: { ...rest, description: { ...description, description: 'Why.' } } }) }),
  ).toEqual(['text'])
  expect(kinds({ made: task({ properties: { ...rest, description: { type: 'integer' } } }) })).toContain('breaking')
})
