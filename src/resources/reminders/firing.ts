import { wherever } from '../../db/by-organization.ts'
import type { Transaction } from '../../db/database.ts'
import type { ChangeEvent } from '../../kernel/events.ts'
import type { Services } from '../../kernel/services/services.ts'
import { recordOwn } from '../../kernel/write/ledger.ts'
import { Caller, type OrgRole, type User } from '../../kernel/caller.ts'
import { canReadTask } from '../tasks/access.ts'
import * as due from './due-queries.ts'
import { isDone, outcomeOf, type Outcome } from './rules.ts'

export const reminderDue = {
  'task.reminder_due':
    'A reminder of a task was due. One that somebody made for themselves is told to that person alone; what it notes is not told.',
}

/** Reminders that are looked at in one transaction. */
const batch = 200
/** A turn ends after this many, so that a long backlog does not hold up the end of the process; the next turn goes on. */
const mostBatches = 100

/**
 * Sends the reminders whose moment has come, and works out anew the moments of those whose task is due another day. Gives
 * how many were looked at. That a reminder is sent is written together with its event, so it is told once, whatever ends
 * the process; those that another process has in hand are left to it.
 */
export async function fireReminders(services: Services): Promise<number> {
  const { database, clock } = services
  return wherever(database, due.withDue(new Date(clock()).toISOString()), async (orgId) => {
    let count = 0
    for (let turn = 0; turn < mostBatches && count === turn * batch; turn++)
      count += await database.transaction((trx) => fireSome(services, trx, orgId))
    return count
  })
}

async function fireSome(services: Services, trx: Transaction, orgId?: string): Promise<number> {
  const millis = services.clock()
  const now = new Date(millis).toISOString()
  const claimed = await trx.query(due.claimDue(now, batch, orgId))
  if (claimed.length === 0) return 0
  const found = await trx.query(due.findDue(claimed, orgId))
  const settled = found.map((row) => ({ row, outcome: settle(row, millis) }))
  await trx.query(
    due.recordOutcomes(
      settled.map(({ row: { org_id, reminder_id }, outcome }) => ({ org_id, reminder_id, ...outcome })),
      now,
      orgId,
    ),
  )
  const sent = settled.filter(({ outcome }) => outcome.status === 'sent')
  if (sent.length > 0)
    await recordOwn(
      services,
      trx,
      sent.map(({ row }) => eventOf(row)),
    )
  return claimed.length
}

function settle(row: due.DueRow, millis: number): Outcome {
  const { task, fires_at } = row
  const called_for = !task.deleted && !isDone(task.status) && mayKnow(row)
  return outcomeOf({ when: row, fires_at, due_date: task.due_date, called_for }, millis)
}

/** Whether there is somebody to be reminded, who may read the task as things stand now. */
function mayKnow({ org_id, person, task }: due.DueRow): boolean {
  if (!person) return false
  const { role, ...who } = person
  const user: User = { ...who, email: null, email_verified: false }
  const caller = new Caller(user, [{ org_id, org_name: '', role: role satisfies OrgRole }], null)
  return canReadTask({ user, caller }, task)
}

/** One for the assignee is everybody's who reads the task; `user_id` says of any other whom alone it is told to. */
function eventOf({ org_id, reminder_id, recipient, person, task }: due.DueRow): ChangeEvent {
  const { task_id, project_id } = task
  const { user_id, username } = person!
  const whom = recipient === 'me' ? { user_id } : { user_id: null, assignee: username }
  return {
    org_id,
    type: 'task.reminder_due',
    resource_type: 'task',
    resource_id: task_id,
    project_id,
    part_id: reminder_id,
    before: null,
    after: { reminder_id, for: recipient, ...whom },
  }
}
