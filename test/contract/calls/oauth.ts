import { insertConnection } from '../../support/factories.ts'
import { readCurrentSession, signIn } from '../../support/sign-in.ts'
import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'

const newClient = (world: World, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/oauth/clients', {
    org_id: world.org_id,
    name: fresh('App'),
    redirect_uris: ['https://app.example.com/callback'],
    allowed_scopes: ['tasks:read'],
    ...values,
  })
const of = (client: { client_id: string }): Prepared => ({ params: { client_id: client.client_id } })
const subject = 'oauth-clients.read'

const newConnection = async (world: World) =>
  insertConnection(world.owner, world.org_id, (await newClient(world)).client_id)

export const calls: Calls = {
  'oauth-clients.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world, _, i) => newClient(world, { name: `Same ${i % 4}` }),
  },
  'oauth-clients.create': {
    prepare: (world) => ({
      body: {
        org_id: world.org_id,
        name: fresh('App'),
        redirect_uris: ['https://app.example.com/callback'],
        allowed_scopes: ['tasks:read'],
      },
    }),
  },
  'oauth-clients.read': { prepare: async (world) => of(await newClient(world)) },
  'oauth-clients.update': {
    prepare: async (world) => ({ ...of(await newClient(world)), body: { name: fresh('Renamed') } }),
    subject,
  },
  'oauth-clients.delete': { prepare: async (world) => of(await newClient(world)), subject },
  'oauth-clients.rotate_secret': { prepare: async (world) => of(await newClient(world)), subject },
  'connected-apps.list': {
    prepare: () => ({}),
    another: async (world, _, i) => {
      const { grant_id } = await newConnection(world)
      if (i % 2)
        await world.app.sql(
          `UPDATE oauth_grants SET last_used_at = now() - make_interval(mins => $2) WHERE grant_id = $1`,
          [grant_id, i % 3],
        )
    },
  },
  'sessions.list': {
    prepare: () => ({}),
    another: async (world) => void (await signIn(world.app, world.owner.username)),
  },
  'sessions.delete': {
    prepare: async (world) => {
      const page = await signIn(world.app, world.owner.username)
      return { params: { session_id: (await readCurrentSession(page)).session_id } }
    },
    subject: 'sessions.list',
  },
  'connected-apps.delete': {
    prepare: async (world) => ({ params: { grant_id: (await newConnection(world)).grant_id } }),
    subject: 'connected-apps.list',
  },
}
