import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { buildUniqueName, type Fixture } from '../fixtures.ts'
import { createGoal, createTask } from './create.ts'

const subject = 'goals.read'
const prepareProject = async (fixture: Fixture): Promise<Prepared> => ({
  params: { project_id: (await fixture.project()).project_id },
})
const prepareGoal = async (fixture: Fixture): Promise<Prepared> => {
  const { project_id, goal_id } = await createGoal(fixture)
  return { params: { project_id, goal_id } }
}
const prepareRename = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await prepareGoal(fixture)),
  body: { name: buildUniqueName('Renamed') },
})

async function createGoalWithTask(fixture: Fixture): Promise<Prepared> {
  const { project_id, goal_id } = await createGoal(fixture)
  const { task_id } = await createTask(fixture, { goal_id })
  return { params: { project_id, goal_id, task_id } }
}

async function reverseGoals(fixture: Fixture): Promise<Prepared> {
  await createGoal(fixture)
  const { project_id } = await createGoal(fixture)
  const reply = await fixture.owner.get(`/v1/projects/${project_id}/goals`, { query: { limit: 1000 } })
  const goal_ids = expectStatus(reply, 200).data.map((goal: { goal_id: string }) => goal.goal_id)
  return { params: { project_id }, body: { goal_ids: goal_ids.reverse() } }
}

export const calls: Calls = {
  'goals.org': {
    prepare: async (fixture) => {
      await createGoalWithTask(fixture)
      return { query: { org_id: fixture.org_id } }
    },
  },
  'goals.list': {
    prepare: prepareProject,
    createAnotherRow: (fixture, _, i) =>
      createGoal(fixture, { name: `Same ${i % 4}`, ...(i % 2 && { target_date: `2027-01-0${(i % 3) + 1}` }) }),
  },
  'goals.create': {
    prepare: async (fixture) => ({ ...(await prepareProject(fixture)), body: { name: buildUniqueName('Goal') } }),
    subject: 'projects.read',
  },
  'goals.read': { prepare: createGoalWithTask },
  'goals.update': { prepare: prepareRename, subject },
  'goals.replace': { prepare: prepareRename, subject },
  'goals.delete': { prepare: createGoalWithTask, subject },
  'goals.reorder': { prepare: reverseGoals, subject: 'projects.read' },
  'goals.move': {
    prepare: async (fixture) => ({
      ...(await createGoalWithTask(fixture)),
      body: { project_id: (await fixture.secondProject()).project_id },
    }),
    subject,
  },
  'goals.convert_task': {
    prepare: async (fixture) => {
      const { task_id, project_id } = await createTask(fixture, { sub_tasks: [(await createTask(fixture)).task_id] })
      return { params: { project_id }, body: { task_id } }
    },
    subject: 'projects.read',
  },
  'goals.file_tasks': {
    prepare: async (fixture) => ({
      ...(await prepareGoal(fixture)),
      body: { task_ids: [(await createTask(fixture)).task_id, (await createTask(fixture)).task_id] },
    }),
    subject,
  },
  'goals.unfile_task': { prepare: createGoalWithTask, subject: 'tasks.read' },
}
