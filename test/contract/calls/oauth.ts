import { insertConnection } from '../../support/factories.ts'
import { readCurrentSession, signIn } from '../../support/sign-in.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'

const createClient = (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.owner, '/v1/oauth/clients', {
    org_id: fixture.org_id,
    name: buildUniqueName('App'),
    redirect_uris: ['https://app.example.com/callback'],
    allowed_scopes: ['tasks:read'],
    ...values,
  })
const toPrepared = (client: { client_id: string }): Prepared => ({ params: { client_id: client.client_id } })
const subject = 'oauth-clients.read'

const createConnection = async (fixture: Fixture) =>
  insertConnection(fixture.owner, fixture.org_id, (await createClient(fixture)).client_id)

export const calls: Calls = {
  'oauth-clients.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) => createClient(fixture, { name: `Same ${i % 4}` }),
  },
  'oauth-clients.create': {
    prepare: (fixture) => ({
      body: {
        org_id: fixture.org_id,
        name: buildUniqueName('App'),
        redirect_uris: ['https://app.example.com/callback'],
        allowed_scopes: ['tasks:read'],
      },
    }),
  },
  'oauth-clients.read': { prepare: async (fixture) => toPrepared(await createClient(fixture)) },
  'oauth-clients.update': {
    prepare: async (fixture) => ({
      ...toPrepared(await createClient(fixture)),
      body: { name: buildUniqueName('Renamed') },
    }),
    subject,
  },
  'oauth-clients.delete': { prepare: async (fixture) => toPrepared(await createClient(fixture)), subject },
  'oauth-clients.rotate_secret': { prepare: async (fixture) => toPrepared(await createClient(fixture)), subject },
  'connected-apps.list': {
    prepare: () => ({}),
    createAnotherRow: async (fixture, _, i) => {
      const { grant_id } = await createConnection(fixture)
      if (i % 2)
        await fixture.app.sql(
          `UPDATE oauth_grants SET last_used_at = now() - make_interval(mins => $2) WHERE grant_id = $1`,
          [grant_id, i % 3],
        )
    },
  },
  'sessions.list': {
    prepare: () => ({}),
    createAnotherRow: async (fixture) => void (await signIn(fixture.app, fixture.owner.username)),
  },
  'sessions.delete': {
    prepare: async (fixture) => {
      const page = await signIn(fixture.app, fixture.owner.username)
      return { params: { session_id: (await readCurrentSession(page)).session_id } }
    },
    subject: 'sessions.list',
  },
  'connected-apps.delete': {
    prepare: async (fixture) => ({ params: { grant_id: (await createConnection(fixture)).grant_id } }),
    subject: 'connected-apps.list',
  },
}
