import { answer } from '../../kernel/answer.ts'
import { askedOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { invalid } from '../../kernel/problem.ts'
import { object, pageOf, text, type Static } from '../../kernel/schema.ts'
import { findPreferences } from '../notifications/rows.ts'
import { reachOf } from '../projects/access.ts'
import { readableTask } from '../tasks/access.ts'
import { changeableReminder, readableReminder, remindableTask } from './access.ts'
import { presentReminder } from './present.ts'
import * as queries from './queries.ts'
import type { ReminderRow } from './rows.ts'
import {
  isSameWhen,
  leavesZone,
  mostPending,
  requireOpen,
  requireToCome,
  whenOf,
  type Said,
  type When,
} from './rules.ts'
import { ownReminders, reminder, reminderCreate, reminderParams, reminderUpdate } from './schemas.ts'

const path = '/v1/reminders/{reminder_id}'
const ofTask = '/v1/tasks/{task_id}/reminders'
const taskParams = object({ task_id: text({ description: 'The task.' }) })

const rules =
  'A reminder is sent within half a minute of its moment, once: its person has a notification of the kind `reminder`, and ' +
  '`task.reminder_due` is told. '

/** The time zone of a reminder that names none: that of the caller's preferences. */
async function usualZone(ctx: Context, said: Said, was: When | null): Promise<string> {
  if (!leavesZone(said, was)) return 'UTC'
  const { user_id } = ctx.user
  return (await findPreferences(ctx.db, [user_id]))(user_id).time_zone
}

/** A reminder as it is made, of a task, for what a body says of it. */
function newReminder(
  ctx: Context,
  task: Pick<ReminderRow, 'org_id' | 'task_id'>,
  {
    when,
    fires_at,
    ...said
  }: { when: When; fires_at: string | null } & Pick<Static<typeof reminderCreate>, 'for' | 'note'>,
): ReminderRow {
  return {
    ...when,
    ...task,
    reminder_id: ctx.newId('RM'),
    user_id: ctx.user.user_id,
    created_by: ctx.user.username,
    recipient: said.for ?? 'me',
    note: said.note ?? null,
    status: 'pending',
    fires_at,
    ended_at: null,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

export const createReminder = operation({
  id: 'reminders.create',
  method: 'POST',
  path: ofTask,
  summary: 'Be reminded of a task',
  description:
    rules +
    'Send either `at` or `before_due`. Everybody who can read a task may have reminders of their own, which nobody else ' +
    'sees; whoever may change it may make one for its assignee. ' +
    '`before_due` moves with the due date, and waits as long as there is none. One whose moment is moved into the past is ' +
    'sent at once, but lapses when that was over a day ago. When it is due nobody is reminded of a task that is ' +
    `completed, archived or deleted, or that they can not read any more. A person has at most ${mostPending} of one task ` +
    'that are still to come. 90 days after they ended reminders are deleted.',
  scope: 'tasks:write',
  params: taskParams,
  body: reminderCreate,
  reply: { status: 201, schema: reminder },
  problems: {
    404: 'the task is missing, or not for you to see',
    409: `the task is completed or archived, or ${mostPending} of your reminders of it are still to come`,
    422: 'the moment has passed, or the time zone is not known',
  },
  example: {
    body: { before_due: { days: 1, time: '09:00', time_zone: 'Europe/Berlin' }, note: 'Order the crane.' },
  },
  access: remindableTask,
  async handle({ ctx, target: task, body }) {
    const when = whenOf(body, null, await usualZone(ctx, body, null))
    if (when === null) throw invalid(['body', 'at'], 'Send at or before_due.', 'missing')
    const fires_at = requireToCome(when, task.due_date, ctx.now)
    requireOpen(task)
    const { org_id, task_id, title, due_date } = task
    await queries.requireRoom(ctx, { org_id, task_id, user_id: ctx.user.user_id })
    const row = newReminder(ctx, { org_id, task_id }, { when, fires_at, ...body })
    queries.insertReminder(ctx, row)
    return answer(presentReminder({ ...row, task_title: title, due_date }), row.version)
  },
})

export const listTaskReminders = operation({
  id: 'reminders.list_of_task',
  method: 'GET',
  path: ofTask,
  summary: "List a task's reminders",
  description:
    'Your own, and those for its assignee; those that are due first come first, those without a moment last.',
  scope: 'tasks:read',
  params: taskParams,
  list: queries.reminderSorts,
  filters: queries.reminderFilters,
  reply: { status: 200, schema: pageOf(reminder) },
  problems: { 404: 'the task is missing, or not for you to see' },
  access: readableTask,
  async handle({ ctx, target, list, filters }) {
    const found = await queries.listOfTask(ctx, list, filters, target)
    return pageAnswer(ctx, list, found, (rows) => rows.map(presentReminder))
  },
})

export const listReminders = operation({
  id: 'reminders.list',
  method: 'GET',
  path: '/v1/reminders',
  summary: 'List your reminders',
  description:
    'Those that you made in an organization, of the tasks that you can read; those that are due first come first, those ' +
    'without a moment last.',
  scope: 'tasks:read',
  query: ownReminders,
  list: queries.reminderSorts,
  filters: queries.reminderFilters,
  reply: { status: 200, schema: pageOf(reminder) },
  example: { query: { 'filter[status]': 'pending' } },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id),
  async handle({ ctx, target, list, filters }) {
    const found = await queries.listOwn(ctx, list, filters, target)
    return pageAnswer(ctx, list, found, (rows) => rows.map(presentReminder))
  },
})

export const readReminder = operation({
  id: 'reminders.read',
  method: 'GET',
  path,
  summary: 'Read a reminder',
  description: 'One of your own, or one for the assignee of a task that you can read.',
  scope: 'tasks:read',
  params: reminderParams,
  reply: { status: 200, schema: reminder },
  access: readableReminder,
  handle: async ({ target }) => answer(presentReminder(target), target.version),
})

export const updateReminder = operation({
  id: 'reminders.update',
  method: 'PATCH',
  path,
  summary: 'Change a reminder',
  description:
    'Your own, or one for the assignee of a task that you may change. `at` takes the place of `before_due`, and the other ' +
    'way round. With a new moment one that was sent or has lapsed is to come once more.',
  scope: 'tasks:write',
  params: reminderParams,
  body: reminderUpdate,
  reply: { status: 200, schema: reminder },
  problems: {
    409: `it would be to come once more, and its maker has ${mostPending} of this task that are`,
    422: 'the moment has passed, or the time zone is not known',
  },
  example: { body: { at: '2031-05-12T09:00:00+02:00' } },
  access: changeableReminder,
  async handle({ ctx, target, body }) {
    const said = whenOf(body, target, await usualZone(ctx, body, target))
    const when = said && !isSameWhen(said, target) ? said : null
    const note = body.note === undefined ? target.note : body.note
    if (!when && note === target.note) return answer(presentReminder(target), target.version)
    const row = { ...target, note, version: target.version + 1, updated_at: ctx.now }
    if (when) {
      const fires_at = requireToCome(when, target.due_date, ctx.now)
      if (target.status !== 'pending') await queries.requireRoom(ctx, target)
      Object.assign(row, { ...when, fires_at, status: 'pending', ended_at: null })
    }
    queries.updateReminder(ctx, row)
    return answer(presentReminder(row), row.version)
  },
})

export const deleteReminder = operation({
  id: 'reminders.delete',
  method: 'DELETE',
  goneIs: 404,
  path,
  summary: 'Delete a reminder',
  description: 'Your own, or one for the assignee of a task that you may change.',
  scope: 'tasks:write',
  params: reminderParams,
  reply: { status: 204 },
  access: changeableReminder,
  async handle({ ctx, target }) {
    queries.deleteReminder(ctx, target)
    return answer(null, target.version + 1)
  },
})
