import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createTask } from './create.ts'

const getProjectId = async (fixture: Fixture): Promise<string> => (await fixture.project()).project_id

/** Creates a line with the ETag of its creation: no operation reads a single line. */
async function createLine(fixture: Fixture): Promise<Prepared & { params: Record<string, string> }> {
  const project_id = await getProjectId(fixture)
  const created = await fixture.lead.post(`/v1/projects/${project_id}/journeys`, {
    body: { name: buildUniqueName('Line') },
  })
  const { journey_id } = expectStatus(created, 201)
  return { params: { project_id, journey_id }, etag: created.headers.etag! }
}

async function stopOn({ params }: { params: Record<string, string> }, fixture: Fixture): Promise<string> {
  const body = { title: buildUniqueName('Stop'), journey_ids: [params.journey_id] }
  return (await create(fixture.lead, `/v1/projects/${params.project_id}/stops`, body)).stop_id
}

async function stop(fixture: Fixture): Promise<Prepared & { params: Record<string, string> }> {
  const on = await createLine(fixture)
  return { params: { project_id: on.params.project_id!, stop_id: await stopOn(on, fixture) } }
}

async function createStopWithTask(fixture: Fixture): Promise<Prepared> {
  const { params } = await stop(fixture)
  const { task_id } = await createTask(fixture)
  const body = { task_ids: [task_id] }
  await create(fixture.lead, `/v1/projects/${params.project_id}/stops/${params.stop_id}/tasks`, body)
  return { params: { ...params, task_id } }
}

const pin = async (fixture: Fixture, pinned: boolean): Promise<Prepared> => {
  const { params } = await stop(fixture)
  const { team_id } = await fixture.team()
  const body = { title: buildUniqueName('Milestone'), target_date: '2027-02-01' }
  const { milestone_id } = await create(fixture.lead, `/v1/teams/${team_id}/milestones`, body)
  const path = `/v1/projects/${params.project_id}/stops/${params.stop_id}/milestones/${milestone_id}`
  if (pinned) expectStatus(await fixture.lead.put(path), 200)
  return { params: { ...params, milestone_id } }
}

const subject = 'stops.read'

export const calls: Calls = {
  'roadmap.org': { prepare: (fixture) => ({ query: { org_id: fixture.org_id } }) },
  'roadmap.team': {
    prepare: async (fixture) => {
      await stop(fixture)
      return { params: { team_id: (await fixture.team()).team_id } }
    },
  },
  'roadmap.project': {
    prepare: async (fixture) => ({ params: { project_id: (await stop(fixture)).params.project_id! } }),
  },
  'roadmap.task_stops': {
    prepare: async (fixture) => ({ params: { task_id: (await createTask(fixture)).task_id } }),
    createAnotherRow: async (fixture, { params }) => {
      const { project_id, stop_id } = (await stop(fixture)).params
      const body = { task_ids: [params!.task_id] }
      await create(fixture.lead, `/v1/projects/${project_id}/stops/${stop_id}/tasks`, body)
    },
  },
  'journeys.create': {
    prepare: async (fixture) => ({
      params: { project_id: await getProjectId(fixture) },
      body: { name: buildUniqueName('Line') },
    }),
    subject: 'projects.read',
  },
  'journeys.update': {
    prepare: async (fixture) => ({ ...(await createLine(fixture)), body: { name: buildUniqueName('Renamed') } }),
    subject: 'journeys.create',
  },
  'journeys.delete': { prepare: createLine, subject: 'journeys.create' },
  'journeys.reorder': {
    prepare: async (fixture) => {
      const ids = [await createLine(fixture), await createLine(fixture)].map(({ params }) => params.journey_id)
      return { params: { project_id: await getProjectId(fixture) }, body: { journey_ids: ids.reverse() } }
    },
    subject: 'projects.read',
  },
  'journeys.reorder_stops': {
    prepare: async (fixture) => {
      const { params } = await createLine(fixture)
      const ids = [await stopOn({ params }, fixture), await stopOn({ params }, fixture)]
      const path = `/v1/projects/${params.project_id}/journeys/${params.journey_id}/stops/reorder`
      const asTheyAre = await fixture.lead.post(path, { body: { stop_ids: ids } })
      return { params, body: { stop_ids: ids.reverse() }, etag: asTheyAre.headers.etag! }
    },
    subject: 'journeys.create',
  },
  'stops.create': {
    prepare: async (fixture) => {
      const { params } = await createLine(fixture)
      const body = { title: buildUniqueName('Stop'), journey_ids: [params.journey_id] }
      return { params: { project_id: params.project_id! }, body }
    },
    subject: 'projects.read',
  },
  'stops.read': { prepare: stop },
  'stops.update': {
    prepare: async (fixture) => ({ ...(await stop(fixture)), body: { title: buildUniqueName('Renamed') } }),
    subject,
  },
  'stops.delete': { prepare: stop, subject },
  'stops.file_tasks': {
    prepare: async (fixture) => ({
      ...(await stop(fixture)),
      body: { task_ids: [(await createTask(fixture)).task_id] },
    }),
    subject,
  },
  'stops.unfile_task': { prepare: createStopWithTask, subject },
  'stops.pin_milestone': { prepare: (fixture) => pin(fixture, false), subject },
  'stops.unpin_milestone': { prepare: (fixture) => pin(fixture, true), subject },
}
