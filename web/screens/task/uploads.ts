import { newKey } from '../../data/mutations.ts'
import { signal } from '@preact/signals'
import type { Task, TaskAttachment } from '@svc/sdk'
import { api } from '../../parts/ask.ts'

/** A file on its way to a task. */
export interface Upload {
  id: string
  taskId: string
  name: string
  file: File
  /** From 0 to 1. */
  sent: number
  problem?: unknown
  /** What the server made of it; it is shown until the list has it. */
  done?: TaskAttachment
}

/** The uploads of this tab; they go on when their task is left. */
export const uploads = signal<readonly Upload[]>([])

const ending = new Map<string, AbortController>()

const change = (id: string, changes: Partial<Upload>) =>
  void (uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one)))

export const dropUpload = (id: string): void => {
  ending.get(id)?.abort()
  uploads.value = uploads.value.filter((one) => one.id !== id)
}

/** Sends files to a task, one after the other, so that the first are there before the last have begun. */
export function attach(task: Task, files: readonly File[]): void {
  const added = files.map((file) => ({
    id: newKey(),
    taskId: task.task_id,
    name: file.name || 'file',
    file,
    sent: 0,
  }))
  uploads.value = [...uploads.value, ...added]
  void sendAll(added)
}

async function sendAll(added: readonly Upload[]): Promise<void> {
  for (const upload of added) await send(upload)
}

/** Sends one. Sent again it has the same key, so that a file whose answer was lost is not there twice. */
export async function send(upload: Upload): Promise<void> {
  const { id, taskId, file } = upload
  if (!uploads.peek().some((one) => one.id === id)) return
  const ended = new AbortController()
  ending.set(id, ended)
  change(id, { sent: 0, problem: undefined })
  try {
    const named = file.name ? file : new File([file], upload.name, { type: file.type })
    const done = await api().taskAttachments.create(
      { task_id: taskId, file: named },
      {
        idempotencyKey: id,
        retries: 2,
        signal: ended.signal,
        onProgress: (sent, total) => change(id, { sent: sent / Math.max(total, 1) }),
      },
    )
    change(id, { sent: 1, done })
  } catch (problem) {
    change(id, { problem })
  } finally {
    ending.delete(id)
  }
}
