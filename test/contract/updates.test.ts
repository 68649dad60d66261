import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { callOf } from './calls/index.ts'
import { expectSuccess, lastChange, named, operationOf, prepare, send, writes } from './harness.ts'
import { fresh, makeWorld } from './world.ts'

const app = await startApp()
const world = await makeWorld(app)

const updates = writes.filter((op) => op.method === 'PATCH' || op.method === 'PUT')
const propertiesOf = (op: AnyOperation): Record<string, object> =>
  (op.body as { properties?: Record<string, object> } | undefined)?.properties ?? {}
/** What may differ between the answers to one request sent twice. */
const apart = (reply: Reply) => {
  const { request_id: _, ...body } = (reply.body ?? {}) as { request_id?: string }
  return [reply.status, body, reply.headers.etag]
}

const versionOf = (reply: Reply): string => reply.headers.etag!.split('-')[0]!

/** Sends a call that is to change nothing, and expects it to have changed nothing. */
async function withoutEffect(op: AnyOperation, caller: Client, prepared: Prepared): Promise<Reply> {
  const last = await lastChange(world)
  const reply = await send(caller, op, prepared)
  expect(await lastChange(world), `${op.id} changed something`).toBe(last)
  return reply
}

/** Whose second request finds nothing left to do. */
const onceOnly = ['organization-invites.accept']

describe.each(named(updates))('%s', (_, op) => {
  test('sent twice has no second effect', async () => {
    const prepared = await prepare(world, op)
    const caller = prepared.as ?? world.owner
    const first = await send(caller, op, prepared)
    expectSuccess(op, first)
    app.clock.advance(1000)
    const second = await withoutEffect(op, caller, prepared)
    if (onceOnly.includes(op.id)) expect(second.status).toBe(409)
    else expect(apart(second)).toEqual(apart(first))
  })
})

/** Updates of what a read shows in the same shape, so that clients send back whole rows. */
const ofRows = updates.filter((op) => {
  const { subject } = callOf(op)
  const read = subject === undefined ? undefined : operationOf(subject)
  return op.body && read?.method === 'GET' && read.reply.schema === op.reply.schema
})
/** The row of a read as an update takes it: a sprint shows its end in two ways, of which one can be sent. */
function toSend(op: AnyOperation, { body }: Reply): Record<string, unknown> {
  const row = { ...(body as Record<string, unknown>) }
  if (op.id.startsWith('sprints.')) delete row.duration_weeks
  return row
}

describe.each(named(ofRows))('%s', (_, op) => {
  test('takes the row as read, and then with a change, each time with one effect at most', async () => {
    const prepared = await prepare(world, op)
    const caller = prepared.as ?? world.owner
    const { params, query } = prepared
    const subject = operationOf(callOf(op).subject!)
    const read = await send(caller, subject, { ...(params && { params }), ...(query && { query }) })
    expectSuccess(subject, read)
    const row = toSend(op, read)
    app.clock.advance(1000)
    const same = await withoutEffect(op, caller, { ...prepared, body: row })
    expect([same.status, versionOf(same)]).toEqual([op.reply.status, versionOf(read)])
    const changed = { ...prepared, body: { ...row, ...(prepared.body as object) } }
    const first = await send(caller, op, changed)
    expectSuccess(op, first)
    expect(first.body).toMatchObject(prepared.body as object)
    const again = await withoutEffect(op, caller, changed)
    expect(apart(again)).toEqual(apart(first))
  })
})

type Words = [own: string, other: string]
const roles: [Words, Words] = [
  ['editor', 'admin'],
  ['viewer', 'member'],
]
/** Two names of one thing, the newer first, with two values of it where the two call them differently. */
const pairs = [
  { own: 'project_role', other: 'role', values: roles },
  { own: 'label', other: 'name', values: undefined },
  { own: 'content', other: 'comment', values: undefined },
]
/** Two texts that nothing else is called. */
function sameWords(): [Words, Words] {
  const [one, two] = [fresh('This'), fresh('That')]
  return [
    [one, one],
    [two, two],
  ]
}
const paired = updates.flatMap((op) =>
  pairs
    .filter(({ own, other }) => own in propertiesOf(op) && other in propertiesOf(op))
    .map((pair) => [op.id, op, pair] as const),
)

test('the names of one thing are those of three resources', () => {
  expect([...new Set(paired.map(([, op]) => op.path))]).toHaveLength(3)
})

describe.each(paired)('%s', (_, op, { own, other, values }) => {
  test(`${own} wins over ${other}, which counts alone, whatever is stored`, async () => {
    const prepared = await prepare(world, op)
    const caller = prepared.as ?? world.owner
    const [[a, olderA], [b, olderB]] = values ?? sameWords()
    const says = async (body: object) => {
      const reply = await send(caller, op, { ...prepared, body })
      expectSuccess(op, reply)
      expect(apart(await withoutEffect(op, caller, { ...prepared, body }))).toEqual(apart(reply))
      return [reply.body[own], reply.body[other]]
    }
    expect(await says({ [own]: a, [other]: olderB })).toEqual([a, olderA])
    expect(await says({ [own]: b, [other]: olderA })).toEqual([b, olderB])
    expect(await says({ [own]: b, [other]: olderA })).toEqual([b, olderB])
    expect(await says({ [other]: olderA })).toEqual([a, olderA])
    expect(await says({ [own]: null, [other]: olderB })).toEqual([b, olderB])
    expect(await says({ [own]: a, [other]: null })).toEqual([a, olderA])
  })
})

const refusedFor: Record<string, string>[] = [{ 'if-match': '"999999-x"' }, { 'content-type': 'text/plain' }]
const twins = updates.flatMap((put) => {
  const patch = updates.find((op) => op.path === put.path && op.method === 'PATCH')
  return put.method === 'PUT' && patch ? [[put.id, put, patch] as const] : []
})

test('every retired PUT has its PATCH', () => {
  const retired = updates.filter((op) => op.deprecated).map((op) => op.id)
  expect(retired).toHaveLength(8)
  expect(retired.filter((id) => !twins.some(([put]) => put === id))).toEqual([])
})

describe.each(twins)('%s', (_, put, patch) => {
  test('is the same update as its PATCH', async () => {
    const prepared = await prepare(world, put)
    const caller = prepared.as ?? world.owner
    const properties = Object.keys(propertiesOf(put))
    const nulls = Object.fromEntries(properties.map((name) => [name, null]))
    const wrong = Object.fromEntries(properties.map((name) => [name, [{}]]))
    for (const body of [prepared.body, {}, wrong, 'x', '[]', undefined, { org_id: 'x' }, nulls]) {
      const [first, then] = [
        await send(caller, put, { ...prepared, body }),
        await send(caller, patch, { ...prepared, body }),
      ]
      expect(apart(then)).toEqual(apart(first))
    }
    for (const headers of refusedFor) {
      const [first, then] = [
        await send(caller, put, { ...prepared, headers }),
        await send(caller, patch, { ...prepared, headers }),
      ]
      expect(apart(then)).toEqual(apart(first))
    }
    const refused = [await send(world.outsider, put, prepared), await send(world.outsider, patch, prepared)]
    expect(apart(refused[1]!)).toEqual(apart(refused[0]!))
  })

  test('is declared as its PATCH is', () => {
    const told = ['id', 'method', 'summary', 'description', 'deprecated', 'aliasOf']
    const rest = (op: AnyOperation) => Object.fromEntries(Object.entries(op).filter(([name]) => !told.includes(name)))
    expect(rest(put)).toEqual(rest(patch))
    // So clients that are made of the document have one of the two.
    expect(put.deprecated !== undefined || put.aliasOf === patch.id || patch.aliasOf === put.id).toBe(true)
  })
})
