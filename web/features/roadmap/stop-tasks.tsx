import type { Stop, TaskSummary } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { buildUrlWithQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { stopTexts as messages } from '../../messages/roadmap.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'

interface StopTasksProps {
  stop: Stop
  projectId: string
  canEdit: boolean
  onChange: () => void
}

const MAX_TASKS = 200

/** Lists the tasks that a stop counts. Those of its milestones are removed from the milestone, not here. */
export function StopTasks({ stop, projectId, canEdit, onChange }: StopTasksProps) {
  const { stop_id, done, total, milestone_ids } = stop
  const { value, problem, refetch } = useQuery(`stop ${stop_id} ${done} ${total}`, (svc) =>
    svc.tasks.list({ filter: { stop: stop_id }, limit: MAX_TASKS, include_inaccessible: false }),
  )
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  const remove = async ({ task_id, title }: TaskSummary) => {
    const { stops } = createApiClient(getStore().org)
    const addAgain = async () => {
      if (await runAction(() => stops.fileTasks(projectId, stop_id, { task_ids: [task_id] }))) onChange()
    }
    const send = () => stops.unfileTask(projectId, stop_id, task_id)
    const action = { label: layoutTexts.undo, run: () => void addAgain() }
    if (await runAction(send, { text: messages.taskRemoved(title, stop.title), action })) onChange()
  }
  return (
    <ul class="stop-tasks" aria-label={messages.tasks}>
      {value?.data.map((task) => (
        <li key={task.task_id}>
          <StatusIcon value={task.status} named />
          {task.key && <span class="stop-task-key">{task.key}</span>}
          <a href={buildUrlWithQuery({ stop: null, task: task.task_id })} dir="auto">
            {task.title}
          </a>
          {canEdit && !milestone_ids.includes(task.milestone_id ?? '') && (
            <Button kind="quiet" icon="x" title={messages.removeTask(task.title)} onClick={() => void remove(task)} />
          )}
        </li>
      ))}
      {value?.next_cursor && <li>{messages.moreTasks(total - value.data.length)}</li>}
    </ul>
  )
}
