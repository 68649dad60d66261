import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'
import { createTask, loadSharedScope } from './create.ts'

/** Creates a view of the tasks of the shared project, shared with its readers. */
async function createView(fixture: Fixture): Promise<ResponseBody> {
  const scope = await loadSharedScope(fixture)
  return create(fixture.lead, '/v1/views', {
    org_id: fixture.org_id,
    ...scope,
    name: buildUniqueName('View'),
    query: { 'filter[project]': scope.scope_id, sort_by: 'created_at' },
  })
}

const prepareView = async (fixture: Fixture): Promise<Prepared> => ({
  params: { view_id: (await createView(fixture)).view_id },
})
const asOne = { subject: 'views.read' }

async function createPin(fixture: Fixture): Promise<Prepared> {
  const prepared = await prepareView(fixture)
  expectStatus(await fixture.owner.put(`/v1/views/${prepared.params!.view_id}/pin`), 200)
  return prepared
}

export const calls: Calls = {
  'views.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createView(fixture),
  },
  'views.create': {
    prepare: async (fixture) => ({
      body: { org_id: fixture.org_id, ...(await loadSharedScope(fixture)), name: buildUniqueName('View') },
    }),
  },
  'views.read': { prepare: prepareView },
  'views.update': {
    prepare: async (fixture) => ({ ...(await prepareView(fixture)), body: { name: buildUniqueName('Renamed') } }),
    ...asOne,
  },
  'views.delete': { prepare: prepareView, ...asOne },
  'views.duplicate': {
    prepare: async (fixture) => ({ ...(await prepareView(fixture)), body: {} }),
    subject: 'views.read',
    mayEmitNothing: true,
  },
  'views.rows': { prepare: prepareView, createAnotherRow: (fixture) => createTask(fixture) },
  'view-pins.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createPin(fixture),
  },
  'view-pins.pin_view': { prepare: prepareView, ...asOne },
  'view-pins.unpin_view': { prepare: createPin, ...asOne },
  'view-pins.pin_project': {
    prepare: async (fixture) => ({
      params: { project_id: (await fixture.project()).project_id },
      query: { org_id: fixture.org_id },
    }),
    subject: 'projects.read',
  },
  'view-pins.unpin_project': {
    prepare: async (fixture) => {
      const { project_id } = await fixture.project()
      const query = { org_id: fixture.org_id }
      expectStatus(await fixture.owner.put(`/v1/view-pins/projects/${project_id}`, { query }), 200)
      return { params: { project_id } }
    },
    subject: 'projects.read',
  },
  'view-pins.reorder': {
    prepare: async (fixture) => {
      const { view_id } = (await createPin(fixture)).params!
      return { body: { org_id: fixture.org_id, pins: [{ pin_type: 'view', pin_id: view_id }] } }
    },
  },
}
