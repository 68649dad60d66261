import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { newTask } from './create.ts'

const at = '2031-05-12T09:00:00.000Z'

async function prepareDueTask(world: World): Promise<Prepared> {
  const { task_id } = await newTask(world, { due_date: '2031-06-01' })
  return { params: { task_id } }
}

async function forAssignee(world: World): Promise<Prepared> {
  const { params } = await prepareDueTask(world)
  const body = { at, for: 'assignee', note: fresh('Look') }
  const { reminder_id } = await create(world.owner, `/v1/tasks/${params!.task_id}/reminders`, body)
  return { params: { reminder_id } }
}

const another = (world: World, { params }: Prepared) =>
  create(world.owner, `/v1/tasks/${params!.task_id}/reminders`, {
    before_due: { days: 1 + (Number(fresh('').trim()) % 300) },
  })

const subject = 'reminders.read'

export const calls: Calls = {
  'reminders.create': {
    prepare: async (world) => ({ ...(await prepareDueTask(world)), body: { at, note: fresh('Look') } }),
    subject: 'tasks.read',
  },
  'reminders.list_of_task': { prepare: prepareDueTask, another },
  'reminders.list': {
    prepare: async (world) => ({ query: { org_id: world.org_id } }),
    another: async (world) => another(world, await prepareDueTask(world)),
  },
  'reminders.read': { prepare: forAssignee },
  'reminders.update': {
    prepare: async (world) => ({
      ...(await forAssignee(world)),
      body: { at: null, before_due: { days: 2, time_zone: 'Asia/Kathmandu' }, note: fresh('Look') },
    }),
    subject,
  },
  'reminders.delete': { prepare: forAssignee, subject },
}
