import { insertServiceAccount } from '../../support/factories.ts'
import type { Calls, Prepared } from '../call.ts'
import { fresh } from '../fixtures.ts'
import { newTask, newToken } from './create.ts'

const of = (token: { token_id: string }): Prepared => ({ params: { token_id: token.token_id } })
const subject = 'tokens.read'

export const calls: Calls = {
  'tokens.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world, _, i) =>
      newToken(world, {
        name: `Same ${i % 4}`,
        ...(i % 2 && { expires_at: `2030-01-0${(i % 3) + 1}T00:00:00Z` }),
      }),
  },
  'tokens.create': {
    prepare: (world) => ({ body: { org_id: world.org_id, name: fresh('Token'), scopes: ['org:read'] } }),
    references: async (world) => ({
      project_ids: [(await world.project()).project_id],
      principal_user_id: (await insertServiceAccount(world.app, world.org_id)).userId,
    }),
  },
  'tokens.read': { prepare: async (world) => of(await newToken(world)) },
  'tokens.update': {
    prepare: async (world) => ({ ...of(await newToken(world)), body: { name: fresh('Renamed') } }),
    subject,
  },
  'tokens.rotate': { prepare: async (world) => of(await newToken(world)), subject },
  'tokens.delete': { prepare: async (world) => of(await newToken(world)), subject },
  'audit.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => newToken(world),
  },
  'audit.export': {
    prepare: async (world) => {
      await newTask(world)
      return { query: { org_id: world.org_id } }
    },
  },
}
