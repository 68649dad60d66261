import { Client } from '../../support/client.ts'
import { insertNotification, insertWatcher } from '../../support/notifications.ts'
import type { Calls, Prepared } from '../call.ts'
import type { World } from '../fixtures.ts'
import { newMember, newTask } from './create.ts'

const prepareTask = async (world: World): Promise<Prepared> => ({
  params: { task_id: (await newTask(world)).task_id },
})
const watch = 'task-watchers.read'

/** Creates a notification of the owner about a task in the shared project. */
async function createNotification(world: World): Promise<Prepared> {
  const { task_id, project_id } = await newTask(world)
  const { notification_id } = await insertNotification(world.owner, world.org_id, { task_id, project_id })
  return { params: { notification_id } }
}

let hour = 0

export const calls: Calls = {
  'task-watchers.list': {
    prepare: prepareTask,
    another: async (world, { params }) => {
      const person = new Client(world.app, undefined, await newMember(world))
      await insertWatcher(person, world.org_id, params!.task_id!)
    },
  },
  'task-watchers.read': { prepare: prepareTask },
  'task-watchers.watch': { prepare: prepareTask, subject: watch },
  'task-watchers.unwatch': { prepare: prepareTask, subject: watch },
  'notifications.list': {
    prepare: (world) => ({ query: { org_id: world.org_id } }),
    another: (world) => createNotification(world),
  },
  'notifications.count': {
    prepare: async (world) => {
      await createNotification(world)
      return { query: { org_id: world.org_id } }
    },
  },
  'notifications.read': { prepare: createNotification },
  'notifications.update': {
    prepare: async (world) => ({ ...(await createNotification(world)), body: { read: true } }),
    subject: 'notifications.read',
  },
  'notifications.mark_read': {
    prepare: async (world) => {
      await createNotification(world)
      return { body: { org_id: world.org_id, until: new Date(world.app.clock.now()).toISOString() } }
    },
    references: async (world) => ({ project_id: (await world.project()).project_id }),
  },
  'preferences.read': { prepare: () => ({}) },
  'preferences.update': {
    prepare: () => ({ body: { digest_hour: ++hour % 24 } }),
    subject: 'preferences.read',
  },
}
