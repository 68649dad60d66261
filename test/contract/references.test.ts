import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import type { Prepared } from './call.ts'
import { findCall } from './calls/index.ts'
import { callable, nameOperations, prepare, send } from './harness.ts'
import { isUuid, newId, newUuid } from '../../src/core/ids.ts'
import type { Reply } from '../support/client.ts'
import { createFixture, type Fixture } from './fixtures.ts'

const app = await startApp()
const [home, other] = [await createFixture(app, 'home'), await createFixture(app, 'other')]

type Path = (string | number)[]
interface Swap {
  path: Path
  /** Id of the other organization. */
  id: string
  prepared: Prepared
}

/** Returns true for fields with ids; other fields mean the same in every organization. */
const containsIds = (path: Path): boolean =>
  path.some((step) =>
    /(^|_)ids?$|^(key|assignee|owner|restricted_to|team_members|sub_tasks|dependencies|mentions)$/.test(String(step)),
  )

/** Builds every call of `mine` with one id replaced by that of `theirs`. */
function buildSwaps(mine: Prepared, theirs: Prepared): Swap[] {
  const found: Swap[] = []
  const visit = (a: unknown, b: unknown, path: Path): void => {
    if (typeof a === 'string' && typeof b === 'string') {
      if (a !== b && containsIds(path)) found.push({ path, id: b, prepared: withValue(mine, path, b) as Prepared })
    } else if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
      for (const key of Object.keys(a))
        visit((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], [
          ...path,
          Array.isArray(a) ? Number(key) : key,
        ])
    }
  }
  for (const part of ['params', 'query', 'body'] as const) visit(mine[part], theirs[part], [part])
  return found
}

function withValue(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<string | number, unknown>
  copy[step] = withValue(copy[step], rest, value)
  return copy
}

/** Sums of the counts: a job replaces rows by their sum at any time, and deletes those whose sum is zero. */
const countSums = `(SELECT * FROM (SELECT org_id, project_id, goal_id, restricted, sum(total) AS total,
    sum(completed) AS completed, sum(bugs) AS bugs, sum(tops) AS tops, sum(tops_completed) AS tops_completed
    FROM task_counts GROUP BY org_id, project_id, goal_id, restricted) s
  WHERE (s.total, s.completed, s.bugs, s.tops, s.tops_completed) <> (0, 0, 0, 0, 0))`

async function serializeOrganization(fixture: Fixture): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'org_id' ORDER BY 1`,
  )
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(coalesce(string_agg(r::text, ',' ORDER BY r::text), '')) AS hash
      FROM (SELECT to_jsonb(t) - 'last_active_at' - 'last_used_at' - 'use_count' AS r
        FROM ${name === 'task_counts' ? countSums : name} t WHERE org_id = $1) x`,
  )
  return JSON.stringify(await app.sql(parts.join(' UNION ALL '), [fixture.org_id]))
}

/** Names that exist only in the other organization. */
const foreign = /Organization of other|other-(owner|lead|editor|member)/

const isOrganization = (op: AnyOperation, { path }: Swap): boolean =>
  path.at(-1) === 'org_id' || (path.at(-1) === 'org_or_project_id' && op.id === 'projects.list')

/** Removing a missing link is a no-op and succeeds. */
const takesAwayWhatIsNone = ['tasks.remove_subtask', 'tasks.remove_dependency']

const generateUnusedId = (id: string): string =>
  isUuid(id)
    ? newUuid(Date.now())
    : /^[A-Z]+[0-9A-Z]{16}$/.test(id)
      ? newId(id.slice(0, -16), Date.now())
      : `${id}-none`

/** Serializes a response without the parts that differ per request. */
const normalizeReply = (reply: Reply, id: string): string =>
  `${reply.status} ${reply.text
    .replaceAll(id, 'ID')
    .replaceAll(encodeURIComponent(id), 'ID')
    .replaceAll(/"request_id":"[^"]*"/g, '')}`

describe.each(nameOperations(callable))('%s', (_, op) => {
  test('neither accesses nor reveals resources of another organization', async () => {
    const mine = dropUnusedParams(op, await prepare(home, op))
    const theirs = await prepare(other, op)
    const client = mine.as ?? home.owner
    const before = await serializeOrganization(other)
    let swapped = 0
    for (const swap of buildSwaps(mine, theirs)) {
      const reply = await send(client, op, swap.prepared)
      const where = swap.path.join('.')
      expect([where, reply.text.replaceAll(swap.id, '')]).not.toEqual([where, expect.stringMatching(foreign)])
      expect([where, listAllowedOutcomes(op, swap), toOutcome(reply)]).toEqual([
        where,
        expect.arrayContaining([toOutcome(reply)]),
        toOutcome(reply),
      ])
      const none = generateUnusedId(swap.id)
      const unknown = await send(client, op, withValue(mine, swap.path, none) as Prepared)
      const [given, expected] = createsWhatIsNone.includes(op.id)
        ? [reply.status, unknown.status]
        : [normalizeReply(reply, swap.id), normalizeReply(unknown, none)]
      expect([where, given]).toEqual([where, expected])
      if (swap.path[0] === 'params') swapped++
    }
    expect(swapped, 'an id of the path was the same in both organizations').toBe(
      Object.keys(mine.params ?? {}).filter((name) => containsIds([name])).length,
    )
    expect(await serializeOrganization(other)).toBe(before)
  })
})

describe.each(nameOperations(callable.filter((op) => findCall(op).references)))('%s', (_, op) => {
  test('rejects references to resources of another organization', async () => {
    const { references } = findCall(op)
    const theirs = await references!(other)
    const before = await serializeOrganization(other)
    for (const [name, value] of Object.entries(theirs)) {
      const mine = await prepare(home, op)
      const sendReference = (given: unknown) =>
        send(home.owner, op, { ...mine, body: { ...(mine.body as object), [name]: given } })
      const reply = await sendReference(value)
      expect([name, [404, 422].includes(reply.status), reply.text]).toEqual([name, true, reply.text])
      const id = [value].flat()[0] as string
      const none = generateUnusedId(id)
      expect([name, normalizeReply(reply, id)]).toEqual([
        name,
        normalizeReply(await sendReference(Array.isArray(value) ? [none] : none), none),
      ])
    }
    expect(await serializeOrganization(other)).toBe(before)
  })

  test('accepts the same references within the organization', async () => {
    const mine = await prepare(home, op)
    for (const [name, value] of Object.entries(await findCall(op).references!(home))) {
      const fresh = await prepare(home, op)
      const reply = await send(home.owner, op, {
        ...fresh,
        body: { ...(mine.body as object), [name]: value },
      })
      expect([name, reply.status, reply.text]).toEqual([name, op.reply.status, reply.text])
    }
  })
})

function dropUnusedParams(op: AnyOperation, prepared: Prepared): Prepared {
  const params = Object.entries(prepared.params ?? {}).filter(([name]) => op.path.includes(`{${name}}`))
  return { ...prepared, params: Object.fromEntries(params) }
}

const toOutcome = (reply: Reply): string =>
  reply.status === 200 && reply.body?.data?.length === 0 ? 'empty' : String(reply.status)

/** Operations for which an id of another organization is a new one: organizations do not share ids of other systems. */
const createsWhatIsNone = ['external-tasks.put', 'external-comments.put']

function listAllowedOutcomes(op: AnyOperation, swap: Swap): string[] {
  if (isOrganization(op, swap)) return ['403']
  if (takesAwayWhatIsNone.includes(op.id)) return ['200', '404']
  if (swap.path[0] === 'params') return createsWhatIsNone.includes(op.id) ? ['201'] : ['404']
  return op.method === 'GET' ? ['404', '422', 'empty'] : ['404', '422']
}
