import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

/* Writes by others between two requests of a command. */

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben, 'admin')

type RequestHook = (call: string) => Promise<unknown> | undefined
/** Callbacks before a request reaches the server and before its response reaches the command. */
let beforeRequest: RequestHook = () => undefined
let afterRequest: RequestHook = () => undefined

const proxy = createServer((request, response) => {
  void forwardRequest(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
afterAll(() => proxy.close())
afterEach(() => {
  beforeRequest = afterRequest = () => undefined
})

async function forwardRequest(request: IncomingMessage) {
  const { method = '', url = '' } = request
  const body = await text(request)
  const names = ['authorization', 'content-type', 'if-match', 'idempotency-key']
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const call = `${method} ${url.split('?')[0]}`
  await beforeRequest(call)
  const response = await fetch(`${app.url}${url}`, { method, headers, ...(body && { body }) })
  const answered = await response.text()
  await afterRequest(call)
  const passedOn = [...response.headers].filter(([name]) => ['content-type', 'etag'].includes(name))
  return { status: response.status, headers: Object.fromEntries(passedOn), body: answered }
}

const svc = createRunner(createHome(), {
  SVC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  SVC_TOKEN: (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length),
  SVC_ORG: org_id,
})

/** Runs a callback once, at the first request that matches a pattern. */
function runOnce(pattern: RegExp, action: () => Promise<unknown>): RequestHook {
  let isDone = false
  return (call) => {
    if (isDone || !pattern.test(call)) return undefined
    isDone = true
    return action()
  }
}

const readTask = async (id: string) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200)
const change = async (id: string, body: object) => expectStatus(await ben.patch(`/v1/tasks/${id}`, { body }), 200)

const createTasks = async (title: string, ...each: object[]): Promise<string[]> => {
  const created = await Promise.all(
    each.map((fields, at) => createTask(ada, org_id, { title: `${title} ${at}`, ...fields })),
  )
  return created.map(({ task_id }) => task_id)
}

const bulk = /^(?:PATCH|POST|PUT) .*bulk/

test.each([
  ['tags+=urgent', ['urgent'], ['x', 'urgent']],
  ['tags-=old', [], ['x']],
])('tags added concurrently by others are retained: %s', async (setting, first, second) => {
  const tags = setting === 'tags-=old' ? ['old'] : []
  const [one, two] = (await createTasks('Alike', { tags }, { tags })) as [string, string]
  beforeRequest = runOnce(bulk, () => change(two, { tags: [...tags, 'x'] }))
  const { code, err } = await svc('tasks edit', [one, two, '--set', setting])
  expect([code, err]).toEqual([0, ''])
  expect([(await readTask(one)).tags, (await readTask(two)).tags]).toEqual([first, second])
  expect((await svc('undo')).code).toBe(0)
  expect([(await readTask(one)).tags, (await readTask(two)).tags]).toEqual([tags, [...tags, 'x']])
})

test('a task that someone else changed after the filter found it is left unchanged', async () => {
  const created = { status: 'backlog', tags: ['pile'] }
  const [one, two, three] = (await createTasks('Backlog', created, created, created)) as [string, string, string]
  beforeRequest = runOnce(bulk, async () => {
    await change(two, { status: 'in_progress' })
    await change(three, { priority: 'high' })
  })
  const filter = ['--filter', 'status=backlog tag=pile', '--set', 'status=completed', '--yes']
  const done = await svc('tasks edit', filter)
  expect(done.code).toBe(5)
  expect(done.err).toContain(`${two}  Backlog 1: skipped, because ben has changed it`)
  expect(done.err).toContain('2 of 3 tasks changed')
  expect(done.err).not.toContain(one)
  const listStatuses = async () => Promise.all([one, two, three].map(async (id) => (await readTask(id)).status))
  expect(await listStatuses()).toEqual(['completed', 'in_progress', 'completed'])
  expect((await svc('undo')).code).toBe(0)
  expect(await listStatuses()).toEqual(['backlog', 'in_progress', 'backlog'])
})

test.each(['after', 'before'])(
  'a write by others %s a section is restored is not mistaken for the undo',
  async (when) => {
    const { project_id } = await createProject(ada, org_id, { name: `North quay ${when}` })
    const scope = { scope_type: 'project', scope_id: project_id }
    const section = await ada.post('/v1/sections', { body: { org_id, ...scope, name: 'Next' } })
    const { section_id } = expectStatus(section, 201)
    const { task_id: id } = await createTask(ada, org_id, { title: 'Old', project_id })
    const put = { body: { ...scope, section_id } }
    expectStatus(await ada.put(`/v1/tasks/${id}/section`, put), 200)
    await svc('tasks edit', [id, '--set', 'title=New'])
    expect((await svc('tasks move', [id, '--to', 'none'])).code).toBe(0)
    const moment = runOnce(/^PUT .*section$/, () => change(id, { title: "Ben's" }))
    if (when === 'after') afterRequest = moment
    else beforeRequest = moment
    expect((await svc('undo')).code).toBe(when === 'after' ? 0 : 5)
    const query = { org_id, section_scope: `project:${project_id}`, 'filter[id]': id }
    const { data } = expectStatus(await ada.get('/v1/tasks', { query }), 200)
    expect(data[0].section_id).toBe(when === 'after' ? section_id : null)
    expect((await svc('undo')).code).toBe(5)
    expect((await readTask(id)).title).toBe("Ben's")
  },
)
