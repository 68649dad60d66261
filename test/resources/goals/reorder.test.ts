import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { createOrganization, createProject } from '../../support/factories.ts'
import { toIssue, parseVersion } from '../tasks/requests.ts'
import { listRequestEvents, createGoal, listGoalIds, reorderGoals } from './requests.ts'

const app = await startApp()
const ada: Client = await app.signIn('ada')

async function setUp(count = 4) {
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createGoal(ada, project_id, { name: `g${i}` })).goal_id)
  return { org_id: org_id as string, project_id: project_id as string, ids }
}
const listPositions = async (projectId: string) =>
  (
    await app.sql<{ position: number }>(
      'SELECT position FROM goals WHERE project_id = $1 AND is_active ORDER BY position',
      [projectId],
    )
  ).map((goal) => goal.position)

test('goals get the positions of the new order, with one event', async () => {
  const { project_id, ids } = await setUp()
  const path = `/v1/projects/${project_id}/goals/${ids[0]}`
  const before = await ada.get(path)
  const turned = ids.toReversed()
  const reply = await reorderGoals(ada, project_id, turned)
  expect(expectStatus(reply, 200)).toEqual({ ok: true, goal_ids: turned })
  expect(await listGoalIds(ada, project_id)).toEqual(turned)
  expect(await listPositions(project_id)).toEqual([1, 2, 3, 4])
  expect(await listRequestEvents(ada, reply)).toMatchObject([
    { type: 'goal.reordered', project_id, before: { goal_ids: ids }, after: { goal_ids: turned } },
  ])
  const after = await ada.get(path)
  expect([after.body.position, parseVersion(after)]).toEqual([4, parseVersion(before)])
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(await listRequestEvents(ada, await reorderGoals(ada, project_id, turned))).toEqual([])
})

test('rejects an order without every goal exactly once, with the reason', async () => {
  const { org_id, project_id, ids } = await setUp(3)
  const [a, b, c] = ids as [string, string, string]
  const foreign = (await createGoal(ada, (await createProject(ada, org_id)).project_id)).goal_id
  const gone = (await createGoal(ada, project_id)).goal_id
  await ada.delete(`/v1/projects/${project_id}/goals/${gone}`)
  for (const [order, loc] of [
    [[a, b], 'body.goal_ids'],
    [[a, b, c, a], 'body.goal_ids.3'],
    [[a, b, foreign], 'body.goal_ids.2'],
    [[gone, a, b, c], 'body.goal_ids.0'],
    [[a, b, 'nonsense'], 'body.goal_ids.2'],
    [[], 'body.goal_ids'],
  ] as const)
    expect([order, ...toIssue(await reorderGoals(ada, project_id, [...order]))]).toEqual([order, 422, loc])
  expect(await listGoalIds(ada, project_id)).toEqual(ids)
})

test('positions stay a permutation during concurrent reorders, creations and deletions', async () => {
  const { project_id, ids } = await setUp(5)
  const replies = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      if (i % 4 === 1) return ada.post(`/v1/projects/${project_id}/goals`, { body: { name: `n${i}` } })
      if (i === 2) return ada.delete(`/v1/projects/${project_id}/goals/${ids[0]}`)
      const order = await listGoalIds(ada, project_id)
      return reorderGoals(ada, project_id, [...order.slice(i % order.length), ...order.slice(0, i % order.length)])
    }),
  )
  expect(replies.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([])
  const found = await listPositions(project_id)
  expect([found.length, new Set(found).size]).toEqual([7, 7])
  const order = await listGoalIds(ada, project_id)
  expectStatus(await reorderGoals(ada, project_id, order.toReversed()), 200)
  expect(await listPositions(project_id)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
