import { beforeAll, expect, test } from 'vitest'
import { MAX_RESULT_TOKENS, estimateTokens } from '../../src/mcp/results.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { connectAgent, type Agent, type ToolResult } from '../support/mcp.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const key = await createTokenClient(ada, org_id)
// Changes are listed from here on.
await waitForStableEvents(app)
const { since_next: since } = await (await connectAgent(key)).call('get_context')
// Titles of all lengths, with four-byte characters and characters that need escaping.
const titles = Array.from({ length: 150 }, (_, at) => `${at} ${['x', '𝒜', '\u202e'][at % 3]!.repeat((at * 37) % 490)}`)
await Promise.all(
  titles.map((title) =>
    createTask(ada, org_id, { project_id, title, tags: ['iron', 'steel'], description: 'y'.repeat(2000) }),
  ),
)
await Promise.all(
  Array.from({ length: 100 }, (_, at) => createProject(ada, org_id, { name: `${at} ${'𝒜'.repeat(90)}` })),
)
await waitForStableEvents(app)

let ai: Agent
beforeAll(async () => {
  ai = await connectAgent(key)
})

/** Limits of a result: its text and its structured form. */
const estimateSize = ({ content, structuredContent }: ToolResult): number =>
  estimateTokens(content[0].text as string) + estimateTokens(structuredContent)

test.each([
  ['search_tasks', { limit: 200 }, 'tasks', 'task_id', 150],
  ['list_projects', { limit: 200 }, 'projects', 'project_id', 101],
  ['list_changes', { since, project: 'Quay wall', limit: 200 }, 'changes', 'task_id', 150],
] as const)(
  '%s stays within its size limit, says when it is truncated, and continues without a gap',
  async (name, args, rows, id, all) => {
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    for (;;) {
      const result = await ai.callRaw(name, { ...args, cursor })
      expect(estimateSize(result)).toBeLessThanOrEqual(MAX_RESULT_TOKENS)
      const { truncated, next_cursor, ...rest } = result.structuredContent
      expect(truncated).toBe(next_cursor !== null)
      seen.push(...rest[rows].map((row: ToolResult) => row[id]))
      pages += 1
      if (next_cursor === null) break
      cursor = next_cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([all, all])
    expect(pages).toBeGreaterThan(1)
  },
)

test('a task of maximum size fits, and says what was omitted', async () => {
  const tags = Array.from({ length: 50 }, (_, at) => `${at}${'t'.repeat(45)}`)
  const created = await createTask(ada, org_id, {
    project_id,
    title: `${'\u202e'.repeat(499)}.`,
    tags,
    description: '𝒜'.repeat(40_000),
    type_data: { long: 'd'.repeat(15_000) },
    metadata: Array.from({ length: 20 }, () => ({ note: 'n'.repeat(700) })),
  })
  const comments = Array.from({ length: 12 }, () => 'c'.repeat(5000))
  for (const content of comments)
    expectStatus(await ada.post('/v1/task-comments', { body: { task_id: created.task_id, content } }), 200, 201)
  const result = await ai.callRaw('get_task', { task_id: created.task_id })
  expect(estimateSize(result)).toBeLessThanOrEqual(MAX_RESULT_TOKENS)
  expect(result.structuredContent.truncated).toBe(true)
  expect(result.structuredContent.comments_next).not.toBeNull()
})

test('batches and their results stay within their size limit', async () => {
  const buildTasks = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ title: `${at} ${'w'.repeat(480)}` }))
  expect(await ai.fail('create_tasks', { tasks: buildTasks(26) })).toMatchObject({ errors: [{ type: 'too_long' }] })
  const result = await ai.callRaw('create_tasks', { tasks: buildTasks(25) })
  expect(result.structuredContent).toMatchObject({ done: 25, failed: 0 })
  expect(estimateSize(result)).toBeLessThanOrEqual(MAX_RESULT_TOKENS)
  const updates = result.structuredContent.results.map(({ task_id }: ToolResult) => ({
    task_id,
    status: 'blocked',
  }))
  const changed = await ai.callRaw('update_tasks', { updates: [...updates, ...updates] })
  expect(changed.structuredContent.done).toBe(50)
  expect(estimateSize(changed)).toBeLessThanOrEqual(MAX_RESULT_TOKENS)
})
