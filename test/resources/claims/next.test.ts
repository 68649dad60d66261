import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  insertServiceAccount,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { claimNext, expireClaim, createClaim, moveClaimEndToPast, listEvents, readTask, releaseClaim } from './setup.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const eve = await app.signIn('eve')
await insertMembership(eve, org_id, 'member')
const worker = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
  grant_type: 'service_account',
})
const other = await createTokenClient(ada, org_id)

let projects = 0
/** Creates a project that the worker edits, with these tasks. */
async function createQueue(...tasks: object[]): Promise<{ project_id: string; ids: string[] }> {
  const { project_id } = await createProject(ada, org_id, { name: `Queue ${++projects}` })
  await addProjectMember(ada, project_id, worker, 'editor')
  const ids: string[] = []
  for (const values of tasks) ids.push((await createTask(ada, org_id, { project_id, ...values })).task_id)
  return { project_id, ids }
}

const claimNextTask = (client: Client, query: object, body: object = {}, headers = {}) =>
  claimNext(client, { org_id, query, ...body }, headers)
/** Claims tasks until there is none, and returns their ids in order. */
async function drain(client: Client, query: object, body: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (
    let reply = await claimNextTask(client, query, body);
    reply.status !== 204;
    reply = await claimNextTask(client, query, body)
  )
    ids.push(expectStatus(reply, 200).task_id)
  return ids
}

describe('the next task', () => {
  test('is the most urgent, then the oldest, and each is given once', async () => {
    const { project_id, ids } = await createQueue({ priority: 'low' }, { priority: 'high' }, {}, { priority: 'high' })
    expect(await drain(worker, { project_id })).toEqual([1, 3, 0, 2].map((i) => ids[i]))
  })

  test('follows `sort_by`, and the order of the query', async () => {
    const { project_id, ids } = await createQueue({ title: 'B' }, { title: 'C' }, { title: 'A' })
    const inOrder = [2, 0, 1].map((i) => ids[i])
    expect(await drain(worker, { project_id }, { sort_by: 'title' })).toEqual(inOrder)
    for (const id of ids) expectStatus(await releaseClaim(ada, id, { force: true }), 200)
    const query = { project_id, sort_by: 'title', sort_order: 'desc' }
    expect(await drain(worker, query)).toEqual(inOrder.toReversed())
  })

  test('follows a custom field, of which unset values come last', async () => {
    const { project_id, ids } = await createQueue({}, {}, {}, {})
    const fields = [
      { key: 'effort', name: 'Effort', type: 'number' },
      { key: 'area', name: 'Area', type: 'select', options: [{ label: 'Zinc' }, { label: 'Iron' }] },
    ]
    for (const field of fields)
      expectStatus(await ada.post('/v1/fields', { body: { org_id, project_ids: [project_id], ...field } }), 201)
    const values = [{ effort: 30, area: 'iron' }, { area: 'zinc' }, { effort: 4 }, { effort: 5, area: 'zinc' }]
    for (const [at, custom] of values.entries())
      expectStatus(await ada.patch(`/v1/tasks/${ids[at]}`, { body: { custom } }), 200)
    const release = async () => {
      for (const id of ids) expectStatus(await releaseClaim(ada, id, { force: true }), 200)
    }
    const listed = async (sort: object) => {
      const { data } = expectStatus(await ada.get('/v1/tasks', { query: { project_id, ...sort } }), 200)
      return data.map((row: { task_id: string }) => row.task_id)
    }
    const byEffort = await listed({ sort_by: 'custom.effort' })
    expect(byEffort).toEqual([2, 3, 0, 1].map((i) => ids[i]))
    expect(await drain(worker, { project_id }, { sort_by: 'custom.effort' })).toEqual(byEffort)
    for (const sort_order of ['asc', 'desc']) {
      await release()
      const order = { sort_by: 'custom.area', sort_order }
      expect(await drain(worker, { project_id, sort_order }, { sort_by: 'custom.area' })).toEqual(await listed(order))
    }
    await release()
    const query = { project_id, 'custom.area': 'zinc' }
    expect(await drain(worker, query, { sort_by: 'custom.effort' })).toEqual([ids[3], ids[1]])
  })

  test.each([
    ['sort_by', {}, { sort_by: 'custom.colour' }, ['body', 'sort_by']],
    ['sort_by', {}, { sort_by: 'colour' }, ['body', 'sort_by']],
    ['sort_by of the query', { sort_by: 'custom.colour' }, {}, ['body', 'query', 'sort_by']],
    ['filter', { 'custom.colour': 'red' }, {}, ['body', 'query', 'filter[custom.colour]']],
  ])('is 400 for an unknown custom field in %s, and names it', async (_, query, body, loc) => {
    const { errors } = expectStatus(await claimNextTask(worker, query, body), 400)
    expect(errors).toEqual([expect.objectContaining({ loc, allowed: expect.any(Array) })])
  })

  test('is chosen by filters with and without `filter[…]`', async () => {
    const { project_id, ids } = await createQueue({ tags: ['a'] }, { task_type: 'agent', tags: ['a'] }, { tags: ['b'] })
    const chosen = expectStatus(
      await claimNextTask(worker, { 'filter[project]': project_id, task_type: 'agent', tags: ['a'] }),
      200,
    )
    expect(chosen.task_id).toBe(ids[1])
    expect((await claimNextTask(worker, { project_id, search: 'no such text' })).status).toBe(204)
    expect(expectStatus(await claimNextTask(worker, { project_id, search: 'crane' }), 200).task_id).toBe(ids[0])
  })

  test('skips completed, archived, claimed, lapsed and blocked tasks', async () => {
    const { project_id, ids } = await createQueue({ status: 'completed' }, { status: 'archived' }, {}, {}, {})
    const [, , held, lapsed, open] = ids as [string, string, string, string, string]
    const dependent = await createTask(ada, org_id, { project_id, dependencies: [open] })
    await createClaim(ada, held)
    await createClaim(ada, lapsed)
    await moveClaimEndToPast(app, lapsed)
    const first = expectStatus(await claimNextTask(worker, { project_id }), 200)
    expect(first.task_id).toBe(open)
    expect((await claimNextTask(worker, { project_id })).status).toBe(204)
    await expireClaim(app, lapsed)
    expect(expectStatus(await claimNextTask(worker, { project_id }), 200).task_id).toBe(lapsed)
    const set = { status: 'completed' }
    expectStatus(await releaseClaim(worker, open, { generation: first.claim.generation, set }), 200)
    expect(expectStatus(await claimNextTask(worker, { project_id }), 200).task_id).toBe(dependent.task_id)
  })

  test('is not held back by a dependency that the caller cannot read', async () => {
    const { project_id } = await createQueue()
    const { project_id: hidden } = await createProject(ada, org_id, { name: 'Hidden', visibility: 'private' })
    const secret = await createTask(ada, org_id, { project_id: hidden })
    const { task_id } = await createTask(ada, org_id, { project_id, dependencies: [secret.task_id] })
    expect((await claimNextTask(other, { project_id })).status).toBe(204)
    expect(expectStatus(await claimNextTask(worker, { project_id }), 200).task_id).toBe(task_id)
  })

  test('is found behind more blocked tasks than are read at first', async () => {
    const { project_id, ids } = await createQueue({})
    expectStatus(await claimNextTask(worker, { project_id }), 200)
    const blocked = { project_id, dependencies: ids }
    await Promise.all(Array.from({ length: 33 }, () => createTask(ada, org_id, blocked)))
    const { task_id } = await createTask(ada, org_id, { project_id })
    expect(expectStatus(await claimNextTask(worker, { project_id }), 200).task_id).toBe(task_id)
  })

  test('is one that the caller can edit', async () => {
    const { project_id, ids } = await createQueue({}, {})
    expect((await claimNextTask(eve, { project_id })).status).toBe(204)
    expectStatus(await ada.patch(`/v1/tasks/${ids[1]}`, { body: { assignee: eve.username } }), 200)
    expect(await drain(eve, { project_id })).toEqual([ids[1]])
  })

  test('gets `set`, and returns to its former state when the claim ends', async () => {
    const { project_id, ids } = await createQueue({})
    const body = { set: { status: 'in_progress' }, note: 'At work', seconds: 60 }
    const taken = expectStatus(await claimNextTask(worker, { project_id, status: 'not_started' }, body), 200)
    expect(taken).toMatchObject({ task_id: ids[0], status: 'in_progress', version: 2, claim: { note: 'At work' } })
    expect((await claimNextTask(worker, { project_id, status: 'not_started' }, body)).status).toBe(204)
    await expireClaim(app, ids[0]!)
    expect((await readTask(ada, ids[0]!)).status).toBe('not_started')
    expect(expectStatus(await claimNextTask(worker, { project_id }, body), 200).claim.generation).toBe(2)
  })

  test('is the same under one Idempotency-Key', async () => {
    const { project_id } = await createQueue({}, {})
    const headers = { 'idempotency-key': `next-${project_id}` }
    const first = expectStatus(await claimNextTask(worker, { project_id }, {}, headers), 200)
    const again = await claimNextTask(worker, { project_id }, {}, headers)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first, 'true'])
    expect((await listEvents(app, first.task_id)).filter(({ type }) => type === 'task.claimed')).toHaveLength(1)
  })

  test('works without a query in the organization, and in sections', async () => {
    const { project_id, ids } = await createQueue({}, {})
    const body = { org_id, scope_type: 'project', scope_id: project_id, name: 'First' }
    const { section_id } = expectStatus(await ada.post('/v1/sections', { body }), 201, 200)
    const place = { scope_type: 'project', scope_id: project_id, section_id }
    for (const id of ids.toReversed()) expectStatus(await ada.put(`/v1/tasks/${id}/section`, { body: place }), 200)
    const query = { project_id, sort_by: 'section_position', section_scope: `project:${project_id}` }
    expect(await drain(worker, query)).toEqual(ids.toReversed())
    expect(expectStatus(await claimNext(worker, {}), 200, 204)).toBeDefined()
  })

  test.each<[string, object, number]>([
    ['an unknown parameter', { colour: 'red' }, 400],
    ['an unknown filter', { 'filter[colour]': 'red' }, 400],
    ['an unknown status', { status: 'ripe' }, 400],
    ['an unknown order', { sort_by: 'colour' }, 400],
    ['a hidden project', { project_id: 'P00000000000' }, 404],
  ])('returns an error for %s', async (_, query, status) => {
    expect((await claimNextTask(worker, query)).status).toBe(status)
  })

  test('takes a fixed number of statements, whatever the length of the queue', async () => {
    const { project_id } = await createQueue(...Array.from({ length: 12 }, () => ({})))
    const body = { set: { status: 'in_progress' } }
    await claimNextTask(worker, { project_id }, body)
    const before = app.countStatements()
    expectStatus(await claimNextTask(worker, { project_id }, body), 200)
    // Token, visibility, quota, candidates, lock, task, last event, update, claim, subscribers, events with the commit.
    // On sharded tables, lock, task, its access and the claim are read one after the other.
    const most = app.services.database.db.sharded ? 18 : 11
    expect(app.countStatementsSince(before, most)).toBeLessThanOrEqual(most)
  })
})

describe('claims in lists', () => {
  test('are included on request, and only then', async () => {
    const { project_id, ids } = await createQueue({}, {})
    const { claim } = await createClaim(worker, ids[0]!)
    const list = async (query: object) =>
      expectStatus(await ada.get('/v1/tasks', { query: { project_id, sort_by: 'task_id', ...query } }), 200).data
    expect((await list({ fields: 'claim' })).map((row: object) => row)).toEqual([
      { task_id: ids[0], version: 1, claim },
      { task_id: ids[1], version: 1, claim: null },
    ])
    expect((await list({}))[0]).not.toHaveProperty('claim')
  })

  test.each<[string, Client, number[]]>([
    ['me', worker, [0]],
    ['true', worker, [0, 1]],
    ['false', worker, [2, 3]],
    ['me', ada, [1]],
    ['me,false', ada, [1, 2, 3]],
  ])('`filter[claimed]=%s` selects by claim', async (value, client, expected) => {
    const { project_id, ids } = await createQueue({}, {}, {}, {})
    await createClaim(worker, ids[0]!)
    await createClaim(ada, ids[1]!)
    await createClaim(ada, ids[2]!)
    await moveClaimEndToPast(app, ids[2]!)
    const query = { project_id, sort_by: 'task_id', 'filter[claimed]': value }
    const { data } = expectStatus(await client.get('/v1/tasks', { query }), 200)
    expect(data.map((row: { task_id: string }) => row.task_id)).toEqual(expected.map((i) => ids[i]))
    const { count } = expectStatus(
      await client.get('/v1/tasks/count', { query: { project_id, 'filter[claimed]': value } }),
      200,
    )
    expect(count).toBe(expected.length)
  })

  test('a cursor of `filter[claimed]=me` belongs to its user', async () => {
    const { project_id, ids } = await createQueue({}, {})
    for (const id of ids) await createClaim(worker, id)
    const query = { project_id, limit: 1, 'filter[claimed]': 'me' }
    const { next_cursor: cursor } = expectStatus(await worker.get('/v1/tasks', { query }), 200)
    expect((await ada.get('/v1/tasks', { query: { ...query, cursor } })).status).toBe(400)
    expect((await worker.get('/v1/tasks', { query: { ...query, cursor } })).status).toBe(200)
  })
})
