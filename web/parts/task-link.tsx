import { useEffect } from 'preact/hooks'
import { taskAddress } from '../address.ts'
import { data } from '../data/current.ts'
import { StatusIcon } from './status.tsx'
import './task-link.css'

/** Has a task read where nobody did yet. */
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

/** A task by its title, which opens it beside what is shown; its id as long as nobody knows more. */
export function TaskLink({ id, status = true }: { id: string; status?: boolean }) {
  const task = useTask(id)
  return (
    <a class="task-link" href={taskAddress(id)}>
      {status && task && <StatusIcon value={task.status} />}
      <bdi class="task-link-title">{task?.title ?? id}</bdi>
    </a>
  )
}
