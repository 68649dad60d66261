import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { conflict, invalid } from '../../kernel/problem.ts'
import type { TaskRow, TaskSeen } from '../tasks/rows.ts'
import type { AttachmentSeen } from './access.ts'
import { countAttachments, updateAttachment } from './queries.ts'
import type { AttachmentRow } from './rows.ts'
import type { AttachmentUpdate } from './schemas.ts'

type Attributes = Record<string, unknown> | null

/** Emits a change of an attachment as one of its task. It tells the attachment's id, and nothing of what people wrote. */
export function emitAttachment(
  ctx: Context,
  task: TaskRow,
  { attachment_id }: AttachmentRow,
  what: 'added' | 'updated' | 'removed',
  before: Attributes,
  after: Attributes,
): void {
  ctx.emit({
    org_id: task.org_id,
    type: `task.attachment_${what}`,
    resource_type: 'task',
    resource_id: task.task_id,
    part_id: attachment_id,
    project_id: task.project_id,
    before: before && { attachment_id, ...before },
    after: after && { attachment_id, ...after },
  })
}

/** 409 when the task has as many attachments as a task may have. */
export async function requireRoom(ctx: Context, task: TaskSeen): Promise<void> {
  const most = ctx.services.config.attachmentsPerTask
  if ((await countAttachments(ctx, task)) >= most)
    throw conflict(`The task has ${most} attachments, and can have no more: delete one first.`)
}

/** Changes an attachment as far as the body differs from it; gives what it was given when nothing does. */
export async function changeAttachment(
  ctx: Context,
  stored: AttachmentSeen,
  body: AttachmentUpdate,
): Promise<AttachmentRow> {
  if (body.task_id != null && body.task_id !== stored.task_id)
    throw invalid(['body', 'task_id'], 'differs from the task that it is attached to', 'mismatch')
  const wanted = {
    ...stored,
    title: body.title === undefined ? stored.title : body.title,
    name: body.name ?? stored.name,
    is_inline: body.is_inline ?? stored.is_inline,
  }
  const changed = changedAttributes(stored, wanted, ['title', 'name', 'is_inline'])
  if (!changed) return stored
  await updateAttachment(ctx, stored, wanted)
  emitAttachment(ctx, stored.task, stored, 'updated', untold(changed.before), untold(changed.after))
  return { ...wanted, version: stored.version + 1 }
}

/** The attributes as an event may tell them: that a title or name changed, but not what it says. */
const untold = (attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, name === 'is_inline' ? value : null]),
  )
