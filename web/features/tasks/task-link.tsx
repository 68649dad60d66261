import { useEffect } from 'preact/hooks'
import { buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { StatusIcon } from './status-icon.tsx'
import './task-link.css'

export function useLoadedTask(id: string) {
  const row = getStore().row('tasks', id).value
  useEffect(() => {
    if (row === undefined)
      void getStore()
        .read('tasks', id)
        .catch(() => undefined)
  }, [id, row === undefined])
  return row
}

export function TaskLink({ id, status = true }: { id: string; status?: boolean }) {
  const task = useLoadedTask(id)
  return (
    <a class="task-link" href={buildTaskUrl(id)}>
      {status && task && <StatusIcon value={task.status} />}
      {task?.key && <span class="task-link-key">{task.key}</span>}
      <bdi class="task-link-title">{task?.title ?? id}</bdi>
    </a>
  )
}
