import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { insertMembership, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const [ada, ben] = (await Promise.all(['ada', 'ben'].map((name) => app.signIn(name)))) as [Client, Client]

async function setUp(count = 5) {
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createProject(ada, org_id, { name: `p${i}` })).project_id)
  const readOrder = async () =>
    expectStatus(await ada.get(`/v1/projects/${org_id}`, { query: { show_all: true } }), 200).data.map(
      (card: { project_id: string }) => card.project_id,
    ) as string[]
  const listPositions = () =>
    app.sql<{ position: number }>(
      'SELECT position FROM projects WHERE org_id = $1 AND deleted_at IS NULL ORDER BY position',
      [org_id],
    )
  const reorder = (project_ids: string[], client = ada) =>
    client.post('/v1/projects/reorder', { body: { org_id, project_ids } })
  return { org_id: org_id as string, ids, order: readOrder, positions: listPositions, reorder }
}

test('the listed projects share their previous positions, and others stay', async () => {
  const { org_id, ids, order, reorder } = await setUp()
  const [a, b, c, d, e] = ids as [string, string, string, string, string]
  const expected = [e, b, a, d, c]
  expect(expectStatus(await reorder([e, a, c]), 200)).toEqual({ ok: true, org_id, project_ids: expected })
  expect(await order()).toEqual(expected)
  const emitted = await app.sql(
    'SELECT resource_type, resource_id, before, after FROM events WHERE type = $1 AND org_id = $2',
    ['project.reordered', org_id],
  )
  expect(emitted).toEqual([
    {
      resource_type: 'project',
      resource_id: e,
      before: { project_ids: [a, b, c, d, e] },
      after: { project_ids: [e, b, a, d, c] },
    },
  ])
  expectStatus(await reorder([e, a, c]), 200)
  expect(
    await app.sql('SELECT 1 FROM events WHERE type = $1 AND org_id = $2', ['project.reordered', org_id]),
  ).toHaveLength(1)
})

test('separates two projects with equal positions', async () => {
  const { org_id, ids, order, positions, reorder } = await setUp(4)
  await app.sql('UPDATE projects SET position = 3 WHERE org_id = $1', [org_id])
  const [a, b, c, d] = ids as [string, string, string, string]
  expectStatus(await reorder([d, a]), 200)
  expect(await order()).toEqual([d, b, c, a])
  expect((await positions()).map((row) => row.position)).toEqual([3, 4, 5, 6])
})

test('rejects unknown, foreign, deleted and repeated ids without moving any project', async () => {
  const { ids, order, reorder } = await setUp(3)
  const [a, b, c] = ids as [string, string, string]
  const other = await setUp(1)
  expectStatus(await ada.delete(`/v1/projects/${c}`), 200)
  for (const [listed, at] of [
    [[b, 'P0000000000000000'], 1],
    [[b, other.ids[0]!], 1],
    [[c, b], 0],
    [[b, a, b], 2],
    [[], undefined],
  ] as const) {
    const reply = await reorder([...listed])
    expect(reply.status).toBe(422)
    if (at !== undefined) expect(reply.body.errors[0].loc).toEqual(['body', 'project_ids', at])
  }
  expect(await order()).toEqual([a, b])
})

test('requires an owner or admin of the organization, and no token limited to projects', async () => {
  const { org_id, ids, reorder } = await setUp(2)
  expect((await reorder(ids, ben)).status).toBe(403)
  const limited = await createTokenClient(ada, org_id, { scopes: ['admin'], project_ids: ids })
  expect((await reorder(ids, limited)).status).toBe(403)
  const whole = await createTokenClient(ada, org_id, { scopes: ['projects:write'] })
  expect((await reorder(ids, whole)).status).toBe(200)
  const elsewhere = await app.signIn('eve')
  expect((await reorder(ids, elsewhere)).status).toBe(403)
})

test('positions stay a permutation during concurrent reorders', async () => {
  const { ids, positions, reorder } = await setUp(6)
  const places = await positions()
  for (let round = 0; round < 10; round++) {
    const rotateOrder = (by: number) => ids.map((_, i) => ids[(i + by) % ids.length]!)
    const replies = await Promise.all([1, 2, 3, 4, 5].map((i) => reorder(rotateOrder(round + i).slice(0, i + 1))))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
    expect(await positions()).toEqual(places)
  }
})

test('creating during concurrent reorders loses no project and duplicates no position', async () => {
  const { org_id, ids, order, reorder } = await setUp(6)
  const shuffle = (round: number) => ids.map((_, i) => ids[(i * 5 + round) % ids.length]!)
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([
      ...[0, 1, 2, 3].map((i) => reorder(i % 2 ? shuffle(round + i) : shuffle(round + i).slice(0, 3))),
      ...[0, 1].map((i) => ada.post('/v1/projects', { body: { org_id, name: `new ${round} ${i}` } })),
    ])
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200))
  }
  const all = await order()
  expect(new Set(all).size).toBe(6 + 10)
  expectStatus(await reorder(all.slice(0, 2)), 200)
  const places = await app.sql<{ position: number }>('SELECT position FROM projects WHERE org_id = $1', [org_id])
  expect(new Set(places.map((row) => row.position)).size).toBe(16)
})
