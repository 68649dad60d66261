import { Client } from '../../support/client.ts'
import { insertNotification, insertWatcher } from '../../support/notifications.ts'
import type { Calls, Prepared } from '../call.ts'
import type { Fixture } from '../fixtures.ts'
import { insertMember, createTask } from './create.ts'

const prepareTask = async (fixture: Fixture): Promise<Prepared> => ({
  params: { task_id: (await createTask(fixture)).task_id },
})
const watch = 'task-watchers.read'

/** Creates a notification of the owner about a task in the shared project. */
async function createNotification(fixture: Fixture): Promise<Prepared> {
  const { task_id, project_id } = await createTask(fixture)
  const { notification_id } = await insertNotification(fixture.owner, fixture.org_id, { task_id, project_id })
  return { params: { notification_id } }
}

let hour = 0

export const calls: Calls = {
  'task-watchers.list': {
    prepare: prepareTask,
    createAnotherRow: async (fixture, { params }) => {
      const person = new Client(fixture.app, undefined, await insertMember(fixture))
      await insertWatcher(person, fixture.org_id, params!.task_id!)
    },
  },
  'task-watchers.read': { prepare: prepareTask },
  'task-watchers.watch': { prepare: prepareTask, subject: watch },
  'task-watchers.unwatch': { prepare: prepareTask, subject: watch },
  'notifications.list': {
    prepare: (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: (fixture) => createNotification(fixture),
  },
  'notifications.count': {
    prepare: async (fixture) => {
      await createNotification(fixture)
      return { query: { org_id: fixture.org_id } }
    },
  },
  'notifications.read': { prepare: createNotification },
  'notifications.update': {
    prepare: async (fixture) => ({ ...(await createNotification(fixture)), body: { read: true } }),
    subject: 'notifications.read',
  },
  'notifications.mark_read': {
    prepare: async (fixture) => {
      await createNotification(fixture)
      return { body: { org_id: fixture.org_id, until: new Date(fixture.app.clock.now()).toISOString() } }
    },
    references: async (fixture) => ({ project_id: (await fixture.project()).project_id }),
  },
  'preferences.read': { prepare: () => ({}) },
  'preferences.update': {
    prepare: () => ({ body: { digest_hour: ++hour % 24 } }),
    subject: 'preferences.read',
  },
}
