import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { newId } from '../../src/core/ids.ts'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client, type Reply } from '../support/client.ts'
import type { Prepared } from './call.ts'
import { createTask } from './calls/create.ts'
import { createFixture } from './fixtures.ts'
import { callable, nameOperations, prepare, send } from './harness.ts'

const app = await startApp()
const [open, closed] = [await createFixture(app, 'open'), await createFixture(app, 'closed', 'private')]

type Part = 'params' | 'query' | 'body'
interface IdPlace {
  part: Part
  name: string
  id: string
}

/** Path parameters that identify what belongs to a task. */
const isOfTask = (name: string) => /^(task|subtask|dependency|comment|attachment|reminder|history)_id$/.test(name)

/** Returns where a call has the ID of a task, or of what belongs to one. */
function findTaskIds(prepared: Prepared): IdPlace[] {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries((prepared[part] ?? {}) as Record<string, unknown>).map(([name, id]) => ({ part, name, id })),
  )
  return parts.filter((one): one is IdPlace => isOfTask(one.name) && typeof one.id === 'string')
}

const replaceId = (prepared: Prepared, { part, name }: IdPlace, id: string): Prepared => ({
  ...prepared,
  [part]: { ...(prepared[part] as object), [name]: id },
})

/** Headers that differ between any two responses. */
const VARYING_HEADERS = ['date', 'x-request-id', 'ratelimit', 'ratelimit-remaining', 'ratelimit-reset']

/** Returns a response without what varies (such as encrypted cursors), and with the requested ID replaced in headers such as `link`. */
function normalizeReply({ status, headers, body }: Reply, id: unknown): unknown {
  const stable = Object.entries(headers)
    .filter(([name]) => !VARYING_HEADERS.includes(name))
    .map(([name, value]) => [name, String(value).replaceAll(String(id), 'ID')])
  return {
    status,
    headers: Object.fromEntries(stable),
    body: { ...body, instance: null, request_id: null, next_cursor: null },
  }
}

/** Sends a call with a hidden ID and with one that never existed, and expects the same response. */
async function expectSameAsMissing(client: Client, op: AnyOperation, prepared: Prepared): Promise<void> {
  const places = findTaskIds(prepared)
  expect(places, 'the call has no ID of a task').not.toEqual([])
  for (const place of places) {
    const other = newId(place.id.slice(0, -16), Date.now())
    const hidden = await send(client, op, prepared)
    const missing = await send(client, op, replaceId(prepared, place, other))
    expect([place.name, normalizeReply(hidden, place.id)]).toEqual([place.name, normalizeReply(missing, other)])
    if (place.part === 'params') expect([403, 404]).toContain(hidden.status)
  }
}

const names = (schema: unknown) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
const getIdNames = (op: AnyOperation) => [
  ...[...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  ...names(op.query),
  ...names(op.body),
]

const ofTask = callable.filter((op) => getIdNames(op).some(isOfTask))
const ofOne = ofTask.filter((op) => op.path.includes('{task_id}'))

describe.each(nameOperations(ofTask))('%s', (_, op) => {
  test('returns the same response for a task in a hidden project as for a missing one', async () => {
    let prepared = await prepare(closed, op)
    // The ID of a task is an optional filter of some reads.
    if (findTaskIds(prepared).length === 0)
      prepared = { ...prepared, query: { ...prepared.query, task_id: (await createTask(closed)).task_id } }
    await expectSameAsMissing(closed.member, op, prepared)
  })
})

describe.each(nameOperations(ofOne))('%s', (_, op) => {
  test('returns the same response for a restricted task as for a missing one', async () => {
    const prepared = await prepare(open, op)
    const path = `/v1/tasks/${prepared.params!.task_id}`
    const current = await open.owner.get(path)
    // Only a restore gets a deleted task.
    if (current.status === 200)
      expectStatus(await open.owner.patch(path, { body: { restricted_to: [open.lead.username] } }), 200)
    else
      await app.sql(`UPDATE tasks SET restricted_to = $2, restricted_to_user_ids = $3 WHERE task_id = $1`, [
        prepared.params!.task_id,
        [open.lead.username],
        [open.lead.userId],
      ])
    await expectSameAsMissing(open.member, op, prepared)
  })
})
