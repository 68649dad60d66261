import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Calls, Prepared } from '../call.ts'
import { expectStatus } from '../../support/client.ts'
import { createTask } from './create.ts'
import { create, buildUniqueName, type ResponseBody, type Fixture } from '../fixtures.ts'

/** Local receiver that responds with 200. */
const receiver = createServer((_request, response) => void response.end())
const address = new Promise<string>((resolve) => {
  const resolveUrl = () => resolve(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  receiver.listen(0, '127.0.0.1', resolveUrl).unref()
})

export const createWebhook = async (fixture: Fixture, values: object = {}): Promise<ResponseBody> =>
  create(fixture.owner, '/v1/webhooks', {
    org_id: fixture.org_id,
    name: buildUniqueName('Webhook'),
    url: await address,
    events: ['task.*'],
    project_ids: [(await fixture.project()).project_id],
    ...values,
  })

const toPrepared = ({ subscription_id }: { subscription_id: string }): Prepared => ({ params: { subscription_id } })
const prepareWebhook = async (fixture: Fixture): Promise<Prepared> => toPrepared(await createWebhook(fixture))
async function createDelivery(fixture: Fixture): Promise<Prepared> {
  const { subscription_id } = await createWebhook(fixture)
  await createTask(fixture)
  const reply = await fixture.owner.get(`/v1/webhooks/${subscription_id}/deliveries`)
  return { params: { subscription_id, delivery_id: expectStatus(reply, 200).data[0].delivery_id } }
}

const subject = 'webhooks.read'
const buildReferences = async (fixture: Fixture) => ({ project_ids: [(await fixture.secondProject()).project_id] })

export const calls: Calls = {
  'webhooks.events': { prepare: () => ({}) },
  'webhooks.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture, _, i) => createWebhook(fixture, { name: `Same ${i % 4}` }),
  },
  'webhooks.create': {
    prepare: async (fixture) => ({
      body: {
        org_id: fixture.org_id,
        name: buildUniqueName('Webhook'),
        url: await address,
        events: ['task.updated'],
        project_ids: [(await fixture.project()).project_id],
      },
    }),
    references: buildReferences,
  },
  'webhooks.read': { prepare: prepareWebhook },
  'webhooks.update': {
    prepare: async (fixture) => ({ ...(await prepareWebhook(fixture)), body: { name: buildUniqueName('Renamed') } }),
    subject,
    references: buildReferences,
  },
  'webhooks.delete': { prepare: prepareWebhook, subject },
  'webhooks.rotate_secret': { prepare: prepareWebhook, subject },
  'webhooks.test': { prepare: prepareWebhook, subject },
  'webhooks.deliveries': {
    prepare: prepareWebhook,
    createAnotherRow: (fixture) => createTask(fixture),
  },
  'webhooks.delivery': { prepare: createDelivery },
  'webhooks.replay': { prepare: createDelivery, subject: 'webhooks.delivery' },
}
