import { expect, it } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { isSharded } from '../../support/databases.ts'
import { updateTask } from './requests.ts'

/** Tests the prefetch of a task with the token, batched with concurrent lookups. */

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const max = await app.signIn('max')

async function setUp() {
  const org_id = (await createOrganization(ada)).org_id as string
  await insertMembership(ben, org_id, 'member')
  const open = (await createProject(ada, org_id)).project_id as string
  const shut = (await createProject(ada, org_id, { visibility: 'private' })).project_id as string
  const make = async (values: object): Promise<string> => (await createTask(ada, org_id, values)).task_id
  return { org_id, open, shut, make }
}

it('authorizes each of many concurrent requests separately', async () => {
  const { org_id, open, shut, make } = await setUp()
  const here = await make({ project_id: open })
  const hidden = await make({ project_id: shut })
  const loose = await make({})
  const other = (await createOrganization(max)).org_id as string
  const owner = await createTokenClient(ada, org_id)
  const member = await createTokenClient(ben, org_id)
  const limited = await createTokenClient(ada, org_id, { project_ids: [shut] })
  const outsider = await createTokenClient(max, other)
  const revoked = await createTokenClient(ada, org_id, { revoked_at: '2026-01-01T00:00:00Z' })
  const blind = await createTokenClient(ada, org_id, { scopes: ['projects:read'] })
  const expected: [Client, string, number, boolean?][] = [
    [owner, here, 200, true],
    [owner, hidden, 200, true],
    [owner, loose, 200, true],
    [member, here, 200, false],
    [member, hidden, 404],
    [member, loose, 404],
    [limited, here, 404],
    [limited, hidden, 200, true],
    [limited, loose, 404],
    [outsider, here, 404],
    [revoked, here, 401],
    [blind, here, 403],
    [app.createClient(`svc_live_${'x'.repeat(38)}`), here, 401],
    [owner, 'T0000000000000000', 404],
    [owner, 'T%00', 404],
    [owner, `${here}%20`, 404],
    [ben, here, 200, false],
    [ben, hidden, 404],
  ]
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(expected.map(([client, id]) => client.get(`/v1/tasks/${id}`)))
    replies.forEach((reply, i) => {
      const [, id, status, edits] = expected[i]!
      expect([i, id, reply.status]).toEqual([i, id, status])
      if (status === 200) expect([i, reply.body.task_id, reply.body.has_edit_access]).toEqual([i, id, edits])
    })
  }
})

it('a response includes changes committed before the request', async () => {
  const { org_id, open, shut, make } = await setUp()
  const id = await make({ project_id: open })
  const client = await createTokenClient(ben, org_id)
  const readConcurrently = (times: number) =>
    Promise.all(Array.from({ length: times }, () => client.get(`/v1/tasks/${id}`)))
  for (let i = 0; i < 10; i++) {
    const busy = readConcurrently(5)
    await updateTask(ada, id, { title: `Title ${i}` })
    for (const reply of await readConcurrently(5)) expect(reply.body.title).toBe(`Title ${i}`)
    await busy
  }
  await addProjectMember(ada, open, ben, 'editor')
  for (const reply of await readConcurrently(3)) expect(reply.body.has_edit_access).toBe(true)
  await updateTask(ada, id, { project_id: shut })
  for (const reply of await readConcurrently(3)) expect(reply.status).toBe(404)
})

it('a read takes two statements, shared by concurrent requests', async () => {
  const { org_id, open, make } = await setUp()
  const id = await make({ project_id: open })
  const client = await createTokenClient(ada, org_id)
  await client.get(`/v1/tasks/${id}`)
  const before = app.countStatements()
  await client.get(`/v1/tasks/${id}`)
  const alone = app.countStatements() - before
  // Each of the sharded tables is read by a statement of its own.
  expect(alone).toBe(isSharded ? 10 : 2)
  await Promise.all(Array.from({ length: 30 }, () => client.get(`/v1/tasks/${id}`)))
  expect(app.countStatements() - before - alone).toBeLessThan((30 / 2) * alone)
})
