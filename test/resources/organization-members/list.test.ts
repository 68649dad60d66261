import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Client, type TestApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, insertServiceAccount, createTokenClient } from '../../support/factories.ts'

let app: TestApp
let ada: Client, ben: Client, cleo: Client, gus: Client, eve: Client
let org: string

beforeAll(async () => {
  app = await startApp()
  ;[ada, ben, cleo, gus, eve] = await Promise.all([
    app.signIn('ada'),
    app.signIn('ben'),
    app.signIn('cleo'),
    app.signIn('gus'),
    app.signIn('eve'),
  ])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben, 'admin')
  await addMember(ada, org, cleo)
  await addMember(ada, org, gus, 'guest')
})

type Query = Record<string, string | number | boolean>
const read = (client: Client, member: Client) => client.get(`/v1/organization-members/${member.userId}/${org}`)
const readPage = async (client: Client, query: Query = {}) =>
  expectStatus(await client.get(`/v1/organization-members/${org}`, { query }), 200)
const listNames = async (query: Query = {}, client = ada): Promise<string[]> =>
  (await readPage(client, query)).data.map((row: { username: string }) => row.username)

/** Adds users to a project or team directly in the database. */
async function addTogether(what: 'project' | 'team', people: Client[]): Promise<string> {
  const id = `${what === 'project' ? 'P' : 'TM'}${randomUUID().slice(0, 12)}`
  const time = 'now(), now()'
  if (what === 'team')
    await app.sql(
      `INSERT INTO teams (org_id, team_id, name, name_key, created_at, updated_at) VALUES ($1, $2, $2, $2, ${time})`,
      [org, id],
    )
  else
    await app.sql(
      `INSERT INTO projects (org_id, project_id, name, name_key, status_rank, priority_rank, visibility, position,
         created_at, updated_at) VALUES ($1, $2, $2, $2, 0, 0, 'private', 0, ${time})`,
      [org, id],
    )
  for (const { userId, username } of people)
    await app.sql(
      what === 'team'
        ? `INSERT INTO team_members (org_id, team_id, user_id, username, team_role, created_at, updated_at)
           VALUES ($1, $2, $3, $4, 'member', ${time})`
        : `INSERT INTO project_members (org_id, project_id, user_id, username, username_key, project_role, created_at,
             updated_at) VALUES ($1, $2, $3, $4, $4, 'viewer', ${time})`,
      [org, id, userId, username],
    )
  return id
}

describe('reading members', () => {
  it('returns user, role and email address', async () => {
    const reply = await read(cleo, ben)
    expect(expectStatus(reply, 200)).toMatchObject({
      user_id: ben.userId,
      org_id: org,
      username: 'ben',
      email: 'ben@dev.invalid',
      role: 'admin',
      designation: null,
      designation_id: null,
      is_active: true,
      kind: 'user',
      deleted_at: null,
    })
    expect(reply.headers.etag).toMatch(/^"1-/)
    const again = await cleo.get(`/v1/organization-members/${ben.userId.toUpperCase()}/${org.toUpperCase()}`, {
      headers: { 'if-none-match': reply.headers.etag! },
    })
    expect(again.status).toBe(304)
  })

  it('returns 403 outside of one’s organizations, existing or not, and 404 for non-members', async () => {
    const path = `/v1/organization-members/${ben.userId}`
    const [strange, missing] = [await eve.get(`${path}/${org}`), await eve.get(`${path}/${randomUUID()}`)]
    expect([strange.status, missing.status]).toEqual([403, 403])
    expect(strange.body.detail).toBe(missing.body.detail)
    expect((await eve.get(`/v1/organization-members/${org}`)).status).toBe(403)
    expect((await eve.get('/v1/organization-members/nonsense')).status).toBe(403)
    for (const id of [eve.userId, randomUUID(), 'nonsense'])
      expect((await ada.get(`/v1/organization-members/${id}/${org}`)).status).toBe(404)
  })

  it('shows a guest only themselves and users of shared projects or teams', async () => {
    expect(await listNames({}, gus)).toEqual(['gus'])
    expect((await read(gus, gus)).status).toBe(200)
    expect((await read(gus, cleo)).status).toBe(404)
    const project = await addTogether('project', [gus, cleo])
    expect(await listNames({}, gus)).toEqual(['cleo', 'gus'])
    expect((await read(gus, cleo)).status).toBe(200)
    const limited = await createTokenClient(gus, org, { scopes: ['org:read'], project_ids: ['P0'] })
    expect(await listNames({}, limited)).toEqual(['gus'])
    await app.sql('UPDATE projects SET deleted_at = now() WHERE project_id = $1', [project])
    expect(await listNames({}, gus)).toEqual(['gus'])
    const team = await addTogether('team', [gus, ben])
    expect(await listNames({}, gus)).toEqual(['ben', 'gus'])
    await app.sql('UPDATE team_members SET is_active = false WHERE team_id = $1 AND user_id = $2', [team, ben.userId])
    expect((await read(gus, ben)).status).toBe(404)
  })

  it('takes at most three statements for any page size', async () => {
    for (const path of [`/v1/organization-members/${org}`, `/v1/organization-members/${ben.userId}/${org}`]) {
      for (const client of [cleo, gus]) {
        const before = app.countStatements()
        await client.get(path)
        expect(app.countStatements() - before).toBeLessThanOrEqual(3)
      }
    }
  })
})

describe('the list of members', () => {
  it('filters by role, activity and a literal part of name or address', async () => {
    expect(await listNames()).toEqual(['ada', 'ben', 'cleo', 'gus'])
    expect(await listNames({ role: 'admin' })).toEqual(['ben'])
    expect(await listNames({ search: 'CLE' })).toEqual(['cleo'])
    expect(await listNames({ search: 'gus@DEV' })).toEqual(['gus'])
    expect(await listNames({ search: '_' })).toEqual([])
    expect(await listNames({ search: '%' })).toEqual([])
    expect(await listNames({ is_active: false })).toEqual([])
    const invalid = await ada.get(`/v1/organization-members/${org}`, { query: { role: 'boss' } })
    expect(invalid.status).toBe(400)
    expect(invalid.body.errors[0].allowed).toEqual(['owner', 'admin', 'member', 'guest'])
    expect((await ada.get(`/v1/organization-members/${org}?filter[role]=admin`)).status).toBe(400)
  })

  it('sorts by name, address, role and last activity with nulls last, and paginates without gaps', async () => {
    await insertServiceAccount(app, org)
    await app.sql('UPDATE organization_members SET last_active_at = NULL WHERE org_id = $1', [org])
    await app.sql('UPDATE organization_members SET last_active_at = now() WHERE org_id = $1 AND user_id = $2', [
      org,
      cleo.userId,
    ])
    const all = await listNames()
    expect((await listNames({ sort_by: 'role' })).slice(0, 2)).toEqual(['ada', 'ben'])
    expect((await listNames({ sort_by: 'role' })).at(-1)).toBe('gus')
    expect(await listNames({ sort_by: 'username', sort_order: 'desc' })).toEqual([...all].reverse())
    expect((await listNames({ sort_by: 'last_active_at' }))[0]).toBe('cleo')
    expect((await listNames({ sort_by: 'last_active_at', sort_order: 'desc' }))[0]).toBe('cleo')
    for (const sort_by of ['username', 'email', 'role', 'last_active_at']) {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const one = await readPage(ada, { sort_by, limit: 2, ...(cursor && { cursor }) })
        found.push(...one.data.map((row: { username: string }) => row.username))
        cursor = one.next_cursor
      } while (cursor)
      expect(found).toEqual(await listNames({ sort_by }))
    }
    expect((await ada.get(`/v1/organization-members/${org}?sort_by=kind`)).status).toBe(400)
  })

  it('is readable with a token limited to projects, which cannot change it', async () => {
    const limited = await createTokenClient(ada, org, { project_ids: ['P0'] })
    expect(await listNames({ role: 'guest' }, limited)).toEqual(['gus'])
    const path = `/v1/organization-members/${gus.userId}/${org}`
    expect((await limited.patch(path, { body: { role: 'member' } })).status).toBe(403)
    expect((await limited.delete(path)).status).toBe(403)
    expect((await read(ada, gus)).body.role).toBe('guest')
  })
})
