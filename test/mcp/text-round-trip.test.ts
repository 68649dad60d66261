import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { buildTools } from '../../src/mcp/catalogue.ts'
import type { JsonSchema } from '../../src/mcp/schemas.ts'
import { isTruncated, unescapeInvisibleAll, escapeInvisible } from '../../src/mcp/untrusted.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'
import { connectAgent, type Agent, type ToolResult } from '../support/mcp.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const key = await createTokenClient(ada, org_id)

let ai: Agent
beforeAll(async () => {
  ai = await connectAgent(key, { toolsets: 'danger,all' })
})

/** Invisible characters, sequences that look like escapes, and their neighbors. */
const pieces = [
  ['\u200b', '\u200c', '\u200d', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u061c', '\u2028', '\u2800'],
  ['\u{e0041}', '\u{e0100}', '\ufe0f', '\u3164', '\r\n', '\r', '\n', '\t', '\u0007', '\u001b', '\u0085'],
  ['⟦', '⟧', '⟦U', '⟦U+', '⟦U+202E⟧', '⟦u+202e⟧', '⟦U+202e⟧', '⟦U+FFFFFF⟧', 'U+0041⟧', ' U+200B', '⟦…'],
  ['⟦… 12 more characters⟧', '… (12 more characters)', '…', '\\u202e', '&#8203;', '+202E⟧', '0041'],
  ['a', ' ', 'ß', 'é', 'e\u0301', 'می', 'क्', '👩', '👩‍👧', '❤', '1', '𝒜', '"', '\\', '<b>'],
].flat()
const written = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => `a${parts.join('')}z`)

test('unescaping returns the original text, whole or in parts', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(written, fc.string({ unit: 'binary' }))), (parts) => {
      const text = parts.join('')
      expect(unescapeInvisibleAll(escapeInvisible(text))).toBe(text)
      expect(unescapeInvisibleAll(parts.map(escapeInvisible).join(''))).toBe(text)
      expect(isTruncated(escapeInvisible(text))).toBe(false)
    }),
    { numRuns: 3000 },
  )
})

/** A text that a tool writes: its container, and functions that store, read and write it. */
interface Field {
  create: (text: string) => Promise<string>
  stored: (id: string) => Promise<unknown>
  read: (id: string) => Promise<ToolResult>
  write: (id: string, displayed: ToolResult) => Promise<unknown>
}

const readBody = async (path: string) => expectStatus(await ada.get(path), 200)
const readResource = async (uri: string) =>
  JSON.parse(((await ai.mcp.readResource({ uri })).contents[0] as { text: string }).text) as ToolResult
const buildTaskField = (name: string) => ({
  stored: async (id: string) => (await readBody(`/v1/tasks/${id}`))[name] as unknown,
  read: async (id: string) => (await ai.call('get_task', { task_id: id }))[name] as ToolResult,
  write: (id: string, displayed: ToolResult) =>
    ai.call('update_tasks', { updates: [{ task_id: id, [name]: displayed }] }),
})
const buildCopiedField = (name: string) => ({
  ...buildTaskField(name),
  write: async (_: string, displayed: ToolResult) => {
    const task = { title: 'Copy', [name]: displayed }
    return (await ai.call('create_tasks', { tasks: [task] })).results[0].task_id as unknown
  },
})
const postTask = async (values: object) => {
  const response = await ada.post('/v1/tasks', { body: { org_id, title: 'Crane', ...values } })
  fc.pre(response.status !== 422)
  return expectStatus(response, 200).task_id as string
}
const buildProjectField = (name: string, write: Field['write']): Field => ({
  create: async (text) => {
    const response = await ada.post('/v1/projects', { body: { org_id, name: 'Quay', [name]: text } })
    fc.pre(response.status !== 422)
    return expectStatus(response, 200).project_id as string
  },
  stored: async (id) => (await readBody(`/v1/projects/detail/${id}`))[name] as unknown,
  read: async (id) => (await readResource(`svc://project/${id}`))[name] as ToolResult,
  write,
})
const toTags = (text: string) => text.replaceAll(',', ' ').slice(0, 40)

const fields: Record<string, Field> = {
  'create_tasks.tasks[].title': { create: (title) => postTask({ title }), ...buildCopiedField('title') },
  'create_tasks.tasks[].description': {
    create: (description) => postTask({ description }),
    ...buildCopiedField('description'),
  },
  'create_tasks.tasks[].tags[]': { create: (text) => postTask({ tags: [toTags(text)] }), ...buildCopiedField('tags') },
  'update_tasks.updates[].title': { create: (title) => postTask({ title }), ...buildTaskField('title') },
  'update_tasks.updates[].description': {
    create: (description) => postTask({ description }),
    ...buildTaskField('description'),
  },
  'update_tasks.updates[].tags[]': { create: (text) => postTask({ tags: [toTags(text)] }), ...buildTaskField('tags') },
  'comment.content': {
    create: async (content) => {
      const task_id = await postTask({})
      const response = await ada.post('/v1/task-comments', { body: { task_id, content } })
      fc.pre(response.status !== 422)
      return expectStatus(response, 201).task_id as string
    },
    stored: async (id) => (await readBody(`/v1/task-comments?task_id=${id}`)).data[0].content as unknown,
    read: async (id) => (await ai.call('get_task', { task_id: id })).comments[0].content as ToolResult,
    write: async (_, content) => {
      const task_id = await postTask({})
      await ai.call('comment', { task_id, content })
      return task_id
    },
  },
  'save_project.name': buildProjectField('name', (id, name) => ai.call('save_project', { project: id, name })),
  'save_project.description': buildProjectField('description', (id, description) =>
    ai.call('save_project', { project: id, description }),
  ),
  'call_operation.body': {
    create: (text) => postTask({ metadata: [{ note: text, [`key${text}`]: 1 }] }),
    ...buildTaskField('metadata'),
    read: async (id) =>
      (await ai.call('call_operation', { id: 'tasks.read', params: { task_id: id } })).answer.metadata as ToolResult,
    write: (id, metadata) =>
      ai.call('call_operation', { id: 'tasks.update', params: { task_id: id }, body: { metadata } }),
  },
}

test.each(Object.entries(fields))('%s: text that was read and is written back is unchanged', async (_, field) => {
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      const id = await field.create(text)
      const before = await field.stored(id)
      const target = await field.write(id, await field.read(id))
      const after = await field.stored(typeof target === 'string' ? target : id)
      expect(after).toEqual(before)
    }),
    { numRuns: 12, maxSkipsPerRun: 20, examples: [['a\u202e⟦U+202E⟧\r\n\u200b\u200bz']] },
  )
})

test.each([
  ['as it is', (json: string) => json],
  [
    'in ASCII',
    (json: string) => json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
])('a body that is sent as the JSON of an object, %s, is unchanged too', async (_, encode) => {
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      const from = await postTask({ metadata: [{ note: text, [`key${text}`]: 1 }] })
      const { answer } = await ai.call('call_operation', { id: 'tasks.read', params: { task_id: from } })
      const to = await postTask({})
      const write = { id: 'tasks.update', params: { task_id: to } }
      await ai.call('call_operation', {
        ...write,
        body: encode(JSON.stringify({ metadata: answer.metadata })),
      })
      expect((await readBody(`/v1/tasks/${to}`)).metadata).toEqual((await readBody(`/v1/tasks/${from}`)).metadata)
    }),
    { numRuns: 8, maxSkipsPerRun: 20, examples: [['a\u0007\u001b"\u202e⟦U+202E⟧\r\nz']] },
  )
  const displayed = encode(JSON.stringify({ metadata: [{ note: 'a⟦… 12 more characters⟧' }] }))
  const call = { id: 'tasks.update', params: { task_id: await postTask({}) }, body: displayed }
  expect((await ai.fail('call_operation', call)).message).toContain('truncated')
})

test('a text that was shown truncated is not written back, and the rest of the call is not executed', async () => {
  const { project_id } = expectStatus(
    await ada.post('/v1/projects', { body: { org_id, name: 'Slipway', description: 'long '.repeat(2000) } }),
    200,
  )
  const { description } = await readResource(`svc://project/${project_id}`)
  const before = await readBody(`/v1/projects/detail/${project_id}`)
  for (const args of [
    { project: project_id, description, priority: 'high' },
    { project: project_id, description: `${description}\nMore`, priority: 'high' },
  ])
    expect((await ai.fail('save_project', args)).message).toContain('truncated')
  expect(await readBody(`/v1/projects/detail/${project_id}`)).toEqual(before)
})

/** Arguments that are names or enum values, and not user content. */
const noText =
  /(_ids?\[?\]?|reply_to|version|idempotency_key|status|priority|task_type|assignee|_date|owner|visibility|prefix|preset|project|team|sprint|milestone|goal|section|sub_tasks\[\]|dependencies\[\]|mentions\[\]|team_members\[\]|call_operation\.id|clear\[\]|take_out_of\[\]|take|cursor)$/

test('every text argument of a writing tool is covered here', () => {
  const byId = new Map(operations.map((op) => [op.id, op]))
  const texts: string[] = []
  const visitNode = (schema: JsonSchema | undefined, place: string): void => {
    if (!schema) return
    if ([schema.type].flat().includes('string')) texts.push(place)
    for (const [name, one] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
      visitNode(one, `${place}.${name}`)
    visitNode(schema.items as JsonSchema | undefined, `${place}[]`)
  }
  for (const tool of buildTools((id) => byId.get(id)!))
    if (!tool.annotations.readOnlyHint) visitNode(tool.input, tool.name)
  expect(texts.filter((place) => !noText.test(place) && !(place in fields))).toEqual([])
})
