import { afterAll, expect } from 'vitest'
import { startReceiver, type Receiver } from '../../webhooks/receiver.ts'
import { startApp, type AppOptions, type TestApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'

/** Starts a server that sends webhooks, with an organization to change. */
export async function setUpWebhooks(options: AppOptions = {}) {
  const app = await startApp({ delivering: true, ...options })
  const ada = await app.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
  const { task_id } = await createTask(ada, org_id, { project_id })
  let n = 0
  /** Publishes one `task.updated`; returns the id of the task. */
  const change = async (): Promise<string> => {
    expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: `Title ${++n}` } }), 200)
    return task_id
  }
  const waitForState = (id: string, state: object) =>
    waitUntil(async () => expect(await readWebhook(ada, id)).toMatchObject(state))
  return { app, ada, org_id: org_id as string, change, waitForState }
}

export interface Endpoint extends Receiver {
  url: string
  /** Status of further responses, or a handler. */
  status: number
  /** Statuses for some event types. */
  statusByEvent: Record<string, number>
  headers: Record<string, string>
  /** Milliseconds until the response. */
  delay: number
  /** Resolves with the received requests once there are this many. */
  waitForRequests(count: number): Promise<Receiver['requests']>
}

/** Starts a local receiver that responds with a status. */
export async function startEndpoint(status = 200): Promise<Endpoint> {
  const receiver = await startReceiver((request, response) => {
    const status = endpoint.statusByEvent[String(request.headers['x-svc-event'])] ?? endpoint.status
    const respond = () => response.writeHead(status, endpoint.headers).end('thanks')
    if (endpoint.delay > 0) setTimeout(respond, endpoint.delay)
    else respond()
  })
  afterAll(() => receiver.close())
  const endpoint: Endpoint = Object.assign(receiver, {
    url: `http://127.0.0.1:${receiver.port}/`,
    status,
    statusByEvent: {},
    headers: {},
    delay: 0,
    async waitForRequests(count: number) {
      await waitUntil(() => {
        if (receiver.requests.length < count) throw new Error(`${receiver.requests.length} of ${count} came`)
      })
      return receiver.requests
    },
  })
  return endpoint
}

/** Creates a webhook, by default for changed tasks; returns it with its secret. */
export async function createWebhook(client: Client, org_id: string, to: { url: string }, values: object = {}) {
  const body = { org_id, name: 'Board', url: to.url, events: ['task.updated'], ...values }
  return expectStatus(await client.post('/v1/webhooks', { body }), 200) as {
    subscription_id: string
    secret: string
  }
}

/** Retries until the function does not throw; returns its result. */
export async function waitUntil<T>(check: () => T | Promise<T>, millis = 15_000): Promise<T> {
  const end = Date.now() + millis
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}

/** Waits long enough for a worker to poll twice. */
export const waitForPolls = () => new Promise((done) => setTimeout(done, 500))

export type { TestApp }

export interface AttemptEntry {
  attempt: number
  at: string
  status: number | null
  outcome: string
  next_attempt_at: string | null
}
export interface Delivery {
  delivery_id: string
  event_id: string | null
  status: string
  attempt: number
  next_attempt_at: string | null
  attempt_log: AttemptEntry[]
  payload: { id: string; data: { before: object | null; after: object | null } }
}

/** Lists a webhook's deliveries in full, newest first. */
export async function listDeliveries(client: Client, subscriptionId: string, status?: string): Promise<Delivery[]> {
  const path = `/v1/webhooks/${subscriptionId}/deliveries`
  const { data } = expectStatus(await client.get(path, { query: { status } }), 200)
  const read = async ({ delivery_id }: Delivery) => (await client.get(`${path}/${delivery_id}`)).body as Delivery
  return Promise.all((data as Delivery[]).map(read))
}

export const readWebhook = async (client: Client, subscriptionId: string) =>
  expectStatus(await client.get(`/v1/webhooks/${subscriptionId}`), 200)

export const listSignatures = (headers: Record<string, string>): string[] => headers['webhook-signature']!.split(' ')
