import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type Made, type World } from '../world.ts'

/** A public address that needs no name server. Nothing is sent in these tests. */
const url = 'https://198.41.0.4/hooks'

/** A webhook for the events of the shared project. */
export const newWebhook = async (world: World, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/webhooks', {
    org_id: world.org_id,
    name: fresh('Webhook'),
    url,
    events: ['task.*'],
    project_ids: [(await world.project()).project_id],
    ...values,
  })

const of = ({ subscription_id }: { subscription_id: string }): Prepared => ({ params: { subscription_id } })
const own = async (world: World): Promise<Prepared> => of(await newWebhook(world))
const subject = 'webhooks.read'
const references = async (world: World) => ({ project_ids: [(await world.second()).project_id] })

export const calls: Calls = {
  'webhooks.events': { prepare: () => ({}) },
  'webhooks.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world, _, i) => newWebhook(world, { name: `Same ${i % 4}` }),
  },
  'webhooks.create': {
    prepare: async (world) => ({
      body: {
        org_id: world.org_id,
        name: fresh('Webhook'),
        url,
        events: ['task.updated'],
        project_ids: [(await world.project()).project_id],
      },
    }),
    references,
  },
  'webhooks.read': { prepare: own },
  'webhooks.update': {
    prepare: async (world) => ({ ...(await own(world)), body: { name: fresh('Renamed') } }),
    subject,
    references,
  },
  'webhooks.delete': { prepare: own, subject },
  'webhooks.rotate_secret': { prepare: own, subject },
}
