import type { Task } from '@svc/sdk'
import { taskTexts as messages } from '../../messages/task.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { Icon } from '../../components/icon.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { TaskActivity } from './activity.tsx'
import { TaskAttachments } from './attachments.tsx'
import { BlockedTasks, TaskDependencies } from './dependencies.tsx'
import { PanelSection } from './panel-section.tsx'
import { TaskReminders } from './reminders.tsx'
import { TaskSubtasks } from './subtasks.tsx'

/** Sections that load data of their own. Rendered later, since their requests would delay the first paint. */
export const LateSections = ({ task }: { task: Task }) => (
  <>
    <div class="task-sections">
      <TaskSubtasks task={task} />
      <TaskDependencies task={task} />
      <BlockedTasks task={task} />
      <TaskAttachments task={task} />
      <TaskReminders task={task} />
    </div>
    <RoadmapStops task={task} />
    <CreatedBy task={task} />
    <TaskActivity task={task} />
  </>
)

function CreatedBy({ task }: { task: Task }) {
  if (!task.created_by || !task.created_at) return null
  return (
    <p class="task-hint" dir="auto">
      {messages.made(task.created_by)} <RelativeTime at={task.created_at} />
    </p>
  )
}

function RoadmapStops({ task }: { task: Task }) {
  const { task_id, project_id, milestone_id } = task
  const query = useQuery(`stops ${task_id} ${project_id} ${milestone_id}`, (svc) =>
    svc.roadmap.taskStops(task_id, { limit: 50 }),
  )
  const stops = query.value?.data ?? []
  if (stops.length === 0) return null
  return (
    <PanelSection title={messages.stops}>
      <ul class="task-rows">
        {stops.map((stop) => (
          <li class="task-row-line" key={stop.stop_id}>
            <Icon name="flag" size={14} />
            <a class="one-line" dir="auto" href={`/o/${getStore().org}/roadmap?stop=${stop.stop_id}`}>
              {stop.title}
            </a>
            <span class="task-hint one-line">
              <bdi>{stop.journeys.map(({ name }) => name).join(' · ')}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
