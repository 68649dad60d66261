// @ts-check
// The JavaScript blocks of docs/sdk.md as one program.  SVC=http://127.0.0.1:8080 TOKEN=… node docs/examples/sdk/tour.mjs
import { Svc, SvcProblem } from '@svc/sdk'

const { SVC = 'http://127.0.0.1:8080', TOKEN = '' } = process.env
const me = new Svc({ baseUrl: SVC, token: TOKEN })
const { org_id } = await me.organizations.create({ name: 'Harbour Works' })

const svc = new Svc({ baseUrl: SVC, token: TOKEN, org: org_id })
const project = await svc.projects.create({ name: 'North quay' })
const task = await svc.tasks.create({ title: 'Grease the crane', project_id: project.project_id })

const here = { filter: { project: project.project_id } }
const page = await svc.tasks.list({ ...here, sort_by: 'due_date', limit: 50 })
console.log(page.data.length, page.next_cursor)

for await (const { title, due_date } of svc.tasks.list(here)) console.log(title, due_date)

const first = await svc.tasks.list(here).toArray({ max: 10 })
for await (const { data } of svc.tasks.list(here).pages()) console.log(data.length, first.length)

const read = await svc.tasks.read(task)
const updated = await svc.tasks.update(read, { priority: 'high' }) // Conditional.
await svc.tasks.update({ ...updated }, { tags: ['upkeep'] }) // Conditional.
await svc.tasks.update(updated, { tags: ['upkeep'] }, { overwrite: true }) // Unconditional.
await svc.tasks.update(updated.task_id, { tags: ['upkeep'] }) // Unconditional.

// Reads, updates, and repeats both on 412.
await svc.tasks.edit(task, ({ tags }) => ({ tags: [...tags, 'crane'] }))

try {
  await svc.tasks.update(read, { title: 'Too late' })
} catch (error) {
  if (!(error instanceof SvcProblem)) throw error
  if (error.type === 'urn:svc:problem:precondition-failed') console.log('the task has changed')
  if (error.type === 'urn:svc:problem:validation')
    for (const { loc, msg, allowed } of error.errors) console.log(loc, msg, allowed)
  console.log(error.status, error.request_id)
}

const options = { idempotencyKey: `import-${project.project_id}-row-17`, retries: 5, timeout: 10_000 }
const once = await svc.tasks.create({ title: 'Row 17' }, options)
const again = await svc.tasks.create({ title: 'Row 17' }, options)
console.log(once.task_id === again.task_id)

const file = new File(['%PDF-…'], 'plan.pdf', { type: 'application/pdf' })
const attachment = await svc.taskAttachments.create(
  { task_id: task.task_id, file },
  { onProgress: (sent, total) => console.log(`${sent} of ${total}`) },
)
const bytes = await (await svc.taskAttachments.download(attachment)).arrayBuffer()
console.log(bytes.byteLength)

const { next_cursor: cursor } = await svc.events.poll()
await svc.tasks.update(task.task_id, { status: 'completed' })

const stream = svc.events.stream({ types: ['task.*'] }, { cursor })
for await (const event of stream) {
  if (event.type === 'gone') continue // You can no longer read it.
  console.log(event.type, event.data.resource_id, event.data.after, stream.cursor)
  break
}

import { createServer } from 'node:http'
import { verify } from '@svc/sdk/webhooks'

/** @type {string[]} */
const secrets = []
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()) // The raw body, not parsed.
  try {
    const event = await verify(body, request.headers, secrets)
    console.log(event.type)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
await new Promise((listening) => receiver.listen(0, '127.0.0.1', () => listening(undefined)))

const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address())
const webhook = await svc.webhooks.create({
  name: 'Here',
  url: `http://127.0.0.1:${port}`,
  events: ['task.*'],
})
secrets.push(webhook.secret)
const delivery = await svc.webhooks.test(webhook)
console.log(delivery.status)
receiver.close()

const { data, response, tag } = await svc.tasks.read(task).withResponse()
console.log(data.title, response.headers.get('x-request-id'), tag)
console.log(await svc.request('GET', '/v1/me'))
const raw = await svc.request('GET', '/v1/me', { raw: true }) // The Response, for files.
console.log(raw.headers.get('content-type'))

import { tasksList } from '@svc/sdk/operations'
import { taskStatusValues } from '@svc/sdk/enums'

const open = await tasksList(svc, { filter: { status: taskStatusValues[0] } })
console.log(open.data.length)

import { parseQuickAdd, toTaskFields } from '@svc/sdk/quick-add'

const { title, tokens } = parseQuickAdd('Read about 9/11 !high due:fri', { today: '2027-01-15' })
console.log(title, toTaskFields(tokens)) // Read about 9/11 { priority: 'high', due_date: '2027-01-15' }
