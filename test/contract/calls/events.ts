import { expectStatus } from '../../support/client.ts'
import type { Calls } from '../call.ts'
import { createTask } from './create.ts'

export const calls: Calls = {
  'events.stream': {
    async prepare(fixture) {
      const query = { org_id: fixture.org_id }
      const { next_cursor } = expectStatus(await fixture.owner.get('/v1/events', { query }), 200)
      await createTask(fixture)
      return { query: { ...query, cursor: next_cursor } }
    },
  },
}
