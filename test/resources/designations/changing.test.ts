import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
/** A second server on the same PostgreSQL; the embedded database is locked by one process. */
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
let ada: Client, adaThere: Client, ben: Client
let org: string

beforeAll(async () => {
  ;[ada, adaThere, ben] = await Promise.all([app.signIn('ada'), otherApp.signIn('ada'), app.signIn('ben')])
  org = (await createOrganization(ada)).org_id
  await addMember(ada, org, ben)
})

const create = (values: object, client = ada) => client.post('/v1/designations', { body: { org_id: org, ...values } })
const createDesignation = async (values: object) => expectStatus(await create(values), 200)
const buildPath = (row: { designation_id: string }) => `/v1/designations/${row.designation_id}`
const query = () => ({ org_id: org })
const change = (row: { designation_id: string }, body: object, client = ada) =>
  client.patch(buildPath(row), { query: query(), body })
const remove = (row: { designation_id: string }) => ada.delete(buildPath(row), { query: query() })
const listEvents = (row: { designation_id: string }) =>
  app.sql<{ type: string; before: object | null; after: object | null }>(
    'SELECT type, before, after FROM events WHERE org_id = $1 AND resource_id = $2 ORDER BY event_id',
    [org, row.designation_id],
  )

describe('a custom designation', () => {
  test('is stored and returned with all fields', async () => {
    const row = await createDesignation({
      label: 'Köhler & Söhne',
      category: 'Harbour',
      aliases: ['Coal', 'COAL', 'Charcoal'],
      sort_order: 7,
      metadata: { grade: 3 },
    })
    expect(row).toMatchObject({
      org_id: org,
      label: 'Köhler & Söhne',
      name: 'Köhler & Söhne',
      slug: 'kohler-sohne',
      category: 'Harbour',
      aliases: ['Coal', 'Charcoal'],
      sort_order: 7,
      metadata: { grade: 3 },
      is_system: false,
      is_active: true,
      hidden: false,
      pinned: false,
      created_by: 'ada',
      legacy_value: null,
    })
    expect(expectStatus(await ben.get(buildPath(row)), 200)).toEqual(row)
    expect(await listEvents(row)).toMatchObject([
      { type: 'designation.created', before: null, after: { label: 'Köhler & Söhne', category: 'Harbour' } },
    ])
  })

  test('accepts name as an alias of label, which takes precedence', async () => {
    expect(await createDesignation({ name: 'Purser' })).toMatchObject({
      label: 'Purser',
      category: 'Custom',
      aliases: [],
    })
    expect(await createDesignation({ name: 'Purser', label: 'Steward' })).toMatchObject({ label: 'Steward' })
    for (const [values, loc] of [
      [{}, 'label'],
      [{ label: null, name: null }, 'label'],
      [{ label: ' ' }, 'label'],
      [{ label: 'x'.repeat(121) }, 'label'],
      [{ label: 'Fine', aliases: ['fine', ''] }, 'aliases'],
      [{ label: 'Fine', sort_order: 1.5 }, 'sort_order'],
      [{ label: 'Fine', category: 7 }, 'category'],
    ] as const) {
      const problem = expectStatus(await create(values), 422)
      expect(problem.errors[0].loc.slice(0, 2)).toEqual(['body', loc])
    }
  })

  test('changes only the fields sent; an unchanged body has no effect', async () => {
    const row = await createDesignation({ label: 'Bosun', aliases: ['Boatswain'], metadata: { a: 1, b: { c: 2 } } })
    const { etag } = (await ada.get(buildPath(row), { query: query() })).headers
    const again = await change(row, row)
    expect(again.headers.etag).toBe(etag)
    const next = expectStatus(await change(row, { ...row, label: 'Serang', metadata: { a: null, b: { d: 3 } } }), 200)
    expect(next).toMatchObject({
      label: 'Serang',
      name: 'Serang',
      slug: 'bosun',
      metadata: { b: { c: 2, d: 3 } },
    })
    const cleared = {
      category: null,
      aliases: null,
      sort_order: null,
      metadata: null,
      label: null,
      is_active: null,
    }
    expect(expectStatus(await change(row, cleared), 200)).toMatchObject({
      label: 'Serang',
      category: 'Custom',
      aliases: [],
      metadata: null,
      is_active: true,
    })
    const emitted = await listEvents(row)
    expect(emitted.map((event) => event.type)).toEqual([
      'designation.created',
      'designation.updated',
      'designation.updated',
    ])
    expect(emitted[1]).toMatchObject({ before: { label: 'Bosun' }, after: { label: 'Serang' } })
  })

  test('can be changed only through its own organization', async () => {
    const row = await createDesignation({ label: 'Tallyman' })
    const elsewhere = (await createOrganization(ada)).org_id
    for (const method of ['PATCH', 'DELETE'] as const)
      expectStatus(await ada.send(method, buildPath(row), { query: { org_id: elsewhere }, body: {} }), 404)
    expectStatus(await ada.get(buildPath(row), { query: { org_id: elsewhere } }), 404)
    expectStatus(await (await createTokenClient(ada, elsewhere)).get(buildPath(row)), 404)
    expectStatus(await change(row, { label: 'Mine' }, ben), 403)
    expectStatus(await ada.patch(buildPath(row), { body: { label: 'x' } }), 422)
    const problem = expectStatus(await change(row, { ...row, org_id: elsewhere }), 422)
    expect(problem.errors[0].loc).toEqual(['body', 'org_id'])
  })

  test('is read-only for a token limited to projects', async () => {
    const row = await createDesignation({ label: 'Watchman' })
    const { project_id } = await createProject(ada, org)
    const limited = await createTokenClient(ada, org, { project_ids: [project_id] })
    expectStatus(await limited.get(buildPath(row)), 200)
    expectStatus(await limited.get('/v1/designations', { query: query() }), 200)
    expectStatus(await create({ label: 'Other' }, limited), 403)
    expectStatus(await change(row, { label: 'Other' }, limited), 403)
    expectStatus(await limited.put(`${buildPath(row)}/visibility`, { query: query(), body: { hidden: true } }), 403)
    expectStatus(await limited.delete(buildPath(row), { query: query() }), 403)
  })
})

describe('a label', () => {
  test('is unique among the active ones of an organization, ignoring case and composition', async () => {
    const row = await createDesignation({ label: 'Lotse Größe' })
    for (const label of ['LOTSE GRÖSSE'.replace('SS', 'ß'), 'lotse größe', 'Lotse Größe'.normalize('NFD')])
      expectStatus(await create({ label }), 409)
    const other = await createDesignation({ label: 'Pilot' })
    expectStatus(await change(other, { label: 'lotse GRÖßE' }), 409)
    expectStatus(await change(row, { label: 'LOTSE größe' }), 200)
    const elsewhere = (await createOrganization(ada)).org_id
    expectStatus(await create({ org_id: elsewhere, label: 'Lotse Größe' }), 200)
  })

  test('is free after deactivation, and a conflict on reactivation if used again', async () => {
    const old = await createDesignation({ label: 'Harbour Master' })
    const gone = expectStatus(await remove(old), 200)
    expect(gone).toEqual({ ok: true, designation_id: old.designation_id, is_active: false })
    const successor = await createDesignation({ label: 'harbour master' })
    expectStatus(await change(old, { is_active: true }), 409)
    expectStatus(await change(successor, { is_active: false }), 200)
    expect(expectStatus(await change(old, { is_active: true }), 200)).toMatchObject({ is_active: true })
    expectStatus(await change(successor, { is_active: true }), 409)
  })

  test('may equal a global one', async () => {
    const own = await createDesignation({ label: 'software ENGINEER' })
    expect(own.is_system).toBe(false)
  })

  test('is created once for concurrent requests', async () => {
    for (let round = 0; round < 10; round++) {
      const forms = [`Race É ${round}`, `RACE é ${round}`, `race e\u0301 ${round}`, `Race é ${round}`]
      const replies = await Promise.all(forms.flatMap((label) => [create({ label }), create({ label }, adaThere)]))
      const statuses = replies.map((reply) => reply.status).sort()
      expect(statuses).toEqual([200, ...Array(7).fill(409)])
    }
  })

  test('is used once for a concurrent creation and reactivation', async () => {
    for (let round = 0; round < 10; round++) {
      const old = await createDesignation({ label: `Back ${round}` })
      expectStatus(await remove(old), 200)
      const replies = await Promise.all([
        change(old, { is_active: true }),
        create({ label: `back ${round}` }, adaThere),
        change(old, { is_active: true }, adaThere),
      ])
      const active = await app.sql('SELECT 1 FROM designations WHERE org_id = $1 AND is_active AND label_key = $2', [
        org,
        `back ${round}`,
      ])
      expect(active).toHaveLength(1)
      for (const { status } of replies) expect([200, 409]).toContain(status)
    }
  })
})

describe('deactivation', () => {
  test('is idempotent, and keeps the designation of its members', async () => {
    const row = await createDesignation({ label: 'Stoker' })
    const path = `/v1/organization-members/${ben.userId}/${org}`
    expectStatus(await ada.patch(path, { body: { designation: 'Stoker' } }), 200)
    const first = await remove(row)
    const second = await remove(row)
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.etag).toBe(first.headers.etag)
    expect((await listEvents(row)).map((event) => event.type)).toEqual(['designation.created', 'designation.deleted'])
    expect((await ada.get(path)).body).toMatchObject({
      designation: 'Stoker',
      designation_id: row.designation_id,
    })
  })
})

describe('hiding and pinning', () => {
  const show = (row: { designation_id: string }, body: object, headers: Record<string, string> = {}) =>
    ada.put(`${buildPath(row)}/visibility`, { query: query(), body, headers })

  test('applies to one organization, and raises the version read there', async () => {
    const [global] = expectStatus(await ada.get('/v1/designations'), 200).data
    const elsewhere = (await createOrganization(ada)).org_id
    const read = (org_id: string) => ada.get(buildPath(global), { query: { org_id } })
    const [here, there] = [await read(org), await read(elsewhere)]
    const headers = { 'if-match': here.headers.etag! }
    const displayed = expectStatus(await show(global, { pinned: true }, headers), 200)
    expect(displayed).toEqual({
      org_id: org,
      designation_id: global.designation_id,
      hidden: false,
      pinned: true,
      updated_by: 'ada',
      updated_at: expect.any(String),
      version: here.body.version + 1,
    })
    expectStatus(await show(global, { hidden: true }, headers), 412)
    expect((await read(org)).body).toMatchObject({ pinned: true, hidden: false })
    expect((await read(elsewhere)).headers.etag).toBe(there.headers.etag)
    expect((await read(elsewhere)).body).toMatchObject({ pinned: false, hidden: false })
  })

  test('keeps fields that are not sent, and emits no event without a change', async () => {
    const row = await createDesignation({ label: 'Rigger' })
    expect((await show(row, {})).body).toMatchObject({ hidden: false, pinned: false, updated_at: null })
    await show(row, { pinned: true })
    const hidden = await show(row, { hidden: true, pinned: null })
    expect(hidden.body).toMatchObject({ hidden: true, pinned: true })
    app.clock.advance(1000)
    const again = await show(row, { hidden: true })
    expect([again.text, again.headers.etag]).toEqual([hidden.text, hidden.headers.etag])
    expect((await listEvents(row)).slice(1)).toEqual([
      { type: 'designation.visibility_changed', before: { pinned: false }, after: { pinned: true } },
      { type: 'designation.visibility_changed', before: { hidden: false }, after: { hidden: true } },
    ])
  })

  test('runs concurrent requests one at a time', async () => {
    const row = await createDesignation({ label: 'Lighterman' })
    const { etag } = (await ada.get(buildPath(row), { query: query() })).headers
    const headers = { 'if-match': etag! }
    const replies = await Promise.all([
      show(row, { hidden: true }, headers),
      show(row, { pinned: true }, headers),
      adaThere.patch(buildPath(row), { query: query(), body: { label: 'Bargee' }, headers }),
      adaThere.delete(buildPath(row), { query: query(), headers }),
    ])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 412, 412, 412])
  })
})
