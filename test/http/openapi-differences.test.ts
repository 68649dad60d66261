import { expect, test } from 'vitest'

interface Difference {
  path: string
  what: string
  kind: 'breaking' | 'additive' | 'text'
}
type Differences = (before: object, after: object) => Difference[]

const script = new URL('../../scripts/openapi-differences.mjs', import.meta.url)
const { findDifferences } = (await import(script.href)) as { findDifferences: Differences }

const buildTask = (more: object = {}) => ({
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, description: { type: 'string', description: 'What to do.' } },
  ...more,
})
const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const state = (...words: string[]) => ({ type: 'string', enum: words })

const document = ({
  requestTask = buildTask(),
  responseTask = buildTask(),
  requestState = state('open'),
  responseState = state('open'),
  more = {},
} = {}) => ({
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
      Made: {
        ...requestTask,
        properties: { ...requestTask.properties, state: { $ref: '#/components/schemas/Given' } },
      },
      Told: {
        ...responseTask,
        properties: { ...responseTask.properties, state: { $ref: '#/components/schemas/Shown' } },
      },
      Given: requestState,
      Shown: responseState,
    },
  },
})
const kinds = (after: object) => findDifferences(document(), document(after)).map(({ kind }) => kind)
const { title } = buildTask().properties
const titleAlone = buildTask({ properties: { title } })

test('reports no difference between equal documents', () => expect(kinds({})).toEqual([]))

test.each([
  ['a response field is removed', { responseTask: titleAlone }],
  ['a request field is removed', { requestTask: titleAlone }],
  ['a request field becomes required', { requestTask: buildTask({ required: ['title', 'description'] }) }],
  ['a response field becomes optional', { responseTask: buildTask({ required: [] }) }],
  [
    'a type changes',
    { responseTask: buildTask({ properties: { ...buildTask().properties, title: { type: 'integer' } } }) },
  ],
  [
    'a limit is added',
    { requestTask: buildTask({ properties: { ...buildTask().properties, title: { ...title, maxLength: 5 } } }) },
  ],
  ['an enum value of a request is removed', { requestState: state('shut') }],
  ['a parameter is removed', { more: { parameters: [] } }],
  [
    'a required parameter is added',
    {
      more: {
        parameters: [
          { name: 'a', in: 'query', required: true },
          { name: 'org_id', in: 'query' },
        ],
      },
    },
  ],
  ['a response is removed', { more: { responses: {} } }],
])('breaking: %s', (_, after) => expect(kinds(after)).toContain('breaking'))

const larger = buildTask({ properties: { ...buildTask().properties, due_date: { type: 'string' } } })

test.each([
  ['a response field is added', { responseTask: larger }],
  ['a request field is added', { requestTask: larger }],
  ['a request field becomes optional', { requestTask: buildTask({ required: [] }) }],
  ['a response field becomes required', { responseTask: buildTask({ required: ['title', 'description'] }) }],
  ['an enum value of a request is added', { requestState: state('open', 'shut') }],
  [
    'an optional parameter is added',
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

test('classifies description texts as text, and a field called description as a field', () => {
  const { description, ...rest } = buildTask().properties
  expect(
    kinds({
      requestTask: buildTask({ properties: { ...rest, description: { ...description, description: 'Why.' } } }),
    }),
  ).toEqual(['text'])
  expect(kinds({ requestTask: buildTask({ properties: { ...rest, description: { type: 'integer' } } }) })).toContain(
    'breaking',
  )
})
