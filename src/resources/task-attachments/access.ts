import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import { canEditProject } from '../projects/access.ts'
import { readableTask } from '../tasks/access.ts'
import type { TaskSeen } from '../tasks/rows.ts'
import { findAttachment, lockAttachment, type AttachmentRow } from './rows.ts'

/** An attachment and the task it is attached to. */
export interface AttachmentSeen extends AttachmentRow {
  task: TaskSeen
}

type ById = { ctx: Context; params: { attachment_id: string } }

/** The attachment and its task, both locked on writes; 404 unless the caller can read the task. */
export async function readableAttachment({ ctx, params }: ById): Promise<AttachmentSeen> {
  const found = await findAttachment(ctx, params.attachment_id)
  if (!found) throw notFound()
  const task = await readableTask({ ctx, params: found })
  const row = ctx.locking ? await lockAttachment(ctx, found) : found
  if (!row || row.org_id !== task.org_id) throw notFound()
  return { ...row, task }
}

/** The attachment to be changed; 403 unless the caller uploaded it, may edit the project or is an org admin. */
export async function changeableAttachment(call: ById): Promise<AttachmentSeen> {
  const { ctx } = call
  const found = await readableAttachment(call)
  const { task } = found
  const may =
    found.uploaded_by === ctx.user.username ||
    ctx.caller.isOrgAdmin(task.org_id) ||
    (task.project_id !== null && canEditProject(ctx, task))
  if (!may) throw forbidden('Only who uploaded it, editors of the project and org admins may do this.')
  return found
}
