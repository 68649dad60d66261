import { beforeAll, describe, expect, it } from 'vitest'
import { toCsvCell, toCsv } from '../../../src/core/csv.ts'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { insertEvents } from './events.ts'

let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

const exportCsv = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  owner.get('/v1/audit.csv', { query: { org_id: org, ...query }, headers })

describe('the audit export', () => {
  it('has the columns of the log, newest first, and JSON in before and after', async () => {
    await insertEvents(app, org, [
      {
        resource_id: 'T1',
        project_id: 'P1',
        actor_username: 'ada',
        before: { title: 'Say "a", b' },
        after: { title: 'c\r\nd' },
        created_at: '2026-03-01T00:00:00.000Z',
      },
      { resource_id: 'T1', created_at: '2026-03-02T00:00:00.000Z' },
    ])
    const reply = await exportCsv({ resource_id: 'T1' })
    expectStatus(reply, 200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [header, newer, older, rest] = reply.text.split('\r\n')
    expect(header).toBe(
      'event_id,created_at,org_id,action,resource_type,resource_id,project_id,from_project_id,actor_kind,' +
        'actor_user_id,actor_username,token_id,before,after,ip,user_agent,request_id',
    )
    expect(newer).toMatch(/^EV[0-9A-Z]{16},2026-03-02T00:00:00.000Z,/)
    expect(older!.slice(18)).toBe(
      `,2026-03-01T00:00:00.000Z,${org},task.updated,task,T1,P1,,user,,ada,,` +
        String.raw`"{""title"": ""Say \""a\"", b""}","{""title"": ""c\r\nd""}",,,`,
    )
    expect(rest).toBe('')
  })

  it.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['text/csv, */*;q=0.1', 'text/csv; charset=utf-8'],
    ['application/json, text/csv;q=0.5', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('is the response of the log to Accept: %s as %s', async (accept, type) => {
    const log = await owner.get('/v1/audit', {
      query: { org_id: org, resource_id: 'T1' },
      headers: { accept },
    })
    expectStatus(log, 200)
    expect(log.headers['content-type']).toBe(type)
    if (type.startsWith('text/csv')) expect(log.text).toBe((await exportCsv({ resource_id: 'T1' })).text)
  })

  it('begins with a byte order mark', async () => {
    const reply = await fetch(`${app.url}/v1/audit.csv?org_id=${org}&resource_id=T1`, {
      headers: { authorization: owner.authorization! },
    })
    expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toMatch(/^\xef\xbb\xbfevent_id,/)
  })

  it('escapes formulas', async () => {
    await insertEvents(app, org, [
      { resource_id: 'T2', user_agent: '=HYPERLINK("http://x","y")', actor_username: '-sum' },
    ])
    const { text } = await exportCsv({ resource_id: 'T2' })
    expect(text).toContain(`,"'=HYPERLINK(""http://x"",""y"")",`)
    expect(text).toContain(`,'-sum,`)
  })

  it('accepts the filters of the log, and returns the same events', async () => {
    const home = (await createOrganization(owner, { name: 'Filtered' })).org_id
    const created = { project_id: 'P1', actor_username: 'ben', actor_user_id: owner.userId }
    await insertEvents(app, home, [
      { ...created, resource_id: 'T1', type: 'task.created', created_at: '2026-03-01T00:00:00.000Z' },
      { ...created, project_id: 'P2', from_project_id: 'P1', created_at: '2026-03-02T00:00:00.000Z' },
      {
        resource_type: 'project',
        resource_id: 'P1',
        type: 'project.updated',
        created_at: '2026-03-03T00:00:00Z',
      },
    ])
    const seen = new Set<string>()
    for (const filter of [
      {},
      { action: 'task.' },
      { action: 'project.updated' },
      { actor: 'BEN' },
      { actor: owner.userId },
      { project_id: 'P1' },
      { resource_type: 'project' },
      { resource_id: 'T1' },
      { from: '2026-03-02', to: '2026-03-02' },
      { action: 'nothing.' },
    ] as Record<string, string>[]) {
      const query = { org_id: home, ...filter }
      const list = expectStatus(await owner.get('/v1/audit', { query: { ...query, limit: 1000 } }), 200)
      const listed = list.data.map((row: { event_id: string }) => row.event_id)
      // Pagination parameters are ignored.
      const reply = await owner.get('/v1/audit.csv', { query: { ...query, limit: 1, cursor: 'none' } })
      const lines = (expectStatus(reply, 200) as string).split('\r\n').slice(1, -1)
      expect([filter, lines.map((line) => line.split(',')[0])]).toEqual([filter, listed])
      seen.add(listed.join())
    }
    expect(seen.size).toBeGreaterThan(6)
    const refused = await owner.get('/v1/audit.csv', { query: { org_id: home, from: 'yesterday' } })
    expectStatus(refused, 422)
  })

  it('has an ETag of its own', async () => {
    const first = await exportCsv({ resource_id: 'T1' })
    expect((await exportCsv({ resource_id: 'T1' }, { 'if-none-match': first.headers.etag! })).status).toBe(304)
    const other = await exportCsv({ resource_id: 'T2' })
    expect(other.headers.etag).not.toBe(first.headers.etag)
  })

  it('exports 50,000 events, and rejects one more', async () => {
    const home = (await createOrganization(owner, { name: 'Large' })).org_id
    await app.sql(
      `INSERT INTO events (org_id, event_id, type, resource_type, resource_id, actor_kind, created_at)
       SELECT $1, 'EV' || lpad(n::text, 16, '0'), 'task.updated', 'task', 'T' || n, 'user',
         timestamptz '2026-01-01' + n * interval '1 s'
       FROM generate_series(1, 50001) n`,
      [home],
    )
    const query = { org_id: home, action: 'task.updated' }
    const refused = expectStatus(await exportCsv(query), 422)
    expect(refused.errors[0]).toMatchObject({ loc: ['query'], type: 'too_many_rows' })
    expect(refused.errors[0].msg).toContain('50,000')
    const taken = await exportCsv({ ...query, from: '2026-01-01T00:00:02Z' })
    expectStatus(taken, 200)
    expect(taken.text.split('\r\n')).toHaveLength(50_002)
  })
})

describe('a CSV cell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    [true, 'true'],
    [['a', 'b'], 'a b'],
    [['=a', 'b'], "'=a b"],
  ])('%j is written %j', (value, written) => expect(toCsvCell(value)).toBe(written))

  it('ends lines with CRLF', () => {
    expect(toCsv(['a', '=b'], [[1, null]])).toBe("\ufeffa,'=b\r\n1,\r\n")
  })
})
