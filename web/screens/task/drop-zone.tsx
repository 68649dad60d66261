import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { task as messages } from '../../messages/task.ts'
import { pastedFiles } from '../../ui/pasted.ts'
import { attach } from './uploads.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files that are dropped on the panel, or pasted while it is open. */
export function DropZone({ task, children }: { task: Task; children: ComponentChildren }) {
  const over = useSignal(false)
  usePaste(task)
  const drag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    over.value = true
  }
  return (
    <div
      class={over.value ? 'task-drop task-drop-over' : 'task-drop'}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) over.value = false
      }}
      onDrop={(event) => {
        over.value = false
        if (event.defaultPrevented || !hasFiles(event)) return
        event.preventDefault()
        attach(task, [...event.dataTransfer!.files])
      }}
    >
      {children}
      {over.value && <p class="task-drop-hint">{messages.dropHere}</p>}
    </div>
  )
}

function usePaste(task: Task) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData)
      if (event.defaultPrevented || files.length === 0) return
      event.preventDefault()
      attach(task, files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [task.task_id])
}
