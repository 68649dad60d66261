import type { Calls, Prepared } from '../call.ts'
import { fresh, type World } from '../fixtures.ts'
import { expectStatus } from '../../support/client.ts'
import { newGoal, newMilestone, newSprint, newTask } from './create.ts'

const of = (task: { task_id: string }): Prepared => ({ params: { task_id: task.task_id } })
const subject = 'tasks.read'
/** Number of prefixes, which differ between organizations too. */
let prefixes = 0

async function createLinkedTask(world: World, name: 'sub_tasks' | 'dependencies', id: string): Promise<Prepared> {
  const other = await newTask(world)
  const task = await newTask(world, { [name]: [other.task_id] })
  return { params: { task_id: task.task_id, [id]: other.task_id } }
}

async function createHistory(world: World): Promise<Prepared> {
  const { task_id } = await newTask(world)
  const reply = await world.owner.get('/v1/task-history', { query: { task_id } })
  return { params: { history_id: expectStatus(reply, 200).data[0].history_id } }
}

async function references(world: World) {
  const person = world.editor.username
  return {
    assignee: person,
    restricted_to: [person],
    sub_tasks: [(await newTask(world)).task_id],
    dependencies: [(await newTask(world)).task_id],
    project_id: (await world.second()).project_id,
    goal_id: (await newGoal(world)).goal_id,
    sprint_id: (await newSprint(world)).sprint_id,
    milestone_id: (await newMilestone(world)).milestone_id,
  }
}

async function newExternalTask(world: World) {
  const { project_id } = await world.project()
  const params = { source: 'tracker', external_id: fresh('id') }
  const body = { org_id: world.org_id, project_id, title: fresh('Task') }
  const reply = await world.owner.put(`/v1/tasks/external/tracker/${encodeURIComponent(params.external_id)}`, { body })
  return { params, task_id: expectStatus(reply, 201).task_id as string }
}

export const calls: Calls = {
  'tasks.list': {
    prepare: async (world) => ({ query: { project_id: (await world.project()).project_id } }),
    another: (world, _, i) =>
      newTask(world, {
        ...(i % 2 && {
          assignee: world.editor.username,
          due_date: `2027-01-0${(i % 3) + 1}`,
          tags: ['a', 'b'],
        }),
        ...(i % 3 && { start_date: '2026-12-01', priority: 'high', status: 'blocked', task_type: 'bug' }),
        title: `Same ${i % 4}`,
      }),
  },
  'tasks.count': {
    prepare: async (world) => ({
      query: {
        project_id: (await world.project()).project_id,
        group_by: 'section',
        'filter[status]': 'not_started',
      },
    }),
  },
  'tasks.create': {
    prepare: async (world) => ({
      body: { org_id: world.org_id, project_id: (await world.project()).project_id, title: fresh('Task') },
    }),
    references,
  },
  'tasks.read': { prepare: async (world) => of(await newTask(world)) },
  'tasks.by_key': {
    prepare: async (world) => {
      const { project_id } = await world.project()
      expectStatus(await world.owner.patch(`/v1/projects/${project_id}`, { body: { prefix: `KEY${++prefixes}` } }), 200)
      const { org_id, key } = await newTask(world)
      return { params: { key }, query: { org_id } }
    },
  },
  'tasks.update': {
    prepare: async (world) => ({ ...of(await newTask(world)), body: { title: fresh('Renamed') } }),
    subject,
    references,
  },
  'tasks.replace': {
    prepare: async (world) => ({ ...of(await newTask(world)), body: { title: fresh('Renamed') } }),
    subject,
    references,
  },
  'external-tasks.put': {
    prepare: async (world) => {
      const { params, task_id } = await newExternalTask(world)
      return { params: { ...params, task_id }, body: { org_id: world.org_id, title: fresh('Renamed') } }
    },
    subject,
    references,
  },
  'external-tasks.delete': {
    prepare: async (world) => {
      const { params, task_id } = await newExternalTask(world)
      return { params: { ...params, task_id }, query: { org_id: world.org_id } }
    },
    subject,
    quiet: true,
  },
  'tasks.delete': { prepare: async (world) => of(await newTask(world)), subject },
  'tasks.restore': {
    prepare: async (world) => {
      const prepared = of(await newTask(world))
      const deleted = await world.owner.delete(`/v1/tasks/${prepared.params!.task_id}`)
      expectStatus(deleted, 200)
      return { ...prepared, etag: deleted.headers.etag! }
    },
    subject,
  },
  'tasks.bulk_update': {
    prepare: async (world) => {
      const tasks = [await newTask(world), await newTask(world)]
      return { body: { task_ids: tasks.map((task) => task.task_id), changes: { status: 'blocked' } } }
    },
  },
  'tasks.set_project': {
    prepare: async (world) => ({
      ...of(await newTask(world)),
      body: { project_id: (await world.second()).project_id },
    }),
    subject,
  },
  'tasks.set_sprint': {
    prepare: async (world) => ({
      ...of(await newTask(world)),
      body: { sprint_id: (await newSprint(world)).sprint_id },
    }),
    subject,
  },
  'tasks.set_milestone': {
    prepare: async (world) => ({
      ...of(await newTask(world)),
      body: { milestone_id: (await newMilestone(world)).milestone_id },
    }),
    subject,
  },
  'tasks.add_subtask': {
    prepare: async (world) => ({
      ...of(await newTask(world)),
      body: { subtask_id: (await newTask(world)).task_id },
    }),
    subject,
  },
  'tasks.remove_subtask': { prepare: (world) => createLinkedTask(world, 'sub_tasks', 'subtask_id'), subject },
  'tasks.add_dependency': {
    prepare: async (world) => ({
      ...of(await newTask(world)),
      body: { dependency_id: (await newTask(world)).task_id },
    }),
    subject,
  },
  'tasks.remove_dependency': { prepare: (world) => createLinkedTask(world, 'dependencies', 'dependency_id'), subject },
  'task-history.list': {
    prepare: async (world) => ({ query: { task_id: (await newTask(world)).task_id } }),
    another: (world, { query }) =>
      world.owner.patch(`/v1/tasks/${query!.task_id}`, { body: { title: fresh('Renamed') } }),
  },
  'task-history.read': { prepare: createHistory },
}
