import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newTask } from './create.ts'

const getProjectId = async (world: World): Promise<string> => (await world.project()).project_id

/** Creates a line with the ETag of its creation: no operation reads a single line. */
async function createLine(world: World): Promise<Prepared & { params: Record<string, string> }> {
  const project_id = await getProjectId(world)
  const made = await world.lead.post(`/v1/projects/${project_id}/journeys`, { body: { name: fresh('Line') } })
  const { journey_id } = expectStatus(made, 201)
  return { params: { project_id, journey_id }, etag: made.headers.etag! }
}

async function stopOn({ params }: { params: Record<string, string> }, world: World): Promise<string> {
  const body = { title: fresh('Stop'), journey_ids: [params.journey_id] }
  return (await create(world.lead, `/v1/projects/${params.project_id}/stops`, body)).stop_id
}

async function stop(world: World): Promise<Prepared & { params: Record<string, string> }> {
  const on = await createLine(world)
  return { params: { project_id: on.params.project_id!, stop_id: await stopOn(on, world) } }
}

async function createStopWithTask(world: World): Promise<Prepared> {
  const { params } = await stop(world)
  const { task_id } = await newTask(world)
  const body = { task_ids: [task_id] }
  await create(world.lead, `/v1/projects/${params.project_id}/stops/${params.stop_id}/tasks`, body)
  return { params: { ...params, task_id } }
}

const pin = async (world: World, pinned: boolean): Promise<Prepared> => {
  const { params } = await stop(world)
  const { team_id } = await world.team()
  const body = { title: fresh('Milestone'), target_date: '2027-02-01' }
  const { milestone_id } = await create(world.lead, `/v1/teams/${team_id}/milestones`, body)
  const path = `/v1/projects/${params.project_id}/stops/${params.stop_id}/milestones/${milestone_id}`
  if (pinned) expectStatus(await world.lead.put(path), 200)
  return { params: { ...params, milestone_id } }
}

const subject = 'stops.read'

export const calls: Calls = {
  'roadmap.org': { prepare: (world) => ({ query: { org_id: world.org_id } }) },
  'roadmap.team': {
    prepare: async (world) => {
      await stop(world)
      return { params: { team_id: (await world.team()).team_id } }
    },
  },
  'roadmap.project': {
    prepare: async (world) => ({ params: { project_id: (await stop(world)).params.project_id! } }),
  },
  'roadmap.task_stops': {
    prepare: async (world) => ({ params: { task_id: (await newTask(world)).task_id } }),
    another: async (world, { params }) => {
      const { project_id, stop_id } = (await stop(world)).params
      const body = { task_ids: [params!.task_id] }
      await create(world.lead, `/v1/projects/${project_id}/stops/${stop_id}/tasks`, body)
    },
  },
  'journeys.create': {
    prepare: async (world) => ({
      params: { project_id: await getProjectId(world) },
      body: { name: fresh('Line') },
    }),
    subject: 'projects.read',
  },
  'journeys.update': {
    prepare: async (world) => ({ ...(await createLine(world)), body: { name: fresh('Renamed') } }),
    subject: 'journeys.create',
  },
  'journeys.delete': { prepare: createLine, subject: 'journeys.create' },
  'journeys.reorder': {
    prepare: async (world) => {
      const ids = [await createLine(world), await createLine(world)].map(({ params }) => params.journey_id)
      return { params: { project_id: await getProjectId(world) }, body: { journey_ids: ids.reverse() } }
    },
    subject: 'projects.read',
  },
  'journeys.reorder_stops': {
    prepare: async (world) => {
      const { params } = await createLine(world)
      const ids = [await stopOn({ params }, world), await stopOn({ params }, world)]
      const path = `/v1/projects/${params.project_id}/journeys/${params.journey_id}/stops/reorder`
      const asTheyAre = await world.lead.post(path, { body: { stop_ids: ids } })
      return { params, body: { stop_ids: ids.reverse() }, etag: asTheyAre.headers.etag! }
    },
    subject: 'journeys.create',
  },
  'stops.create': {
    prepare: async (world) => {
      const { params } = await createLine(world)
      const body = { title: fresh('Stop'), journey_ids: [params.journey_id] }
      return { params: { project_id: params.project_id! }, body }
    },
    subject: 'projects.read',
  },
  'stops.read': { prepare: stop },
  'stops.update': {
    prepare: async (world) => ({ ...(await stop(world)), body: { title: fresh('Renamed') } }),
    subject,
  },
  'stops.delete': { prepare: stop, subject },
  'stops.file_tasks': {
    prepare: async (world) => ({
      ...(await stop(world)),
      body: { task_ids: [(await newTask(world)).task_id] },
    }),
    subject,
  },
  'stops.unfile_task': { prepare: createStopWithTask, subject },
  'stops.pin_milestone': { prepare: (world) => pin(world, false), subject },
  'stops.unpin_milestone': { prepare: (world) => pin(world, true), subject },
}
