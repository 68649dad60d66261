import type { Calls, Prepared } from '../call.ts'
import type { Fixture } from '../fixtures.ts'
import { expectStatus } from '../../support/client.ts'
import { createTask } from './create.ts'

const subject = 'tasks.read'

async function createClaim(fixture: Fixture): Promise<{ params: { task_id: string }; body: { generation: number } }> {
  const { task_id } = await createTask(fixture)
  const { claim } = expectStatus(await fixture.owner.post(`/v1/tasks/${task_id}/claim`, { body: {} }), 200)
  return { params: { task_id }, body: { generation: claim.generation } }
}

export const calls: Calls = {
  'claims.next': {
    prepare: async (fixture): Promise<Prepared> => {
      const { project_id } = await fixture.project()
      const { task_id } = await createTask(fixture)
      const set = { status: 'in_progress' }
      return { body: { org_id: fixture.org_id, query: { project_id, 'filter[id]': task_id }, set } }
    },
  },
  'claims.create': {
    prepare: async (fixture) => ({
      params: { task_id: (await createTask(fixture)).task_id },
      body: { set: { status: 'in_progress' }, note: 'Greasing' },
    }),
    subject,
  },
  'claims.renew': { prepare: createClaim, subject, mayEmitNothing: true },
  'claims.release': {
    prepare: async (fixture) => {
      const { params, body } = await createClaim(fixture)
      return { params, body: { ...body, set: { status: 'completed' } } }
    },
    subject,
  },
}
