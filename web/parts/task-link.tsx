import { useEffect } from 'preact/hooks'
import { taskAddress } from '../address.ts'
import { data } from '../data/current.ts'
import { StatusIcon } from './status.tsx'
import './task-link.css'

export function useTask(id: string) {
  const row = data().row('tasks', id).value
  useEffect(() => {
    if (row === undefined)
      void data()
        .read('tasks', id)
        .catch(() => undefined)
  }, [id, row === undefined])
  return row
}

/** Link that opens a task in the panel. Shows its id until the task is loaded. */
export function TaskLink({ id, status = true }: { id: string; status?: boolean }) {
  const task = useTask(id)
  return (
    <a class="task-link" href={taskAddress(id)}>
      {status && task && <StatusIcon value={task.status} />}
      <bdi class="task-link-title">{task?.title ?? id}</bdi>
    </a>
  )
}
