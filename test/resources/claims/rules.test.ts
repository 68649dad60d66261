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
import {
  claimTask,
  claimNext,
  expireClaim,
  createClaim,
  moveClaimEndToPast,
  listEvents,
  readTask,
  releaseClaim,
  renewClaim,
} from './setup.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const [ben, eve, guest] = await Promise.all(['ben', 'eve', 'guest'].map((name) => app.signIn(name)))
await insertMembership(ben!, org_id, 'member')
await insertMembership(eve!, org_id, 'member')
await insertMembership(guest!, org_id, 'guest')
const { project_id } = await createProject(ada, org_id)
const worker = await createTokenClient(await insertServiceAccount(app, org_id), org_id, {
  grant_type: 'service_account',
})
await addProjectMember(ada, project_id, ben!, 'editor')
await addProjectMember(ada, project_id, worker, 'editor')

const createProjectTask = async (values: object = {}) => createTask(ada, org_id, { project_id, ...values })
const createTaskId = async (values: object = {}): Promise<string> => (await createProjectTask(values)).task_id
const getStatus = async (reply: Promise<{ status: number }>) => (await reply).status

describe('a claim', () => {
  test('shows holder, end, generation and note to every reader', async () => {
    const id = await createTaskId()
    const { claim: own } = await createClaim(worker, id, { seconds: 120, note: 'Greasing' })
    const { claim: seen, version } = await readTask(eve!, id)
    expect(seen).toEqual(own)
    expect(seen).toMatchObject({ by: worker.username, generation: 1, note: 'Greasing' })
    expect(seen.token_id).toMatch(/^TK/)
    expect(version).toBe(1)
    const seconds = (Date.parse(seen.until) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(110)
    expect(seconds).toBeLessThan(121)
    expect((await createClaim(ben!, await createTaskId())).claim.token_id).toBeNull()
  })

  test('changes the ETag for If-None-Match but not for If-Match', async () => {
    const id = await createTaskId()
    const { headers } = await ada.get(`/v1/tasks/${id}`)
    await createClaim(worker, id)
    const again = await ada.get(`/v1/tasks/${id}`, { headers: { 'if-none-match': headers.etag! } })
    expect([again.status, again.body.claim.by]).toEqual([200, worker.username])
    const body = { priority: 'high' }
    const write = await ada.patch(`/v1/tasks/${id}`, { body, headers: { 'if-match': headers.etag! } })
    expect([write.status, write.body.claim.by]).toEqual([200, worker.username])
  })

  test.each([
    ['title', { title: 'Renamed' }],
    ['project_id', { project_id: null }],
    ['sub_tasks', { sub_tasks: [] }],
    ['title', { status: 'in_progress', title: 5 }],
  ])('returns 422 if it sets %s, which it could not restore', async (name, set) => {
    const { task_id: id, title } = await createProjectTask()
    const requests = [claimTask(worker, id, { set }), claimNext(worker, { org_id, query: { project_id }, set })]
    for (const { status, body } of await Promise.all(requests)) {
      expect(status).toBe(422)
      expect(body.errors).toContainEqual(
        expect.objectContaining({
          loc: ['body', 'set', name],
          allowed: expect.arrayContaining(['status', 'due_date']),
        }),
      )
    }
    expect(await readTask(ada, id)).toMatchObject({ title, project_id, claim: null, version: 1 })
  })

  test('returns the ETag of the next read when it begins, is renewed and is released', async () => {
    const id = await createTaskId()
    const held = await claimTask(worker, id, { note: 'Greasing', set: { status: 'in_progress' } })
    const { generation } = held.body.claim
    const expectSame = async ({ headers }: { headers: Record<string, string> }) =>
      expect((await worker.get(`/v1/tasks/${id}`)).headers.etag).toBe(headers.etag)
    await expectSame(held)
    await expectSame(await renewClaim(worker, id, generation))
    await expectSame(await releaseClaim(worker, id, { generation }))
  })

  test('returns 409 with holder and end to others, and renews for its own token', async () => {
    const id = await createTaskId()
    const { claim: first } = await createClaim(worker, id, { note: 'One' })
    const { status, body } = await claimTask(ben!, id)
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`${worker.username} until ${first.until}`)])
    const { claim: renewed } = await createClaim(worker, id, { seconds: 3600 })
    expect([renewed.generation, renewed.note]).toEqual([1, 'One'])
    expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(first.until))
    const otherToken = await createTokenClient(ben!, org_id)
    await createClaim(ben!, (await createProjectTask()).task_id)
    const own = await createTaskId()
    await createClaim(ben!, own)
    expect(await getStatus(claimTask(otherToken, own))).toBe(409)
  })

  test.each([
    ['completed', 409],
    ['archived', 409],
    ['blocked', 200],
    ['backlog', 200],
  ])('of a task that is %s returns %i', async (status, expected) => {
    expect(await getStatus(claimTask(worker, await createTaskId({ status })))).toBe(expected)
  })

  test.each([
    [59, 422],
    [60, 200],
    [86_400, 200],
    [86_401, 422],
  ])('of %i seconds returns %i', async (seconds, expected) => {
    expect(await getStatus(claimTask(worker, await createTaskId(), { seconds }))).toBe(expected)
  })

  test('does not keep people from editing', async () => {
    const id = await createTaskId()
    await createClaim(worker, id)
    expect(await getStatus(ben!.patch(`/v1/tasks/${id}`, { body: { title: 'Edited' } }))).toBe(200)
  })

  test('never uses a generation twice', async () => {
    const id = await createTaskId()
    const seen: number[] = []
    for (let i = 0; i < 3; i++) {
      const { claim: one } = await createClaim(worker, id)
      seen.push(one.generation)
      if (i % 2) await expireClaim(app, id)
      else expectStatus(await releaseClaim(worker, id, { generation: one.generation }), 200)
    }
    expect(seen).toEqual([1, 2, 3])
  })

  test('does not depend on the clock of the server', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { seconds: 60 })
    app.clock.set(-3_600_000)
    expect((await readTask(ada, id)).claim.by).toBe(worker.username)
    expect(await getStatus(claimTask(ben!, id))).toBe(409)
    app.clock.set(7_200_000)
    expect((await readTask(ada, id)).claim.by).toBe(worker.username)
    expect(await getStatus(claimTask(ben!, id))).toBe(409)
    app.clock.set(-3_600_000)
  })
})

describe('rights', () => {
  const roles: [string, Client, number][] = [
    ['an editor of the project', ben!, 200],
    ['a service account that edits', worker, 200],
    ['a reader', eve!, 403],
    ['a guest outside the project', guest!, 404],
  ]
  test.each(roles)('%s gets the expected status', async (_, client, expected) => {
    expect(await getStatus(claimTask(client, await createTaskId()))).toBe(expected)
  })

  test('only the holder renews and releases', async () => {
    const id = await createTaskId()
    const { claim: held } = await createClaim(worker, id)
    const { generation } = held
    expect(await getStatus(renewClaim(ben!, id, generation))).toBe(412)
    expect(await getStatus(releaseClaim(ben!, id, { generation }))).toBe(412)
    expect(await getStatus(renewClaim(worker, id, generation + 1))).toBe(412)
    expect(await getStatus(releaseClaim(worker, id, { generation: generation + 1 }))).toBe(412)
    expect(await getStatus(releaseClaim(worker, id, {}))).toBe(422)
    expectStatus(await renewClaim(worker, id, generation, { note: 'Still' }), 200)
    expect((await readTask(ada, id)).claim.note).toBe('Still')
    expectStatus(await releaseClaim(worker, id, { generation }), 200)
    expect((await readTask(ada, id)).claim).toBeNull()
    expect(await getStatus(renewClaim(worker, id, generation))).toBe(412)
  })

  test('owners of the project and organization admins release any claim with force', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { status: 'in_progress' } })
    expect(await getStatus(releaseClaim(ben!, id, { force: true }))).toBe(403)
    expect(await getStatus(releaseClaim(guest!, id, { force: true }))).toBe(404)
    expect(await getStatus(releaseClaim(ada, id, { force: true, generation: 7 }))).toBe(412)
    const { claim: none, status } = expectStatus(await releaseClaim(ada, id, { force: true }), 200)
    expect([none, status]).toEqual([null, 'not_started'])
    expect(await getStatus(releaseClaim(ada, id, { force: true }))).toBe(200)
  })

  test('a rotated or other token of the holder may renew, and then holds the claim', async () => {
    const id = await createTaskId()
    const first = await createTokenClient(ben!, org_id)
    const { claim: held } = await createClaim(first, id)
    const second = await createTokenClient(ben!, org_id)
    const { claim: moved } = expectStatus(await renewClaim(second, id, held.generation), 200)
    expect(moved.token_id).not.toBe(held.token_id)
    await app.sql(`UPDATE access_tokens SET revoked_at = now(), revoke_reason = 'revoked' WHERE token_id = $1`, [
      held.token_id,
    ])
    expect((await readTask(ada, id)).claim.token_id).toBe(moved.token_id)
  })
})

describe('the end of a claim', () => {
  test('lets others claim immediately when its time is up, and renewal fails', async () => {
    const id = await createTaskId()
    const { claim: first } = await createClaim(worker, id, { set: { status: 'in_progress', priority: 'high' } })
    await moveClaimEndToPast(app, id)
    expect((await readTask(ada, id)).claim).toBeNull()
    expect(await getStatus(renewClaim(worker, id, first.generation))).toBe(412)
    const next = await createClaim(ben!, id, { set: { status: 'blocked' } })
    expect([next.claim.generation, next.status, next.priority]).toEqual([2, 'blocked', 'none'])
    expect((await listEvents(app, id)).map(({ type, actor_kind }) => [type, actor_kind])).toEqual([
      ['task.created', 'user'],
      ['task.updated', 'service_account'],
      ['task.claimed', 'service_account'],
      ['task.updated', 'system'],
      ['task.claim_expired', 'system'],
      ['task.updated', 'user'],
      ['task.claimed', 'user'],
    ])
  })

  test('restores the task before another claim checks its status', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { status: 'completed' } })
    await moveClaimEndToPast(app, id)
    const next = await createClaim(ben!, id)
    expect([next.claim.generation, next.status]).toEqual([2, 'not_started'])
  })

  test('restores the task before another claim checks the rights', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { assignee: eve!.username } })
    expect(await getStatus(eve!.patch(`/v1/tasks/${id}`, { body: { title: 'Hers' } }))).toBe(200)
    await moveClaimEndToPast(app, id)
    expect(await getStatus(claimTask(eve!, id))).toBe(403)
    expect((await readTask(ada, id)).assignee).toBe(eve!.username)
    await expireClaim(app, id)
    expect((await readTask(ada, id)).assignee).toBeNull()
  })

  test('restores what the claim changed, as the service, unless it was changed since', async () => {
    const id = await createTaskId({ priority: 'low', tags: ['dock'], due_date: '2027-01-02' })
    const set = { status: 'in_progress', assignee: ben!.username, tags: ['dock', 'now'], due_date: null }
    await createClaim(worker, id, { set: { ...set, priority: 'critical' } })
    expectStatus(await ben!.patch(`/v1/tasks/${id}`, { body: { priority: 'medium' } }), 200)
    await expireClaim(app, id)
    const after = await readTask(ada, id)
    expect(after).toMatchObject({
      claim: null,
      status: 'not_started',
      assignee: null,
      priority: 'medium',
      tags: ['dock'],
      due_date: '2027-01-02',
      updated_by: null,
    })
    const [update, end] = (await listEvents(app, id)).slice(-2)
    expect(update).toMatchObject({ type: 'task.updated', actor_kind: 'system', cause: 'task.claim_expired' })
    expect(end).toMatchObject({
      type: 'task.claim_expired',
      actor_kind: 'system',
      before: { by: worker.username, generation: 1 },
      after: null,
    })
  })

  test('keeps a result that the holder wrote', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { status: 'in_progress' } })
    expectStatus(await worker.patch(`/v1/tasks/${id}`, { body: { status: 'completed' } }), 200)
    await expireClaim(app, id)
    expect((await readTask(ada, id)).status).toBe('completed')
  })

  test('restores the first values after a renewal that changes them again', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { status: 'in_progress' } })
    await createClaim(worker, id, { set: { status: 'blocked' } })
    await expireClaim(app, id)
    expect((await readTask(ada, id)).status).toBe('not_started')
  })

  test('skips an assignee who has left, and restores the rest', async () => {
    const leaver = await app.signIn('leaver')
    await insertMembership(leaver, org_id, 'member')
    const id = await createTaskId({ assignee: leaver.username })
    await createClaim(worker, id, { set: { status: 'in_progress', assignee: ben!.username } })
    expectStatus(await ada.delete(`/v1/organization-members/${leaver.userId}/${org_id}`), 200)
    await expireClaim(app, id)
    expect(await readTask(ada, id)).toMatchObject({ status: 'not_started', claim: null })
  })

  test.each<[string, object, string]>([
    ['without `set` restores the task', {}, 'not_started'],
    ['with `set` writes it', { set: { status: 'completed' } }, 'completed'],
    ['with an empty `set` changes nothing', { set: {} }, 'in_progress'],
  ])('a release %s', async (_, body, status) => {
    const id = await createTaskId()
    const { claim: held } = await createClaim(worker, id, { set: { status: 'in_progress' } })
    const released = expectStatus(await releaseClaim(worker, id, { generation: held.generation, ...body }), 200)
    expect([released.status, released.claim]).toEqual([status, null])
    expect((await listEvents(app, id)).map(({ type }) => type)).toContain('task.claim_released')
  })

  test('ends immediately with its token', async () => {
    const { token: secret, token_id } = expectStatus(
      await ada.post('/v1/tokens', { body: { org_id, name: 'Worker', scopes: ['tasks:write', 'tasks:read'] } }),
      200,
    )
    const id = await createTaskId()
    await createClaim(app.createClient(secret), id, { set: { status: 'in_progress' } })
    expectStatus(await ada.delete(`/v1/tokens/${token_id}`), 200)
    expect((await readTask(ben!, id)).claim).toBeNull()
    expect(await getStatus(claimTask(ben!, id))).toBe(200)
    expect((await readTask(ada, id)).status).toBe('not_started')
  })

  test.each(['removed', 'deactivated'])('ends when its holder is %s', async (way) => {
    const leaver = await app.signIn(`leaving-${way}`)
    await insertMembership(leaver, org_id, 'admin')
    const id = await createTaskId()
    await createClaim(leaver, id)
    const path = `/v1/organization-members/${leaver.userId}/${org_id}`
    const reply = way === 'removed' ? await ada.delete(path) : await ada.patch(path, { body: { is_active: false } })
    expectStatus(reply, 200)
    expect((await readTask(ada, id)).claim).toBeNull()
  })

  test('is silent for a deleted task', async () => {
    const id = await createTaskId()
    await createClaim(worker, id, { set: { status: 'in_progress' } })
    expectStatus(await ada.delete(`/v1/tasks/${id}`), 200)
    await expireClaim(app, id)
    expect((await listEvents(app, id)).at(-1)!.type).toBe('task.deleted')
    const [row] = await app.sql<{ until: string | null }>('SELECT until FROM task_claims WHERE task_id = $1', [id])
    expect(row!.until).toBeNull()
  })
})

describe('the number of claims', () => {
  test('is limited to 100 of a token, and the 101st returns 409', async () => {
    const agent = await createTokenClient(ben!, org_id)
    const { project_id: many } = await createProject(ada, org_id, { name: 'Many' })
    await addProjectMember(ada, many, ben!, 'editor')
    for (let i = 0; i < 101; i++) await createTask(ada, org_id, { project_id: many })
    const claimNextTask = () => claimNext(agent, { org_id, query: { project_id: many } })
    const replies = await Promise.all(Array.from({ length: 101 }, claimNextTask))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
    const refused = replies.find(({ status }) => status !== 200)!
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('100 claims')])
    const { task_id, claim: held } = replies.find(({ status }) => status === 200)!.body
    expect(await getStatus(renewClaim(agent, task_id, held.generation))).toBe(200)
    expect(await getStatus(claimTask(agent, task_id))).toBe(200)
    expect(
      await getStatus(claimNext(await createTokenClient(ben!, org_id), { org_id, query: { project_id: many } })),
    ).toBe(200)
  })

  /** Moves claims of tasks in a project to a token, as if it had made them. */
  const fill = (project: string, holder: Client, tokenId: string) =>
    app.sql(
      `INSERT INTO task_claims (org_id, task_id, generation, until, user_id, claimed_by, token_id)
        SELECT org_id, task_id, 1, clock_timestamp() + interval '1 hour', $2, $3, $4 FROM tasks WHERE project_id = $1`,
      [project, holder.userId, holder.username, tokenId],
    )
  const createFullProject = async (name: string) => {
    const created = await createProject(ada, org_id, { name })
    await addProjectMember(ada, created.project_id, ben!, 'editor')
    const task_ids = []
    for (let i = 0; i < 100; i++)
      task_ids.push((await createTask(ada, org_id, { project_id: created.project_id })).task_id)
    return { project_id: created.project_id as string, task_ids }
  }

  test('does not include claims of tasks that became hidden or were deleted', async () => {
    const full = await createFullProject('Full')
    const agent = await createTokenClient(ben!, org_id)
    const { claim: own } = await createClaim(agent, await createTaskId())
    await fill(full.project_id, ben!, own.token_id)
    const id = await createTaskId()
    expect(await getStatus(claimTask(agent, id))).toBe(409)
    expectStatus(await ada.delete(`/v1/tasks/${full.task_ids[0]}`), 200)
    expectStatus(await ada.patch(`/v1/tasks/${full.task_ids[1]}`, { body: { restricted_to: ['ada'] } }), 200)
    expect(await getStatus(claimTask(agent, id))).toBe(200)
    expect(await getStatus(claimTask(agent, await createTaskId()))).toBe(409)
    expectStatus(await ada.delete(`/v1/projects/${full.project_id}`), 200)
    expect(await getStatus(claimTask(agent, await createTaskId()))).toBe(200)
  })

  test('is not exceeded by renewing a claim with another token', async () => {
    const full = await createFullProject('Full too')
    const [one, two] = [await createTokenClient(ben!, org_id), await createTokenClient(ben!, org_id)]
    const id = await createTaskId()
    const { claim: own } = await createClaim(one, id)
    const { claim: other } = await createClaim(two, full.task_ids[0]!)
    await app.sql('DELETE FROM task_claims WHERE task_id = $1', [full.task_ids[0]])
    await fill(full.project_id, ben!, other.token_id)
    expect(await getStatus(renewClaim(two, id, own.generation))).toBe(409)
    expect(await getStatus(renewClaim(one, id, own.generation))).toBe(200)
  })
})
