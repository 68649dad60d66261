import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startApp, type Client, type Reply, type TestApp } from '../../support/app.ts'
import { insertMembership, createOrganization, createProject, addProjectMember } from '../../support/factories.ts'
import { listTaskEvents, listTasks, readVersion } from './requests.ts'
import {
  canEdit,
  Model,
  projectRoles,
  canRead,
  type ModelTask,
  type Name,
  type Patch,
  type ProjectKey,
} from './model.ts'

/** Runs random commands on the service and on a model of it, and compares responses and final state. */

let app: TestApp
let people: Record<Name, Client>

beforeAll(async () => {
  app = await startApp()
  const [ada, ben, gil] = (await Promise.all(['ada', 'ben', 'gil'].map((name) => app.signIn(name)))) as [
    Client,
    Client,
    Client,
  ]
  people = { ada, ben, gil }
})

interface RealServer {
  org_id: string
  ids: Record<'open' | 'closed', string>
}

async function start(): Promise<{ model: Model; real: RealServer }> {
  const { ada, ben, gil } = people
  const { org_id } = await createOrganization(ada)
  await insertMembership(ben, org_id, 'member')
  await insertMembership(gil, org_id, 'guest')
  const ids = { open: '', closed: '' }
  for (const [place, visibility] of [
    ['open', 'public'],
    ['closed', 'private'],
  ] as const) {
    ids[place] = (await createProject(ada, org_id, { visibility })).project_id
    for (const name of ['ben', 'gil'] as const)
      await addProjectMember(ada, ids[place], people[name], projectRoles[place][name]!)
  }
  return { model: new Model(), real: { org_id, ids } }
}

const findContainerId = (real: RealServer, place: ProjectKey) => place && real.ids[place]
/** Converts a patch of the model to a request body. */
function toBody(real: RealServer, { project: place, restricted, sub_tasks, dependencies, ...rest }: Patch) {
  return {
    ...rest,
    ...(place !== undefined && { project_id: findContainerId(real, place) }),
    ...(restricted && { restricted_to: restricted.map((name) => name.toUpperCase()) }),
    ...(sub_tasks && { sub_tasks: sub_tasks.map((task) => task.id) }),
    ...(dependencies && { dependencies: dependencies.map((task) => task.id) }),
  }
}

/** Returns the visible fields of a task in a response, with their expected values. */
const toVisibleTask = (user: Name, task: ModelTask, real: RealServer) => ({
  task_id: task.id,
  title: task.title,
  status: task.status,
  project_id: findContainerId(real, task.project),
  assignee: task.assignee,
  created_by: task.created_by,
  updated_by: task.updated_by,
  restricted_to: task.restricted,
  is_subtask: task.parent !== null && canRead(user, task.parent),
  sub_tasks: task.sub_tasks.filter((one) => canRead(user, one)).map((one) => one.id),
  dependencies: task.dependencies.filter((one) => canRead(user, one)).map((one) => one.id),
  has_edit_access: canEdit(user, task),
})

async function compare(model: Model, real: RealServer): Promise<void> {
  for (const who of ['ada', 'ben', 'gil'] as const) {
    const rows = await listTasks(people[who], { org_id: real.org_id, sort_by: 'task_id' })
    const expected = model.tasks.filter((task) => canRead(who, task))
    expect([who, rows.map((row) => row.title)]).toEqual([who, expected.map((task) => task.title)])
    for (const [i, task] of expected.entries())
      expect([who, rows[i]]).toMatchObject([who, toVisibleTask(who, task, real)])
  }
  for (const task of model.tasks) {
    if (!task.deleted) expect([task.title, await readVersion(people.ada, task.id)]).toEqual([task.title, task.version])
    const history = (await listTaskEvents(people.ada, task.id)).map((event) => event.type.replace('task.', ''))
    expect([task.title, history]).toEqual([task.title, task.history])
  }
}

type RandomAction = (model: Model, real: RealServer) => Promise<[number, Reply] | undefined>

/** Runs one command on the service and the model. */
class Command {
  readonly name: string
  readonly act: RandomAction
  constructor(name: string, action: RandomAction) {
    this.name = name
    this.act = action
  }
  async run(model: Model, real: RealServer): Promise<void> {
    const done = await this.act(model, real)
    if (done && done[1].status !== done[0])
      throw new Error(`${this.name}: expected ${done[0]}, got ${done[1].status}: ${done[1].text}`)
  }
  // fast-check prints a failed run by this.
  toString = () => this.name
}

const who = fc.constantFrom<Name>('ada', 'ben', 'ben', 'gil', 'gil')
const places = fc.constantFrom<ProjectKey>('open', 'closed', null)
const some = fc.nat(1000)
const assignees = fc.constantFrom<Name | null>('ada', 'ben', 'gil', null)
const restricted = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Name[]>([]) },
  fc.array(fc.constantFrom<Name>('ada', 'ben', 'gil'), { minLength: 1, maxLength: 2 }),
)
const lists = fc.constantFrom('sub_tasks' as const, 'dependencies' as const)
const paths = { sub_tasks: 'subtasks', dependencies: 'dependencies' }
const named = { sub_tasks: 'subtask_id', dependencies: 'dependency_id' }

/** Picks one of the latest tasks, including deleted ones; undefined before the first. */
const pick = (model: Model, n: number) => model.tasks.slice(-8)[n % Math.min(8, model.tasks.length)]
let created = 0

const creates = fc.record({ who, place: places, assignee: assignees, restricted }).map(
  (one) =>
    new Command(`create ${JSON.stringify(one)}`, async (model, real) => {
      const values = {
        title: `t${++created}`,
        project: one.place,
        assignee: one.assignee,
        restricted: one.restricted,
      }
      const [status, task] = model.create(one.who, values)
      const body = { org_id: real.org_id, ...toBody(real, values) }
      const reply = await people[one.who].post('/v1/tasks', { body })
      if (status === 200) task.id = reply.body.task_id
      return [status, reply]
    }),
)

const patches = fc.record(
  {
    title: fc.nat(5).map((n) => `title ${n}`),
    status: fc.constantFrom('blocked', 'completed', 'not_started'),
    assignee: assignees,
    project: places,
    restricted,
  },
  { requiredKeys: [] },
)
const updates = fc.record({ who, n: some, patch: patches }).map(
  (one) =>
    new Command(`update ${JSON.stringify(one)}`, async (model, real) => {
      const task = pick(model, one.n)
      if (!task) return
      const body = toBody(real, one.patch)
      return [model.update(one.who, task, one.patch), await people[one.who].patch(`/v1/tasks/${task.id}`, { body })]
    }),
)
const moves = fc.record({ who, n: some, place: places }).map(
  (one) =>
    new Command(`move ${JSON.stringify(one)}`, async (model, real) => {
      const task = pick(model, one.n)
      if (!task) return
      const reply = await people[one.who].post(`/v1/tasks/${task.id}/project`, {
        body: { project_id: findContainerId(real, one.place) },
      })
      return [model.update(one.who, task, { project: one.place }), reply]
    }),
)
const links = fc.record({ who, n: some, m: some, list: lists, adds: fc.constantFrom(true, true, true, false) }).map(
  (one) =>
    new Command(`link ${JSON.stringify(one)}`, async (model) => {
      const [task, other] = [pick(model, one.n), pick(model, one.m)]
      if (!task || !other) return
      const path = `/v1/tasks/${task.id}/${paths[one.list]}`
      const client = people[one.who]
      const reply = one.adds
        ? await client.post(path, { body: { [named[one.list]]: other.id } })
        : await client.delete(`${path}/${other.id}`)
      return [model.buildLink(one.who, task, one.list, other, one.adds), reply]
    }),
)
const relinks = fc.record({ who, n: some, list: lists, others: fc.array(some, { maxLength: 3 }) }).map(
  (one) =>
    new Command(`relink ${JSON.stringify(one)}`, async (model, real) => {
      const task = pick(model, one.n)
      if (!task) return
      const patch = { [one.list]: one.others.map((n) => pick(model, n)!) }
      const reply = await people[one.who].patch(`/v1/tasks/${task.id}`, { body: toBody(real, patch) })
      return [model.update(one.who, task, patch), reply]
    }),
)
const bulks = fc.record({ who, ns: fc.array(some, { minLength: 1, maxLength: 4 }), patch: patches }).map(
  (one) =>
    new Command(`bulk ${JSON.stringify(one)}`, async (model, real) => {
      const tasks = [...new Set(one.ns.map((n) => pick(model, n)))].flatMap((task) => task ?? [])
      if (tasks.length === 0) return
      const body = { task_ids: tasks.map((task) => task.id), changes: toBody(real, one.patch) }
      return [model.updateInBulk(one.who, tasks, one.patch), await people[one.who].post('/v1/tasks/bulk', { body })]
    }),
)
const removals = fc.record({ who, n: some }).map(
  (one) =>
    new Command(`delete ${JSON.stringify(one)}`, async (model) => {
      const task = pick(model, one.n)
      if (!task) return
      return [model.remove(one.who, task), await people[one.who].delete(`/v1/tasks/${task.id}`)]
    }),
)
const looks = fc.constant(
  new Command('look', async (model, real) => {
    await compare(model, real)
    return undefined
  }),
)

it('random commands leave the service in the state of the model', { timeout: 1_800_000 }, async () => {
  expect.hasAssertions()
  const mix = [creates, updates, updates, moves, links, links, links, relinks, relinks, bulks, removals, looks]
  const runs = fc.array(fc.oneof(...mix), { minLength: 40, maxLength: 60, size: 'max' })
  const first = fc.array(creates, { minLength: 6, maxLength: 6 })
  const property = fc.asyncProperty(first, runs, async (begin, commands) => {
    const { model, real } = await start()
    for (const command of [...begin, ...commands]) await command.run(model, real)
    await compare(model, real)
  })
  await fc.assert(property, { numRuns: Number(process.env.MODEL_RUNS ?? 8) })
})
