import type { Task } from '@svc/sdk'
import { taskTexts as messages } from '../../messages/task.ts'
import { useQuery } from '../../store/use-query.ts'
import { Icon } from '../../components/icon.tsx'
import { PanelSection } from './panel-section.tsx'

export function RoadmapStops({ task }: { task: Task }) {
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
            <bdi class="one-line">{stop.title}</bdi>
            <span class="task-hint one-line">
              <bdi>{stop.journeys.map(({ name }) => name).join(' · ')}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
