import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { findCall } from './calls/index.ts'
import { expectSuccess, loadLastEventId, nameOperations, getOperation, prepare, send, writes } from './harness.ts'
import { buildUniqueName, createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)

const updates = writes.filter((op) => op.method === 'PATCH' || op.method === 'PUT')
const listBodyProperties = (op: AnyOperation): Record<string, object> =>
  (op.body as { properties?: Record<string, object> } | undefined)?.properties ?? {}
const selectComparable = (reply: Reply) => {
  const { request_id: _, ...body } = (reply.body ?? {}) as { request_id?: string }
  return [reply.status, body, reply.headers.etag]
}

const parseVersion = (reply: Reply): string => reply.headers.etag!.split('-')[0]!

async function sendWithoutEffect(op: AnyOperation, caller: Client, prepared: Prepared): Promise<Reply> {
  const last = await loadLastEventId(fixture)
  const reply = await send(caller, op, prepared)
  expect(await loadLastEventId(fixture), `${op.id} changed something`).toBe(last)
  return reply
}

/** Operations whose second request returns 409. */
const onceOnly = ['organization-invites.accept']

describe.each(nameOperations(updates))('%s', (_, op) => {
  test('has no effect the second time', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const first = await send(caller, op, prepared)
    expectSuccess(op, first)
    app.clock.advance(1000)
    const second = await sendWithoutEffect(op, caller, prepared)
    if (onceOnly.includes(op.id)) expect(second.status).toBe(409)
    else expect(selectComparable(second)).toEqual(selectComparable(first))
  })
})

/** Updates with the schema of their read, for which clients send back whole rows. */
const ofRows = updates.filter((op) => {
  const { subject } = findCall(op)
  const read = subject === undefined ? undefined : getOperation(subject)
  return op.body && read?.method === 'GET' && read.reply.schema === op.reply.schema
})
/** Converts the row of a read to an update: a sprint has two fields for its end, of which one is allowed. */
function toSend(op: AnyOperation, { body }: Reply): Record<string, unknown> {
  const row = { ...(body as Record<string, unknown>) }
  if (op.id.startsWith('sprints.')) delete row.duration_weeks
  return row
}

describe.each(nameOperations(ofRows))('%s', (_, op) => {
  test('accepts an unchanged row without effect, and a changed row with one effect', async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const { params, query } = prepared
    const subject = getOperation(findCall(op).subject!)
    const read = await send(caller, subject, { ...(params && { params }), ...(query && { query }) })
    expectSuccess(subject, read)
    const row = toSend(op, read)
    app.clock.advance(1000)
    const same = await sendWithoutEffect(op, caller, { ...prepared, body: row })
    expect([same.status, parseVersion(same)]).toEqual([op.reply.status, parseVersion(read)])
    const changed = { ...prepared, body: { ...row, ...(prepared.body as object) } }
    const first = await send(caller, op, changed)
    expectSuccess(op, first)
    expect(first.body).toMatchObject(prepared.body as object)
    const again = await sendWithoutEffect(op, caller, changed)
    expect(selectComparable(again)).toEqual(selectComparable(first))
  })
})

type FieldNames = [own: string, other: string]
const roles: [FieldNames, FieldNames] = [
  ['editor', 'admin'],
  ['viewer', 'member'],
]
/** Aliases, the newer first, with pairs of values where the aliases differ in them. */
const pairs = [
  { own: 'project_role', other: 'role', values: roles },
  { own: 'label', other: 'name', values: undefined },
  { own: 'content', other: 'comment', values: undefined },
]
function generateWords(): [FieldNames, FieldNames] {
  const [one, two] = [buildUniqueName('This'), buildUniqueName('That')]
  return [
    [one, one],
    [two, two],
  ]
}
const paired = updates.flatMap((op) =>
  pairs
    .filter(({ own, other }) => own in listBodyProperties(op) && other in listBodyProperties(op))
    .map((pair) => [op.id, op, pair] as const),
)

test('aliases exist in three resources', () => {
  expect([...new Set(paired.map(([, op]) => op.path))]).toHaveLength(3)
})

describe.each(paired)('%s', (_, op, { own, other, values }) => {
  test(`${own} takes precedence over ${other}, which works alone`, async () => {
    const prepared = await prepare(fixture, op)
    const caller = prepared.as ?? fixture.owner
    const [[a, olderA], [b, olderB]] = values ?? generateWords()
    const sendUpdate = async (body: object) => {
      const reply = await send(caller, op, { ...prepared, body })
      expectSuccess(op, reply)
      expect(selectComparable(await sendWithoutEffect(op, caller, { ...prepared, body }))).toEqual(
        selectComparable(reply),
      )
      return [reply.body[own], reply.body[other]]
    }
    expect(await sendUpdate({ [own]: a, [other]: olderB })).toEqual([a, olderA])
    expect(await sendUpdate({ [own]: b, [other]: olderA })).toEqual([b, olderB])
    expect(await sendUpdate({ [own]: b, [other]: olderA })).toEqual([b, olderB])
    expect(await sendUpdate({ [other]: olderA })).toEqual([a, olderA])
    expect(await sendUpdate({ [own]: null, [other]: olderB })).toEqual([b, olderB])
    expect(await sendUpdate({ [own]: a, [other]: null })).toEqual([a, olderA])
  })
})

const refusedFor: Record<string, string>[] = [{ 'if-match': '"999999-x"' }, { 'content-type': 'text/plain' }]
const twins = updates.flatMap((put) => {
  const patch = updates.find((op) => op.path === put.path && op.method === 'PATCH')
  return put.method === 'PUT' && patch ? [[put.id, put, patch] as const] : []
})

test('every deprecated PUT has a PATCH', () => {
  const retired = updates.filter((op) => op.deprecated).map((op) => op.id)
  expect(retired).toHaveLength(8)
  expect(retired.filter((id) => !twins.some(([put]) => put === id))).toEqual([])
})

describe.each(twins)('%s', (_, put, patch) => {
  test('behaves like its PATCH', async () => {
    const prepared = await prepare(fixture, put)
    const caller = prepared.as ?? fixture.owner
    const properties = Object.keys(listBodyProperties(put))
    const nulls = Object.fromEntries(properties.map((name) => [name, null]))
    const invalid = Object.fromEntries(properties.map((name) => [name, [{}]]))
    for (const body of [prepared.body, {}, invalid, 'x', '[]', undefined, { org_id: 'x' }, nulls]) {
      const [first, then] = [
        await send(caller, put, { ...prepared, body }),
        await send(caller, patch, { ...prepared, body }),
      ]
      expect(selectComparable(then)).toEqual(selectComparable(first))
    }
    for (const headers of refusedFor) {
      const [first, then] = [
        await send(caller, put, { ...prepared, headers }),
        await send(caller, patch, { ...prepared, headers }),
      ]
      expect(selectComparable(then)).toEqual(selectComparable(first))
    }
    const refused = [await send(fixture.outsider, put, prepared), await send(fixture.outsider, patch, prepared)]
    expect(selectComparable(refused[1]!)).toEqual(selectComparable(refused[0]!))
  })

  test('has the declaration of its PATCH', () => {
    const excluded = ['id', 'method', 'summary', 'description', 'deprecated', 'aliasOf']
    const omitExcluded = (op: AnyOperation) =>
      Object.fromEntries(Object.entries(op).filter(([name]) => !excluded.includes(name)))
    expect(omitExcluded(put)).toEqual(omitExcluded(patch))
    // Generated clients then contain only one of the two.
    expect(put.deprecated !== undefined || put.aliasOf === patch.id || patch.aliasOf === put.id).toBe(true)
  })
})
