import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/mcp/schemas.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { createTask } from '../support/factories.ts'
import { connectAgent, type Agent, type ToolResult } from '../support/mcp.ts'
import { createHarbour } from './fixtures.ts'

const app = await startApp()
const { ada, org_id, key, quay, crane } = await createHarbour(app)

let ai: Agent
let tools: { name: string; description?: string | undefined; inputSchema: JsonSchema }[]
beforeAll(async () => {
  ai = await connectAgent(key, { toolsets: 'danger,all' })
  tools = (await ai.mcp.listTools()).tools as typeof tools
})

function listParts(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return [
    [path, schema],
    ...properties.flatMap(([name, one]) => listParts(one, `${path}.${name}`)),
    ...(schema.items ? listParts(schema.items as JsonSchema, `${path}[]`) : []),
  ]
}

const basic = 'type description enum items properties required additionalProperties'.split(' ')
/** Keywords that the strict modes accept, from the vendors' documentation. */
const keywords: Record<string, string[]> = {
  openai: [
    'anyOf const $ref $defs pattern format multipleOf maximum minimum exclusiveMaximum exclusiveMinimum',
    'minItems maxItems',
  ],
  anthropic: ['anyOf allOf const $ref $defs default format'],
  gemini: [
    'anyOf nullable title default minItems maxItems minimum maximum minLength maxLength pattern format',
    'propertyOrdering example',
  ],
}
const formats: Record<string, string[]> = {
  openai: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  anthropic: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  gemini: ['enum', 'date-time'],
}

describe.each(Object.keys(keywords))('%s', (model) => {
  test('accepts every tool in its strict mode', () => {
    expect(tools.length).toBeGreaterThan(15)
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      const { $schema: _, ...schema } = inputSchema
      for (const [path, one] of listParts(schema, name)) {
        const known = [...basic, ...keywords[model]!.join(' ').split(' ')]
        const unknown = Object.keys(one).filter((keyword) => !known.includes(keyword))
        expect([path, unknown]).toEqual([path, []])
        // Gemini accepts one type; none of them infers the type of an enum.
        expect([path, typeof one.type]).toEqual([path, 'string'])
        if (one.enum) expect([path, one.type]).toEqual([path, 'string'])
        if (one.format) expect(formats[model]).toContain(one.format)
        if (one.type === 'array') expect([path, typeof one.items]).toEqual([path, 'object'])
        if (one.type === 'object')
          expect([path, one.additionalProperties, typeof one.properties]).toEqual([path, false, 'object'])
      }
    }
  })
})

test('no description is empty or names an unknown argument', () => {
  for (const { name, description, inputSchema } of tools) {
    const all = listParts(inputSchema, name)
    const names = all.map(([path]) => path.replaceAll('[]', '').split('.').at(-1)!)
    const others =
      'task_id comment_id version true next since_next find_operation call_operation next_cursor comments_next description_next'
    const words = [...others.split(' '), ...names]
    for (const [path, { description: said }] of [[name, { description }] as const, ...all]) {
      if (said === undefined) continue
      expect([path, String(said).trim().length > 0]).toEqual([path, true])
      expect([path, String(said)]).not.toEqual([path, expect.stringContaining('filter[')])
      for (const [, word] of String(said).matchAll(/`([^`]+)`/g))
        expect([path, words]).toEqual([path, expect.arrayContaining([word])])
    }
  }
})

/** Builds arguments as strict function calling sends them: null for everything optional. */
function withNulls(schema: JsonSchema, name = ''): unknown {
  const type = schema.type as string
  if (schema.enum) return (schema.enum as string[])[0]
  if (type === 'array') return [withNulls(schema.items as JsonSchema, name.replace(/s$/, ''))]
  if (type === 'integer') return 1
  if (type === 'boolean') return false
  if (type === 'string') return { task_id: crane.task_id, since: '7d', id: 'teams.list' }[name] ?? 'Nothing'
  const required = (schema.required ?? []) as string[]
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>)
  return Object.fromEntries(properties.map(([own, one]) => [own, required.includes(own) ? withNulls(one, own) : null]))
}

test('every tool accepts null for an unused argument', async () => {
  const before = expectStatus(await ada.get(`/v1/tasks/${crane.task_id}`), 200)
  for (const { name, inputSchema } of tools) {
    if (name === 'delete_tasks') continue
    const result = await ai.callRaw(name, withNulls(inputSchema) as object)
    expect([name, JSON.stringify(result.structuredContent)]).not.toEqual([
      name,
      expect.stringContaining('do not fit the tool'),
    ])
    expect([name, JSON.stringify(result.structuredContent)]).not.toEqual([
      name,
      expect.stringContaining('The item does not fit'),
    ])
  }
  const after = expectStatus(await ada.get(`/v1/tasks/${crane.task_id}`), 200)
  expect({ ...after, comments: 0 }).toEqual({ ...before, comments: 0 })
})

test('an update with nulls leaves unnamed fields, and `clear` empties', async () => {
  const values = {
    description: 'Long',
    assignee: 'ben',
    due_date: '2027-03-01',
    tags: ['iron'],
    priority: 'high',
  }
  const { task_id } = await createTask(ada, org_id, values)
  const nulls = Object.fromEntries(
    [...Object.keys(values), 'version', 'clear', 'start_date'].map((name) => [name, null]),
  )
  await ai.call('update_tasks', { updates: [{ ...nulls, task_id, title: 'Named' }], idempotency_key: null })
  const read = async () => expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
  expect(await read()).toMatchObject({ ...values, title: 'Named' })
  await ai.call('update_tasks', { updates: [{ task_id, clear: ['due_date', 'assignee'] }] })
  expect(await read()).toMatchObject({ ...values, title: 'Named', due_date: null, assignee: null })
  const { results } = await ai.fail('update_tasks', { updates: [{ task_id, due_date: null }] })
  expect(results[0].error.message).toContain('`clear`')
})

test('a bad item of a batch is reported, and the others are done', async () => {
  const { results, done, failed } = await ai.call('create_tasks', {
    tasks: [
      { title: 'Good' },
      { titel: 'Misspelt' },
      { title: 'Bad', status: 'doing' },
      'no object',
      { title: 'Good too' },
    ],
  })
  expect([done, failed, results.map(({ ok }: ToolResult) => ok)]).toEqual([2, 3, [true, false, false, false, true]])
  expect(results[1].error.errors.map(({ loc }: ToolResult) => loc.join('.')).toSorted()).toEqual([
    'arguments.tasks.1.titel',
    'arguments.tasks.1.title',
  ])
  expect(results[2].error.errors[0].allowed).toContain('in_progress')
  const { task_id } = results[0]
  const moved = await ai.call('move_tasks', { task_ids: [7, task_id], project: 'Quay wall' })
  expect(moved.results.map(({ ok }: ToolResult) => ok)).toEqual([false, true])
})

test('tasks are counted by shared attributes', async () => {
  const open = ['not_started', 'in_progress']
  for (let at = 0; at < 3; at++) await createTask(ada, org_id, { title: 'Load', assignee: 'ben' })
  await createTask(ada, org_id, { title: 'Load', assignee: 'ada' })
  const filters = { status: open, search: 'Load', count_by: 'assignee' }
  expect(await ai.call('search_tasks', filters)).toMatchObject({
    count: 4,
    groups: [
      { key: 'ben', count: 3 },
      { key: 'ada', count: 1 },
    ],
  })
})

describe('list_changes', () => {
  test('shows the newest change first, with time, user and change', async () => {
    const { project_id } = quay
    const old = await createTask(ada, org_id, { project_id, title: 'A: first by title' })
    const late = await createTask(ada, org_id, { project_id, title: 'Z: last by title' })
    await ada.patch(`/v1/tasks/${old.task_id}`, { body: { status: 'in_progress' } })
    await ada.patch(`/v1/tasks/${late.task_id}`, { body: { priority: 'high' } })
    await waitForStableEvents(app)
    const { changes } = await ai.call('list_changes', { since: '1h', project: 'Quay wall' })
    const [first, second] = changes
    expect([first.task_id, second.task_id]).toEqual([late.task_id, old.task_id])
    expect(first).toMatchObject({ updated_by: 'ada', updated_at: expect.any(String) })
    expect(first.changes[0]).toMatchObject({
      by: 'ada',
      at: expect.any(String),
      action: 'updated',
      changed: [{ field: 'priority', old: 'none', new: 'high' }],
    })
  })

  test.each(['today', 'yesterday', '7d', '24h', '2 weeks ago', '90m', '2026-01-01', '2026-01-01T10:00:00Z'])(
    'accepts %s',
    async (since) => {
      const { kind, changes } = await ai.call('list_changes', { since, limit: 1 })
      expect([kind, changes.length]).toEqual(['tasks', 1])
    },
  )

  test.each(['today', '7d', '90m', '2026-01-01T10:00:00Z'])(
    'accepts %s for all pages, each task once',
    async (since) => {
      for (const title of ['One', 'Two', 'Three']) await createTask(ada, org_id, { title })
      const whole = await ai.call('list_changes', { since })
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await ai.call('list_changes', { since, limit: 2, ...(cursor && { cursor }) })
        ids.push(...page.changes.map((one: { task_id: string }) => one.task_id))
        expect(page.truncated).toBe(page.next_cursor !== null)
        cursor = page.next_cursor as string | null
        app.clock.advance(1000)
      }
      expect(whole.next_cursor).toBeNull()
      expect(ids.length).toBeGreaterThan(2)
      expect(ids).toEqual(whole.changes.map((one: { task_id: string }) => one.task_id))
    },
  )

  test.each(['recently', 'last tuesday', '2026-13-01', '-3d', ''])('rejects %j with an explanation', async (since) => {
    expect((await ai.fail('list_changes', { since })).message).toContain('yesterday')
  })

  test('uses the user’s time zone', async () => {
    const zone = 'Pacific/Kiritimati'
    expectStatus(await ada.patch('/v1/me/preferences', { body: { time_zone: zone } }), 200)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(app.clock.now())
    const { since } = await ai.call('list_changes', { since: 'today' })
    expect(since).toBe(new Date(`${today}T00:00:00+14:00`).toISOString())
  })
})
