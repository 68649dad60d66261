import { beforeAll, describe, expect, it } from 'vitest'
import { enforceAuditRetention } from '../../../src/resources/people/audit/retention.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createTokenClient } from '../../support/factories.ts'
import { insertEvents, type EventValues } from './events.ts'

let app: TestApp
let owner: Client, admin: Client, ben: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ;[owner, admin, ben] = await Promise.all([app.signIn('ada'), app.signIn('agnes'), app.signIn('ben')])
  org = (await createOrganization(owner)).org_id
  await addMember(owner, org, admin, 'admin')
  await addMember(owner, org, ben)
})

type Query = Record<string, string | number | undefined>
const read = (client: Client, query: Query = {}) => client.get('/v1/audit', { query: { org_id: org, ...query } })
const listIds = async (query: Query = {}, client = admin): Promise<string[]> =>
  expectStatus(await read(client, { limit: 1000, ...query }), 200).data.map((row: { event_id: string }) => row.event_id)
const mint = async (client: Client, values: object = {}) =>
  expectStatus(
    await client.post('/v1/tokens', {
      body: { org_id: org, name: 'Export', scopes: ['tasks:read'], ...values },
    }),
    200,
  )

describe('the audit log', () => {
  it('returns user, change, token and IP of each event', async () => {
    const client = await createTokenClient(admin, org, { scopes: ['org:write', 'tasks:read'] })
    const created = await client.post('/v1/tokens', {
      body: { name: 'Told', scopes: ['tasks:read'] },
      headers: { 'user-agent': 'crane/1', 'x-request-id': 'r-1' },
    })
    const { token_id } = expectStatus(created, 200)
    const [event] = expectStatus(await read(owner, { resource_id: token_id }), 200).data
    expect(event).toEqual({
      event_id: expect.stringMatching(/^EV/),
      created_at: created.body.created_at,
      org_id: org,
      action: 'token.created',
      resource_type: 'token',
      resource_id: token_id,
      project_id: null,
      from_project_id: null,
      actor_kind: 'user',
      actor_user_id: admin.userId,
      actor_username: admin.username,
      token_id: expect.stringMatching(/^TK/),
      before: null,
      after: expect.objectContaining({ name: 'Told' }),
      ip: '127.0.0.1',
      user_agent: 'crane/1',
      request_id: 'r-1',
    })
    const [own] = await app.sql<{ token_id: string }>(
      `SELECT token_id FROM access_tokens WHERE org_id = $1 AND name = 'test'`,
      [org],
    )
    expect(event.token_id).toBe(own!.token_id)
  })

  it('requires an owner or admin with the scope admin in the same organization', async () => {
    expectStatus(await read(owner), 200)
    expectStatus(await read(admin), 200)
    expectStatus(await read(ben), 403)
    expectStatus(await read(await app.signIn('zoe')), 403)
    expectStatus(await app.anonymous.get('/v1/audit'), 401)
    expectStatus(await admin.get('/v1/audit'), 422)
    const rights: [Client, Parameters<typeof createTokenClient>[2], number][] = [
      [admin, { scopes: ['admin'] }, 200],
      [admin, { scopes: ['admin'], kind: 'test' }, 200],
      [admin, { scopes: ['org:write'] }, 403],
      [admin, { scopes: ['admin'], project_ids: ['P1'] }, 403],
      [ben, { scopes: ['admin'] }, 403],
    ]
    for (const [person, values, status] of rights) {
      const client = await createTokenClient(person, org, values)
      expectStatus(await client.get('/v1/audit'), status)
      expectStatus(await client.get('/v1/audit.csv'), status)
    }
  })

  it('returns no events of another organization', async () => {
    const elsewhere = (await createOrganization(owner, { name: 'Elsewhere' })).org_id
    const [foreign] = await insertEvents(app, elsewhere, [{ resource_id: 'T-foreign' }])
    expect(await listIds({}, owner)).not.toContain(foreign)
    expect(await listIds({ resource_id: 'T-foreign' }, owner)).toEqual([])
  })

  it('paginates newest first, each event once, while new ones arrive', async () => {
    const at = new Date(app.clock.now()).toISOString()
    // Many in one millisecond: the id breaks the tie.
    await insertEvents(
      app,
      org,
      Array.from({ length: 25 }, () => ({ created_at: at })),
    )
    const whole = await listIds()
    const times = await app.sql<{ event_id: string }>(
      'SELECT event_id FROM events WHERE org_id = $1 ORDER BY created_at DESC, event_id DESC',
      [org],
    )
    expect(whole).toEqual(times.map((row) => row.event_id))
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = expectStatus(await read(admin, { limit: 7, cursor }), 200)
      paged.push(...page.data.map((row: { event_id: string }) => row.event_id))
      cursor = page.next_cursor ?? undefined
      if (paged.length === 14) await mint(ben)
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
  })

  it('ignores sort parameters, and rejects cursors of other filters', async () => {
    const { next_cursor } = expectStatus(await read(admin, { limit: 1, sort_by: 'action', sort_order: 'asc' }), 200)
    expectStatus(await read(admin, { limit: 5, cursor: next_cursor }), 200)
    expectStatus(await read(admin, { cursor: next_cursor, action: 'token.' }), 400)
    expectStatus(await read(admin, { cursor: `${next_cursor}x` }), 400)
  })

  it('takes two statements for any page size', async () => {
    const client = await createTokenClient(owner, org)
    for (const limit of [1, 1000]) {
      const before = app.countStatements()
      expectStatus(await client.get('/v1/audit', { query: { limit, actor: 'ben', action: 'token.' } }), 200)
      expect(app.countStatementsSince(before, 2)).toBe(2)
    }
  })
})

describe('a filter', () => {
  const created: Record<string, string> = {}
  beforeAll(async () => {
    const values: Record<string, EventValues> = {
      task: {
        type: 'task.updated',
        resource_id: 'T1',
        project_id: 'P1',
        created_at: '2026-03-01T00:00:00.000Z',
      },
      moved: {
        type: 'task.moved',
        resource_id: 'T1',
        project_id: 'P2',
        from_project_id: 'P1',
        created_at: '2026-03-01T23:59:59.999Z',
      },
      project: { type: 'project.updated', resource_type: 'project', resource_id: 'P2', project_id: 'P2' },
      odd: { type: 'projectx.made', resource_type: 'projectx', created_at: '2026-03-02T00:00:00.000Z' },
    }
    const found = await insertEvents(app, org, Object.values(values))
    Object.keys(values).forEach((name, i) => (created[name] = found[i]!))
  })

  const cases: [Query, string[]][] = [
    [{ resource_id: 'T1' }, ['moved', 'task']],
    [{ resource_type: 'project' }, ['project']],
    [{ project_id: 'P1' }, ['moved', 'task']],
    [{ project_id: 'P2' }, ['project', 'moved']],
    [{ action: 'task.', resource_id: 'T1' }, ['moved', 'task']],
    [{ action: 'project.', project_id: 'P2' }, ['project']],
    [{ action: 'task.moved' }, ['moved']],
    [{ action: 'task' }, []],
    [{ action: '%.' }, []],
    [{ action: 'project_.' }, []],
    [{ resource_id: 'T-none' }, []],
    [{ actor: 'nobody' }, []],
    [{ actor: '0190b0a0-0000-7000-8000-000000000001' }, []],
    [{ from: '2026-03-01', to: '2026-03-01' }, ['moved', 'task']],
    [{ from: '2026-03-01', to: '2026-03-02' }, ['odd', 'moved', 'task']],
    [{ from: '2026-03-01T23:59:59.999Z', to: '2026-03-02T00:00:00Z' }, ['odd', 'moved']],
    [{ from: '2026-03-02T01:00:00+01:00', to: '2026-03-02T01:00:00 01:00' }, ['odd']],
    [{ from: '2026-03-02', to: '2026-03-01' }, []],
    [{ to: '0001-01-01' }, []],
  ]
  it.each(cases)('%j', async (query, expected) => {
    expect(await listIds(query)).toEqual(expected.map((name) => created[name]))
  })

  it('actor accepts a username in any case, or a user id', async () => {
    await mint(ben)
    const [byName, byId] = [await listIds({ actor: 'BEN' }), await listIds({ actor: ben.userId })]
    expect(byName.length).toBeGreaterThan(0)
    expect(byId).toEqual(byName)
    expect(await listIds({ actor: 'be' })).toEqual([])
  })

  it.each([
    '2026-02-30',
    'yesterday',
    '2026-03-01T00:00:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:00',
    '0001-01-01T00:00:00+23:00',
    '2026-03-01T00:00:00%00Z',
    '20260301',
  ])('from and to reject %s', async (value) => {
    for (const name of ['from', 'to']) {
      const problem = expectStatus(await read(admin, { [name]: decodeURIComponent(value) }), 422)
      expect(problem.errors[0].loc).toEqual(['query', name])
    }
  })

  it('rejects a repeated filter with 422', async () => {
    expectStatus(await admin.get('/v1/audit', { query: { org_id: org, actor: ['ben', 'ada'] } }), 422)
  })
})

describe('retention', () => {
  it('hides expired events immediately, and deletes all but task events later', async () => {
    const home = (await createOrganization(owner, { name: 'Brief' })).org_id
    const day = 86_400_000
    const subtractMillis = (millis: number) => new Date(app.clock.now() - millis).toISOString()
    const [oldTask, oldOther, , newTask, newOther] = await insertEvents(app, home, [
      { created_at: subtractMillis(31 * day) },
      { created_at: subtractMillis(31 * day), resource_type: 'project', type: 'project.updated' },
      { created_at: subtractMillis(30 * day + 1000), resource_type: 'project', type: 'project.updated' },
      { created_at: subtractMillis(30 * day - 60_000) },
      { created_at: subtractMillis(30 * day - 60_000), resource_type: 'project', type: 'project.updated' },
    ])
    const listShown = async () => {
      const reply = await owner.get('/v1/audit', { query: { org_id: home, action: undefined } })
      const found = expectStatus(reply, 200).data as { event_id: string; action: string }[]
      return found.filter((row) => !row.action.startsWith('org.')).map((row) => row.event_id)
    }
    expect(await listShown()).toHaveLength(5)
    expect(await enforceAuditRetention(app.services)).toBe(0)

    const settings = { body: { audit_retention_days: 30 } }
    expectStatus(await owner.patch(`/v1/organizations/${home}/settings`, settings), 200)
    expect((await listShown()).sort()).toEqual([newTask, newOther].sort())
    expect(await enforceAuditRetention(app.services)).toBe(2)
    expect(await enforceAuditRetention(app.services)).toBe(0)
    const left = await app.sql<{ event_id: string }>('SELECT event_id FROM events WHERE org_id = $1', [home])
    const remaining = left.map((row) => row.event_id)
    expect(remaining).toEqual(expect.arrayContaining([oldTask, newTask, newOther]))
    expect(remaining).not.toContain(oldOther)
    expect(await listShown()).toHaveLength(2)
  })

  it('deletes more than one batch per run, in this organization only', async () => {
    const home = (await createOrganization(owner, { name: 'Busy' })).org_id
    const old = { created_at: '2026-01-01T00:00:00.000Z', resource_type: 'project', type: 'project.updated' }
    await insertEvents(
      app,
      home,
      Array.from({ length: 2500 }, () => old),
    )
    const [elsewhere] = await insertEvents(app, org, [old])
    expectStatus(await owner.patch(`/v1/organizations/${home}/settings`, { body: { audit_retention_days: 1 } }), 200)
    expect(await enforceAuditRetention(app.services)).toBe(2500)
    expect(await listIds({ to: '2026-01-01' })).toEqual([elsewhere])
  })
})
