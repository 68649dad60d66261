import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'
import { newTask, sharedScope } from './create.ts'

/** Creates a view of the tasks of the shared project, shared with its readers. */
async function newView(world: World): Promise<Made> {
  const scope = await sharedScope(world)
  return create(world.lead, '/v1/views', {
    org_id: world.org_id,
    ...scope,
    name: fresh('View'),
    query: { 'filter[project]': scope.scope_id, sort_by: 'created_at' },
  })
}

const of = async (world: World): Promise<Prepared> => ({
  params: { view_id: (await newView(world)).view_id },
})
const asOne = { subject: 'views.read' }

async function createPin(world: World): Promise<Prepared> {
  const prepared = await of(world)
  expectStatus(await world.owner.put(`/v1/views/${prepared.params!.view_id}/pin`), 200)
  return prepared
}

export const calls: Calls = {
  'views.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => newView(world),
  },
  'views.create': {
    prepare: async (world) => ({
      body: { org_id: world.org_id, ...(await sharedScope(world)), name: fresh('View') },
    }),
  },
  'views.read': { prepare: of },
  'views.update': {
    prepare: async (world) => ({ ...(await of(world)), body: { name: fresh('Renamed') } }),
    ...asOne,
  },
  'views.delete': { prepare: of, ...asOne },
  'views.duplicate': {
    prepare: async (world) => ({ ...(await of(world)), body: {} }),
    subject: 'views.read',
    quiet: true,
  },
  'views.rows': { prepare: of, another: (world) => newTask(world) },
  'view-pins.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => createPin(world),
  },
  'view-pins.pin_view': { prepare: of, ...asOne },
  'view-pins.unpin_view': { prepare: createPin, ...asOne },
  'view-pins.pin_project': {
    prepare: async (world) => ({
      params: { project_id: (await world.project()).project_id },
      query: { org_id: world.org_id },
    }),
    subject: 'projects.read',
  },
  'view-pins.unpin_project': {
    prepare: async (world) => {
      const { project_id } = await world.project()
      const query = { org_id: world.org_id }
      expectStatus(await world.owner.put(`/v1/view-pins/projects/${project_id}`, { query }), 200)
      return { params: { project_id } }
    },
    subject: 'projects.read',
  },
  'view-pins.reorder': {
    prepare: async (world) => {
      const { view_id } = (await createPin(world)).params!
      return { body: { org_id: world.org_id, pins: [{ pin_type: 'view', pin_id: view_id }] } }
    },
  },
}
