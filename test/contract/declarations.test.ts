import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isWrite, getResourceName, type AnyOperation } from '../../src/http/operation.ts'
import { scopeNames } from '../../src/core/scopes.ts'
import { supportsIfMatch } from '../../src/http/openapi/parameters.ts'
import { eventDescriptions } from '../../src/event-types.ts'
import { toErrorItems } from '../../src/http/validation-errors.ts'
import { operations } from '../../src/operations.ts'
import { eventGroups, toEventResource } from '../../src/resources/platform/events/catalog.ts'
import { findCall, calledIds } from './calls/index.ts'
import { expectSchema, nameOperations, getOperation } from './harness.ts'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'handle' in value && 'authorize' in value && 'path' in value
const resources = new URL('../../src/resources/', import.meta.url)
const sources = new URL('../../src/', import.meta.url)
const files = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const declared: { op: AnyOperation; folder: string }[] = []
/** Types of events from `events.ts` of the resources, shared by several operations. */
const shared: string[] = []
for (const file of files) {
  const exported = (await import(new URL(file, resources).href)) as Record<string, unknown>
  for (const op of Object.values(exported).filter(isOperation))
    declared.push({ op, folder: file.split('/').slice(0, 2).join('/') })
  if (/(^|\/)events\.ts$/.test(file))
    shared.push(...Object.values(exported).flatMap((words) => Object.keys(words as object)))
}

describe('operation list', () => {
  test('contains every operation that a resource declares', () => {
    expect(declared.length).toBeGreaterThan(200)
    const listed = new Set(operations.map((op) => op.id))
    expect(declared.filter(({ op }) => !listed.has(op.id)).map(({ op }) => op.id)).toEqual([])
  })

  test('has unique ids and routes', () => {
    expect(findDuplicates(operations.map((op) => op.id))).toEqual([])
    expect(findDuplicates(operations.map((op) => `${op.method} ${op.path.replaceAll(/\{\w+\}/g, '{}')}`))).toEqual([])
  })

  test('names the path of what each 201 has created', () => {
    const paths = new Set(operations.map((op) => op.path))
    const unnamed = operations.filter(({ reply }) => reply.status === 201 && !paths.has(reply.created))
    expect(unnamed.map((op) => op.id)).toEqual([])
    const unknown = operations.filter(({ reply }) => reply.created !== undefined && !paths.has(reply.created))
    expect(unknown.map((op) => op.id)).toEqual([])
  })

  // The tasks of a team are declared with the tasks, because the team resource does not depend on them; nor do members on the
  // work that they hand over.
  const movedUp = ['teams.list_tasks', 'organization-members.hand_over']

  test('declares each resource in one folder', () => {
    const folders = new Map<string, Set<string>>()
    for (const { op, folder } of declared.filter((one) => !movedUp.includes(one.op.id)))
      folders.set(getResourceName(op), (folders.get(getResourceName(op)) ?? new Set()).add(folder))
    const spread = [...folders].filter(([, places]) => places.size > 1).map(([resource]) => resource)
    expect(spread).toEqual([])
  })

  test('has a test call for every operation, and no other calls', () => {
    const ids = operations.map((op) => op.id)
    const missing = ids.filter((id) => !calledIds.includes(id))
    expect(missing, 'add calls of these operations in test/contract/calls').toEqual([])
    expect(calledIds.filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('event catalog', () => {
  test('has one description per event, a sentence', () => {
    const said = operations.flatMap((op) => Object.entries(op.emits ?? {}))
    expect(said.filter(([type, words]) => eventDescriptions[type] !== words)).toEqual([])
    const odd = Object.entries(eventDescriptions).filter(([, words]) => !/^[A-Z].{8,}\.$/.test(words))
    expect(odd, 'describe the event in a sentence').toEqual([])
  })

  test('contains every emitted event', () => {
    const written = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(new URL(file, sources), 'utf8').matchAll(/\btype: '([a-z_]+\.[a-z_]+)'/g)])
      .map(([, type]) => type!)
    expect(written.length).toBeGreaterThan(20)
    expect(
      written.filter((type) => !(type in eventDescriptions)),
      'describe these where they are emitted',
    ).toEqual([])
  })

  test('contains only events that an operation emits', () => {
    const emitted = new Set(operations.flatMap((op) => Object.keys(op.emits ?? {})))
    expect(shared.filter((type) => !emitted.has(type))).toEqual([])
    const leading = Object.entries(eventGroups).flatMap(([name, { first = [] }]) =>
      first.map((verb) => `${name}.${verb}`),
    )
    expect(leading.filter((type) => !(type in eventDescriptions))).toEqual([])
  })

  test('has exactly the resources of the events', () => {
    expect(Object.keys(eventGroups).toSorted()).toEqual(
      [...new Set(Object.keys(eventDescriptions).map(toEventResource))].toSorted(),
    )
  })
})

const findDuplicates = (values: string[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe.each(nameOperations(operations))('%s', (_, op) => {
  test('has a complete declaration', () => {
    expect(op.id).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
    expect(op.path).toMatch(/^\/v1\/[a-z0-9_{}/.-]+$/)
    expect(op.summary.length).toBeGreaterThan(5)
    expect(['none', 'any', 'session', ...scopeNames]).toContain(op.scope)
    if (op.reply.status !== 204) expect(op.reply.schema ?? op.reply.also ?? op.reply.file).toBeDefined()
    for (const name of Object.keys(op.params ?? {})) expect(op.path).toContain(`{${name}}`)
    if (op.deprecated) expect(operations.map((op) => op.path)).toContain(op.deprecated.successor)
  })

  test('requires a write scope exactly if it writes', () => {
    if (!scopeNames.includes(op.scope as never) || op.scope === 'admin') return
    expect(op.scope.endsWith(':write')).toBe(isWrite(op))
  })

  test('has examples that match its schemas', () => {
    if (op.example?.body !== undefined) expectSchema(op.body!, op.example.body)
    if (op.example?.reply !== undefined) expectSchema(op.reply.schema!, op.example.reply)
    const known = Object.keys((op.query as { properties?: object } | undefined)?.properties ?? {})
    for (const name of Object.keys(op.example?.query ?? {}))
      expect(name.startsWith('filter[') || [...known, 'limit', 'cursor', 'sort_by', 'sort_order'].includes(name)).toBe(
        true,
      )
  })

  test('describes the format of a text with a pattern', () => {
    const patterns = [op.body, op.query].flatMap((schema) => findPatterns(schema))
    for (const parentSchema of patterns) {
      const { pattern } = parentSchema
      const error = {
        keyword: 'pattern',
        instancePath: '/x',
        schemaPath: '',
        params: { pattern },
        parentSchema,
      }
      expect(toErrorItems([error], 'body')[0]!.msg).not.toMatch(/^must match/)
    }
  })

  test('marks ignored query parameters as deprecated', () => {
    type Property = { description?: string; deprecated?: boolean }
    const { properties = {} } = (op.query ?? {}) as { properties?: Record<string, Property> }
    const ignored = Object.entries(properties).filter(([, { description = '' }]) => /ignored\./.test(description))
    expect(ignored.filter(([, property]) => !property.deprecated).map(([name]) => name)).toEqual([])
  })

  test('names the read that returns the ETag for If-Match', () => {
    const subject = calledIds.includes(op.id) ? findCall(op).subject : undefined
    expect(['GET', 'POST']).toContain(subject === undefined ? 'GET' : getOperation(subject).method)
    if (supportsIfMatch(op) || (isWrite(op) && op.method !== 'POST' && !unversioned.includes(op.id)))
      expect(subject, 'name a `subject` in its call').toBeDefined()
  })
})

function findPatterns(schema: unknown): { pattern: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema as { pattern: string }] : []
  return [...own, ...Object.values(schema).flatMap(findPatterns)]
}

/** Writes without a single target resource. */
const unversioned: string[] = ['view-pins.reorder']
