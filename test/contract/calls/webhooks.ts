import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Calls, Prepared } from '../call.ts'
import { expectStatus } from '../../support/client.ts'
import { newTask } from './create.ts'
import { create, fresh, type Made, type World } from '../fixtures.ts'

/** Local receiver that responds with 200. */
const receiver = createServer((_request, response) => void response.end())
const address = new Promise<string>((resolve) => {
  const resolveUrl = () => resolve(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  receiver.listen(0, '127.0.0.1', resolveUrl).unref()
})

export const newWebhook = async (world: World, values: object = {}): Promise<Made> =>
  create(world.owner, '/v1/webhooks', {
    org_id: world.org_id,
    name: fresh('Webhook'),
    url: await address,
    events: ['task.*'],
    project_ids: [(await world.project()).project_id],
    ...values,
  })

const of = ({ subscription_id }: { subscription_id: string }): Prepared => ({ params: { subscription_id } })
const prepareWebhook = async (world: World): Promise<Prepared> => of(await newWebhook(world))
async function createDelivery(world: World): Promise<Prepared> {
  const { subscription_id } = await newWebhook(world)
  await newTask(world)
  const reply = await world.owner.get(`/v1/webhooks/${subscription_id}/deliveries`)
  return { params: { subscription_id, delivery_id: expectStatus(reply, 200).data[0].delivery_id } }
}

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
        url: await address,
        events: ['task.updated'],
        project_ids: [(await world.project()).project_id],
      },
    }),
    references,
  },
  'webhooks.read': { prepare: prepareWebhook },
  'webhooks.update': {
    prepare: async (world) => ({ ...(await prepareWebhook(world)), body: { name: fresh('Renamed') } }),
    subject,
    references,
  },
  'webhooks.delete': { prepare: prepareWebhook, subject },
  'webhooks.rotate_secret': { prepare: prepareWebhook, subject },
  'webhooks.test': { prepare: prepareWebhook, subject },
  'webhooks.deliveries': {
    prepare: prepareWebhook,
    another: (world) => newTask(world),
  },
  'webhooks.delivery': { prepare: createDelivery },
  'webhooks.replay': { prepare: createDelivery, subject: 'webhooks.delivery' },
}
