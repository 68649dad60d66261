import { beforeAll, describe, expect, inject, test } from 'vitest'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createProject } from '../support/factories.ts'
import { createRange, chooseSize } from './sizes.ts'
import {
  listExpectedStatuses,
  sendConcurrently,
  RACER_COUNT,
  spellName,
  listStatuses,
  startTwoProcesses,
  type ClientPair,
} from './two-processes.ts'

const rounds = chooseSize(8, 500)
const timeout = chooseSize(240_000, 1_200_000)
let ada: ClientPair

const createResource = async (path: string, body: object) => expectStatus(await ada[0].post(path, { body }), 201)
/** Creates a project with five journeys, the first of which has five stops. */
async function createJourneys(org_id: string) {
  const { project_id } = await createProject(ada[0], org_id)
  const path = `/v1/projects/${project_id}`
  const lines: string[] = []
  for (const name of 'abcde') lines.push((await createResource(`${path}/journeys`, { name })).journey_id)
  for (const title of 'abcde') await createResource(`${path}/stops`, { title, journey_ids: [lines[0]] })
  return { project_id: project_id as string, path, lines }
}

/** Items with positions, and an operation that reorders all or some of them. */
interface OrderedItems {
  places: () => Promise<[id: string, position: number][]>
  order: (ids: string[], through: 0 | 1) => ReturnType<ClientPair[0]['post']>
}
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any

/** Creates five items of every kind whose order clients set. */
async function createOrderedItems(): Promise<Record<string, OrderedItems>> {
  const { org_id } = await createOrganization(ada[0])
  const { project_id, path, lines } = await createJourneys(org_id)
  const projects = [project_id]
  for (const name of 'abcd') projects.push((await createProject(ada[0], org_id, { name })).project_id)
  const scope = { scope_type: 'project', scope_id: project_id }
  for (const name of 'abcde') await createResource('/v1/sections', { org_id, ...scope, name })
  for (const id of projects) expectStatus(await ada[0].put(`/v1/view-pins/projects/${id}`, { query: { org_id } }), 200)
  const read = async (at: string, query = {}) => expectStatus(await ada[1].get(at, { query }), 200)
  const readRoadmap = async (): Promise<Row[]> => (await read(`${path}/roadmap`)).projects[0].journeys
  const listRows = (list: Row[], id: string): [string, number][] => list.map((row) => [row[id], row.position])
  return {
    projects: {
      places: async () =>
        (await read(`/v1/projects/${org_id}`)).data.map((row: Row, i: number) => [row.project_id, i + 1]),
      order: (project_ids, through) => ada[through].post('/v1/projects/reorder', { body: { org_id, project_ids } }),
    },
    sections: {
      places: async () => listRows((await read('/v1/sections', { org_id, ...scope })).data, 'section_id'),
      order: (section_ids, through) => ada[through].post('/v1/sections/reorder', { body: { ...scope, section_ids } }),
    },
    journeys: {
      places: async () => listRows(await readRoadmap(), 'journey_id'),
      order: (journey_ids, through) => ada[through].post(`${path}/journeys/reorder`, { body: { journey_ids } }),
    },
    stops: {
      places: async () => listRows((await readRoadmap()).find((line) => line.journey_id === lines[0]).stops, 'stop_id'),
      order: (stop_ids, through) =>
        ada[through].post(`${path}/journeys/${lines[0]}/stops/reorder`, { body: { stop_ids } }),
    },
    pins: {
      places: async () => listRows((await read('/v1/view-pins', { org_id })).data, 'pin_id'),
      order: (ids, through) => {
        const pins = ids.map((pin_id) => ({ pin_type: 'project', pin_id }))
        return ada[through].put('/v1/view-pins/order', { body: { org_id, pins } })
      },
    },
  }
}

describe.skipIf(!inject('svc').postgresUrl)('concurrent reorders and renames in two processes', () => {
  beforeAll(async () => {
    ada = await (await startTwoProcesses())('ada')
  })

  test('give the name of a team, a section or a view to one item', { timeout }, async () => {
    const { org_id } = await createOrganization(ada[0])
    const { project_id } = await createProject(ada[0], org_id)
    const scope = { org_id, scope_type: 'project', scope_id: project_id }
    for (const round of createRange(rounds))
      for (const [path, body] of [
        ['/v1/teams', { org_id }],
        ['/v1/sections', scope],
        ['/v1/views', { ...scope, query: {} }],
      ] as const) {
        const make = (i: number, through: 0 | 1) =>
          ada[through].post(path, { body: { ...body, name: spellName(round, i) } })
        expect([path, ...listStatuses(await sendConcurrently(make))]).toEqual([path, ...listExpectedStatuses(409, 201)])
      }
  })

  test('keep positions a permutation in every kind of list', { timeout }, async () => {
    for (const [kind, { places, order }] of Object.entries(await createOrderedItems())) {
      const before = (await places()).map(([id]) => id)
      expect([kind, before.length]).toEqual([kind, 5])
      for (const round of createRange(rounds)) {
        const rotateOrder = (i: number) => before.map((_, n) => before[(n * (1 + (i % 4)) + i + round) % 5]!)
        const replies = await sendConcurrently((i, through) => order(rotateOrder(i), through))
        expect([kind, ...listStatuses(replies)]).toEqual([kind, ...createRange(RACER_COUNT).map(() => 200)])
        const after = await places()
        expect([kind, after.map(([, position]) => position)]).toEqual([kind, [1, 2, 3, 4, 5]])
        expect(after.map(([id]) => id).sort()).toEqual(before.toSorted())
        // The result is one of the requested orders, not a mixture of several.
        const requested = createRange(RACER_COUNT).map((i) => rotateOrder(i).join())
        expect([kind, requested]).toEqual([kind, expect.arrayContaining([after.map(([id]) => id).join()])])
      }
    }
  })
})
