import type { Calls, Prepared } from '../call.ts'
import { buildUniqueName, type Fixture } from '../fixtures.ts'
import { expectStatus } from '../../support/client.ts'
import { createGoal, createMilestone, createSprint, createTask } from './create.ts'

const toPrepared = (task: { task_id: string }): Prepared => ({ params: { task_id: task.task_id } })
const subject = 'tasks.read'
/** Number of prefixes, which differ between organizations too. */
let prefixes = 0

async function createLinkedTask(fixture: Fixture, name: 'sub_tasks' | 'dependencies', id: string): Promise<Prepared> {
  const other = await createTask(fixture)
  const task = await createTask(fixture, { [name]: [other.task_id] })
  return { params: { task_id: task.task_id, [id]: other.task_id } }
}

async function createHistory(fixture: Fixture): Promise<Prepared> {
  const { task_id } = await createTask(fixture)
  const reply = await fixture.owner.get('/v1/task-history', { query: { task_id } })
  return { params: { history_id: expectStatus(reply, 200).data[0].history_id } }
}

async function buildReferences(fixture: Fixture) {
  const person = fixture.editor.username
  return {
    assignee: person,
    restricted_to: [person],
    sub_tasks: [(await createTask(fixture)).task_id],
    dependencies: [(await createTask(fixture)).task_id],
    project_id: (await fixture.secondProject()).project_id,
    goal_id: (await createGoal(fixture)).goal_id,
    sprint_id: (await createSprint(fixture)).sprint_id,
    milestone_id: (await createMilestone(fixture)).milestone_id,
  }
}

async function createExternalTask(fixture: Fixture) {
  const { project_id } = await fixture.project()
  const params = { source: 'tracker', external_id: buildUniqueName('id') }
  const body = { org_id: fixture.org_id, project_id, title: buildUniqueName('Task') }
  const reply = await fixture.owner.put(`/v1/tasks/external/tracker/${encodeURIComponent(params.external_id)}`, {
    body,
  })
  return { params, task_id: expectStatus(reply, 201).task_id as string }
}

export const calls: Calls = {
  'tasks.list': {
    prepare: async (fixture) => ({ query: { project_id: (await fixture.project()).project_id } }),
    createAnotherRow: (fixture, _, i) =>
      createTask(fixture, {
        ...(i % 2 && {
          assignee: fixture.editor.username,
          due_date: `2027-01-0${(i % 3) + 1}`,
          tags: ['a', 'b'],
        }),
        ...(i % 3 && { start_date: '2026-12-01', priority: 'high', status: 'blocked', task_type: 'bug' }),
        title: `Same ${i % 4}`,
      }),
  },
  'tasks.count': {
    prepare: async (fixture) => ({
      query: {
        project_id: (await fixture.project()).project_id,
        group_by: 'section',
        then_by: 'tags',
        'filter[status]': 'not_started',
      },
    }),
  },
  'tasks.create': {
    prepare: async (fixture) => ({
      body: {
        org_id: fixture.org_id,
        project_id: (await fixture.project()).project_id,
        title: buildUniqueName('Task'),
      },
    }),
    references: buildReferences,
  },
  'tasks.read': { prepare: async (fixture) => toPrepared(await createTask(fixture)) },
  'tasks.by_key': {
    prepare: async (fixture) => {
      const { project_id } = await fixture.project()
      expectStatus(
        await fixture.owner.patch(`/v1/projects/${project_id}`, { body: { prefix: `KEY${++prefixes}` } }),
        200,
      )
      const { org_id, key } = await createTask(fixture)
      return { params: { key }, query: { org_id } }
    },
  },
  'tasks.update': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { title: buildUniqueName('Renamed') },
    }),
    subject,
    references: buildReferences,
  },
  'tasks.replace': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { title: buildUniqueName('Renamed') },
    }),
    subject,
    references: buildReferences,
  },
  'external-tasks.put': {
    prepare: async (fixture) => {
      const { params, task_id } = await createExternalTask(fixture)
      return { params: { ...params, task_id }, body: { org_id: fixture.org_id, title: buildUniqueName('Renamed') } }
    },
    subject,
    references: buildReferences,
  },
  'external-tasks.delete': {
    prepare: async (fixture) => {
      const { params, task_id } = await createExternalTask(fixture)
      return { params: { ...params, task_id }, query: { org_id: fixture.org_id } }
    },
    subject,
    mayEmitNothing: true,
  },
  'tasks.delete': { prepare: async (fixture) => toPrepared(await createTask(fixture)), subject },
  'tasks.duplicate': {
    prepare: async (fixture) => {
      const child = await createTask(fixture)
      const task = await createTask(fixture, { sub_tasks: [child.task_id] })
      return { ...toPrepared(task), body: { subtasks: true } }
    },
    subject,
    mayEmitNothing: true,
  },
  'tasks.restore': {
    prepare: async (fixture) => {
      const prepared = toPrepared(await createTask(fixture))
      const deleted = await fixture.owner.delete(`/v1/tasks/${prepared.params!.task_id}`)
      expectStatus(deleted, 200)
      return { ...prepared, etag: deleted.headers.etag! }
    },
    subject,
  },
  'tasks.bulk_update': {
    prepare: async (fixture) => {
      const tasks = [await createTask(fixture), await createTask(fixture)]
      return { body: { task_ids: tasks.map((task) => task.task_id), changes: { status: 'blocked' } } }
    },
  },
  'tasks.set_project': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { project_id: (await fixture.secondProject()).project_id },
    }),
    subject,
  },
  'tasks.set_sprint': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { sprint_id: (await createSprint(fixture)).sprint_id },
    }),
    subject,
  },
  'tasks.set_milestone': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { milestone_id: (await createMilestone(fixture)).milestone_id },
    }),
    subject,
  },
  'tasks.add_subtask': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { subtask_id: (await createTask(fixture)).task_id },
    }),
    subject,
  },
  'tasks.remove_subtask': { prepare: (fixture) => createLinkedTask(fixture, 'sub_tasks', 'subtask_id'), subject },
  'tasks.add_dependency': {
    prepare: async (fixture) => ({
      ...toPrepared(await createTask(fixture)),
      body: { dependency_id: (await createTask(fixture)).task_id },
    }),
    subject,
  },
  'tasks.remove_dependency': {
    prepare: (fixture) => createLinkedTask(fixture, 'dependencies', 'dependency_id'),
    subject,
  },
  'task-history.list': {
    prepare: async (fixture) => ({ query: { task_id: (await createTask(fixture)).task_id } }),
    createAnotherRow: (fixture, { query }) =>
      fixture.owner.patch(`/v1/tasks/${query!.task_id}`, { body: { title: buildUniqueName('Renamed') } }),
  },
  'task-history.read': { prepare: createHistory },
}
