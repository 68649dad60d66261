import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { taskTexts as messages } from '../../messages/task.ts'
import { getPastedFiles } from '../../components/util/pasted-files.ts'
import { uploadAttachments } from './uploads.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

export function AttachmentDropZone({ task, children }: { task: Task; children: ComponentChildren }) {
  const isOver = useSignal(false)
  usePaste(task)
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    isOver.value = true
  }
  return (
    <div
      class={isOver.value ? 'task-drop task-drop-over' : 'task-drop'}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) isOver.value = false
      }}
      onDrop={(event) => {
        isOver.value = false
        if (event.defaultPrevented || !hasFiles(event)) return
        event.preventDefault()
        uploadAttachments(task, [...event.dataTransfer!.files])
      }}
    >
      {children}
      {isOver.value && <p class="task-drop-hint">{messages.dropHere}</p>}
    </div>
  )
}

function usePaste(task: Task) {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = getPastedFiles(event.clipboardData)
      if (event.defaultPrevented || files.length === 0) return
      event.preventDefault()
      uploadAttachments(task, files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [task.task_id])
}
