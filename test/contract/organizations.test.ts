import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import { createTokenClient } from '../support/factories.ts'
import type { Prepared } from './call.ts'
import { callable, expectSuccess, nameOperations, prepare, send } from './harness.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)
const withToken = await createTokenClient(fixture.owner, fixture.org_id)

type Shape = { properties?: Record<string, unknown>; required?: string[] } | undefined
type Where = 'query' | 'body'

/** Returns the part of the request with the organization. Updates that contain the org_id of their row do not count. */
function findOrgLocation(op: AnyOperation): Where | undefined {
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
/** Operations whose org_id the specification requires. */
const required = [
  'goals.org',
  'sections.list',
  'designations.update',
  'designations.replace',
  'projects.reorder',
  'organization-invites.create',
]
/** Operations that cover all organizations of a session without org_id. */
const everywhere = ['notifications.list', 'notifications.count', 'notifications.mark_read']
/** Operations in which omission has a meaning: global designations, or one of any organization of the caller. */
const meaningful = ['designations.list', 'designations.read']

const about = callable.filter((op) => findOrgLocation(op) !== undefined)

function removeOrganization(op: AnyOperation, prepared: Prepared): Prepared {
  const { org_id: _, ...query } = prepared.query ?? {}
  // A project would also determine the organization.
  if (op.id === 'tasks.list' || op.id === 'tasks.count') delete query.project_id
  if (findOrgLocation(op) === 'query') return { ...prepared, query }
  const { org_id: __, ...body } = prepared.body as Record<string, unknown>
  return { ...prepared, body }
}

describe.each(nameOperations(about.filter((op) => !meaningful.includes(op.id))))('%s', (_, op) => {
  const where = findOrgLocation(op)!
  const missing = { loc: [where, 'org_id'], type: 'missing' }

  test(`${required.includes(op.id) ? 'requires org_id' : 'accepts a token without org_id'}`, async () => {
    const call = removeOrganization(op, await prepare(fixture, op))
    const session = await send(fixture.owner, op, call)
    if (everywhere.includes(op.id)) expectSuccess(op, session)
    else expect([session.status, session.body.errors?.[0]]).toMatchObject([422, missing])
    const reply = await send(withToken, op, call)
    if (required.includes(op.id)) return expect([reply.status, reply.body.errors?.[0]]).toMatchObject([422, missing])
    expectSuccess(op, reply)
    const displayed = [reply.body, reply.body.data?.[0]].find((row) => row?.org_id !== undefined)
    if (displayed) expect(displayed.org_id).toBe(fixture.org_id)
  })

  test('rejects an empty org_id, and an organization that the caller is not a member of', async () => {
    const prepared = await prepare(fixture, op)
    const withOrganization = (org_id: string): Prepared =>
      where === 'query'
        ? { ...prepared, query: { ...prepared.query, org_id } }
        : { ...prepared, body: { ...(prepared.body as object), org_id } }
    const elsewhere = '01890a5d-ac96-774b-bcce-b302099a8057'
    for (const client of [fixture.owner, withToken]) {
      const replies = [
        await send(client, op, withOrganization('')),
        await send(client, op, withOrganization(elsewhere)),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([422, 403])
      expect(replies[0]!.body.errors[0].loc).toEqual([where, 'org_id'])
    }
  })
})
