import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { TaskRow, TaskWithAccess } from '../tasks/queries/rows.ts'
import type { AttachmentWithTask } from './policy.ts'
import { countAttachments, saveAttachment, type AttachmentRow } from './queries.ts'
import type { AttachmentUpdate } from './schema.ts'

type Attributes = Record<string, unknown> | null

/** Emits an event of the task. It includes the id of the attachment, but no user text. */
export function emitAttachmentEvent(
  ctx: Context,
  task: TaskRow,
  { attachment_id }: AttachmentRow,
  action: 'added' | 'updated' | 'removed',
  before: Attributes,
  after: Attributes,
): void {
  ctx.emit({
    org_id: task.org_id,
    type: `task.attachment_${action}`,
    resource_type: 'task',
    resource_id: task.task_id,
    part_id: attachment_id,
    project_id: task.project_id,
    before: before && { attachment_id, ...before },
    after: after && { attachment_id, ...after },
  })
}

export async function requireAttachmentQuota(ctx: Context, task: TaskWithAccess): Promise<void> {
  const maxAttachments = ctx.services.config.attachmentsPerTask
  if ((await countAttachments(ctx, task)) >= maxAttachments)
    throw conflict(`The task has ${maxAttachments} attachments, which is the maximum. Delete one first.`)
}

/** Updates what differs from the stored attachment; returns the same object if nothing does. */
export async function updateAttachment(
  ctx: Context,
  stored: AttachmentWithTask,
  body: AttachmentUpdate,
): Promise<AttachmentRow> {
  if (body.task_id != null && body.task_id !== stored.task_id)
    throw invalid(['body', 'task_id'], 'must be the task of the attachment, which cannot change', 'mismatch')
  const wanted = {
    ...stored,
    title: body.title === undefined ? stored.title : body.title,
    name: body.name ?? stored.name,
    is_inline: body.is_inline ?? stored.is_inline,
  }
  const changed = findChangedAttributes(stored, wanted, ['title', 'name', 'is_inline'])
  if (!changed) return stored
  await saveAttachment(ctx, stored, wanted)
  emitAttachmentEvent(ctx, stored.task, stored, 'updated', redactText(changed.before), redactText(changed.after))
  return { ...wanted, version: stored.version + 1 }
}

/** Replaces title and name by null, since events must not include user text. */
const redactText = (attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, name === 'is_inline' ? value : null]))
