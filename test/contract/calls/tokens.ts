import { insertServiceAccount } from '../../support/factories.ts'
import type { Calls, Prepared } from '../call.ts'
import { buildUniqueName } from '../fixtures.ts'
import { createTask, createToken } from './create.ts'

const toPrepared = (token: { token_id: string }): Prepared => ({ params: { token_id: token.token_id } })
const subject = 'tokens.read'

export const calls: Calls = {
  'tokens.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) =>
      createToken(fixture, {
        name: `Same ${i % 4}`,
        ...(i % 2 && { expires_at: `2030-01-0${(i % 3) + 1}T00:00:00Z` }),
      }),
  },
  'tokens.create': {
    prepare: (fixture) => ({ body: { org_id: fixture.org_id, name: buildUniqueName('Token'), scopes: ['org:read'] } }),
    references: async (fixture) => ({
      project_ids: [(await fixture.project()).project_id],
      principal_user_id: (await insertServiceAccount(fixture.app, fixture.org_id)).userId,
    }),
  },
  'tokens.read': { prepare: async (fixture) => toPrepared(await createToken(fixture)) },
  'tokens.update': {
    prepare: async (fixture) => ({
      ...toPrepared(await createToken(fixture)),
      body: { name: buildUniqueName('Renamed') },
    }),
    subject,
  },
  'tokens.rotate': { prepare: async (fixture) => toPrepared(await createToken(fixture)), subject },
  'tokens.delete': { prepare: async (fixture) => toPrepared(await createToken(fixture)), subject },
  'audit.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createToken(fixture),
  },
  'audit.export': {
    prepare: async (fixture) => {
      await createTask(fixture)
      return { query: { org_id: fixture.org_id } }
    },
  },
}
