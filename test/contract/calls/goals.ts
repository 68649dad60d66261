import { expectStatus } from '../../support/client.ts'
import type { Calls, Prepared } from '../call.ts'
import { fresh, type World } from '../fixtures.ts'
import { newGoal, newTask } from './create.ts'

const subject = 'goals.read'
const prepareProject = async (world: World): Promise<Prepared> => ({
  params: { project_id: (await world.project()).project_id },
})
const prepareGoal = async (world: World): Promise<Prepared> => {
  const { project_id, goal_id } = await newGoal(world)
  return { params: { project_id, goal_id } }
}
const prepareRename = async (world: World): Promise<Prepared> => ({
  ...(await prepareGoal(world)),
  body: { name: fresh('Renamed') },
})

async function createGoalWithTask(world: World): Promise<Prepared> {
  const { project_id, goal_id } = await newGoal(world)
  const { task_id } = await newTask(world, { goal_id })
  return { params: { project_id, goal_id, task_id } }
}

async function reverseGoals(world: World): Promise<Prepared> {
  await newGoal(world)
  const { project_id } = await newGoal(world)
  const reply = await world.owner.get(`/v1/projects/${project_id}/goals`, { query: { limit: 1000 } })
  const goal_ids = expectStatus(reply, 200).data.map((goal: { goal_id: string }) => goal.goal_id)
  return { params: { project_id }, body: { goal_ids: goal_ids.reverse() } }
}

export const calls: Calls = {
  'goals.org': {
    prepare: async (world) => {
      await createGoalWithTask(world)
      return { query: { org_id: world.org_id } }
    },
  },
  'goals.list': {
    prepare: prepareProject,
    another: (world, _, i) =>
      newGoal(world, { name: `Same ${i % 4}`, ...(i % 2 && { target_date: `2027-01-0${(i % 3) + 1}` }) }),
  },
  'goals.create': {
    prepare: async (world) => ({ ...(await prepareProject(world)), body: { name: fresh('Goal') } }),
    subject: 'projects.read',
  },
  'goals.read': { prepare: createGoalWithTask },
  'goals.update': { prepare: prepareRename, subject },
  'goals.replace': { prepare: prepareRename, subject },
  'goals.delete': { prepare: createGoalWithTask, subject },
  'goals.reorder': { prepare: reverseGoals, subject: 'projects.read' },
  'goals.move': {
    prepare: async (world) => ({
      ...(await createGoalWithTask(world)),
      body: { project_id: (await world.second()).project_id },
    }),
    subject,
  },
  'goals.convert_task': {
    prepare: async (world) => {
      const { task_id, project_id } = await newTask(world, { sub_tasks: [(await newTask(world)).task_id] })
      return { params: { project_id }, body: { task_id } }
    },
    subject: 'projects.read',
  },
  'goals.file_tasks': {
    prepare: async (world) => ({
      ...(await prepareGoal(world)),
      body: { task_ids: [(await newTask(world)).task_id, (await newTask(world)).task_id] },
    }),
    subject,
  },
  'goals.unfile_task': { prepare: createGoalWithTask, subject: 'tasks.read' },
}
