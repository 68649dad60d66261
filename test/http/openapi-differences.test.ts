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
const buildBody = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const buildEnum = (...words: string[]) => ({ type: 'string', enum: words })

const buildDocument = ({
  requestTask = buildTask(),
  responseTask = buildTask(),
  requestState = buildEnum('open'),
  responseState = buildEnum('open'),
  more = {},
} = {}) => ({
  paths: {
    '/tasks': {
      post: {
        parameters: [{ name: 'org_id', in: 'query' }],
        requestBody: buildBody('Made'),
        responses: { 200: buildBody('Told') },
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
const listDifferenceKinds = (after: object) =>
  findDifferences(buildDocument(), buildDocument(after)).map(({ kind }) => kind)
const { title } = buildTask().properties
const titleAlone = buildTask({ properties: { title } })

test('reports no difference between equal documents', () => expect(listDifferenceKinds({})).toEqual([]))

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
  ['an enum value of a request is removed', { requestState: buildEnum('shut') }],
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
])('breaking: %s', (_, after) => expect(listDifferenceKinds(after)).toContain('breaking'))

const larger = buildTask({ properties: { ...buildTask().properties, due_date: { type: 'string' } } })

test.each([
  ['a response field is added', { responseTask: larger }],
  ['a request field is added', { requestTask: larger }],
  ['a request field becomes optional', { requestTask: buildTask({ required: [] }) }],
  ['a response field becomes required', { responseTask: buildTask({ required: ['title', 'description'] }) }],
  ['an enum value of a request is added', { requestState: buildEnum('open', 'shut') }],
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
])('additive: %s', (_, after) => expect(new Set(listDifferenceKinds(after))).toEqual(new Set(['additive'])))

test('classifies description texts as text, and a field called description as a field', () => {
  const { description, ...rest } = buildTask().properties
  expect(
    listDifferenceKinds({
      requestTask: buildTask({ properties: { ...rest, description: { ...description, description: 'Why.' } } }),
    }),
  ).toEqual(['text'])
  expect(
    listDifferenceKinds({ requestTask: buildTask({ properties: { ...rest, description: { type: 'integer' } } }) }),
  ).toContain('breaking')
})
