import { beforeAll, describe, expect, test } from 'vitest'
import { normalizeForSearch } from '../../../src/core/text.ts'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

interface Designation {
  designation_id: string
  label: string
  name: string
  category: string
  org_id: string | null
  aliases: string[]
  is_active: boolean
  is_system: boolean
  hidden: boolean | null
  pinned: boolean | null
  sort_order: number | null
  usage?: { members: number; invites: number; project_members: number; total: number }
}

const app = await startApp()
let ada: Client, ben: Client, gus: Client
let org: string

beforeAll(async () => {
  ;[ada, ben, gus] = await Promise.all([app.signIn('ada'), app.signIn('ben'), app.signIn('gus')])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben)
  await addMember(ada, org, gus, 'guest')
})

type Query = Record<string, string>
const getDesignations = (client: Client, query: Query = {}) => client.get('/v1/designations', { query })
const listDesignations = async (query: Query = {}, client = ada): Promise<Designation[]> =>
  expectStatus(await getDesignations(client, query), 200).data
const createDesignation = async (values: object, client = ada): Promise<Designation> =>
  expectStatus(await client.post('/v1/designations', { body: { org_id: org, ...values } }), 200)
const show = async (id: string, body: object, orgId = org) =>
  expectStatus(await ada.put(`/v1/designations/${id}/visibility`, { query: { org_id: orgId }, body }), 200)
const findByLabel = (rows: Designation[], label: string) => rows.find((row) => row.label === label)

describe('the default catalogue', () => {
  test('has 40 to 60 designations in about eight categories, with unambiguous names', async () => {
    const rows = await listDesignations()
    expect(rows.length).toBeGreaterThanOrEqual(40)
    expect(rows.length).toBeLessThanOrEqual(60)
    const categories = new Set(rows.map((row) => row.category))
    expect(categories.size).toBeGreaterThanOrEqual(7)
    expect(categories.size).toBeLessThanOrEqual(10)
    const names = rows.flatMap((row) => [row.label, ...row.aliases].map(normalizeForSearch))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    for (const row of rows) {
      expect(row).toMatchObject({
        org_id: null,
        is_system: true,
        is_active: true,
        hidden: null,
        pinned: null,
      })
      expect(row.name).toBe(row.label)
      expect(row.designation_id).toMatch(/^D[0-9A-HJKMNP-TV-Z]{16}$/)
    }
    // Keys in the catalogue have to equal those that the application computes.
    const keys = await app.sql<Record<string, string>>(
      'SELECT label, label_key, category, category_key FROM designations WHERE is_system',
    )
    for (const key of keys)
      expect([key.label_key, key.category_key]).toEqual([
        normalizeForSearch(key.label!),
        normalizeForSearch(key.category!),
      ])
  })

  test('is readable by all users, and cannot be changed', async () => {
    const [row] = await listDesignations()
    const path = `/v1/designations/${row!.designation_id}`
    for (const [method, body] of [
      ['PATCH', { label: 'Mine' }],
      ['PUT', { label: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expectStatus(await ada.send(method, path, { query: { org_id: org }, body }), 403)
    const outsider = await app.signIn('zoe')
    expect(expectStatus(await outsider.get(path), 200)).toMatchObject({ label: row!.label, hidden: null })
    expect(await listDesignations({}, outsider)).toHaveLength((await listDesignations()).length)
  })
})

describe('a list', () => {
  test('returns global designations only without an organization, also to a token', async () => {
    await createDesignation({ label: 'Crane Operator' })
    const globals = await listDesignations()
    expect(findByLabel(globals, 'Crane Operator')).toBeUndefined()
    expect(await listDesignations({}, await createTokenClient(ben, org, { scopes: ['org:read'] }))).toEqual(globals)
    const own = await listDesignations({ org_id: org }, gus)
    expect(findByLabel(own, 'Crane Operator')).toMatchObject({ org_id: org, category: 'Custom', hidden: false })
    expect(own.length).toBeGreaterThan(globals.length)
  })

  test('omits those of other organizations, and returns 403 for an organization of others', async () => {
    const elsewhere = (await createOrganization(ada, { name: 'Elsewhere' })).org_id
    await createDesignation({ org_id: elsewhere, label: 'Stowaway' })
    expect(findByLabel(await listDesignations({ org_id: org }), 'Stowaway')).toBeUndefined()
    expectStatus(await getDesignations(ben, { org_id: elsewhere }), 403)
  })

  test('sorts by pinned, sort_order and label', async () => {
    const { org_id } = await createOrganization(ada)
    await createDesignation({ org_id, label: 'b without order' })
    await createDesignation({ org_id, label: 'A without order' })
    await createDesignation({ org_id, label: 'Before all', sort_order: -1 })
    const pinned = await createDesignation({ org_id, label: 'Zoo Keeper' })
    await show(pinned.designation_id, { pinned: true }, org_id)
    const labels = (await listDesignations({ org_id })).map((row) => row.label)
    expect(labels.slice(0, 3)).toEqual(['Zoo Keeper', 'Before all', 'Chief Executive Officer'])
    expect(labels.slice(-2)).toEqual(['A without order', 'b without order'])
  })

  test('omits hidden ones unless requested', async () => {
    const { org_id } = await createOrganization(ada)
    const [global] = await listDesignations({ org_id })
    const own = await createDesignation({ org_id, label: 'Deckhand' })
    for (const { designation_id } of [global!, own]) {
      await show(designation_id, { hidden: true, pinned: true }, org_id)
      expect((await listDesignations({ org_id })).map((row) => row.designation_id)).not.toContain(designation_id)
      const all = await listDesignations({ org_id, include_hidden: 'true' })
      expect(all.find((row) => row.designation_id === designation_id)).toMatchObject({ hidden: true })
      await show(designation_id, { hidden: false }, org_id)
      const back = (await listDesignations({ org_id })).find((row) => row.designation_id === designation_id)
      expect(back).toMatchObject({ hidden: false, pinned: true })
    }
    expect((await listDesignations({ org_id: org })).map((row) => row.designation_id)).toContain(global!.designation_id)
  })

  test('shows deactivated ones to owners and admins only', async () => {
    const own = await createDesignation({ label: 'Lamplighter' })
    expectStatus(await ada.delete(`/v1/designations/${own.designation_id}`, { query: { org_id: org } }), 200)
    expect(findByLabel(await listDesignations({ org_id: org }), 'Lamplighter')).toBeUndefined()
    const query = { org_id: org, include_inactive: 'true' }
    expect(findByLabel(await listDesignations(query), 'Lamplighter')).toMatchObject({ is_active: false })
    for (const client of [ben, gus]) expectStatus(await getDesignations(client, query), 403)
    expectStatus(await getDesignations(ada, { include_inactive: 'true' }), 403)
  })

  test('returns all designations by category, in catalogue order', async () => {
    const { org_id } = await createOrganization(ada)
    await createDesignation({ org_id, label: 'Rust Engineer', category: 'ENGINEERING' })
    await createDesignation({ org_id, label: 'Docker', category: 'Harbour' })
    const body = expectStatus(await getDesignations(ada, { org_id, grouped: 'true', limit: '1' }), 200)
    expect(Object.keys(body)).toEqual(['org_id', 'groups', 'total'])
    const names = body.groups.map(({ category }: { category: string }) => category)
    expect(names[0]).toBe('Leadership')
    expect(names.at(-1)).toBe('Harbour')
    expect(new Set(names).size).toBe(names.length)
    const engineering = body.groups.find(({ category }: { category: string }) => category === 'Engineering')
    expect(findByLabel(engineering.items, 'Rust Engineer')).toBeDefined()
    const flat = await listDesignations({ org_id })
    expect(body.total).toBe(flat.length)
    const items = body.groups.flatMap(({ items: some }: { items: Designation[] }) => some)
    expect(new Set(items.map((row: Designation) => row.designation_id)).size).toBe(flat.length)
    const globals = expectStatus(await getDesignations(gus, { grouped: 'true' }), 200)
    expect(globals.org_id).toBeNull()
  })
})

describe('usage', () => {
  test('counts visible members, pending invitations and project memberships', async () => {
    const { org_id } = await createOrganization(ada)
    const own = await createDesignation({ org_id, label: 'Diver' })
    const elsewhere = (await createOrganization(ada)).org_id
    const [global] = await listDesignations()
    const ids = [own.designation_id, global!.designation_id]
    await addMember(ada, elsewhere, ben)
    await addMember(ada, org_id, ben)
    await addMember(ada, org_id, gus)
    const assignDesignation = (orgId: string, client: Client, designation_id: string) =>
      ada.patch(`/v1/organization-members/${client.userId}/${orgId}`, { body: { designation_id } })
    expectStatus(await assignDesignation(elsewhere, ben, ids[1]!), 200)
    expectStatus(await assignDesignation(org_id, ben, ids[0]!), 200)
    expectStatus(await assignDesignation(org_id, gus, ids[0]!), 200)
    expectStatus(await assignDesignation(org_id, ada, ids[1]!), 200)
    const invite = async (email: string, designation_id: string, values: object = {}) =>
      expectStatus(
        await ada.post('/v1/organization-invites', { body: { org_id, email, designation_id, ...values } }),
        200,
      )
    await invite('one@dev.invalid', ids[0]!)
    const soon = new Date(app.clock.now() + 1000).toISOString()
    await invite('late@dev.invalid', ids[0]!, { expires_at: soon })
    const cancelled = await invite('gone@dev.invalid', ids[0]!)
    expectStatus(await ada.delete(`/v1/organization-invites/${cancelled.id}`), 200)
    for (const [name, visibility] of Object.entries({ Quay: 'public', Gone: 'public', Secret: 'private' })) {
      const { project_id } = await createProject(ada, org_id, { name, visibility })
      const body = { project_id, user_id: ben.userId, designation_id: ids[0], project_role: 'viewer' }
      expectStatus(await ada.post('/v1/project-members', { body }), 200)
      if (name === 'Gone') expectStatus(await ada.delete(`/v1/projects/${project_id}`), 200)
    }
    app.clock.advance(1001)
    const readUsage = async (client = ada) => {
      const rows = await listDesignations({ org_id, with_usage: 'true' }, client)
      return ids.map((id) => rows.find((row) => row.designation_id === id)!.usage)
    }
    expect(await readUsage()).toEqual([
      { members: 2, invites: 1, project_members: 2, total: 5 },
      { members: 1, invites: 0, project_members: 0, total: 1 },
    ])
    expect((await readUsage(gus))[0]).toEqual({ members: 2, invites: 0, project_members: 1, total: 3 })
    expectStatus(await ada.delete(`/v1/organization-members/${ben.userId}/${org_id}`), 200)
    expect((await readUsage())[0]).toEqual({ members: 1, invites: 1, project_members: 0, total: 2 })
  })

  test('takes one statement besides authentication, for any page size', async () => {
    const client = await createTokenClient(ada, org, { scopes: ['org:read'] })
    for (const grouped of ['true', 'false']) {
      const before = app.countStatements()
      const query = { org_id: org, with_usage: 'true', grouped }
      const body = expectStatus(await getDesignations(client, query), 200)
      const rows: Designation[] = grouped === 'true' ? body.groups[0].items : body.data
      expect(rows[0]!.usage).toMatchObject({ total: expect.any(Number) })
      expect(app.countStatementsSince(before, 2)).toBe(2)
    }
  })

  test('requires the organization', async () => {
    const problem = expectStatus(await getDesignations(ada, { with_usage: 'true' }), 422)
    expect(problem.errors[0].loc).toEqual(['query', 'org_id'])
    expect((await listDesignations({ org_id: org }))[0]).not.toHaveProperty('usage')
  })
})
