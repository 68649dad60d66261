import { newKey } from '../../data/mutations.ts'
import { signal } from '@preact/signals'
import type { Task, TaskAttachment } from '@svc/sdk'
import { api } from '../../parts/ask.ts'

export interface Upload {
  id: string
  taskId: string
  name: string
  file: File
  /** Progress from 0 to 1. */
  progress: number
  problem?: unknown
  /** Created attachment, shown until the list includes it. */
  attachment?: TaskAttachment
}

/** Uploads of this tab. They continue when another task is opened. */
export const uploads = signal<readonly Upload[]>([])

const abortControllers = new Map<string, AbortController>()

const updateUpload = (id: string, changes: Partial<Upload>) =>
  void (uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one)))

export const dropUpload = (id: string): void => {
  abortControllers.get(id)?.abort()
  uploads.value = uploads.value.filter((one) => one.id !== id)
}

/** Uploads files to a task, one at a time. */
export function attach(task: Task, files: readonly File[]): void {
  const newUploads = files.map((file) => ({
    id: newKey(),
    taskId: task.task_id,
    name: file.name || 'file',
    file,
    progress: 0,
  }))
  uploads.value = [...uploads.value, ...newUploads]
  void sendAll(newUploads)
}

async function sendAll(newUploads: readonly Upload[]): Promise<void> {
  for (const upload of newUploads) await send(upload)
}

/** Sends or retries an upload. The idempotency key prevents duplicates when a response was lost. */
export async function send(upload: Upload): Promise<void> {
  const { id, taskId, file } = upload
  if (!uploads.peek().some((one) => one.id === id)) return
  const controller = new AbortController()
  abortControllers.set(id, controller)
  updateUpload(id, { progress: 0, problem: undefined })
  try {
    const namedFile = file.name ? file : new File([file], upload.name, { type: file.type })
    const attachment = await api().taskAttachments.create(
      { task_id: taskId, file: namedFile },
      {
        idempotencyKey: id,
        retries: 2,
        signal: controller.signal,
        onProgress: (sent, total) => updateUpload(id, { progress: sent / Math.max(total, 1) }),
      },
    )
    updateUpload(id, { progress: 1, attachment })
  } catch (problem) {
    updateUpload(id, { problem })
  } finally {
    abortControllers.delete(id)
  }
}
