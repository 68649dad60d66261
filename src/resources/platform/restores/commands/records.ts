import type { Row } from '@svc/import'
import { sql, joinSql } from '../../../../db/sql.ts'
import { toSortKey } from '../../../../core/text.ts'
import { restoredTables } from '../rules.ts'
import type { NewIds } from './ids.ts'
import { FORMER_USER, type RestoreRun } from './run.ts'

/** Restores what belongs to tasks, besides comments. */
export async function restoreTaskRecords(run: RestoreRun): Promise<void> {
  await run.restoreKind('attachments', (row) => toAttachmentColumns(run, row))
  await run.restoreInto('task_watchers', 'watchers', (row) => ({
    task_id: row.task,
    user_id: run.findUser(row.person),
    watching: row.watching ?? true,
    reason: row.reason ?? 'chosen',
    created_at: row.created_at ?? run.now,
  }))
  await run.restoreKind('reminders', (row) => toReminderColumns(run, row))
  await run.restoreKind('task_spans', ({ task, what, value, entered_at, left_at }) => ({
    task_id: task,
    what,
    value: value ?? null,
    entered_at,
    left_at,
  }))
}

function toAttachmentColumns(run: RestoreRun, row: Row<'attachments'>) {
  // Attachments of this server have files; a link of another source is no attachment here.
  if (row.file == null) return null
  const uploaded_at = row.uploaded_at ?? run.now
  return {
    attachment_id: row.id,
    task_id: row.task,
    file_id: row.file.slice('files/'.length),
    title: row.title ?? null,
    name: row.name,
    name_key: toSortKey(row.name),
    is_inline: row.is_inline ?? false,
    uploaded_by: run.findName(row.uploaded_by) ?? FORMER_USER,
    uploaded_at,
    updated_by: run.findName(row.updated_by) ?? FORMER_USER,
    updated_at: row.updated_at ?? uploaded_at,
  }
}

function toReminderColumns(run: RestoreRun, row: Row<'reminders'>) {
  const status = row.status ?? 'pending'
  const isPending = status === 'pending'
  const created_at = row.created_at ?? run.now
  const updated_at = row.updated_at ?? created_at
  return {
    reminder_id: row.id,
    task_id: row.task,
    user_id: run.findUser(row.person),
    created_by: run.findName(row.created_by) ?? FORMER_USER,
    recipient: row.recipient ?? 'me',
    at: row.at ?? null,
    days_before: row.days_before ?? null,
    time_of_day: row.time_of_day ?? null,
    time_zone: row.time_zone ?? null,
    note: row.note ?? null,
    status,
    fires_at: row.at ?? null,
    // The job computes the time of those that depend on a due date.
    look_at: isPending ? (row.at ?? '-infinity') : null,
    ended_at: isPending ? null : updated_at,
    created_at,
    updated_at,
  }
}

/** Restores names in other systems, and records the ids that the archive had for renamed rows. */
export async function restoreExternalRefs(run: RestoreRun, { renamed, ids }: NewIds, source: string): Promise<void> {
  await run.restoreInto('external_refs', 'external_refs', (row) => ({
    resource_type: row.resource_type,
    source: row.source,
    external_id: row.external_id,
    resource_id: row.resource,
    fingerprint: row.fingerprint ?? null,
    created_at: row.created_at ?? run.now,
    updated_at: row.updated_at ?? run.now,
  }))
  for (const [kind, former] of renamed) {
    if (kind === 'history') continue
    const resource_type = restoredTables[kind]!.type
    const times = { created_at: run.now, updated_at: run.now }
    for (let from = 0; from < former.length; from += BATCH_REFS)
      await run.insert(
        'external_refs',
        kind,
        former
          .slice(from, from + BATCH_REFS)
          .map((external_id) => ({ resource_type, source, external_id, resource_id: ids.get(external_id)!, ...times })),
      )
  }
}

const BATCH_REFS = 1000

/** Restores events as part of the history only: event streams and notifications do not read lineage 0. */
export async function restoreHistory(run: RestoreRun): Promise<void> {
  let ord = 0
  for await (const rows of run.batches('history')) {
    const values = rows.map((row) => toEventValues(run, row, ++ord))
    await run.query(
      'history',
      sql`
      insert into events (org_id, event_id, type, resource_type, resource_id, part_id, project_id, from_project_id,
        actor_kind, actor_user_id, actor_username, before, after, cause, created_at, lineage, tx, ord)
      values ${joinSql(values)}`,
    )
  }
  run.counts.history = ord
}

const toJson = (run: RestoreRun, value: unknown) =>
  value === null || value === undefined ? null : JSON.stringify(run.renameUsers(value))

const toEventValues = (run: RestoreRun, row: Row<'history'>, ord: number) => sql`(${run.orgId}, ${row.id}, ${row.type},
  ${row.resource_type}, ${row.resource}, ${row.part ?? null}, ${row.project ?? null}, ${row.from_project ?? null},
  ${row.actor_kind ?? 'system'}, ${run.findUser(row.actor)}, ${run.renameUsers(row.actor_name ?? null)},
  ${toJson(run, row.before)}, ${toJson(run, row.after)}, ${row.cause ?? null}, ${row.created_at}, 0, '0', ${ord})`
