import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { operations } from '../../src/operations.ts'
import { filterTools, presentTool, buildTools } from '../../src/mcp/catalogue.ts'
import { estimateTokens } from '../../src/mcp/results.ts'
import type { JsonSchema } from '../../src/mcp/schemas.ts'
import { projectAttributes, projectBodyMapping as ofProjects } from '../../src/mcp/tools/projects.ts'
import { taskRowAttributes } from '../../src/mcp/tools/task-rows.ts'
import { taskBodyMappings as ofTasks } from '../../src/mcp/tools/write-tasks.ts'

const byId = new Map(operations.map((op) => [op.id, op]))
const findOperation = (id: string): AnyOperation => {
  const found = byId.get(id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}
const tools = buildTools(findOperation)
const findTool = (name: string) => tools.find((one) => one.name === name)!
const anybody = { token: null } as never

test('definitions of the default tools take at most 5,000 tokens, at 3.5 bytes a token', () => {
  const usual = filterTools(tools, new Set(['default']), anybody)
  expect(usual).toHaveLength(13)
  expect(estimateTokens({ tools: usual.map(presentTool) })).toBeLessThanOrEqual(5000)
})

test('every operation that a tool names exists', () => {
  const called = tools.flatMap(({ requiredOperations: needs, optionalOperations: may = [] }) => [...needs, ...may])
  expect(called.filter((id) => !byId.has(id))).toEqual([])
})

type Properties = Record<string, JsonSchema & { enum?: string[]; items?: JsonSchema; deprecated?: boolean }>
const listInputs = (name: string): Properties => findTool(name).input.properties as Properties
const getItems = (name: string, list: string) =>
  (listInputs(name)[list]!.items as { properties: Properties }).properties

test('the search accepts every filter, value and sort of the task list', () => {
  const { filters, list } = findOperation('tasks.list')
  const given = listInputs('search_tasks')
  const names = Object.keys(filters!).map((name) => (name === 'custom.KEY' ? 'custom' : name))
  expect(Object.keys(given)).toEqual([...names, 'sort_by', 'sort_order', 'count_by', 'limit', 'cursor'])
  expect(given.sort_by!.enum).toEqual(Object.keys(list!.sorts))
  for (const [name, spec] of Object.entries(filters!))
    if (spec.kind === 'enum') expect((given[name]!.items as JsonSchema).enum).toEqual(spec.values)
})

test.each([
  ['tasks.create', () => getItems('create_tasks', 'tasks'), ofTasks.create],
  ['tasks.update', () => getItems('update_tasks', 'updates'), ofTasks.update],
  ['projects.create', () => listInputs('save_project'), ofProjects],
] as const)('each attribute of %s is offered, or listed as omitted', (id, offered, taken) => {
  const { properties } = findOperation(id).body as { properties: Properties }
  const getArgumentName = (name: string) => taken.renamed?.[name]?.as ?? name
  const current = Object.keys(properties).filter((name) => !properties[name]!.deprecated)
  const missing = current.filter((name) => !(getArgumentName(name) in offered()) && !taken.omitted.includes(name))
  expect(missing).toEqual([])
  for (const name of current) {
    const [own, published] = [properties[name]!.enum, offered()[getArgumentName(name)]?.enum]
    if (own && published) expect(published.filter(Boolean)).toEqual(own.filter(Boolean))
  }
  // Keeps this list current: each exception must still differ.
  const stale = [...taken.omitted, ...Object.keys(taken.renamed ?? {})].filter((name) => !(name in properties))
  expect(stale.filter((name) => !['project_id', 'editors_can_add_members'].includes(name))).toEqual([])
})

test('lists present attributes that their operations return', () => {
  const listAttributes = (id: string) => {
    const schema = findOperation(id).reply.schema as unknown as { anyOf?: JsonSchema[] }
    const { properties } = (schema.anyOf?.[0] ?? schema) as unknown as {
      properties: { data: { items: JsonSchema } }
    }
    const { items } = properties.data as {
      items: { properties?: JsonSchema; oneOf?: { properties: JsonSchema }[] }
    }
    return Object.keys(items.properties ?? items.oneOf![0]!.properties)
  }
  expect(listAttributes('tasks.list')).toEqual(expect.arrayContaining([...taskRowAttributes]))
  expect(listAttributes('projects.list')).toEqual(expect.arrayContaining([...projectAttributes]))
})

test('the guide describes every tool in the tool’s own words', () => {
  const rows = [...readFileSync('docs/mcp.md', 'utf8').matchAll(/^\| `(\w+)` +\| (.+?) +\| (yes|no) +\| (\w+) +\|$/gm)]
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    tools.map(({ name, title, annotations, toolset }) => [
      name,
      title,
      annotations.readOnlyHint ? 'no' : 'yes',
      toolset,
    ]),
  )
})
