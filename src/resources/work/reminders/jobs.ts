import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import type { Transaction } from '../../../db/database.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import { Caller, type OrgRole, type CallerPrincipal } from '../../../core/caller.ts'
import { canReadTask } from '../tasks/policy.ts'
import * as due from './due-queries.ts'
import { isClosedTaskStatus, determineReminderOutcome, type ReminderOutcome } from './rules.ts'

export const reminderDueEvent = {
  'task.reminder_due':
    'A reminder of a task was sent. A personal reminder is delivered only to its user; the event does not include the note.',
}

const RETENTION_MS = 90 * 24 * 3600 * 1000
const DELETE_BATCH_SIZE = 1000
const BATCH_SIZE = 200
/** Maximum number of transactions per run, so that a backlog does not delay the shutdown; the next run continues. */
const MAX_BATCHES = 100

/** Commits each outcome together with its event, so that each reminder is sent exactly once. */
export async function sendDueReminders(services: Dependencies): Promise<number> {
  const { database, clock } = services
  return sumOverOrgs(database, due.selectOrgsWithDueReminders(new Date(clock()).toISOString()), async (orgId) => {
    let count = 0
    for (let i = 0; i < MAX_BATCHES && count === i * BATCH_SIZE; i++)
      count += await database.transaction((trx) => fireBatch(services, trx, orgId))
    return count
  })
}

async function fireBatch(services: Dependencies, trx: Transaction, orgId?: string): Promise<number> {
  const nowMs = services.clock()
  const now = new Date(nowMs).toISOString()
  const claimed = await trx.query(due.claimDueReminders(now, BATCH_SIZE, orgId))
  if (claimed.length === 0) return 0
  const found = await trx.query(due.findDueReminders(claimed, orgId))
  const results = found.map((row) => ({ row, outcome: determineOutcome(row, nowMs) }))
  await trx.query(
    due.saveReminderOutcomes(
      results.map(({ row: { org_id, reminder_id }, outcome }) => ({ org_id, reminder_id, ...outcome })),
      now,
      orgId,
    ),
  )
  const sent = results.filter(({ outcome }) => outcome.status === 'sent')
  if (sent.length > 0)
    await commitSystemEvents(
      services,
      trx,
      sent.map(({ row }) => buildEvent(row)),
    )
  return claimed.length
}

function determineOutcome(row: due.DueReminderRow, nowMs: number): ReminderOutcome {
  const { task, fires_at } = row
  const called_for = !task.deleted && !isClosedTaskStatus(task.status) && canBeReminded(row)
  return determineReminderOutcome({ when: row, fires_at, due_date: task.due_date, called_for }, nowMs)
}

function canBeReminded({ org_id, person, task }: due.DueReminderRow): boolean {
  if (!person) return false
  const { role, ...identity } = person
  const user: CallerPrincipal = { ...identity, email: null, email_verified: false }
  const caller = new Caller(user, [{ org_id, org_name: '', role: role satisfies OrgRole }], null)
  return canReadTask({ user, caller }, task)
}

/** Builds the event: `user_id` restricts it to the user of a personal reminder; an assignee's goes to all readers. */
function buildEvent({ org_id, reminder_id, recipient, person, task }: due.DueReminderRow): ChangeEvent {
  const { task_id, project_id } = task
  const { user_id, username } = person!
  const audience = recipient === 'me' ? { user_id } : { user_id: null, assignee: username }
  return {
    org_id,
    type: 'task.reminder_due',
    resource_type: 'task',
    resource_id: task_id,
    project_id,
    part_id: reminder_id,
    before: null,
    after: { reminder_id, for: recipient, ...audience },
  }
}

export async function deleteOldReminders({ database, clock }: Dependencies): Promise<number> {
  const before = new Date(clock() - RETENTION_MS).toISOString()
  return sumOverOrgs(database, due.selectOrgsWithEndedReminders(before), async (orgId) => {
    let count = 0
    for (let deleted = DELETE_BATCH_SIZE; deleted === DELETE_BATCH_SIZE; count += deleted)
      deleted = (await database.db.query(due.deleteEndedReminders(before, DELETE_BATCH_SIZE, orgId))).length
    return count
  })
}
