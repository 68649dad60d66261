import { SvcProblem, Svc, tagOf, type Task } from '@svc/sdk'
import { tasksCreate, tasksList } from '@svc/sdk/operations'
import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { waitForStableEvents } from '../support/event-stream.ts'
import { addMember } from '../support/factories.ts'

let app: TestApp
let svc: Svc
let org: string

beforeAll(async () => {
  app = await startApp()
  const ada = await app.signIn('ada')
  const token = ada.authorization!.slice('Bearer '.length)
  const created = await new Svc({ baseUrl: app.url, token }).organizations.create({ name: 'Harbour Works' })
  org = created.org_id
  svc = new Svc({ baseUrl: `${app.url}/`, token, org })
})

test('awaiting a list returns a page, iterating it returns all', async () => {
  const project = await svc.projects.create({ name: 'North quay' })
  const titles = ['Drive the piles', 'Pour the wall', 'Test the brake']
  for (const title of titles) await svc.tasks.create({ title, project_id: project.project_id })
  const query = { project_id: project.project_id, sort_by: 'title', sort_order: 'asc', limit: 2 } as const
  const page = await svc.tasks.list(query)
  expect(page.data.map(({ title }) => title)).toEqual(titles.slice(0, 2))
  expect(page.next_cursor).toEqual(expect.any(String))
  const seen: string[] = []
  for await (const task of svc.tasks.list(query)) seen.push(task.title)
  expect(seen).toEqual(titles)
  expect(await svc.tasks.list(query).toArray({ max: 1 })).toHaveLength(1)
  const sizes: number[] = []
  for await (const { data } of svc.tasks.list(query).pages()) sizes.push(data.length)
  expect(sizes).toEqual([2, 1])
  expect((await tasksList(svc, { filter: { search: 'brake' } })).data).toHaveLength(1)
})

test('a write is rejected if the row has changed since it was read', async () => {
  const task = await svc.tasks.create({ title: 'Grease the crane' })
  const read = await svc.tasks.read(task)
  await svc.tasks.update(task.task_id, { priority: 'high' })
  const late = await svc.tasks.update(read, { title: 'Oil the crane' }).catch((error: unknown) => error)
  expect(late).toBeInstanceOf(SvcProblem)
  expect(late).toMatchObject({ status: 412, type: 'urn:svc:problem:precondition-failed' })
  expect((late as SvcProblem).request_id).toEqual(expect.any(String))
  const fresh = await svc.tasks.read(task)
  const { data, tag, response } = await svc.tasks.update(fresh, { title: 'Oil the crane' }).withResponse()
  expect(data).toMatchObject({ title: 'Oil the crane', priority: 'high' })
  expect(response.headers.get('etag')).toBe(tag)
  expect(tagOf(data)).toBe(tag)
  await svc.tasks.update(data, { tags: ['upkeep'] })
})

test('a member is written with its own tag, not with that of its project', async () => {
  const project = await svc.projects.create({ name: 'Quay' })
  const ben = await app.signIn('ben')
  await addMember(await app.signIn('ada'), org, ben)
  const added = await svc.projectMembers.create({ project_id: project.project_id, user_id: ben.userId })
  const read = await svc.projectMembers.read(added, project)
  const now = await svc.projects.read(project)
  await svc.projectMembers.update(ben.userId, now, { project_role: 'editor' })
  const late = svc.projectMembers.update(read, now, { project_role: 'viewer' })
  await expect(late).rejects.toMatchObject({ status: 412 })
  const comment = await svc.taskComments.create({
    task_id: (await svc.tasks.create({ title: 'Stays' })).task_id,
    content: 'Goes',
  })
  // @ts-expect-error A comment has a task_id but is not a task.
  const callWrongly = () => svc.tasks.delete(comment)
  expect(callWrongly).toBeTypeOf('function')
})

test('an edit is repeated after a concurrent write', async () => {
  const { task_id } = await svc.tasks.create({ title: 'Count', metadata: [] })
  let others = 2
  const edited = await svc.tasks.edit(task_id, async (task: Task) => {
    if (others-- > 0) await svc.tasks.update(task_id, { tags: [...task.tags, `other-${others}`] })
    return { title: `${task.title} on`, tags: [...task.tags, 'mine'] }
  })
  expect(edited).toMatchObject({ title: 'Count on', tags: ['other-1', 'other-0', 'mine'] })
  expect(await svc.tasks.edit(task_id, () => undefined)).toMatchObject({ title: 'Count on' })
  await expect(
    svc.tasks.edit(
      task_id,
      async () => (await svc.tasks.update(task_id, { title: `${Math.random()}` })) && { title: 'x' },
      {
        attempts: 2,
      },
    ),
  ).rejects.toMatchObject({ status: 412 })
})

test('a problem says what was wrong and what is allowed', async () => {
  const invalid = svc.tasks.list({ filter: { status: ['finished' as 'completed'] } })
  await expect(invalid).rejects.toMatchObject({ status: 400, type: 'urn:svc:problem:invalid-parameter' })
  await expect(svc.tasks.create({ title: '' })).rejects.toMatchObject({
    status: 422,
    errors: [expect.objectContaining({ loc: ['body', 'title'] })],
  })
  for (const id of ['', '.', '..']) expect(() => svc.tasks.delete(id)).toThrow('task_id is not an id')
  // URL resolution would turn it into DELETE /v1/projects/P.
  expect(() => svc.goals.delete('P', '..')).toThrow('goal_id is not an id')
})

test('a standalone function does what the method does', async () => {
  const task = await tasksCreate(svc, { title: 'By hand' }, { idempotencyKey: 'once' })
  expect(await svc.tasks.create({ title: 'By hand' }, { idempotencyKey: 'once' })).toEqual(task)
  expect(await svc.request('GET', `/v1/tasks/${task.task_id}`)).toEqual(await svc.tasks.read(task))
})

test('events are streamed and the stream resumes at its position', async () => {
  await waitForStableEvents(app)
  const page = await svc.events.poll({ wait: 0 })
  const stop = new AbortController()
  const first = await svc.tasks.create({ title: 'First' })
  const stream = svc.events.stream({ types: ['task.created'] }, { cursor: page.next_cursor, signal: stop.signal })
  for await (const event of stream) {
    expect(event.data.resource_id).toBe(first.task_id)
    break
  }
  const second = await svc.tasks.create({ title: 'Second' })
  for await (const event of svc.events.stream({ types: ['task.created'] }, { cursor: stream.cursor! })) {
    expect(event.data.resource_id).toBe(second.task_id)
    break
  }
  const nothing = svc.events.stream({}, { cursor: stream.cursor!, signal: stop.signal })
  setTimeout(() => stop.abort(new Error('enough')), 300)
  await expect(
    (async () => {
      for await (const event of nothing) void event
    })(),
  ).rejects.toThrow('enough')
})
