import { createIdempotencyKey } from '../../store/mutations.ts'
import { signal } from '@preact/signals'
import type { Task, TaskAttachment } from '@svc/sdk'
import { getApiClient } from '../../store/use-query.ts'

export interface AttachmentUpload {
  id: string
  taskId: string
  name: string
  file: File
  /** Progress from 0 to 1. */
  progress: number
  problem?: unknown
  /** Created attachment, shown until the list includes it. */
  attachment?: TaskAttachment
  onUploaded?: ((attachment: TaskAttachment) => void) | undefined
}

/** Uploads of this tab. They continue when another task is opened. */
export const attachmentUploads = signal<readonly AttachmentUpload[]>([])

const abortControllers = new Map<string, AbortController>()

const updateUpload = (id: string, changes: Partial<AttachmentUpload>) =>
  void (attachmentUploads.value = attachmentUploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one)))

export const cancelUpload = (id: string): void => {
  abortControllers.get(id)?.abort()
  attachmentUploads.value = attachmentUploads.value.filter((one) => one.id !== id)
}

export function uploadAttachments(
  task: Task,
  files: readonly File[],
  onUploaded?: (attachment: TaskAttachment) => void,
): void {
  const newUploads = files.map((file) => ({
    id: createIdempotencyKey(),
    taskId: task.task_id,
    name: file.name || 'file',
    file,
    progress: 0,
    onUploaded,
  }))
  attachmentUploads.value = [...attachmentUploads.value, ...newUploads]
  void sendAll(newUploads)
}

async function sendAll(newUploads: readonly AttachmentUpload[]): Promise<void> {
  for (const upload of newUploads) await sendUpload(upload)
}

/** Sends or retries an upload. The idempotency key prevents duplicates when a response was lost. */
export async function sendUpload(upload: AttachmentUpload): Promise<void> {
  const { id, taskId, file } = upload
  if (!attachmentUploads.peek().some((one) => one.id === id)) return
  const controller = new AbortController()
  abortControllers.set(id, controller)
  updateUpload(id, { progress: 0, problem: undefined })
  try {
    const namedFile = file.name ? file : new File([file], upload.name, { type: file.type })
    const attachment = await getApiClient().taskAttachments.create(
      { task_id: taskId, file: namedFile },
      {
        idempotencyKey: id,
        retries: 2,
        signal: controller.signal,
        onProgress: (sent, total) => updateUpload(id, { progress: sent / Math.max(total, 1) }),
      },
    )
    updateUpload(id, { progress: 1, attachment })
    upload.onUploaded?.(attachment)
  } catch (problem) {
    updateUpload(id, { problem })
  } finally {
    abortControllers.delete(id)
  }
}
