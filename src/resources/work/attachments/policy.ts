import type { Call } from '../../../core/context.ts'
import { forbidden, notFound, requireFound } from '../../../core/errors.ts'
import { canEditProject } from '../projects/policy.ts'
import { loadReadableTask } from '../tasks/policy.ts'
import type { TaskWithAccess } from '../tasks/queries/rows.ts'
import { findAttachment, lockAttachment, type AttachmentRow } from './queries.ts'

export interface AttachmentWithTask extends AttachmentRow {
  task: TaskWithAccess
}

type AttachmentRequest = Call<{ attachment_id: string }>

/** Returns the attachment and its task, both locked in a write. Throws 404 unless the caller can read the task. */
export async function loadReadableAttachment({ ctx, params }: AttachmentRequest): Promise<AttachmentWithTask> {
  const found = requireFound(await findAttachment(ctx, params.attachment_id))
  const task = await loadReadableTask({ ctx, params: found })
  const row = ctx.inTransaction ? await lockAttachment(ctx, found) : found
  if (!row || row.org_id !== task.org_id) throw notFound()
  return { ...row, task }
}

/** Throws 403 unless the caller uploaded the attachment, may edit the project or is an organization admin. */
export async function loadAttachmentForUpdate(call: AttachmentRequest): Promise<AttachmentWithTask> {
  const { ctx } = call
  const found = await loadReadableAttachment(call)
  const { task } = found
  const canEdit =
    found.uploaded_by === ctx.user.username ||
    ctx.caller.isOrgAdmin(task.org_id) ||
    (task.project_id !== null && canEditProject(ctx, task))
  if (!canEdit)
    throw forbidden(
      'Only the uploader, project owners, project editors and organization admins can update or delete an attachment.',
    )
  return found
}
