import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import { insertTeam } from '../../support/containers.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTokenClient,
} from '../../support/factories.ts'
import { createView } from '../views/requests.ts'

const app = await startApp()
const otherApp = app.engine === 'postgres' ? await startApp({ database: app }) : app
const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
  Client,
  Client,
  Client,
]
const benThere = await otherApp.signIn('ben')
const rounds = Number(process.env.RACE_ROUNDS ?? 8)

// oxlint-disable-next-line typescript/no-explicit-any
type Pin = any

async function setUp() {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const make = async (name: string, visibility = 'public'): Promise<string> =>
    (await createProject(ada, org_id, { name, visibility })).project_id
  const listPins = async (client = ben, query = {}): Promise<Pin[]> =>
    expectStatus(await client.get('/v1/view-pins', { query: { org_id, ...query } }), 200).data
  const listLabels = async (client = ben) => (await listPins(client)).map((pin) => pin.label)
  const pinProject = (id: string, client = ben): Promise<Reply> =>
    client.put(`/v1/view-pins/projects/${id}`, { query: { org_id } })
  const reorder = (list: [string, string][], client = ben): Promise<Reply> =>
    client.put('/v1/view-pins/order', {
      body: { org_id, pins: list.map(([pin_type, pin_id]) => ({ pin_type, pin_id })) },
    })
  return { org_id: org_id as string, make, pins: listPins, labels: listLabels, pinProject, reorder }
}
const pinView = (id: string, client = ben): Promise<Reply> => client.put(`/v1/views/${id}/pin`)

test('lists the user’s own pins in order of creation, with current names', async () => {
  const { org_id, make, pins, labels, pinProject } = await setUp()
  const quay = await make('Quay')
  const board = await createView(ada, org_id, { scope_type: 'project', scope_id: quay, name: 'Board' })
  const cards = await createView(ben, org_id, { name: 'Cards', resource: 'project' })
  expect(expectStatus(await pinView(board.view_id), 200)).toEqual({
    pin_type: 'view',
    pin_id: board.view_id,
    org_id,
    position: 1,
    label: 'Board',
    scope_type: 'project',
    resource: 'task',
    created_at: expect.any(String),
  })
  expect(expectStatus(await pinProject(quay), 200)).toMatchObject({
    pin_type: 'project',
    pin_id: quay,
    position: 2,
    label: 'Quay',
    scope_type: null,
    resource: null,
  })
  expect(expectStatus(await pinView(cards.view_id), 200)).toMatchObject({
    scope_type: 'user',
    resource: 'project',
  })
  const before = await pins()
  expect(before.map((pin) => pin.position)).toEqual([1, 2, 3])
  expectStatus(await pinView(board.view_id), 200)
  expectStatus(await pinProject(quay), 200)
  expect(await pins()).toEqual(before)
  expect(await pins(ada)).toEqual([])
  expectStatus(await ada.patch(`/v1/views/${board.view_id}`, { body: { name: 'Wall' } }), 200)
  expectStatus(await ada.patch(`/v1/projects/${quay}`, { body: { name: 'Pier' } }), 200)
  expect(await labels()).toEqual(['Wall', 'Pier', 'Cards'])
  const isPinned = async (client: Client) =>
    expectStatus(await client.get(`/v1/views/${board.view_id}`), 200).pinned as boolean
  expect([await isPinned(ben), await isPinned(ada)]).toEqual([true, false])
  const listed = expectStatus(await ben.get('/v1/views', { query: { org_id } }), 200).data
  expect(listed.map((one: { pinned: boolean }) => one.pinned)).toEqual([true, true])
  const emitted = await app.sql("SELECT 1 FROM events WHERE org_id = $1 AND type LIKE '%pin%'", [org_id])
  expect(emitted).toEqual([])
})

test('unpinning is idempotent; hidden items can be neither pinned nor unpinned', async () => {
  const { org_id, make, labels, pinProject } = await setUp()
  const [open, closed] = [await make('Open'), await make('Closed', 'private')]
  const board = await createView(ben, org_id, { name: 'Board' })
  await pinView(board.view_id)
  await pinProject(open)
  for (const path of [`/v1/views/${board.view_id}/pin`, `/v1/view-pins/projects/${open}`])
    for (let i = 0; i < 2; i++) expect(expectStatus(await ben.delete(path), 200)).toEqual({ ok: true })
  expect(await labels()).toEqual([])
  const hidden = [
    await pinView(board.view_id, ada),
    await ada.delete(`/v1/views/${board.view_id}/pin`),
    await pinView('VW0000000000000000'),
    await pinProject(closed),
    await ben.delete(`/v1/view-pins/projects/${closed}`),
    await pinProject('P0000000000000000'),
    await pinProject(open, gil),
  ]
  expect(hidden.map((reply) => reply.status)).toEqual(hidden.map(() => 404))
  const { org_id: other } = await createOrganization(ben)
  const elsewhere = await ben.put(`/v1/view-pins/projects/${open}`, { query: { org_id: other } })
  expect(elsewhere.status).toBe(404)
  expect((await ben.put(`/v1/view-pins/projects/${open}`)).status).toBe(422)
  expect((await ben.get('/v1/view-pins')).status).toBe(422)
})

test('omits hidden items, and restores their position when readable again', async () => {
  const { org_id, make, labels, pinProject, reorder, pins } = await setUp()
  const crew = await insertTeam(app, org_id, [ada, gil])
  const [a, closed, b] = [await make('a'), await make('closed', 'private'), await make('b')]
  await addProjectMember(ada, closed, ben, 'viewer')
  const inside = await createView(ada, org_id, { scope_type: 'project', scope_id: closed, name: 'inside' })
  const crews = await createView(ada, org_id, { scope_type: 'team', scope_id: crew, name: 'crew' })
  for (const id of [a, closed, b]) expectStatus(await pinProject(id), 200)
  for (const one of [inside, crews]) expectStatus(await pinView(one.view_id), 200)
  expectStatus(await pinView(crews.view_id, gil), 200)
  expect(await labels()).toEqual(['a', 'closed', 'b', 'inside', 'crew'])
  const limited = await createTokenClient(ben, org_id, { scopes: ['tasks:write'], project_ids: [b] })
  expect(await labels(limited)).toEqual(['b', 'crew'])
  expectStatus(await ada.delete(`/v1/project-members/${ben.userId}/${closed}`), 200)
  expect(await labels()).toEqual(['a', 'b', 'crew'])
  expect((await pins(ben, { limit: 2 })).map((pin) => pin.label)).toEqual(['a', 'b'])
  // A hidden pin cannot be named in a new order; it keeps its position.
  expect((await reorder([['project', closed]])).status).toBe(422)
  expectStatus(await reorder([['project', b]]), 200)
  await addProjectMember(ada, closed, ben, 'viewer')
  expect(await labels()).toEqual(['b', 'a', 'closed', 'inside', 'crew'])
  await app.sql('UPDATE team_members SET is_active = false WHERE org_id = $1 AND user_id = $2', [org_id, gil.userId])
  expect(await labels(gil)).toEqual([])
  expectStatus(await ada.delete(`/v1/teams/${crew}`), 200)
  expectStatus(await ada.delete(`/v1/views/${inside.view_id}`), 200)
  expectStatus(await ada.delete(`/v1/projects/${a}`), 200)
  expect(await labels()).toEqual(['b', 'closed'])
})

test('reorders the listed pins to the front, and returns all', async () => {
  const { org_id, make, labels, pinProject, reorder, pins } = await setUp()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await make(name))
  const [a, b, c, d] = ids as [string, string, string, string]
  for (const id of ids) await pinProject(id)
  const reply = expectStatus(
    await reorder([
      ['project', d],
      ['project', b],
    ]),
    200,
  )
  expect(reply.next_cursor).toBeNull()
  expect(reply.data.map((pin: Pin) => [pin.label, pin.position])).toEqual([
    ['d', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ])
  expect(await pins()).toEqual(reply.data)
  expect(expectStatus(await reorder([]), 200)).toEqual(reply)
  for (const [listed, at] of [
    [
      [
        ['project', a],
        ['project', a],
      ],
      1,
    ],
    [
      [
        ['project', a],
        ['project', 'P0000000000000000'],
      ],
      1,
    ],
    [[['view', a]], 0],
  ] as [[string, string][], number][]) {
    const refused = await reorder(listed)
    expect([refused.status, refused.body.errors[0].loc]).toEqual([422, ['body', 'pins', at]])
  }
  await pinProject(c, ada)
  expect((await reorder([['project', a]], ada)).status).toBe(422)
  expect((await ben.put('/v1/view-pins/order', { body: { org_id } })).status).toBe(422)
  expect(await labels()).toEqual(['d', 'b', 'a', 'c'])
  const down = expectStatus(await ben.get('/v1/view-pins', { query: { org_id, sort_order: 'desc' } }), 200).data
  expect(down.map((pin: Pin) => pin.label)).toEqual(['c', 'a', 'b', 'd'])
})

test('positions stay a permutation during concurrent pins and reorders through two servers', async () => {
  const { make, pinProject, reorder, pins } = await setUp()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await make(name))
  const replies = await Promise.all([...ids, ...ids].map((id, i) => pinProject(id, i % 2 ? ben : benThere)))
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200))
  expect((await pins()).map((pin) => pin.position)).toEqual([1, 2, 3, 4, 5, 6])
  for (let round = 0; round < rounds; round++) {
    const orders = await Promise.all(
      [1, 2, 3, 4, 5].map((size) => {
        const list = ids.map((_, i) => ids[(i * 5 + round + size) % ids.length]!).slice(0, size)
        return reorder(
          list.map((id) => ['project', id]),
          size % 2 ? ben : benThere,
        )
      }),
    )
    expect(orders.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
    const places = await pins()
    expect(places.map((pin) => pin.position)).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(places.map((pin) => pin.pin_id)).size).toBe(6)
  }
})
