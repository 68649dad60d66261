import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { startApp } from '../support/app.ts'
import type { AnyOperation } from '../../src/http/operation.ts'
import type { Prepared } from './call.ts'
import { findCall } from './calls/index.ts'
import { expectSchema, expectSuccess, lists, nameOperations, prepare, reads, send } from './harness.ts'
import { createTokenClient } from '../support/factories.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)
const expected = 7

type Query = Record<string, string>
type Row = Record<string, unknown>

async function prepareFilledList(op: AnyOperation): Promise<{ prepared: Prepared; caller: Client }> {
  const call = findCall(op)
  const prepared = await prepare(fixture, op)
  const caller = prepared.as ?? fixture.owner
  const there = await send(caller, op, prepared)
  expectSuccess(op, there)
  if (!call.createAnotherRow)
    expect(there.body.data.length, `${op.id} needs \`another\` in its call`).toBeGreaterThanOrEqual(expected)
  else for (let i = there.body.data.length; i < expected; i++) await call.createAnotherRow(fixture, prepared, i)
  return { prepared, caller }
}

async function paginate(op: AnyOperation, caller: Client, prepared: Prepared, query: Query): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 0, cursor: string | null = ''; cursor !== null; page++) {
    const reply: Reply = await send(caller, op, prepared, { query: { ...query, ...(cursor && { cursor }) } })
    expectSuccess(op, reply)
    expectSchema(op.reply.schema!, reply.body)
    expect(reply.body.data.length).toBeLessThanOrEqual(Number(query.limit))
    found.push(...reply.body.data)
    cursor = reply.body.next_cursor
    if (page > 500) throw new Error(`${op.id} has more than 500 pages`)
  }
  return found
}

describe.each(nameOperations(lists))('%s', (_, op) => {
  const sorts: Query[] = [{}]
  if (!op.list!.unsortable) {
    sorts.push({ sort_order: 'desc' })
    for (const sort_by of Object.keys(op.list!.sorts))
      for (const sort_order of ['asc', 'desc']) sorts.push({ sort_by, sort_order })
  }

  test('returns each row once across pages, in every sort order', async () => {
    const { prepared, caller } = await prepareFilledList(op)
    const before = new Map<string, string[]>()
    for (const sort of sorts) {
      const read = async (): Promise<[whole: Row[], paged: Row[]]> => [
        await paginate(op, caller, prepared, { ...sort, limit: '1000' }),
        await paginate(op, caller, prepared, { ...sort, limit: '3' }),
      ]
      let [whole, paged] = await read()
      // The time of last use of tokens is written every 30 seconds, possibly between the two reads.
      if (!isDeepStrictEqual(whole, paged)) [whole, paged] = await read()
      expect(whole.length).toBeGreaterThanOrEqual(expected)
      expect(paged).toEqual(whole)
      const rows = whole.map((row) => JSON.stringify(row))
      expect(new Set(rows).size).toBe(rows.length)
      before.set(JSON.stringify(sort), rows)
    }
    for (const sort_by of Object.keys(op.list!.unsortable ? {} : op.list!.sorts)) {
      const [asc, desc] = ['asc', 'desc'].map((sort_order) => before.get(JSON.stringify({ sort_by, sort_order }))!)
      // Rows without a value are last in both directions.
      const full = op.list!.sorts[sort_by]!.every((key) => !key.nullable)
      if (full) expect([sort_by, desc]).toEqual([sort_by, asc!.toReversed()])
      else expect([sort_by, desc!.toSorted()]).toEqual([sort_by, asc!.toSorted()])
    }
  })

  test('rejects invalid parameters and names the allowed ones', async () => {
    const prepared = await prepare(fixture, op)
    const sendQuery = (query: Record<string, string | string[]>) =>
      send(prepared.as ?? fixture.owner, op, prepared, { query })
    for (const limit of ['0', '-1', 'x', '1.5']) {
      const reply = await sendQuery({ limit })
      expect([limit, reply.status, reply.body.type]).toEqual([limit, 422, 'urn:svc:problem:validation'])
      expect(reply.body.errors[0].loc).toEqual(['query', 'limit'])
    }
    expect((await sendQuery({ limit: '5000' })).status).toBe(200)
    const bad: [string, string][] = [
      ['cursor', 'nonsense'],
      ['cursor', `${Buffer.from('["x","y"]').toString('base64url')}.0123456789abcdefghijkl`],
      ['filter[nonsense]', '1'],
    ]
    if (!op.list!.unsortable) bad.push(['sort_by', 'nonsense'], ['sort_by', '__proto__'], ['sort_order', 'up'])
    for (const [name, value] of bad) {
      const reply = await sendQuery({ [name]: value })
      expect([name, reply.status, reply.body.type]).toEqual([name, 400, 'urn:svc:problem:invalid-parameter'])
      const [item] = reply.body.errors
      expect(item.loc).toEqual(['query', name])
      const sorts = [...Object.keys(op.list!.sorts), ...(op.list!.customSorts ? ['custom.KEY'] : [])]
      if (name === 'sort_by') expect(item.allowed).toEqual(sorts)
      if (name === 'filter[nonsense]' && op.filters) expect(item.allowed.length).toBe(Object.keys(op.filters).length)
    }
    expect((await sendQuery({ nonsense: '1' })).status).toBe(200)
  })

  test('rejects a cursor of another sort order, and a modified one', async () => {
    const { prepared, caller } = await prepareFilledList(op)
    const first = await send(caller, op, prepared, { query: { limit: '2' } })
    const cursor = first.body.next_cursor as string
    expect(cursor).toEqual(expect.any(String))
    const other = await send(caller, op, prepared, { query: { limit: '3', cursor } })
    expect(other.status).toBe(200)
    const altered = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`
    const invalid: Query[] = [{ cursor: altered }]
    if (!op.list!.unsortable) invalid.push({ cursor, sort_order: 'desc' })
    for (const query of invalid) {
      const reply = await send(caller, op, prepared, { query })
      expect([query, reply.status]).toEqual([query, 400])
    }
  })

  test('accepts a cursor with any reference to the organization and any credential of the user', async () => {
    if (op.scope === 'session' || ofAll.includes(op.id)) return
    const { prepared, caller } = await prepareFilledList(op)
    const withToken = await createTokenClient(caller, fixture.org_id)
    const { org_id: named, ...query } = prepared.query ?? {}
    const optional = named !== undefined && !(op.query as { required?: string[] }).required?.includes('org_id')
    const ways: [Client, Prepared][] = [
      [caller, prepared],
      [withToken, prepared],
    ]
    if (named) ways.push([caller, { ...prepared, query: { ...query, org_id: named.toUpperCase() } }])
    if (optional && op.id !== 'designations.list') ways.push([withToken, { ...prepared, query }])
    const page = { limit: '2' }
    const first = await send(caller, op, prepared, { query: page })
    const next = await send(caller, op, prepared, {
      query: { ...page, cursor: first.body.next_cursor as string },
    })
    for (const [from, start] of ways) {
      const { next_cursor: cursor } = (await send(from, op, start, { query: page })).body
      for (const [to, rest] of ways) {
        const reply = await send(to, op, rest, { query: { ...page, cursor } })
        expect([reply.status, reply.text]).toEqual([200, next.text])
      }
    }
  })
})

type Schema = {
  title?: string
  oneOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Returns the schema of a row, the first one if a list has several. */
function getRowSchema(op: AnyOperation): Schema {
  const page = op.reply.schema as Schema
  const { items } = ((page.oneOf ?? page.anyOf)?.[0] ?? page).properties!.data!
  return items!.oneOf?.[0] ?? items!
}

/** Finds the read of a list's rows if it returns versions: `Task` for `TaskSummary`. */
const findRead = (op: AnyOperation): AnyOperation | undefined =>
  reads.find(({ id, reply }) => {
    const { title, properties = {} } = (reply.schema ?? {}) as Schema
    return (
      /\.read(?:_|$)/.test(id) && 'version' in properties && title === getRowSchema(op).title?.replace(/Summary$/, '')
    )
  })

test('a list returns versions exactly if its rows have a read with versions', () => {
  const saying = lists.filter((op) => 'version' in getRowSchema(op).properties!)
  expect(saying.map((op) => op.id)).toEqual(lists.filter(findRead).map((op) => op.id))
  expect(saying.length).toBeGreaterThan(20)
})

describe.each(nameOperations(lists.filter(findRead)))('%s', (_, op) => {
  test('returns the version of a row that its read returns', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    await findCall(op).createAnotherRow?.(fixture, prepared, 0)
    const row = (await send(caller, op, prepared)).body.data.at(-1)
    const read = findRead(op)!
    const named = [...read.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const params = Object.fromEntries(named.map((name) => [name, row[name] ?? prepared.params?.[name] ?? row.id]))
    const { org_id } = prepared.query ?? {}
    // The recipient lists their own invitations; the read requires an inviter.
    const reader = op.id === 'organization-invites.mine' ? fixture.owner : caller
    const { headers } = await send(reader, read, { params, ...(org_id && { query: { org_id } }) })
    expect(`"${row.version}`).toBe(headers.etag!.split('-')[0])
  })
})

/** Lists over all organizations of a user. A token restricts them to its own, which makes another list. */
const ofAll = ['organizations.list', 'organization-invites.mine']

test('rejects a cursor of an organization’s designations in the global list', async () => {
  const withToken = await createTokenClient(fixture.owner, fixture.org_id)
  const sendQuery = (query: Query) => withToken.get('/v1/designations', { query: { limit: 2, ...query } })
  const { next_cursor } = (await sendQuery({ org_id: fixture.org_id })).body
  expect((await sendQuery({ cursor: next_cursor })).status).toBe(400)
  expect((await sendQuery({ org_id: fixture.org_id, cursor: next_cursor })).status).toBe(200)
})
