import { membershipFromQuery } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { invalid } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { findPreferences } from '../../platform/notifications/rows.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { loadReadableTask } from '../tasks/policy.ts'
import { loadReminderForUpdate, loadReadableReminder, loadTaskForReminder } from './policy.ts'
import { presentReminder } from './presenter.ts'
import type { ReminderRow } from './queries.ts'
import * as rules from './rules.ts'
import { reminderSchema, reminderCreateSchema, reminderUpdateSchema } from './schema.ts'
import * as queries from './queries.ts'

const path = '/v1/reminders/{reminder_id}'
const taskPath = '/v1/tasks/{task_id}/reminders'
const taskProblem = 'The task does not exist or you cannot read it.'
const timeProblem = 'The time has passed, or the time zone is unknown.'
const editRequirement =
  'Requires: creator of the reminder or, for a reminder of the assignee, permission to edit the task.'

async function loadDefaultZone(
  ctx: Context,
  body: rules.ReminderTimeInput,
  stored: rules.ReminderTime | null,
): Promise<string> {
  if (!rules.usesDefaultTimeZone(body, stored)) return 'UTC'
  const { user_id } = ctx.user
  return (await findPreferences(ctx.db, [user_id]))(user_id).time_zone
}

function newReminder(
  ctx: Context,
  task: Pick<ReminderRow, 'org_id' | 'task_id'>,
  {
    when,
    fires_at,
    ...fields
  }: { when: rules.ReminderTime; fires_at: string | null } & Pick<
    s.Static<typeof reminderCreateSchema>,
    'for' | 'note'
  >,
): ReminderRow {
  return {
    ...when,
    ...task,
    reminder_id: ctx.newId('RM'),
    user_id: ctx.user.user_id,
    created_by: ctx.user.username,
    recipient: fields.for ?? 'me',
    note: fields.note ?? null,
    status: 'pending',
    fires_at,
    ended_at: null,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

export const createReminderOperation = defineOperation({
  id: 'reminders.create',
  method: 'POST',
  path: taskPath,
  summary: 'Create a reminder',
  description:
    'Creates a reminder of a task, either at a time (`at`) or before the due date (`before_due`). It is sent once, within ' +
    '30 seconds of its time, as a notification of kind `reminder` and an event `task.reminder_due`. A reminder with ' +
    '`before_due` follows changes of the due date and waits while there is none; if a change moves it into the past, it ' +
    'is sent immediately, or lapses if that time is more than 24 hours ago. A reminder also lapses if, when due, the task ' +
    'is completed, archived or deleted or the recipient cannot read it. A user has at most ' +
    `${rules.MAX_PENDING_REMINDERS} pending reminders per task. Ended reminders are deleted after 90 days. Requires: read access to the ` +
    'task; for `for: assignee`, permission to edit the task.',
  scope: 'tasks:write',
  body: reminderCreateSchema,
  reply: { status: 201, schema: reminderSchema, created: '/v1/reminders/{reminder_id}' },
  problems: {
    404: taskProblem,
    409: `The task is completed or archived, or you have ${rules.MAX_PENDING_REMINDERS} pending reminders of it.`,
    422: timeProblem,
  },
  example: {
    body: { before_due: { days: 1, time: '09:00', time_zone: 'Europe/Berlin' }, note: 'Order the crane.' },
  },
  authorize: loadTaskForReminder,
  async handle({ ctx, target: task, body }) {
    const when = rules.mergeReminderTime(body, null, await loadDefaultZone(ctx, body, null))
    if (when === null) throw invalid(['body', 'at'], 'Send at or before_due.', 'missing')
    const fires_at = rules.requireFutureReminder(when, task.due_date, ctx.now)
    rules.requireOpenTask(task)
    const { org_id, task_id, title, due_date } = task
    await queries.requirePendingReminderQuota(ctx, { org_id, task_id, user_id: ctx.user.user_id })
    const row = newReminder(ctx, { org_id, task_id }, { when, fires_at, ...body })
    queries.insertReminder(ctx, row)
    return respond(presentReminder({ ...row, task_title: title, due_date }), row.version)
  },
})

export const listTaskRemindersOperation = defineOperation({
  id: 'reminders.list_of_task',
  method: 'GET',
  path: taskPath,
  summary: 'List task reminders',
  description:
    'Returns your reminders of a task and those for its assignee, by time; reminders without a time come last.',
  scope: 'tasks:read',
  list: queries.reminderSorts,
  filters: queries.reminderFilters,
  reply: { status: 200, schema: s.pageSchema(reminderSchema) },
  problems: { 404: taskProblem },
  authorize: loadReadableTask,
  handle: async ({ ctx, target, list, filters }) =>
    respondWithPage(ctx, list, await queries.selectTaskReminderPage(ctx, list, filters, target), presentReminder),
})

export const listRemindersOperation = defineOperation({
  id: 'reminders.list',
  method: 'GET',
  path: '/v1/reminders',
  summary: 'List reminders',
  description:
    'Returns the reminders that you created in an organization for tasks that you can read, by time; reminders without ' +
    'a time come last.',
  scope: 'tasks:read',
  query: s.object({ org_id: s.orgIdParam }),
  list: queries.reminderSorts,
  filters: queries.reminderFilters,
  reply: { status: 200, schema: s.pageSchema(reminderSchema) },
  example: { query: { 'filter[status]': 'pending' } },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id),
  handle: async ({ ctx, target, list, filters }) =>
    respondWithPage(ctx, list, await queries.selectOwnReminderPage(ctx, list, filters, target), presentReminder),
})

export const getReminderOperation = defineOperation({
  id: 'reminders.read',
  method: 'GET',
  path,
  summary: 'Get a reminder',
  description: 'Returns one of your reminders, or a reminder for the assignee of a task that you can read.',
  scope: 'tasks:read',
  reply: { status: 200, schema: reminderSchema },
  authorize: loadReadableReminder,
  handle: async ({ target }) => respond(presentReminder(target), target.version),
})

export const updateReminderOperation = defineOperation({
  id: 'reminders.update',
  method: 'PATCH',
  path,
  summary: 'Update a reminder',
  description:
    'Updates the fields in the body; omitted fields keep their value. `at` replaces `before_due`, and vice versa. A new ' +
    `time makes a sent or lapsed reminder pending again. ${editRequirement}`,
  scope: 'tasks:write',
  body: reminderUpdateSchema,
  reply: { status: 200, schema: reminderSchema },
  problems: {
    409: `The reminder would be pending again, and its user has ${rules.MAX_PENDING_REMINDERS} pending reminders of the task.`,
    422: timeProblem,
  },
  example: { body: { at: '2031-05-12T09:00:00+02:00' } },
  authorize: loadReminderForUpdate,
  async handle({ ctx, target, body }) {
    const requested = rules.mergeReminderTime(body, target, await loadDefaultZone(ctx, body, target))
    const when = requested && !rules.isSameReminderTime(requested, target) ? requested : null
    const note = body.note === undefined ? target.note : body.note
    if (!when && note === target.note) return respond(presentReminder(target), target.version)
    const row = { ...target, note, version: target.version + 1, updated_at: ctx.now }
    if (when) {
      const fires_at = rules.requireFutureReminder(when, target.due_date, ctx.now)
      if (target.status !== 'pending') await queries.requirePendingReminderQuota(ctx, target)
      Object.assign(row, { ...when, fires_at, status: 'pending', ended_at: null })
    }
    queries.saveReminder(ctx, row)
    return respond(presentReminder(row), row.version)
  },
})

export const deleteReminderOperation = defineOperation({
  id: 'reminders.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a reminder',
  description: `Deletes a reminder. ${editRequirement}`,
  scope: 'tasks:write',
  reply: { status: 204 },
  authorize: loadReminderForUpdate,
  async handle({ ctx, target }) {
    queries.deleteReminder(ctx, target)
    return respond(null, target.version + 1)
  },
})
