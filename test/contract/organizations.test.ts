import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import { token } from '../support/factories.ts'
import type { Prepared } from './call.ts'
import { callable, expectSuccess, named, prepare, send } from './harness.ts'
import { makeWorld } from './world.ts'

const app = await startApp()
const world = await makeWorld(app)
const withToken = await token(world.owner, world.org_id)

type Shape = { properties?: Record<string, unknown>; required?: string[] } | undefined
type Where = 'query' | 'body'

/** Where an operation takes the organization it is about; an update takes its row's own along, which is another matter. */
function whereOf(op: AnyOperation): Where | undefined {
  const has = (shape: Shape) => shape?.properties?.org_id !== undefined
  if (has(op.query as Shape)) return 'query'
  return has(op.body as Shape) && !ofRow.includes(op.id) ? 'body' : undefined
}
const ofRow = [
  'projects.update',
  'projects.replace',
  'tasks.update',
  'tasks.replace',
  'task-comments.create',
  'task-comments.update',
  'task-comments.update_patch',
]
/** Where the specification marks it required. */
const required = [
  'goals.org',
  'sections.list',
  'designations.update',
  'designations.replace',
  'projects.reorder',
  'organization-invites.create',
]
/** Where without one a session means all of the caller's organizations. */
const everywhere = ['notifications.list', 'notifications.count', 'notifications.mark_read']
/** Where leaving it out has a meaning: the global designations; one of any organization of the caller. */
const meaningful = ['designations.list', 'designations.read']

const about = callable.filter((op) => whereOf(op) !== undefined)

/** The same call with no organization named. */
function unnamed(op: AnyOperation, prepared: Prepared): Prepared {
  const { org_id: _, ...query } = prepared.query ?? {}
  // A project too would say which organization is meant.
  if (op.id === 'tasks.list' || op.id === 'tasks.count') delete query.project_id
  if (whereOf(op) === 'query') return { ...prepared, query }
  const { org_id: __, ...body } = prepared.body as Record<string, unknown>
  return { ...prepared, body }
}

describe.each(named(about.filter((op) => !meaningful.includes(op.id))))('%s', (_, op) => {
  const where = whereOf(op)!
  const missing = { loc: [where, 'org_id'], type: 'missing' }

  test(`${required.includes(op.id) ? 'needs' : 'with a token may leave out'} the organization`, async () => {
    const call = unnamed(op, await prepare(world, op))
    const session = await send(world.owner, op, call)
    if (everywhere.includes(op.id)) expectSuccess(op, session)
    else expect([session.status, session.body.errors?.[0]]).toMatchObject([422, missing])
    const reply = await send(withToken, op, call)
    if (required.includes(op.id)) return expect([reply.status, reply.body.errors?.[0]]).toMatchObject([422, missing])
    expectSuccess(op, reply)
    const shown = [reply.body, reply.body.data?.[0]].find((row) => row?.org_id !== undefined)
    if (shown) expect(shown.org_id).toBe(world.org_id)
  })

  test('refuses an organization without a name, and one that the caller is not in', async () => {
    const prepared = await prepare(world, op)
    const naming = (org_id: string): Prepared =>
      where === 'query'
        ? { ...prepared, query: { ...prepared.query, org_id } }
        : { ...prepared, body: { ...(prepared.body as object), org_id } }
    const elsewhere = '01890a5d-ac96-774b-bcce-b302099a8057'
    for (const client of [world.owner, withToken]) {
      const replies = [await send(client, op, naming('')), await send(client, op, naming(elsewhere))]
      expect(replies.map((reply) => reply.status)).toEqual([422, 403])
      expect(replies[0]!.body.errors[0].loc).toEqual([where, 'org_id'])
    }
  })
})
