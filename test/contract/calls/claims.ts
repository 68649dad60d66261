import type { Calls, Prepared } from '../call.ts'
import type { World } from '../fixtures.ts'
import { expectStatus } from '../../support/client.ts'
import { newTask } from './create.ts'

const subject = 'tasks.read'

async function createClaim(world: World): Promise<{ params: { task_id: string }; body: { generation: number } }> {
  const { task_id } = await newTask(world)
  const { claim } = expectStatus(await world.owner.post(`/v1/tasks/${task_id}/claim`, { body: {} }), 200)
  return { params: { task_id }, body: { generation: claim.generation } }
}

export const calls: Calls = {
  'claims.next': {
    prepare: async (world): Promise<Prepared> => {
      const { project_id } = await world.project()
      const { task_id } = await newTask(world)
      const set = { status: 'in_progress' }
      return { body: { org_id: world.org_id, query: { project_id, 'filter[id]': task_id }, set } }
    },
  },
  'claims.create': {
    prepare: async (world) => ({
      params: { task_id: (await newTask(world)).task_id },
      body: { set: { status: 'in_progress' }, note: 'Greasing' },
    }),
    subject,
  },
  'claims.renew': { prepare: createClaim, subject, quiet: true },
  'claims.release': {
    prepare: async (world) => {
      const { params, body } = await createClaim(world)
      return { params, body: { ...body, set: { status: 'completed' } } }
    },
    subject,
  },
}
