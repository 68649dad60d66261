import { useState } from 'preact/hooks'
import type { Task } from '@svc/sdk'
import { buildTaskUrl } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { statusNames } from '../../messages/enums.ts'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { Button } from '../../components/button.tsx'
import { formatDay } from '../../components/util/dates.ts'
import type { TimelineTasks } from './timeline-tasks.ts'
import { listBlockerNames, toTitleWithKey } from './timeline-tasks.ts'

const STEP_ROWS = 200

const toText = (day: string | null): string => (day === null ? messages.none : formatDay(day))

/** The same tasks as a table, for readers without the picture. */
export function TimelineTable({ tasks }: { tasks: TimelineTasks }) {
  const [limit, setLimit] = useState(STEP_ROWS)
  const ids = tasks.listLoadedIds().slice(0, limit)
  const rest = tasks.count.value - ids.length
  const showMore = () => {
    setLimit(limit + STEP_ROWS)
    tasks.list.setVisibleRange(0, limit + STEP_ROWS)
  }
  return (
    <div class="timeline-table" tabIndex={0} role="region" aria-label={messages.label}>
      <table>
        <thead>
          <tr>
            {[messages.title, messages.status, messages.start, messages.due, messages.waitsFor].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => {
            const task = getStore().row('tasks', id).value
            return task && <Row key={id} task={task} tasks={tasks} />
          })}
        </tbody>
      </table>
      {rest > 0 && (
        <Button kind="quiet" small onClick={showMore}>
          {messages.more(Math.min(rest, STEP_ROWS))}
        </Button>
      )}
    </div>
  )
}

const Row = ({ task, tasks }: { task: Task; tasks: TimelineTasks }) => (
  <tr>
    <th scope="row">
      <a href={buildTaskUrl(task.task_id)} dir="auto">
        {toTitleWithKey(task)}
      </a>
    </th>
    <td>{statusNames[task.status]}</td>
    <td>{toText(task.start_date)}</td>
    <td>{toText(task.due_date)}</td>
    <td dir="auto">{listBlockerNames(tasks.listBlockers(task)) || messages.none}</td>
  </tr>
)
