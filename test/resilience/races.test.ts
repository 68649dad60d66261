import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Client, expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../support/factories.ts'
import { createRange, chooseSize } from './sizes.ts'
import {
  listExpectedStatuses,
  sendConcurrently,
  RACER_COUNT,
  spellName,
  listStatuses,
  startTwoProcesses,
  listWinners,
  type ClientPair,
} from './two-processes.ts'

const rounds = chooseSize(25, 1000)
const timeout = chooseSize(120_000, 1_200_000)

/** Users with a client for either process. */
let ada: ClientPair
let ben: ClientPair

describe.skipIf(!inject('svc').postgresUrl)('concurrent requests to two processes', () => {
  beforeAll(async () => {
    const both = await startTwoProcesses()
    ;[ada, ben] = [await both('ada'), await both('ben')]
  })

  test('let one If-Match win', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    const { task_id } = await createTask(ada[0], org_id)
    const path = `/v1/tasks/${task_id}`
    for (const round of createRange(rounds)) {
      const { etag } = (await ada[0].get(path)).headers
      const buildChange = (i: number) => ({ headers: { 'if-match': etag! }, body: { title: `${round} by ${i}` } })
      const replies = await sendConcurrently((i, through) => ada[through].patch(path, buildChange(i)))
      expect(listStatuses(replies)).toEqual(listExpectedStatuses(412))
      expect((await ada[1].get(path)).body.title).toBe(listWinners(replies)[0]!.body.title)
    }
    const history = expectStatus(await ada[0].get('/v1/task-history', { query: { task_id, limit: 1000 } }), 200)
    expect(history.data.length).toBe(Math.min(rounds + 1, 1000))
  })

  test('create one task per Idempotency-Key', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    for (const round of createRange(rounds)) {
      const sending = {
        headers: { 'idempotency-key': `race ${round}` },
        body: { org_id, title: `race ${round}` },
      }
      const replies = await sendConcurrently((_, through) => ada[through].post('/v1/tasks', sending))
      expect(listStatuses(replies).filter((status) => status !== 200 && status !== 409)).toEqual([])
      for (const reply of replies) if (reply.status === 409) expect(reply.headers['retry-after']).toBe('1')
      const ids = new Set(listWinners(replies).map((reply) => reply.body.task_id))
      expect(ids.size).toBe(1)
      expect(listWinners(replies).filter((reply) => !reply.headers['idempotent-replayed']).length).toBe(1)
    }
    const { data } = expectStatus(await ada[0].get('/v1/tasks', { query: { org_id, limit: 1000 } }), 200)
    expect(data.length).toBe(rounds)
  })

  test('create one task for different requests with one Idempotency-Key', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    for (const round of createRange(rounds)) {
      const headers = { 'idempotency-key': `differing ${round}` }
      const replies = await sendConcurrently((i, through) =>
        ada[through].post('/v1/tasks', { headers, body: { org_id, title: `differing ${round} ${i}` } }),
      )
      expect(listWinners(replies).length).toBe(1)
      expect(listStatuses(replies).filter((status) => ![200, 409, 422].includes(status))).toEqual([])
    }
    const { data } = expectStatus(await ada[0].get('/v1/tasks', { query: { org_id, limit: 1000 } }), 200)
    expect(data.length).toBe(rounds)
  })

  test('always keep an owner', { timeout }, async () => {
    for (const _ of createRange(rounds)) {
      const { org_id } = await createOrganization(ada[0])
      await addMember(ada[0], org_id, ben[0], 'owner')
      const buildPath = (person: Client) => `/v1/organization-members/${person.userId}/${org_id}`
      const replies = await sendConcurrently((i, through) => {
        const [self, other] = i % 4 < 2 ? [ada[through], ben[through]] : [ben[through], ada[through]]
        if (i < 4) return self.delete(buildPath(self))
        return self.patch(buildPath(other), { body: i % 2 ? { role: 'member' } : { is_active: false } })
      })
      expect(listStatuses(replies).filter((status) => ![200, 403, 404, 409].includes(status))).toEqual([])
      const left = await Promise.all([ada[0], ben[1]].map((person) => person.get(`/v1/organizations/${org_id}`)))
      expect(left.filter((reply) => reply.body.role === 'owner').length).toBeGreaterThanOrEqual(1)
    }
  })

  test('either accept or cancel an invitation, never both', { timeout }, async () => {
    for (const _ of createRange(chooseSize(15, 500))) {
      const { org_id } = await createOrganization(ada[0])
      const body = { org_id, email: 'ben@dev.invalid' }
      const { id } = expectStatus(await ada[0].post('/v1/organization-invites', { body }), 200)
      const path = `/v1/organization-invites/${id}`
      const replies = await sendConcurrently((i, through) =>
        i < 4 ? ben[through].put(`${path}/accept`) : ada[through].delete(path),
      )
      expect(listStatuses(replies)).toEqual(listExpectedStatuses(409))
      const { invite_status } = expectStatus(await ada[0].get(path), 200)
      const accepted = replies.slice(0, 4).some((reply) => reply.status === 200)
      expect(invite_status).toBe(accepted ? 'accepted' : 'cancelled')
      const seen = await ben[1].get(`/v1/organizations/${org_id}`)
      expect(seen.status).toBe(accepted ? 200 : 403)
    }
  })

  test('rotate a token once', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    for (const round of createRange(chooseSize(15, 500))) {
      const body = { org_id, name: `round ${round}`, scopes: ['tasks:read'] }
      const { token_id } = expectStatus(await ada[0].post('/v1/tokens', { body }), 200)
      const replies = await sendConcurrently((_, through) => ada[through].post(`/v1/tokens/${token_id}/rotate`))
      expect(listStatuses(replies)).toEqual(listExpectedStatuses(409))
    }
  })

  test('write nothing with a token after its revocation is acknowledged', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    for (const round of createRange(chooseSize(12, 200))) {
      const body = { org_id, name: `round ${round}`, scopes: ['tasks:write'] }
      const created = expectStatus(await ada[0].post('/v1/tokens', { body }), 200)
      let revoked = false
      const writers = sendConcurrently(async (i, through) => {
        const client = new Client(ada[through].server, created.token)
        for (;;) {
          const late = revoked
          const reply = await client.post('/v1/tasks', { body: { org_id, title: `${round} ${i}` } })
          if (late) expect([reply.status, reply.body.type]).toEqual([401, 'urn:svc:problem:token-revoked'])
          if (reply.status === 401) return reply
        }
      })
      expectStatus(await ada[round % 2]!.delete(`/v1/tokens/${created.token_id}`), 200)
      revoked = true
      expect(listStatuses(await writers)).toEqual(createRange(RACER_COUNT).map(() => 401))
    }
  })

  test('give a sprint name and a milestone title to one item', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    const created = await ada[0].post('/v1/teams', { body: { org_id, name: 'Harbour crew' } })
    const team = `/v1/teams/${expectStatus(created, 201).team_id}`
    const dates = { start_date: '2026-11-16', duration_weeks: 2, target_date: '2027-03-31' }
    for (const round of createRange(chooseSize(25, 1000))) {
      for (const [kind, field] of [
        ['sprints', 'name'],
        ['milestones', 'title'],
      ] as const) {
        const make = (i: number, through: 0 | 1) =>
          ada[through].post(`${team}/${kind}`, { body: { ...dates, [field]: spellName(round, i) } })
        expect(listStatuses(await sendConcurrently(make))).toEqual(listExpectedStatuses(409, 201))
      }
      const other = { ...dates, name: `other ${round}` }
      const { sprint_id } = expectStatus(await ada[0].post(`${team}/sprints`, { body: other }), 201)
      const replies = await sendConcurrently((i, through) =>
        i === 0
          ? ada[through].patch(`${team}/sprints/${sprint_id}`, { body: { name: `wanted ${round}` } })
          : ada[through].post(`${team}/sprints`, { body: { ...dates, name: `WANTED ${round}` } }),
      )
      expect(listWinners(replies).length).toBe(1)
    }
  })

  test(
    'keep goal positions a permutation during concurrent reorders, creates, deletes and moves',
    { timeout },
    async () => {
      const { org_id } = await createOrganization(ada[0])
      const projects = [await createProject(ada[0], org_id), await createProject(ada[0], org_id)].map(
        (one) => `/v1/projects/${one.project_id}/goals`,
      ) as [string, string]
      const listGoals = async (path: string): Promise<{ goal_id: string; position: number }[]> =>
        expectStatus(await ada[0].get(path, { query: { limit: 1000 } }), 200).data
      for (const path of projects)
        for (const name of 'abcde') expectStatus(await ada[0].post(path, { body: { name } }), 201)
      for (const round of createRange(chooseSize(20, 600))) {
        const [from, to] = round % 2 ? projects : [projects[1], projects[0]]
        const ids = (await listGoals(from)).map((goal) => goal.goal_id)
        const replies = await sendConcurrently((i, through) => {
          if (i === 0) return ada[through].post(from, { body: { name: `made ${round}` } })
          if (i === 1) return ada[through].post(`${from}/${ids[0]}/move`, { body: { project_id: to.split('/')[3] } })
          if (i === 2 && ids.length > 4) return ada[through].delete(`${from}/${ids[1]}`)
          const order = [...ids.slice(i % ids.length), ...ids.slice(0, i % ids.length)]
          return ada[through].post(`${from}/reorder`, { body: { goal_ids: order } })
        })
        expect(listStatuses(replies).filter((status) => ![200, 201, 422].includes(status))).toEqual([])
        for (const path of projects) {
          const goals = await listGoals(path)
          expect(new Set(goals.map((goal) => goal.position)).size).toBe(goals.length)
          const goal_ids = goals.map((goal) => goal.goal_id).toReversed()
          if (goal_ids.length > 0) expectStatus(await ada[1].post(`${path}/reorder`, { body: { goal_ids } }), 200)
          expect((await listGoals(path)).map((goal) => goal.position)).toEqual(goals.map((_, i) => i + 1))
        }
      }
    },
  )
})
