import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Reply } from '../support/client.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { callable, expectSuccess, nameOperations, prepare, send } from './harness.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)

interface Property {
  type: string
  enum?: string[]
  items?: { enum?: string[] }
  onEmpty?: string
}
const listQueryProperties = (op: AnyOperation) =>
  Object.entries((op.query as { properties?: Record<string, Property> } | undefined)?.properties ?? {})

/** Parameters with a closed set of texts that only their description lists. */
const closedTexts = [
  'tasks.list status',
  'tasks.list section_scope',
  'tasks.count section_scope',
  'teams.list_tasks section_scope',
  'availability.range from',
  'availability.range to',
]

/** Lists the expected status of an empty value per parameter; undefined: treated as omitted. */
function listExpectedStatuses(op: AnyOperation): [name: string, status: number | undefined][] {
  const plain = listQueryProperties(op).map(([name, property]): [string, number | undefined] => {
    if (property.onEmpty === 'ignored') return [name, undefined]
    const words = property.enum ?? property.items?.enum
    const closed = words || property.type === 'boolean' || closedTexts.includes(`${op.id} ${name}`)
    return [name, closed ? 400 : 422]
  })
  const filters = Object.keys(op.filters ?? {}).map((key): [string, number | undefined] => [
    `filter[${key}]`,
    key === 'search' ? undefined : 400,
  ])
  const order = op.list && !op.list.unsortable ? ['sort_by', 'sort_order'] : []
  return [...plain, ...filters, ...order.map((name): [string, number] => [name, 400])]
}

describe.each(nameOperations(callable.filter((op) => listExpectedStatuses(op).length > 0)))('%s', (_, op) => {
  test('distinguishes an empty parameter from an omitted one', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const harmless: string[] = []
    for (const [name, status] of listExpectedStatuses(op)) {
      if (status === undefined) {
        harmless.push(name)
        continue
      }
      const reply = await send(caller, op, prepared, { query: { [name]: '' } })
      expect([name, reply.status]).toEqual([name, status])
      expect([name, reply.body.errors[0].loc]).toEqual([name, ['query', name]])
    }
    // A live response shows stable events only, so wait until there will be no more.
    if (op.reply.live) await waitForStableEvents(app)
    const empty = Object.fromEntries(harmless.map((name) => [name, '']))
    const reply = await send(caller, op, prepared, { query: empty })
    expectSuccess(op, reply)
    if (op.method !== 'GET') return
    const without = await send(caller, op, prepared)
    // The cursor of a live response is encrypted differently each time.
    const readContent = ({ body, text }: Reply) => (op.reply.live ? body.data : text)
    expect(readContent(reply)).toEqual(readContent(without))
  })
})
