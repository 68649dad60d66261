import { expectStatus } from '../../support/client.ts'
import type { Calls } from '../call.ts'
import { newTask } from './create.ts'

export const calls: Calls = {
  'events.stream': {
    async prepare(world) {
      const query = { org_id: world.org_id }
      const { next_cursor } = expectStatus(await world.owner.get('/v1/events', { query }), 200)
      await newTask(world)
      return { query: { ...query, cursor: next_cursor } }
    },
  },
}
