import { describe, expect, test } from 'vitest'
import { isWrite } from '../../../src/http/operation.ts'
import { operations } from '../../../src/operations.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Reply } from '../../support/client.ts'
import {
  createOrganization,
  createProject,
  addProjectMember,
  insertServiceAccount,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { buildClaimPath, expireClaim, createClaim, moveClaimEndToPast, readTask } from './setup.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)
const worker = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
  grant_type: 'service_account',
})
await addProjectMember(ada, project_id, worker, 'editor')
/** Creates a task whose id in another system is its own id. */
async function createTaskId(): Promise<string> {
  const { task_id } = await createTask(ada, org_id, { project_id })
  await app.sql(
    `INSERT INTO external_refs (org_id, resource_type, source, external_id, resource_id, created_at, updated_at)
     VALUES ($1, 'task', 'ci', $2, $2, now(), now())`,
    [org_id, task_id],
  )
  return task_id
}

type Write = (id: string, headers: Record<string, string>) => Promise<Reply>

const writes: Record<string, Write> = {
  update: (id, headers) => worker.patch(`/v1/tasks/${id}`, { body: { title: 'Written' }, headers }),
  bulk: (id, headers) =>
    worker.post('/v1/tasks/bulk', { body: { task_ids: [id], changes: { title: 'Written' } }, headers }),
  move: (id, headers) => worker.post(`/v1/tasks/${id}/project`, { body: {}, headers }),
  comment: (id, headers) => worker.post('/v1/task-comments', { body: { task_id: id, content: 'Done' }, headers }),
  attachment: (id, headers) =>
    worker.post('/v1/task-attachments', { body: { task_id: id, file: new Upload('ok', 'log.txt') }, headers }),
  'external put': (id, headers) =>
    worker.put(`/v1/tasks/external/ci/${id}`, { body: { org_id, title: 'Written' }, headers }),
  'comment on an external id': (id, headers) =>
    worker.put(`/v1/task-comments/external/ci/${id}`, { body: { org_id, task_id: id, content: 'Done' }, headers }),
  renewal: (id, headers) => worker.post(buildClaimPath(id, '/renew'), { body: { generation: 1 }, headers }),
}

describe.each(Object.entries(writes))('If-Claim on %s', (_, write) => {
  test('succeeds for the generation that the caller holds', async () => {
    const id = await createTaskId()
    await createClaim(worker, id)
    expect((await write(id, { 'if-claim': '1' })).status).toBeLessThan(300)
    expect((await write(id, { 'if-claim': `${id}=1` })).status).toBeLessThan(300)
  })

  test('returns 412 and writes nothing without a claim, after its end, and once it is taken over', async () => {
    const id = await createTaskId()
    const expectRejected = async () => {
      const [before, reply] = [await readTask(ada, id), await write(id, { 'if-claim': '1' })]
      expect([reply.status, reply.body.type]).toEqual([412, 'urn:svc:problem:precondition-failed'])
      expect(await readTask(ada, id)).toEqual(before)
    }
    await expectRejected()
    await createClaim(worker, id)
    await moveClaimEndToPast(app, id)
    await expectRejected()
    await expireClaim(app, id)
    await expectRejected()
    await createClaim(ada, id)
    await expectRejected()
    expectStatus(await ada.post(buildClaimPath(id, '/release'), { body: { force: true } }), 200)
    await createClaim(worker, id)
    await expectRejected()
  })

  test('returns 400 for a malformed header', async () => {
    const id = await createTaskId()
    await createClaim(worker, id)
    for (const header of ['x', '', '1, 2', '1.5', '-1', `${id}=`])
      expect([header, (await write(id, { 'if-claim': header })).status]).toEqual([header, 400])
  })
})

test('If-Claim of a bulk update names the generation of each task', async () => {
  const [one, two] = [await createTaskId(), await createTaskId()]
  await createClaim(worker, one)
  await createClaim(worker, two)
  await expireClaim(app, two)
  await createClaim(worker, two)
  const send = (header: string) => {
    const body = { task_ids: [one, two], changes: { title: 'Both' } }
    return worker.post('/v1/tasks/bulk', { body, headers: { 'if-claim': header } })
  }
  for (const header of ['1', '2', `${one}=1`, `${one}=1, ${two}=1`, `${one}=2, ${two}=2`])
    expect([header, (await send(header)).status]).toEqual([header, 412])
  expect((await readTask(ada, one)).title).not.toBe('Both')
  expect((await send(`${one}=1, ${two}=2`)).status).toBe(200)
})

test('a fenced write waits for a takeover of the claim, and then returns 412', async () => {
  const id = await createTaskId()
  await createClaim(worker, id)
  if (app.engine === 'embedded') return
  let fenced: Promise<Reply> | undefined
  await app.services.database.transaction(async (trx) => {
    const { sql } = await import('../../../src/db/sql.ts')
    await trx.query(
      sql`update task_claims set generation = generation + 1 where org_id = ${org_id} and task_id = ${id}`,
    )
    fenced = writes.comment!(id, { 'if-claim': '1' })
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  expect((await fenced!).status).toBe(412)
})

test('returns 400 where no task is written, so that it is never ignored', async () => {
  const reply = await worker.post('/v1/projects', { body: { org_id, name: 'New' }, headers: { 'if-claim': '1' } })
  expect([reply.status, reply.body.errors[0].loc]).toEqual([400, ['header', 'If-Claim']])
})

/** Writes below a task that do not change it, and those that act on tasks without a claim. */
const exempt: Record<string, string> = {
  'tasks.create': 'a new task has no claim',
  'tasks.duplicate': 'does not change the task',
  'tasks.restore': 'a deleted task cannot be worked on',
  'claims.next': 'chooses a task without a claim',
  'task-watchers.watch': 'belongs to the caller',
  'task-watchers.unwatch': 'belongs to the caller',
  'reminders.create': 'belongs to the caller',
  'stops.unfile_task': 'does not change the task',
}

test('every write on a task accepts If-Claim', () => {
  const onTask = operations.filter(
    (op) =>
      isWrite(op) &&
      (op.path.includes('{task_id}') ||
        /^(tasks|external-tasks|claims|task-comments|external-comments|task-attachments)\./.test(op.id)) &&
      !(op.id in exempt),
  )
  expect(onTask.length).toBeGreaterThan(20)
  expect(onTask.filter((op) => !op.lockClaims).map((op) => op.id)).toEqual([])
})
