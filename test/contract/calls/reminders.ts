import type { Calls, Prepared } from '../call.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { createTask } from './create.ts'

const at = '2031-05-12T09:00:00.000Z'

async function prepareDueTask(fixture: Fixture): Promise<Prepared> {
  const { task_id } = await createTask(fixture, { due_date: '2031-06-01' })
  return { params: { task_id } }
}

async function prepareAssigneeReminder(fixture: Fixture): Promise<Prepared> {
  const { params } = await prepareDueTask(fixture)
  const body = { at, for: 'assignee', note: buildUniqueName('Look') }
  const { reminder_id } = await create(fixture.owner, `/v1/tasks/${params!.task_id}/reminders`, body)
  return { params: { reminder_id } }
}

const createAnotherRow = (fixture: Fixture, { params }: Prepared) =>
  create(fixture.owner, `/v1/tasks/${params!.task_id}/reminders`, {
    before_due: { days: 1 + (Number(buildUniqueName('').trim()) % 300) },
  })

const subject = 'reminders.read'

export const calls: Calls = {
  'reminders.create': {
    prepare: async (fixture) => ({ ...(await prepareDueTask(fixture)), body: { at, note: buildUniqueName('Look') } }),
    subject: 'tasks.read',
  },
  'reminders.list_of_task': { prepare: prepareDueTask, createAnotherRow },
  'reminders.list': {
    prepare: async (fixture) => ({ query: { org_id: fixture.org_id } }),
    createAnotherRow: async (fixture) => createAnotherRow(fixture, await prepareDueTask(fixture)),
  },
  'reminders.read': { prepare: prepareAssigneeReminder },
  'reminders.update': {
    prepare: async (fixture) => ({
      ...(await prepareAssigneeReminder(fixture)),
      body: { at: null, before_due: { days: 2, time_zone: 'Asia/Kathmandu' }, note: buildUniqueName('Look') },
    }),
    subject,
  },
  'reminders.delete': { prepare: prepareAssigneeReminder, subject },
}
